"""The graph with its whole history, as much of it as a picture holds."""

from collections.abc import Mapping
from dataclasses import dataclass

from zeph.clock import Moment
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.message import Message


@dataclass(frozen=True, slots=True)
class Picture:
    now: Moment
    entities: tuple[Entity, ...]
    """The best connected first."""
    facts: tuple[Edge, ...]
    """Between these entities, of all times, superseded ones too; retracted ones are nobody's history."""
    communities: Mapping[int, tuple[int, str]]
    """Entity id to its community's id and name."""
    messages: Mapping[int, Message]
    """The facts' sources, by id."""
    focus: int | None = None
    """The entity that the picture is about."""
    entities_left_out: int = 0
    facts_left_out: int = 0
    """Between entities that are in it."""

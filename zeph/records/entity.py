"""Entities of the graph and their other names."""

from dataclasses import dataclass
from typing import Literal

from zeph.clock import Moment
from zeph.records.graph_types import EntityType

Origin = Literal["person", "llm", "local"]
"""Who put a row there: the person by hand, a language model, or the local extractor."""


@dataclass(frozen=True, slots=True)
class Entity:
    id: int
    space_id: int
    name: str
    """Display name: the form seen last."""
    canonical_name: str
    entity_type: EntityType
    summary: str
    first_seen_at: Moment
    last_seen_at: Moment
    aliases: tuple[str, ...] = ()
    degree: int = 0
    """Number of active edges."""

"""Entities of the graph and their other names."""

from dataclasses import dataclass
from typing import Literal

from zeph.clock import Moment

EntityType = str
"""One of :data:`ENTITY_TYPES`, or a type that the person's ontology file adds."""

ENTITY_TYPES: tuple[EntityType, ...] = (
    "person", "tool", "concept", "project", "language", "file", "config", "organization", "location", "event",
)  # fmt: skip
DEFAULT_ENTITY_TYPE: EntityType = "concept"
"""Of a thing of which nothing better is known."""

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

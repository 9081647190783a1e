"""What one question is narrowed to, beyond its view."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["facts", "messages", "entities", "communities"]
KINDS: tuple[Kind, ...] = ("facts", "messages", "entities", "communities")


@dataclass(frozen=True, slots=True)
class Scope:
    kinds: tuple[Kind, ...] = ("facts", "messages")
    edge_types: frozenset[str] = frozenset()
    """Only facts of these types, and walks along them alone; empty: all, weighed by type."""
    near: str = ""
    """Name of the entity whose neighbourhood comes first."""


EVERYWHERE = Scope()

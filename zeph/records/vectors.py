"""How far the vectors of a space have come."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VectorState:
    model: str
    """What makes them."""
    made: int
    rows: int
    """Messages, facts, things and communities that are to have one."""
    complete: bool
    """Whether all had one once; until then search goes by text for those that have none."""

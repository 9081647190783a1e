"""Vectors of what is stored: which are missing, which there are, when a model's are complete."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from blake3 import blake3

from zeph.records.vectors import VectorState

if TYPE_CHECKING:
    import numpy

Kind = Literal["message", "edge", "entity", "community", "passage"]
KINDS: tuple[Kind, ...] = ("message", "edge", "entity", "community", "passage")


@dataclass(frozen=True, slots=True)
class VectorRow:
    """A vector to store; ``text_hash`` tells of which text, so that one of an older text is left out."""

    kind: Kind
    item_id: int
    text_hash: bytes
    vector: "numpy.ndarray[Any, Any]"


def text_hash(text: str) -> bytes:
    """Fingerprint of what was embedded."""
    return blake3(text.encode()).digest(length=16)


class Vectors(Protocol):
    """One model's vectors at a time; a change of model makes all of them anew."""

    async def put(self, model: str, dimension: int, rows: Sequence[VectorRow]) -> None:
        """Inserts or replaces. What was forgotten, or has another text, since its text was read is left out: its vector
        would tell of it."""
        ...

    async def missing(
        self, space_id: int, model: str, kind: Kind, limit: int, below: int | None = None
    ) -> list[tuple[int, str]]:
        """(id, text to embed) of rows without a vector of the model, newest first; all are looked at, below an id."""
        ...

    async def queued(self, space_id: int, model: str, kind: Kind, limit: int) -> list[tuple[int, str]] | None:
        """As :meth:`missing`, of what came since everything had one; None where it never had."""
        ...

    async def begin(self, space_id: int, model: str) -> None:
        """All rows are about to be looked at for this model; what comes from now on is queued."""
        ...

    async def complete(self, space_id: int, model: str) -> bool:
        """All were; False where another process began with another model meanwhile."""
        ...

    async def state(self, space_id: int) -> VectorState | None:
        """How far they have come; None where none were ever made."""
        ...

    async def drop_old(self, space_id: int, model: str) -> bool:
        """Takes away some vectors of a model that was given up a week ago; False where there is none."""
        ...

    async def of_items(self, model: str, kind: Kind, ids: Sequence[int]) -> "dict[int, numpy.ndarray[Any, Any]]":
        """The stored vectors of these rows; those that have none are left out."""
        ...

    async def texts_of(self, kind: Kind, ids: Sequence[int]) -> list[tuple[int, str]]:
        """(id, text to embed) of these rows."""
        ...

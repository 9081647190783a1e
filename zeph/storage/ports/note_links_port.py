"""The links of note linking (A-MEM): which entities are alike."""

from collections.abc import Mapping, Sequence
from typing import Protocol


class NoteLinks(Protocol):
    """They are no edges: degrees, communities and supersession never see them."""

    async def unlinked(self, space_id: int, model: str, limit: int) -> list[int]:
        """Entities that were not linked with this model yet, smallest id first, up to the first without a vector."""
        ...

    async def link(self, space_id: int, model: str, hits: Mapping[int, Sequence[tuple[int, float]]], top_k: int) -> int:
        """Links each entity to its (id, similarity) where both have fewer than ``top_k`` links; how many links. All of
        ``hits`` (at least one) count as linked from then on."""
        ...

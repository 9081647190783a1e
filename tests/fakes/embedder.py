"""An embedder whose vectors a test decides: words in common make texts alike."""

from collections.abc import Sequence

import numpy as np
from blake3 import blake3

from zeph.errors import ModelUnreachable
from zeph.models.ports import Vectors


class FakeEmbedder:
    """Each word is an axis of its own (of many); ``broken`` makes it fail like a server that is gone."""

    model_id = "fake"
    dimension = 512
    in_process = True

    def __init__(self) -> None:
        self.broken = False
        self.embedded: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if self.broken:
            raise ModelUnreachable("The embedder is gone.")
        self.embedded += texts
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.casefold().replace(":", " ").split():
                row[int.from_bytes(blake3(word.encode()).digest(length=4), "big") % self.dimension] += 1.0
            row /= np.linalg.norm(row) or 1.0
        return rows

    async def close(self) -> None:
        pass

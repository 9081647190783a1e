"""Note linking (A-MEM, graph-memory §3.8): new entities are linked to those that are most like them.

In: entities with vectors that no pass has linked yet. Out: rows of ``graph_similar``. Only there when
``memory.graph.note_linking`` is enabled; whatever goes wrong is logged, and the next pass goes on where it stopped.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence

from zeph.clock import Moment
from zeph.config.schema import NoteLinkingSettings
from zeph.errors import ZephError
from zeph.memory.index.vector_filler import VectorFiller
from zeph.models.ports import Vectors
from zeph.records.view import View
from zeph.storage.ports import Reader, Store

log = logging.getLogger(__name__)

BATCH = 16
"""Entities compared in one snapshot and linked in one transaction."""

Similar = dict[int, list[tuple[int, float]]]


class NoteLinker:
    """Links what is new in one space."""

    def __init__(
        self, store: Store, space_id: int, settings: NoteLinkingSettings, vectors: VectorFiller,
        now: Callable[[], Moment],
    ) -> None:  # fmt: skip
        self._store = store
        self._space_id = space_id
        self._settings = settings
        self._vectors = vectors
        self._now = now

    async def link(self) -> int:
        """One pass over what is new, at most ``timeout_secs`` long; how many entities it compared."""
        compared = 0
        try:
            async with asyncio.timeout(self._settings.timeout_secs):
                while entities := await self._unlinked():
                    await self._link(entities)
                    compared += len(entities)
        except TimeoutError:
            log.info("note linking stopped after %g s; the next pass goes on", self._settings.timeout_secs)
        except ZephError as error:
            log.warning("note linking stopped: %s", error)
        except Exception:
            # Links are an extra: without this a defect here would keep the facts of the next message waiting.
            log.exception("note linking failed")
        return compared

    async def _unlinked(self) -> list[int]:
        return await self._store.note_links.unlinked(self._space_id, self._vectors.model_id, BATCH)

    async def _link(self, entities: Sequence[int]) -> None:
        model = self._vectors.model_id
        vectors = await self._vectors.of("entity", entities)
        similar = await self._store.read(lambda reader: self._similar(reader, model, entities, vectors))
        await self._store.note_links.link(self._space_id, model, similar, self._settings.top_k)

    def _similar(self, reader: Reader, model: str, entities: Sequence[int], vectors: dict[int, Vectors]) -> Similar:
        view, settings = View(self._space_id, self._now()), self._settings
        similar: Similar = {entity: [] for entity in entities}
        for entity in entities:
            if entity not in vectors:  # it was forgotten meanwhile
                continue
            hits = reader.vectors.nearest("entity", model, vectors[entity], settings.top_k + 1, view)
            others = [hit for hit in hits if hit[0] != entity and hit[1] >= settings.similarity_threshold]
            similar[entity] = others[: settings.top_k]
        return similar

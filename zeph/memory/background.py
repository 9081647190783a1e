"""The ingest worker and its late start: nothing that extraction needs is loaded before the door is drawn.

In: a store, settings, models. Out: a worker, built once, when somebody first needs it or the program has been
up for a moment. Rules, schemas and the tagger are read in a thread; the prompt waits for none of them.
"""

import asyncio
import contextlib
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from zeph.clock import Moment
from zeph.config.schema import GraphSettings
from zeph.memory.embedding import VectorFiller
from zeph.models.ports import ChatModel
from zeph.records.revision import Receipt
from zeph.storage.store import SqliteStore

if TYPE_CHECKING:
    from zeph.memory.worker import Worker

START_AFTER_SECS = 0.5
"""Time for the first prompt to appear; whatever needs the worker earlier starts it."""

OnChange = Callable[[Receipt], None]
OnStatus = Callable[[str], None]


class Background:
    """Builds and runs the worker of one memory."""

    def __init__(
        self, store: SqliteStore, space_id: int, graph: GraphSettings, chat: ChatModel | None, vectors: VectorFiller,
        now: Callable[[], Moment], on_change: OnChange, on_status: OnStatus,
    ) -> None:  # fmt: skip
        self._store = store
        self._space_id = space_id
        self._graph = graph
        self._chat = chat
        self._vectors = vectors
        self._now = now
        self._on_change = on_change
        self._on_status = on_status
        self._building = asyncio.Lock()
        self._needed = asyncio.Event()
        self._worker: Worker | None = None

    @property
    def started(self) -> bool:
        """Whether there has been anything to do."""
        return self._worker is not None or self._needed.is_set()

    async def worker(self) -> "Worker":
        """The worker, built at the first call. Raises ConfigError where the person's ontology file is wrong."""
        async with self._building:
            if self._worker is None:
                self._worker = await asyncio.to_thread(self._build)
        return self._worker

    async def run(self) -> None:
        """For ever: what is pending becomes facts."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._needed.wait(), START_AFTER_SECS)
        worker = await self.worker()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(worker.warm())
            tasks.create_task(worker.run())

    def wake(self) -> None:
        """Something may be pending."""
        if self._worker is not None:
            self._worker.wake()
        self._needed.set()

    async def quiet(self) -> None:
        """Returns when nothing that is due is left; only while :meth:`run` runs."""
        self._needed.set()
        await (await self.worker()).quiet()

    def _build(self) -> "Worker":
        from zeph.memory.extractors import choose_extractor, load_rules
        from zeph.memory.ingest.decide import Decider
        from zeph.memory.upkeep.schedule import after_messages, refresh
        from zeph.memory.worker import Worker

        import_module("zeph.memory.recall.pipeline")  # the first question needs it soon
        graph, store, space = self._graph, self._store, self._space_id
        rules = load_rules(graph)
        worker = Worker(
            store, space, choose_extractor(graph, self._chat, rules), rules,
            timeout_secs=graph.extraction_timeout_secs, vectors=self._vectors,
            decider=Decider(self._chat, graph.extract_model, graph.extraction_timeout_secs) if self._chat else None,
            upkeep=lambda done: after_messages(store, space, graph, self._now(), done),
            refresh=lambda: refresh(store, space, graph, self._now()),
        )  # fmt: skip
        worker.on_change, worker.on_status = self._on_change, self._on_status
        return worker

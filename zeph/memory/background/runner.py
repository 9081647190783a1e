"""What runs in the background of one memory: the ingest worker, upkeep, and scrubbing what was forgotten.

In: a store, settings, models. Out: a worker, built once, when somebody first needs it or the program has been up for a
moment. Rules, schemas and the tagger are read in a thread; the prompt waits for none of them. Here alone ingestion, the
index and upkeep meet: the worker is handed what follows it.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

from zeph.cancellation import end_if_cancelled
from zeph.clock import Moment
from zeph.config.schema import GraphSettings
from zeph.errors import ZephError
from zeph.memory.index.vector_filler import VectorFiller
from zeph.models.ports import ChatModel
from zeph.records.ledger import Budget
from zeph.records.revision import Receipt
from zeph.records.told_before import ToldBefore
from zeph.storage.ports import Store

if TYPE_CHECKING:
    from zeph.memory.index.note_linking import NoteLinker
    from zeph.memory.ingest.llm.background import Backgrounds
    from zeph.memory.ingest.run.gate_check import Gatekeeper
    from zeph.memory.ingest.run.worker import Worker
    from zeph.memory.language.gazetteer import Gazetteer
    from zeph.memory.upkeep.community_summaries import Summariser
    from zeph.memory.upkeep.entity_summaries import EntitySummaries
    from zeph.memory.upkeep.schedule import Upkeep

log = logging.getLogger(__name__)

SCRUB_EVERY_SECS = 600.0
START_AFTER_SECS = 0.5
"""Time for the first prompt to appear; whatever needs the worker earlier starts it."""


@dataclass(frozen=True, slots=True)
class Listeners:
    """Who is called with what the background does."""

    on_change: Callable[[Receipt], None]
    """After each commit that changed the graph."""
    on_status: Callable[[str], None]
    """In a few words; the empty string when it rests."""


class BackgroundRunner:
    """Builds and runs the background work of one memory."""

    def __init__(
        self, store: Store, space_id: int, graph: GraphSettings, chat: ChatModel | None, vectors: VectorFiller,
        now: Callable[[], Moment], listeners: Listeners,
    ) -> None:  # fmt: skip
        self._store = store
        self._space_id = space_id
        self._graph = graph
        self._chat = chat
        self._vectors = vectors
        self.now = now
        self._listeners = listeners
        self._building = asyncio.Lock()
        self._needed = asyncio.Event()
        self._worker: Worker | None = None
        self.told_before: dict[tuple[int, str], ToldBefore] = {}
        """Of a message that corrects what was told last, by its conversation and its text."""

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

    @cached_property
    def upkeep(self) -> "Upkeep":
        """Communities, eviction and decay. Raises ConfigError where the algorithm's library is missing."""
        from zeph.memory.upkeep.schedule import Upkeep

        if self._graph.community_algorithm == "leiden":
            from zeph.memory.upkeep.leiden import require

            require()
        summariser, entities = self._summariser()
        return Upkeep(
            self._store, self._space_id, self._graph, self.now, summariser, self._listeners.on_status, entities
        )

    def _summariser(self) -> "tuple[Summariser | None, EntitySummaries | None]":
        """Who writes of communities, and of entities, with a model."""
        from zeph.memory.ingest.run.capable import capable

        if self._chat is None or not capable(self._graph, self._chat):
            return None, None
        from zeph.memory.upkeep.community_summaries import Summariser
        from zeph.memory.upkeep.entity_summaries import EntitySummaries

        given = self._space_id, self._chat, self._graph, self.budget
        return Summariser(self._store.communities, *given), EntitySummaries(self._store.upkeep, *given)

    async def budget(self) -> Budget:
        """What models may spend on extraction today, and what of it is spent."""
        spent = await self._store.ledger.tokens_spent(self._space_id, self.now()[:10])
        return Budget(self._graph.extraction_token_budget_per_day, spent, self._graph.extractor in ("auto", "hybrid"))

    async def run(self) -> None:
        """For ever: what is pending becomes facts."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(START_AFTER_SECS):
                await self._needed.wait()
        worker = await self.worker()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(worker.warm())
            tasks.create_task(worker.run())
            tasks.create_task(self.upkeep.run())
            tasks.create_task(self._scrub_left())

    async def _scrub_left(self) -> None:
        """What was forgotten, and whose bytes a kill, a full disk or a reader has left in the file."""
        while True:
            try:
                await self._store.care.scrub_left()
            except ZephError as error:
                log.warning("forgotten bytes stay for now: %s", error)
            end_if_cancelled()
            await asyncio.sleep(SCRUB_EVERY_SECS)

    def wake(self) -> None:
        """Something may be pending."""
        if self._worker is not None:
            self._worker.wake()
        self._needed.set()

    async def wait_idle(self) -> None:
        """Returns when nothing that is due is left; only while :meth:`run` runs."""
        self._needed.set()
        await (await self.worker()).wait_idle()
        await self.upkeep.wait_idle()

    def _build(self) -> "Worker":
        from zeph.memory.ingest.run.choose_extractor import choose_decider, choose_extractor, load_rules
        from zeph.memory.ingest.run.leased_work import WorkerDeps
        from zeph.memory.ingest.run.worker import Worker

        import_module("zeph.memory.recall.pipeline")  # the first question needs it soon
        graph, queue, space = self._graph, self._store.queue, self._space_id
        upkeep = self.upkeep
        rules = load_rules(graph, self._chat, self._vectors.model_id)
        return Worker(
            WorkerDeps(
                queue, space, choose_extractor(graph, self._chat, rules, self._backgrounds()), rules,
                choose_decider(graph, self._chat, self._vectors.embed), self._vectors, graph.extraction_timeout_secs,
                upkeep=upkeep.after_messages, refresh=upkeep.refresh,
                gate=self._gate(rules.gazetteer), linker=self._linker(), budget=self._budget(),
                told_before=self.told_before, on_change=self._listeners.on_change,
                on_status=self._listeners.on_status,
            )
        )  # fmt: skip

    def _backgrounds(self) -> "Backgrounds":
        from zeph.memory.ingest.llm.background import Backgrounds

        return Backgrounds(self._store, self._space_id, self._vectors.embed, self._vectors.model_id)

    def _gate(self, gazetteer: "Gazetteer") -> "Gatekeeper | None":
        if not self._graph.rpe.enabled:
            return None
        from zeph.memory.ingest.run.gate_check import Gatekeeper

        return Gatekeeper(self._store.queue, self._graph.rpe, self._vectors, gazetteer)

    def _linker(self) -> "NoteLinker | None":
        if not self._graph.note_linking.enabled:
            return None
        from zeph.memory.index.note_linking import NoteLinker

        return NoteLinker(self._store, self._space_id, self._graph.note_linking, self._vectors, self.now)

    def _budget(self) -> Callable[[], Awaitable[Budget]] | None:
        return self.budget if self._graph.extraction_token_budget_per_day else None

"""Memory: everything Zeph remembers, behind one door.

In: messages and questions. Out: stored messages, recalled facts, receipts. It owns the store, the background work
and their lifetimes: ``async with Memory.open(path) as memory``. What a program needs daily is here; the rest is in
seven rooms: ``memory.conversations``, ``memory.graph``, ``memory.debts``, ``memory.edits``, ``memory.profile``,
``memory.blocks`` and ``memory.admin``.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, overload

from zeph.clock import Clock, Moment, SystemClock, moment_now
from zeph.config.schema import MemorySettings
from zeph.errors import ModelError, ZephError
from zeph.memory.admin import memory_spaces
from zeph.memory.admin.admin import Admin
from zeph.memory.background.runner import BackgroundRunner, Listeners
from zeph.memory.blocks.core_blocks import CoreBlocks
from zeph.memory.conversations.conversations import Conversations
from zeph.memory.conversations.incoming import incoming
from zeph.memory.debts.debt_reader import DebtReader
from zeph.memory.edits.edits import Edits
from zeph.memory.index.vector_filler import VectorFiller
from zeph.memory.ingest.run.capable import big_enough
from zeph.memory.profile.standing_profile import StandingProfile
from zeph.memory.views.graph_queries import GraphQueries
from zeph.models.ports import ChatModel, Embedder, Reranker
from zeph.records.community import GraphStats
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.forgetting import Forgotten, Target
from zeph.records.message import Conversation, Message, NewMessage
from zeph.records.progress import Progress
from zeph.records.recall_request import RecallBudget, RecallRequest
from zeph.records.recalled import Explanation, Recalled
from zeph.records.revision import Receipt
from zeph.records.told_before import ToldBefore
from zeph.records.view import View
from zeph.safety.text import clean_text
from zeph.storage import open_store

if TYPE_CHECKING:
    from zeph.memory.recall.query.foreseen_question import ForeseenQuestion

log = logging.getLogger(__name__)

CLOSING_GRACE_SECS = 2.0
MEANT = 5
"""Facts that a few words of a person may mean."""
WAITING = "Another Zeph is writing to this memory; waiting for it…"


class Memory:
    """What is remembered, in one file. Raises StorageError's leaves while it opens."""

    conversations: Conversations
    """What was said: list, find, search, read, rename and summarise conversations; :meth:`forget` deletes one."""
    graph: GraphQueries
    """What is known: entities, facts, communities, pages and pictures; its ``timeline`` looks at other times."""
    debts: DebtReader
    """Who owes whom how much, added up from what was said."""
    edits: Edits
    """What a person changes: merge, split, alias, amend, pin, undo, accept; its ``forgetting`` finds what to forget."""
    profile: StandingProfile
    """Who the person is, in a few lines that go before a model in every turn; shown and edited."""
    blocks: CoreBlocks
    """Core memory: labelled texts that go before a model in every turn; shown and edited, by a model too."""
    admin: Admin
    """The file: health, sizes, costs, eviction, import and export."""

    def __init__(
        self, path: Path, settings: MemorySettings, chat: ChatModel | None, embedder: Embedder | None, clock: Clock,
        background: bool, reranker: Reranker | None = None, makes_space: bool = True,
    ) -> None:  # fmt: skip
        self.path = path
        self.settings = settings
        self.on_change: Callable[[Receipt], None] | None = None
        """Called on the loop after each commit that changed the graph."""
        self.on_status: Callable[[str], None] | None = None
        """Called with what the background does, and with the empty string when it rests."""
        self.on_wait: Callable[[str], None] | None = None
        """Called with a sentence when another process keeps what the person said waiting, and with the empty string
        afterwards; without it :attr:`on_status` is."""
        self._notices: list[str] = []
        self._on_notice: Callable[[str], None] = self._notices.append
        self._chat = chat
        self._embedder = embedder
        self._reranker = reranker
        self._clock = clock
        self._runs_background = background
        self._makes_space = makes_space
        self._tasks = asyncio.TaskGroup()
        self._running: asyncio.Task[None] | None = None
        self._foreseen: ForeseenQuestion | None = None

    @classmethod
    def open(
        cls, path: Path, *, settings: MemorySettings | None = None, chat: ChatModel | None = None,
        embedder: Embedder | None = None, clock: Clock | None = None, background: bool = True,
        reranker: Reranker | None = None, makes_space: bool = True,
    ) -> Self:  # fmt: skip
        """A memory over the file at ``path``; enter it with ``async with``.

        Without ``background`` nothing is ingested unless it is asked for; without ``makes_space`` entering it raises
        NotFound where there is no space of the settings' name.
        """
        used = settings or MemorySettings()
        return cls(Path(path), used, chat, embedder, clock or SystemClock(), background, reranker, makes_space)

    async def __aenter__(self) -> Self:
        self._store = await open_store(self.path, self._clock, self.settings.graph.pool_size)
        try:
            self._store.on_wait(self._waits)
            self._store.on_notice(lambda sentence: self._on_notice(sentence))
            await self._enter_space()
        except BaseException:
            await self._store.close()
            raise
        await self._tasks.__aenter__()
        self._start_background()
        return self

    async def _enter_space(self) -> None:
        if not self._makes_space:
            await memory_spaces.of_name(self._store, self.settings.space)
        graph = self.settings.graph
        self._space = await self._store.space(self.settings.space)
        self._vectors = VectorFiller(self._store, self._space, self._embedder)
        self._background = BackgroundRunner(
            self._store, self._space, graph, self._chat, self._vectors, lambda: self.now,
            Listeners(
                lambda receipt: self.on_change(receipt) if self.on_change else None,
                lambda text: self.on_status(text) if self.on_status else None,
            ),
        )  # fmt: skip
        if graph.community_algorithm == "leiden":
            _ = self._background.upkeep  # a missing library too
        if graph.ontology_file:
            await self._background.worker()  # a mistake in the person's own file is told at once
        self._open_rooms()

    def _start_background(self) -> None:
        if self.settings.graph.enabled and self._runs_background:
            self._running = self._tasks.create_task(self._background.run())

    async def use_space(self, name: str) -> None:
        """From now on this memory is another space of its file, made on first use, and its rooms are that one's.

        What waits to be read in the old one waits until it is used again.
        """
        await self._stop_background()
        self.settings = self.settings.model_copy(update={"space": name})
        await self._enter_space()
        self._start_background()

    async def use_model(self, chat: ChatModel | None) -> None:
        """From now on this model reads messages and writes summaries; None: none does. What it was just reading it
        reads again."""
        await self._stop_background()
        self._chat = chat
        await self._enter_space()
        self._start_background()

    async def _stop_background(self) -> None:
        self.conversations.stop_summarising()
        if self._running:
            self._running.cancel()
            await asyncio.wait((self._running,))
            self._running = None

    def _open_rooms(self) -> None:
        store, space, graph = self._store, self._space, self.settings.graph
        writer = self._chat if self._chat is not None and big_enough(self._chat) else None
        self.conversations = Conversations(store, space, writer, lambda: self.now, self._spawn)
        self.graph = GraphQueries(store, space, graph, lambda: self.now)
        self.debts = DebtReader()
        self.edits = Edits(store, space, lambda: self.now, graph.ontology_file, self._facts_like)
        self.profile = StandingProfile(store, space, self.settings, lambda: self.now)
        self.blocks = CoreBlocks(store, space, self.settings)
        self.admin = Admin(store, space, self.path, self._background, self.settings)

    async def __aexit__(self, *exc: object) -> None:
        try:
            if self._background.started:
                await self.wait_idle(CLOSING_GRACE_SECS if exc[0] is None else 0)
        finally:
            if self._running:
                self._running.cancel()
            if self._foreseen:
                self._foreseen.drop()
            self.conversations.stop_summarising()
            with contextlib.suppress(asyncio.CancelledError):
                await self._tasks.__aexit__(None, None, None)
            await self._store.close()

    @property
    def on_notice(self) -> Callable[[str], None]:
        """Called with a sentence for the person where the file is damaged, and what is done about it; who is set later
        gets what was said before. Without it the next recall notes it."""
        return self._on_notice

    @on_notice.setter
    def on_notice(self, tell: Callable[[str], None]) -> None:
        self._on_notice = tell
        while self._notices:
            tell(self._notices.pop(0))

    @property
    def now(self) -> Moment:
        """The present by this memory's clock."""
        return moment_now(self._clock)

    # ------------------------------------------------------------ what is said

    async def start_conversation(self) -> Conversation:
        """A new chat with a fresh short id."""
        return await self._store.messages.conversation(self._space, "chat", secrets.token_hex(4))

    async def observe(self, message: NewMessage) -> Message:
        """Stores a message; it is on the disk when this returns, whoever cancels the caller."""
        graph, keep_secrets = self.settings.graph, self.settings.keep_secrets
        row = incoming(message, extract_assistant=graph.extract_assistant, keep_secrets=keep_secrets)
        stored = await asyncio.shield(self._store.messages.add([row]))
        return stored[0][0]

    def corrects(self, message: NewMessage, told: Sequence[Edge], wrong: Message | None = None) -> None:
        """The message, to be observed next, denies one of these facts, told last, or something in ``wrong``."""
        said = message.conversation_id, clean_text(message.text)
        self._background.told_before[said] = ToldBefore(tuple(told), wrong)

    async def forget(self, target: Target) -> Forgotten:
        """Takes out for good what ``memory.edits.forgetting`` found; what went.

        Rows, vectors, indexes, before-images, and their bytes in the file and in automatic copies.
        """
        self._background.told_before.clear()
        self.debts.clear()
        from zeph.memory.ingest.intents import put_right  # loaded with the first message

        put_right.forget_texts()
        return await self._store.care.forget(self._space, await self.edits.forgetting.with_traces(target))

    async def take_back(self, messages: Sequence[Message]) -> Forgotten:
        """Takes messages out with what they taught, as if they had not been said; what went.

        What they had ended or changed is as it was. Their bytes stay in the file until it is written anew.
        """
        target = await self.edits.forgetting.said(messages)
        return await self._store.care.forget(self._space, target, scrub=False)

    # ------------------------------------------------------------ what is asked

    @overload
    async def recall(self, question: RecallRequest) -> Recalled: ...
    @overload
    async def recall(
        self, question: str, *, as_of: Moment | None = None, known_at: Moment | None = None, most: int | None = None,
        budget: RecallBudget | None = None,
    ) -> Recalled: ...  # fmt: skip
    async def recall(
        self, question: str | RecallRequest, *, as_of: Moment | None = None, known_at: Moment | None = None,
        most: int | None = None, budget: RecallBudget | None = None,
    ) -> Recalled:  # fmt: skip
        """The facts and messages for a question, best first, within the budget (tokens) or at most so many of each.

        Who wants more gives a :class:`RecallRequest`. Raises NotFound where there is no space of the request's name.
        """
        from zeph.memory.recall.pipeline import RecallDeps, recall

        if isinstance(question, str):
            question = RecallRequest(question, as_of=as_of, known_at=known_at, most=most, budget=budget)
        deps = RecallDeps(
            self._store, self._space, self.now, self.settings, self._embedder, self._reranker, foreseen=self._foreseen
        )
        found = await recall(question, deps)
        said, self._notices[:] = tuple(self._notices), []
        return replace(found, notes=(*said, *found.notes)) if said else found

    def foresee(self, question: str) -> None:
        """This will be asked in a moment: its vectors are made while other things are done."""
        from zeph.memory.recall.query.foreseen_question import ForeseenQuestion

        self._foreseen = self._foreseen or ForeseenQuestion()
        self._foreseen.begin(self._store, self._embedder, self._space, question)

    async def likeness(self, texts: Sequence[str]) -> list[list[float]] | None:
        """How alike the texts are, each with each (cosines, -1 to 1); None where nothing can embed them."""
        if self._embedder is None or not texts:
            return None
        try:
            vectors = await self._embedder.embed(texts)
        except ModelError as error:
            log.warning("texts could not be compared: %s", error)
            return None
        alike: list[list[float]] = (vectors @ vectors.T).tolist()
        return alike

    def count_usage(self, injected: Recalled) -> None:
        """These facts were put before a model; nobody waits for the counting."""
        if injected.facts:
            ids = [fact.edge.id for fact in injected.facts]
            self._spawn(self._store.graph.count_usage(ids, self.now))

    async def explain(self, recalled: Recalled, *, anew: bool = False) -> Explanation:
        """The facts its walks went along and the messages its facts came from."""
        view = recalled.view or self._view(None, None)
        along = sorted({i for fact in recalled.facts for i in fact.why.path})
        cited = sorted({i for fact in recalled.facts for i in fact.edge.sources})
        shown = [fact.edge.id for fact in recalled.facts]
        facts, sources, read_by = await self._store.read(
            lambda r: (r.edges.by_id(along, view), r.messages.by_id(cited), r.edges.read_by(shown))
        )
        return Explanation(recalled, {fact.id: fact for fact in facts}, sources, read_by, anew)

    async def _facts_like(self, words: str) -> list[tuple[Edge, float]]:
        """The facts that a search for these words finds, best first, with their scores."""
        found = await self.recall(RecallRequest(words, most=MEANT, sought=True))
        return [(fact.edge, fact.score) for fact in found.facts]

    async def facts(
        self, name: str, *, limit: int = 200, as_of: Moment | None = None, known_at: Moment | None = None,
        to_come: bool = False,
    ) -> tuple[list[Entity], list[Edge]]:  # fmt: skip
        """The entities a name means (exact, aliases too, else by prefix) and their facts, newest first; on request with
        what begins later."""
        entities = await self.graph.entities_named(name)
        if not entities:
            return [], []
        view = replace(self._view(as_of, known_at), ahead=to_come, to_come=to_come)
        edges = await self._store.graph.edges_of([e.id for e in entities], view, limit)
        return entities, edges

    async def facts_of_relations(self, relations: Sequence[str], *, limit: int = 200) -> list[Edge]:
        """The facts of these canonical relations that hold now, whoever they are of, newest first."""
        return await self._store.graph.edges_of_relations(relations, self._view(None, None), limit)

    async def stats(self) -> GraphStats:
        """How much there is, and how much waits to be read."""
        return await self._store.graph.stats(self._space)

    def _view(self, as_of: Moment | None, known_at: Moment | None) -> View:
        return View(self._space, self.now, as_of, known_at)

    # ------------------------------------------------------------ the background

    def wake(self) -> None:
        """The worker takes pending chat messages; nobody waits for it."""
        self._background.wake()

    async def wait_idle(self, seconds: float) -> bool:
        """Waits until nothing that is due is pending; False when the time ran out first."""
        if self._running is None or self._running.done():
            return True
        try:
            async with asyncio.timeout(seconds):
                await self._background.wait_idle()
        except TimeoutError:
            return False
        return True

    async def ingest_now(self, message: Message) -> Receipt | None:
        """This conversation's queue up to this message, at once; None where it gave nothing or is not eligible."""
        if not self.settings.graph.enabled:
            return None
        from zeph.memory.background.backfill import ingest_until

        return await ingest_until(await self._background.worker(), message)

    async def backfill(self, limit: int | None = None, *, include_gated: bool = False) -> AsyncIterator[Progress]:
        """Extracts every waiting message, imported and failed ones too; progress after each batch of at most 50.

        With a ``limit`` so many messages and no more: their vectors are made later. ``include_gated`` also takes those
        that the gate has skipped, and lets it skip none.
        """
        from zeph.memory.background.backfill import backfill

        worker = await self._background.worker()
        async for progress in backfill(self._store, self._space, worker, limit, include_gated=include_gated):
            yield progress

    def _waits(self, lasting: bool) -> None:
        if tell := self.on_wait or self.on_status:
            tell(WAITING if lasting else "")

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Starts something that nobody waits for."""
        return self._tasks.create_task(_unless_storage_fails(work))


async def _unless_storage_fails(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except ZephError as error:
        log.warning("what the background kept is lost: %s", error)

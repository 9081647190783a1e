"""Memory: everything Zeph remembers, behind one door.

In: messages and questions. Out: stored messages, recalled facts, receipts. It owns the store, the ingest
worker and their lifetimes: ``async with Memory.open(path) as memory``.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self

from zeph.clock import Clock, Moment, SystemClock, moment_now
from zeph.config.schema import MemorySettings
from zeph.errors import NotFound, UsageError, ZephError
from zeph.memory.background import Background
from zeph.memory.edits.graph_edits import Corrections
from zeph.memory.index.filler import VectorFiller
from zeph.memory.ingest.eligibility import eligible, flags_of
from zeph.memory.language.names import asked_name
from zeph.memory.views.browse import Browse
from zeph.memory.views.timeline import Timeline
from zeph.models.ports import ChatModel, Embedder, Reranker
from zeph.models.tokens import count_tokens
from zeph.records.community import Community, Detection, GraphStats
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.eviction import Eviction
from zeph.records.forgetting import Target
from zeph.records.ledger import Budget, Cost
from zeph.records.message import Conversation, Message, NewMessage
from zeph.records.recalled import Explanation, Recalled
from zeph.records.revision import Receipt
from zeph.records.summary import Summary
from zeph.records.vectors import VectorState
from zeph.records.view import View
from zeph.safety.text import clean_text, one_line
from zeph.storage.store import SqliteStore

if TYPE_CHECKING:
    from zeph.memory.edits.forgetting_by_name import Forgetting
    from zeph.memory.exchange.lines import OnBadLine
    from zeph.memory.ingest.run.leased_work import Ingested
    from zeph.memory.language.ontology import ListedRelation
    from zeph.memory.recall.scope import Scope

log = logging.getLogger(__name__)

BACKFILL_BATCH = 50
CLOSING_GRACE_SECS = 2.0
SEARCHED_MESSAGES = 500
LONGEST_TITLE = 200
WAITING = "Another Zeph is writing to this memory; waiting for it…"


@dataclass(frozen=True, slots=True)
class RecallBudget:
    """Tokens for each part of what recall may inject; 0 for a part leaves it out."""

    facts: int
    messages: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a backfill or import has come."""

    done: int
    total: int
    facts: int = 0
    failed: int = 0
    gated: int = 0
    """Messages that the gate has skipped."""
    waits: str = ""
    """Why the rest waits, as a sentence; empty where nothing keeps it."""

    @property
    def handled(self) -> int:
        return self.done + self.failed + self.gated


DEFAULT_BUDGET = RecallBudget(facts=512, messages=1024)
NO_BUDGET = RecallBudget(facts=10_000_000, messages=10_000_000)


class Memory:
    """What is remembered, in one file. Raises StorageError's leaves while it opens."""

    def __init__(
        self, path: Path, settings: MemorySettings, chat: ChatModel | None, embedder: Embedder | None, clock: Clock,
        background: bool, reranker: Reranker | None = None,
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
        self._chat = chat
        self._embedder = embedder
        self._reranker = reranker
        self._clock = clock
        self._background = background
        self._tasks = asyncio.TaskGroup()
        self._running: asyncio.Task[None] | None = None
        self._summarising: dict[int, asyncio.Task[None]] = {}
        """Conversation to the pass that summarises it; the next turn tries again what was cut off."""

    @classmethod
    def open(
        cls, path: Path, *, settings: MemorySettings | None = None, chat: ChatModel | None = None,
        embedder: Embedder | None = None, clock: Clock | None = None, background: bool = True,
        reranker: Reranker | None = None,
    ) -> Self:  # fmt: skip
        """A memory over the file at ``path``; enter it with ``async with``.

        Without ``background`` nothing is ingested unless it is asked for.
        """
        used = settings or MemorySettings()
        return cls(Path(path), used, chat, embedder, clock or SystemClock(), background, reranker)

    async def __aenter__(self) -> Self:
        graph = self.settings.graph
        self._store = await SqliteStore.open(self.path, self._clock, graph.pool_size)
        try:
            self._store.on_wait(self._waits)
            self._space = await self._store.space(self.settings.space)
            self._vectors = VectorFiller(self._store, self._space, self._embedder)
            self._work = Background(
                self._store, self._space, graph, self._chat, self._vectors, lambda: self.now,
                lambda receipt: self.on_change(receipt) if self.on_change else None,
                lambda text: self.on_status(text) if self.on_status else None,
            )  # fmt: skip
            if graph.community_algorithm == "leiden":
                _ = self._work.upkeep  # a missing library too
            if graph.ontology_file:
                await self._work.worker()  # a mistake in the person's own file is told at once
        except BaseException:
            await self._store.close()
            raise
        await self._tasks.__aenter__()
        if graph.enabled and self._background:
            self._running = self._tasks.create_task(self._work.run())
        return self

    async def __aexit__(self, *exc: object) -> None:
        try:
            if self._work.started:
                await self.settle(CLOSING_GRACE_SECS if exc[0] is None else 0)
        finally:
            for task in (self._running, *self._summarising.values()):
                if task:
                    task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._tasks.__aexit__(None, None, None)
            await self._store.close()

    @property
    def corrections(self) -> Corrections:
        """Merge, split, alias, undo."""
        return Corrections(self._store, self._space, self.settings.graph.ontology_file)

    @property
    def forgetting(self) -> "Forgetting":
        """Taking things out for good."""
        from zeph.memory.edits.forgetting_by_name import Forgetting

        return Forgetting(self._store, self._space, self.now)

    @property
    def browse(self) -> Browse:
        """Search by beginnings of words, and pages of entities."""
        return Browse(self._store, self._space, lambda: self.now)

    @property
    def timeline(self) -> Timeline:
        """The graph at other times."""
        return Timeline(self._store, self._space, lambda: self.now, self.settings.graph.edge_history_limit)

    @property
    def now(self) -> Moment:
        """The present by this memory's clock."""
        return moment_now(self._clock)

    # ------------------------------------------------------------ what is said

    async def start_conversation(self) -> Conversation:
        """A new chat with a fresh short id."""
        return await self._store.conversation(self._space, "chat", secrets.token_hex(4))

    async def conversations(self, limit: int = 50) -> list[Conversation]:
        """Latest first."""
        return await self._store.conversations(self._space, limit)

    async def last_conversation(self) -> Conversation | None:
        """The latest chat; None where there was none."""
        found = await self._store.conversations(self._space, 1, "chat")
        return found[0] if found else None

    async def find_conversation(self, prefix: str) -> Conversation:
        """Raises NotFound, and UsageError where several begin so."""
        found = await self._store.find_conversation(self._space, prefix)
        if not found:
            raise NotFound(f"No conversation begins with {prefix!r}; `zeph sessions list` shows them.")
        if len(found) > 1:
            raise UsageError(f"{len(found)} conversations begin with {prefix!r}; type more of the id.")
        return found[0]

    async def search_conversations(self, text: str, limit: int = 20) -> list[tuple[Conversation, list[Message]]]:
        """Conversations with messages that hold every word of ``text``, best first, each with those messages."""
        from zeph.memory.recall.query import prefix_match

        match = prefix_match(clean_text(text))
        hits = await self._store.read(lambda r: r.search_messages(self._space, match, SEARCHED_MESSAGES, None))
        said = await self._store.read(lambda r: r.messages([i for i, _ in hits]))
        found: dict[int, list[Message]] = {}
        for message_id, _ in hits:
            found.setdefault(said[message_id].conversation_id, []).append(said[message_id])
        talks = await self._store.conversations_by_id(list(found))
        return [(talks[i], found[i]) for i in list(found)[:limit]]

    async def rename_conversation(self, conversation_id: int, title: str) -> str:
        """The title as it is kept: one line, at most 200 characters. Raises UsageError for an empty one."""
        kept = one_line(title)[:LONGEST_TITLE].strip()
        if not kept:
            raise UsageError("A title needs at least one character.")
        await self._store.rename_conversation(conversation_id, kept)
        return kept

    async def message(self, message_id: int) -> Message:
        """Raises NotFound."""
        found = (await self._store.read(lambda r: r.messages([message_id]))).get(message_id)
        if found is None or found.space_id != self._space:
            raise NotFound(f"There is no message {message_id}.")
        return found

    async def history(
        self, conversation_id: int, limit: int = 200, *, before_id: int | None = None, after_id: int | None = None
    ) -> list[Message]:
        """The last messages, oldest first; those before a message, or the first ones after it, where one is given."""
        return await self._store.history(conversation_id, limit, before_id=before_id, after_id=after_id)

    async def summary(self, conversation_id: int) -> Summary | None:
        """What the conversation said before its latest part; None where it is short or not summarised yet."""
        return await self._store.summary(conversation_id)

    def summarise(self, conversation_id: int, until_id: int) -> "asyncio.Task[None]":
        """The summary tells of everything up to that message before long; nobody need wait for it."""
        task = self._summarising.get(conversation_id)
        if task is None or task.done():
            task = self._tasks.create_task(self._unless_storage_fails(self._summarised(conversation_id, until_id)))
            self._summarising[conversation_id] = task
        return task

    async def _summarised(self, conversation_id: int, until_id: int) -> None:
        from zeph.memory.conversations.rolling_summary import Summaries

        await Summaries(self._store, self._chat, lambda: self.now).refresh(conversation_id, until_id)

    async def delete_conversation(self, conversation_id: int) -> Mapping[str, int]:
        """Removes it with everything that has no other source; how many rows of what."""
        return (await self.forgetting.forget(Target(conversations=(conversation_id,)))).rows

    async def observe(self, message: NewMessage) -> Message:
        """Keeps a message; it is on the disk when this returns, whoever cancels the caller."""
        stored = await asyncio.shield(self._store.add_messages([self._row(message)]))
        return stored[0][0]

    def _row(self, message: NewMessage) -> tuple[NewMessage, tuple[str, ...], bool]:
        clean = replace(message, text=clean_text(message.text), speaker=clean_text(message.speaker))
        # Invisible characters are evidence: they are looked for in the text as it came.
        assistant = self.settings.graph.extract_assistant
        return clean, flags_of(message, assistant), eligible(clean, assistant)

    # ------------------------------------------------------------ what is asked

    async def recall(
        self, question: str, *, conversation_id: int | None = None, budget: RecallBudget | None = None,
        as_of: Moment | None = None, known_at: Moment | None = None, already_said: Sequence[str] = (),
        before_id: int | None = None, count_usage: bool = False, most: int | None = None,
        within: int | None = None, space: str = "", scope: "Scope | None" = None,
    ) -> Recalled:  # fmt: skip
        """The facts and messages for a question, best first, within the budget (tokens).

        ``most`` facts and messages instead of the settings' limits; without a budget they alone limit then.
        ``before_id`` leaves out messages from that id on; ``count_usage`` counts the facts as injected.
        ``within``: only what was said in this conversation; ``space``: another space than the settings' (NotFound
        where there is none of that name); ``scope``: kinds, edge types, an entity's neighbourhood.
        """
        from zeph.memory.recall.pipeline import recall
        from zeph.memory.recall.scope import EVERYWHERE

        limits = budget or (NO_BUDGET if most else DEFAULT_BUDGET)
        view = replace(
            self._view(as_of, known_at), conversation_id=within, space_id=await self._space_named(space),
            ahead=as_of is None,
        )  # fmt: skip
        found = await recall(
            self._store, self._embedder, self.settings.graph, clean_text(question), view,
            fact_tokens=limits.facts if self.settings.graph.enabled else 0, message_tokens=limits.messages,
            k_messages=most or self.settings.recall_messages_limit, k_facts=most, already_said=already_said,
            before_id=before_id, conversation_id=conversation_id, count_tokens=count_tokens,
            scope=scope or EVERYWHERE, methods=self.settings.recall, reranker=self._reranker,
        )  # fmt: skip
        if count_usage:
            self.count_usage(found)
        return found

    def count_usage(self, injected: Recalled) -> None:
        """These facts were put before a model; nobody waits for the counting."""
        if injected.facts:
            ids = [fact.edge.id for fact in injected.facts]
            self._tasks.create_task(self._unless_storage_fails(self._store.count_usage(ids, self.now)))

    async def explain(self, recalled: Recalled, *, anew: bool = False) -> Explanation:
        """The facts its walks went along and the messages its facts came from."""
        view = recalled.view or self._view(None, None)
        along = sorted({i for fact in recalled.facts for i in fact.why.path})
        cited = sorted({i for fact in recalled.facts for i in fact.edge.sources})
        facts, sources = await self._store.read(lambda r: (r.edges(along, view), r.messages(cited)))
        return Explanation(recalled, {fact.id: fact for fact in facts}, sources, anew)

    async def _space_named(self, name: str) -> int:
        if not name or name == self.settings.space:
            return self._space
        found = await self._store.find_space(name)
        if found is None:
            raise NotFound(f"There is no space {name!r}.")
        return found

    async def facts(
        self, name: str, *, limit: int = 200, as_of: Moment | None = None, known_at: Moment | None = None
    ) -> tuple[list[Entity], list[Edge]]:
        """The entities a name means (exact, aliases too, else by prefix) and their facts, newest first."""
        entities = await self.entities_named(name)
        if not entities:
            return [], []
        edges = await self._store.edges_of([e.id for e in entities], self._view(as_of, known_at), limit)
        return entities, edges

    async def entities_named(self, name: str) -> list[Entity]:
        """Those of exactly this name or alias ("me" is the person), else those whose name begins so; at most 20."""
        from zeph.memory.recall.query import prefix_match

        return await self._store.entities_matching(self._space, asked_name(name), prefix_match(name), 20)

    async def entities(self, limit: int = 50) -> list[Entity]:
        """Seen last first."""
        return await self._store.latest_entities(self._space, limit)

    async def communities(self, limit: int = 50, question: str = "") -> list[Community]:
        """The largest first; with a question those whose name or summary answers it, best first."""
        if not question:
            return await self._store.communities(self._space, limit)
        from zeph.memory.recall.scope import Scope

        found = await self.recall(question, most=limit, scope=Scope(kinds=("communities",)))
        return [hit.community for hit in found.communities]

    async def detection(self) -> Detection | None:
        """How communities were last looked for; None before the first time."""
        state = await self._store.upkeep.state(self._space)
        return Detection(state.found_at, state.modularity, state.algorithm) if state.found_at else None

    async def evictable(self, most: int = 50) -> Eviction:
        """What eviction would remove and why; ``most`` items of each rule are listed."""
        return await self._work.upkeep.evictable(most)

    async def evict(self) -> Eviction | None:
        """Removes it now; None where another Zeph is tidying."""
        return await self._work.upkeep.evict()

    async def relations(self) -> "list[ListedRelation]":
        """The ontology in effect, with learned wordings. Raises ConfigError where the person's own file is wrong."""
        from zeph.memory.ingest.run.choose_extractor import load_rules

        learned = await self._store.learned_relations(self._space)
        rules = await asyncio.to_thread(load_rules, self.settings.graph)
        return rules.ontology.listing(learned)

    async def stats(self) -> GraphStats:
        return await self._store.stats(self._space)

    async def counts(self) -> dict[str, int]:
        """Rows of what stats leaves out, and the bytes of the file."""
        return await self._store.counts(self._space)

    async def facts_of_message(self, message_id: int) -> list[Edge]:
        """Every fact with that source, expired ones too, in the order in which they were learned."""
        return await self._store.facts_of_message(self._space, message_id)

    async def check(self, *, repair: bool = False) -> tuple[list[str], list[str]]:
        """(what was mended, what is wrong), a sentence each; every page and index is looked at."""
        mended = await self._store.repair() if repair else []
        return mended, await self._store.thorough_health()

    async def vector_state(self) -> VectorState | None:
        """How far vectors have come, after a change of model too; None where none were ever made."""
        return await self._store.vector_state(self._space)

    async def vacuum(self) -> tuple[int, int]:
        """Writes the file anew without holes: its bytes before and after."""
        before = await asyncio.to_thread(lambda: self.path.stat().st_size)
        await self._store.vacuum()
        return before, await asyncio.to_thread(lambda: self.path.stat().st_size)

    async def sizes(self) -> list[tuple[str, int, int]]:
        """(table or index, rows or -1, bytes), largest first."""
        return await self._store.sizes()

    async def health(self) -> list[str]:
        """What is wrong with the file, a sentence each; [] where nothing is."""
        return await self._store.health()

    def _view(self, as_of: Moment | None, known_at: Moment | None) -> View:
        return View(self._space, self.now, as_of, known_at)

    def _waits(self, lasting: bool) -> None:
        if tell := self.on_wait or self.on_status:
            tell(WAITING if lasting else "")

    @staticmethod
    async def _unless_storage_fails(work: Awaitable[None]) -> None:
        try:
            await work
        except ZephError as error:
            log.warning("what the background kept is lost: %s", error)

    # ------------------------------------------------------------ the background

    def wake(self) -> None:
        """The worker takes pending chat messages; nobody waits for it."""
        self._work.wake()

    async def settle(self, seconds: float) -> bool:
        """Waits until nothing that is due is pending; False when the time ran out first."""
        if self._running is None or self._running.done():
            return True
        try:
            async with asyncio.timeout(seconds):
                await self._work.quiet()
        except TimeoutError:
            return False
        return True

    async def ingest_now(self, message: Message) -> Receipt | None:
        """This conversation's queue up to this message, at once; None where it gave nothing or is not eligible."""
        if not self.settings.graph.enabled:
            return None
        worker = await self._work.worker()
        while True:
            result = await worker.step(conversation_id=message.conversation_id, batch=1, announce=False)
            for receipt in result.receipts:
                if receipt.message_id == message.id:
                    return receipt
            if not result.handled:
                return None

    async def backfill(self, limit: int | None = None, *, include_gated: bool = False) -> AsyncIterator[Progress]:
        """Extracts every waiting message, imported and failed ones too; progress after each batch of at most 50.

        ``include_gated`` also takes those that the gate has skipped, and lets it skip none.
        """
        worker = await self._work.worker()
        await self._store.requeue_failed(self._space, gated=include_gated)
        stats = await self._store.stats(self._space)
        waiting = stats.waiting + (stats.gated if include_gated else 0)
        total = waiting if limit is None else min(limit, waiting)
        progress = Progress(0, total)
        yield progress
        while progress.handled < total:
            step = await self._batch(total - progress.handled, include_gated)
            progress = replace(
                progress,
                done=progress.done + step.done,
                facts=progress.facts + step.facts,
                failed=progress.failed + step.failed,
                gated=progress.gated + step.gated,
                waits=step.waits,
            )
            yield progress
            if not step.handled or step.waits:
                break
        await worker.after_bulk()

    async def _batch(self, most: int, include_gated: bool) -> "Ingested":
        """Up to 50 messages, from however many conversations."""
        from zeph.memory.ingest.run.leased_work import Ingested

        worker, total = await self._work.worker(), Ingested()
        most = min(BACKFILL_BATCH, most)
        while total.handled < most and not total.waits:
            step = await worker.step(imports=True, batch=most - total.handled, announce=False, gated=include_gated)
            total.add(step)
            if not step.handled:
                break
        return total

    async def costs(self, by: Literal["extractor", "day"], limit: int = 30) -> list[Cost]:
        """What extraction took, by extractor or by day (UTC), the latest day first."""
        return await self._store.costs(self._space, by, limit)

    async def budget(self) -> Budget:
        """What a language model may spend on extraction today, and what of it is spent."""
        return await self._work.budget()

    async def import_file(
        self, path: Path, on_bad_line: "OnBadLine", format: str | None = None
    ) -> AsyncIterator[Progress]:
        """Keeps a file's messages with their own times; ``done`` counts lines, ``facts`` new messages or rows.

        A folder stands for its files; the format is told from the file unless it is given. Importing again adds
        nothing. Raises BadInput where the file itself cannot be read.
        """
        from zeph.memory.exchange.importer import Importer

        importer = Importer(self._store, self._space, self._row)
        async for step in importer.run(path, format, on_bad_line):
            yield Progress(step.done, step.total, step.added, step.bad)

    async def export(self, path: Path, format: str = "jsonl", as_of: Moment | None = None) -> Mapping[str, int]:
        """Everything as lines that :meth:`import_file` reads again, or the graph as graphml or mcp-memory; rows per kind.

        With ``as_of`` only what was said until then and true then. Raises BadInput where it cannot be written.
        """
        from zeph.memory.exchange.exporter import export

        return await export(self._store, self._view(as_of, None), path, format)

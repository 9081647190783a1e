"""The ingest loop: takes what is pending, turns it into facts, one conversation at a time.

In: a wake-up. Out: commits in the store, receipts and status through callbacks. The protocol is
graph-memory §3: lease, extract outside any transaction, one closure per commit, backoff on failure.
The library, imports and every door use the same loop; any number of processes may run it on one file.
"""

import asyncio
import contextlib
import logging
import os
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from zeph.cancellation import end_if_cancelled
from zeph.errors import LeaseLost, ModelError, ModelMissing, ModelTimeout, ModelUnreachable, ZephError
from zeph.memory.index.vector_filler import VectorFiller
from zeph.memory.ingest.extraction import Extracted, Extractor
from zeph.memory.ingest.pipeline import Rules, make_plan
from zeph.memory.ingest.questions import ModelNeeded
from zeph.memory.ingest.revision.decide import Decider
from zeph.memory.ingest.run.choose_extractor import LateLocalExtractor, standing_in
from zeph.records.entity import Origin
from zeph.records.ledger import Budget
from zeph.records.message import Message
from zeph.records.plan import LedgerEntry, Plan
from zeph.records.revision import Receipt
from zeph.storage.ports import Committed, Lease, Reader, Store, Work

if TYPE_CHECKING:
    from zeph.memory.index.note_linking import NoteLinker
    from zeph.memory.ingest.run.gate_check import Gatekeeper

log = logging.getLogger(__name__)

BATCH = 16
"""Messages of one conversation that are extracted before a bulk commit."""
LEASE_SLACK_SECS = 30.0
BACKOFF_SECS = (5.0, 60.0, 300.0)
IDLE_POLL_SECS = 30.0
"""How often a sleeping worker looks for retries that have come due."""
MAX_DECISION_ROUNDS = 3

Status = Callable[[str], None]


@dataclass
class Ingested:
    """What one lease brought."""

    done: int = 0
    facts: int = 0
    failed: int = 0
    gated: int = 0
    receipts: list[Receipt] = field(default_factory=list)
    no_model: bool = False
    """It failed because no model answers: the next conversation would fare no better."""
    waits: str = ""
    """Why messages that are due were not taken, as a sentence; empty where they were."""

    @property
    def handled(self) -> int:
        """Messages that left the queue or their place in it."""
        return self.done + self.failed + self.gated

    def add(self, other: "Ingested") -> None:
        """Counts another lease's worth in; its receipts are not kept."""
        self.done += other.done
        self.facts += other.facts
        self.failed += other.failed
        self.gated += other.gated
        self.waits = other.waits


def _tokens(ready: Sequence[tuple[Message, Extracted]]) -> int:
    """What was spent on messages that are not committed yet."""
    return sum(extracted.cost.prompt_tokens + extracted.cost.answer_tokens for _, extracted in ready)


class Worker:
    """Ingests the messages of one space."""

    def __init__(
        self, store: Store, space_id: int, extractor: Extractor, rules: Rules, *, timeout_secs: float,
        vectors: VectorFiller, decider: Decider,
        upkeep: Callable[[int], Awaitable[object]], refresh: Callable[[], Awaitable[object]],
        gate: "Gatekeeper | None" = None, linker: "NoteLinker | None" = None,
        budget: Callable[[], Awaitable[Budget]] | None = None,
    ) -> None:  # fmt: skip
        """``upkeep`` is called after messages were ingested, with their number; ``refresh`` after bulk work; ``budget``
        tells what a model may spend today."""
        self._store = store
        self._space_id = space_id
        self._extractor = extractor
        self._rules = rules
        self._lease_secs = timeout_secs + LEASE_SLACK_SECS
        self._vectors = vectors
        self._decider = decider
        self._upkeep = upkeep
        self._refresh = refresh
        self._gate = gate
        self._linker = linker
        self._budget = budget
        self._owner = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._wake = asyncio.Event()  # set: whatever waits from before is taken first
        self._wake.set()
        self._lock = asyncio.Lock()
        self._quiet = asyncio.Event()
        self._cared = False
        self._stood_in = ""
        """Why the local rules did the model's work, as a sentence; empty where they did not."""
        self.on_change: Callable[[Receipt], None] | None = None
        self.on_status: Status | None = None

    # ------------------------------------------------------------ the loop

    def wake(self) -> None:
        self._quiet.clear()
        self._wake.set()

    async def wait_idle(self) -> None:
        """Returns when nothing that is due is left."""
        await self._quiet.wait()

    async def warm(self) -> None:
        """Gets a slow-loading extractor ready before the first message needs it."""
        try:
            warm = getattr(self._extractor, "warm", None)
            if warm is not None:
                await warm()
        except Exception:
            # Without this a broken optional package would end the chat; the first message tells what is wrong.
            log.exception("the extractor could not be loaded")

    async def run(self) -> None:
        """For ever: drain, then sleep until woken or until a retry may be due."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), IDLE_POLL_SECS)
            self._wake.clear()
            await self._drain()
            end_if_cancelled()
            if not self._wake.is_set():
                self._quiet.set()

    async def _drain(self) -> None:
        """A failure here (a full disk, a locked file) is shown and tried again; nothing leaves the queue by it."""
        try:
            processed = 0
            while (step := await self.step()).handled and not step.no_model:
                processed += step.done
            processed += step.done
            await self._vectors.fill(self._say, self._wake.is_set)
            if self._linker:
                await self._linker.link()
            if processed or not self._cared:
                await self._upkeep(processed)
                self._cared = True
        except ZephError as error:
            log.warning("background work stopped: %s", error)
            self._say(f"memory: {error}")
        except Exception:
            # Without this a defect here would end the conversation in front; the queue keeps every message.
            log.exception("background work failed")
            self._say("memory: background work failed; the log says why")
        else:
            self._say(step.waits or self._stood_in)

    async def step(
        self, *, imports: bool = False, conversation_id: int | None = None, batch: int = BATCH, announce: bool = True,
        gated: bool = False,
    ) -> Ingested:  # fmt: skip
        """One lease's worth: up to ``batch`` messages of one conversation. ``handled`` is 0 where nothing was due.

        With ``gated`` messages that the gate has skipped are taken too, and it skips none.
        """
        async with self._lock:
            leased = await self._store.lease(
                self._space_id, self._owner, self._lease_secs, imports=imports,
                conversation_id=conversation_id, batch=batch, gated=gated,
            )  # fmt: skip
            if leased is None:
                return Ingested()
            lease, work = leased
            self._say("Extracting entities…")
            beat = asyncio.create_task(self._heartbeat(lease))
            try:
                result = await self._ingest(lease, work, gated)
            except LeaseLost as error:
                log.info("lease lost: %s", error)
                return Ingested()
            finally:
                beat.cancel()
                await asyncio.gather(beat, return_exceptions=True)
                await asyncio.shield(self._store.release(lease))
        if announce:
            self._announce(result.receipts)
        return result

    async def after_bulk(self) -> None:
        """What follows a bulk run: the vectors of all that is new, their links, and communities."""
        await self._vectors.fill(self._say)
        while self._linker and await self._linker.link():
            pass
        await self._upkeep(0)
        await self._refresh()

    # ------------------------------------------------------------ one lease

    async def _ingest(self, lease: Lease, work: Sequence[Work], gated: bool) -> Ingested:
        result = Ingested()
        self._stood_in = ""
        budget = await self._budget() if self._budget and self._extractor.name != "local" else None
        passes = await self._gate.decide(work) if self._gate and not gated else [True] * len(work)
        ready: list[tuple[Message, Extracted]] = []
        failure: tuple[Message, Exception, float] | None = None
        extractor = self._extractor
        if len(work) > 1 and isinstance(self._extractor, LateLocalExtractor):
            await self._extractor.prepare([item.message for item in work])
        for index, item in enumerate(work):
            if not passes[index]:
                await self._store.mark_gated(lease, item.message)
                result.gated += 1
                continue
            if budget and (spent := budget.after(_tokens(ready))).used_up:
                rules = standing_in(self._extractor)
                if rules is None:
                    result.waits = spent.sentence
                    break
                extractor, self._stood_in = rules, spent.sentence
            started = time.monotonic()
            try:
                ready.append((item.message, await extractor.extract(item.message, item.context)))
            except ModelError as error:
                failure = (item.message, error, time.monotonic() - started)
                break
            except Exception as error:
                # One message that no extractor can read must not hold up the queue: it keeps its error and is retried.
                log.exception("extraction of message %s failed", item.message.id)
                failure = (item.message, error, time.monotonic() - started)
                break
        await self._commit_all(lease, ready, result)
        if failure:
            await self._failed(lease, *failure)
            result.failed = 1
            result.no_model = isinstance(failure[1], (ModelUnreachable, ModelMissing, ModelTimeout))
        return result

    async def _heartbeat(self, lease: Lease) -> None:
        """Keeps the lease while models answer: several calls for one message may take longer than it lasts."""
        with contextlib.suppress(ZephError):  # whoever commits without the lease is told so then
            while True:
                await asyncio.sleep(self._lease_secs / 3)
                await self._store.renew(lease, self._lease_secs)

    async def _commit_all(self, lease: Lease, ready: list[tuple[Message, Extracted]], result: Ingested) -> None:
        while ready:
            committed = await self._commit(lease, ready)
            ready = ready[len(committed) :]
            for one in committed:
                result.done += 1
                result.facts += len(one.receipt.learned)
                result.receipts.append(one.receipt)

    async def _commit(self, lease: Lease, ready: list[tuple[Message, Extracted]]) -> list[Committed]:
        """Commits leading messages. What a model must decide is asked outside the transaction, which then runs again
        on the rows as they are by then; after three rounds what is still open is decided by rule."""
        rounds, count = 0, 1 if self._rules.resolution else len(ready)
        try:
            while True:
                final = rounds == MAX_DECISION_ROUNDS
                work = [(m, self._decision(m, e, final=final)) for m, e in ready[:count]]
                try:
                    return await self._committed(lease, work)
                except ModelNeeded as needed:
                    at = next(n for n, (message, _) in enumerate(ready) if message.id == needed.message_id)
                    if at:
                        count = at  # those before it need nothing
                        continue
                    rounds, count = rounds + 1, 1
                    ready[0] = (ready[0][0], await self._decide(ready[0][1], needed))
        finally:
            self._rules.answers.forget_failures()

    async def _committed(
        self, lease: Lease, work: Sequence[tuple[Message, Callable[[Reader], Plan]]]
    ) -> list[Committed]:
        done = await self._store.commit(lease, work)
        if self._rules.resolution:
            await self._embed_new(done)
        return done

    async def _embed_new(self, done: Sequence[Committed]) -> None:
        """The next message may mean one of these by another name."""
        try:
            await self._vectors.of("entity", [i for one in done for i in one.new_entities])
        except ModelError as error:
            log.warning("new names were not embedded: %s", error)

    def _decision(self, message: Message, extracted: Extracted, *, final: bool) -> Callable[[Reader], Plan]:
        origin: Origin = "local" if extracted.cost.extractor == "local" else "llm"
        return lambda reader: make_plan(self._rules, message, extracted, origin, reader, final=final)

    async def _decide(self, extracted: Extracted, needed: ModelNeeded) -> Extracted:
        """Has the open questions answered; the extraction with what that cost added."""
        answered = await self._decider.answers(needed.questions)
        for question, answer in zip(needed.questions, answered.answers, strict=True):
            self._rules.answers.put(question, answer)
        return replace(extracted, cost=extracted.cost.plus(answered.calls, answered.usage))

    async def _failed(self, lease: Lease, message: Message, error: Exception, seconds: float) -> None:
        delay = BACKOFF_SECS[min(message.attempts, len(BACKOFF_SECS) - 1)]
        sentence = str(error) if isinstance(error, ZephError) else f"{type(error).__name__}: {error}"
        await self._store.mark_failed(lease, message, sentence, delay, self._spent(error, seconds))

    def _spent(self, error: Exception, seconds: float) -> LedgerEntry | None:
        """What an attempt in vain took; None where no model was asked."""
        if not isinstance(error, ModelError) or not error.calls:
            return None
        return LedgerEntry(
            self._extractor.name, error.calls, error.prompt_tokens, error.answer_tokens, seconds, failed=1
        )

    def _announce(self, receipts: Sequence[Receipt]) -> None:
        for receipt in receipts:
            if self.on_change and receipt.tells:
                self.on_change(receipt)

    def _say(self, text: str) -> None:
        if self.on_status:
            self.on_status(text)

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
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from zeph.errors import LeaseLost, ModelError, ZephError
from zeph.memory.embedding import VectorFiller
from zeph.memory.extractors import LateLocalExtractor
from zeph.memory.ingest.decide import Decider
from zeph.memory.ingest.extraction import Extracted, Extractor
from zeph.memory.ingest.pipeline import Rules, make_plan
from zeph.memory.ingest.revise import ModelNeeded
from zeph.records.entity import Origin
from zeph.records.message import Message
from zeph.records.plan import Plan
from zeph.records.revision import Receipt
from zeph.storage.ports import Committed, Lease, Reader, Store, Work

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
    receipts: list[Receipt] = field(default_factory=list)


class Worker:
    """Ingests the messages of one space."""

    def __init__(
        self, store: Store, space_id: int, extractor: Extractor, rules: Rules, *, timeout_secs: float,
        vectors: VectorFiller, decider: Decider | None,
        upkeep: Callable[[int], Awaitable[object]], refresh: Callable[[], Awaitable[object]],
    ) -> None:  # fmt: skip
        """``upkeep`` is called after messages were ingested, with their number; ``refresh`` after bulk work."""
        self._store = store
        self._space_id = space_id
        self._extractor = extractor
        self._rules = rules
        self._lease_secs = timeout_secs + LEASE_SLACK_SECS
        self._vectors = vectors
        self._decider = decider
        self._upkeep = upkeep
        self._refresh = refresh
        self._owner = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._wake = asyncio.Event()  # set: whatever waits from before is taken first
        self._wake.set()
        self._lock = asyncio.Lock()
        self._quiet = asyncio.Event()
        self.on_change: Callable[[Receipt], None] | None = None
        self.on_status: Status | None = None

    # ------------------------------------------------------------ the loop

    def wake(self) -> None:
        self._quiet.clear()
        self._wake.set()

    async def quiet(self) -> None:
        """Returns when nothing that is due is left."""
        await self._quiet.wait()

    async def warm(self) -> None:
        """Gets a slow-loading extractor ready before the first message needs it."""
        try:
            if isinstance(self._extractor, LateLocalExtractor):
                await self._extractor.warm()
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
            if not self._wake.is_set():
                self._quiet.set()

    async def _drain(self) -> None:
        """A failure here (a full disk, a locked file) is shown and tried again; nothing leaves the queue by it."""
        try:
            processed = 0
            while done := (await self.step()).done:
                processed += done
            await self._vectors.fill()
            if processed:
                await self._upkeep(processed)
        except ZephError as error:
            log.warning("background work stopped: %s", error)
            self._say(f"memory: {error}")
        except Exception:
            # Without this a defect here would end the conversation in front; the queue keeps every message.
            log.exception("background work failed")
            self._say("memory: background work failed; the log says why")
        else:
            self._say("")

    async def step(
        self, *, imports: bool = False, conversation_id: int | None = None, batch: int = BATCH, announce: bool = True
    ) -> Ingested:
        """One lease's worth: up to ``batch`` messages of one conversation. ``done`` is 0 where nothing was due."""
        async with self._lock:
            leased = await self._store.lease(
                self._space_id, self._owner, self._lease_secs, imports=imports,
                conversation_id=conversation_id, batch=batch,
            )  # fmt: skip
            if leased is None:
                return Ingested()
            lease, work = leased
            self._say("Extracting entities…")
            try:
                result = await self._ingest(lease, work)
            except LeaseLost as error:
                log.info("lease lost: %s", error)
                return Ingested()
            finally:
                await asyncio.shield(self._store.release(lease))
        if announce:
            self._announce(result.receipts)
        return result

    async def after_bulk(self) -> None:
        """What follows a bulk run: the vectors of all that is new, and communities."""
        await self._vectors.fill()
        await self._refresh()

    # ------------------------------------------------------------ one lease

    async def _ingest(self, lease: Lease, work: Sequence[Work]) -> Ingested:
        result = Ingested()
        ready: list[tuple[Message, Extracted]] = []
        failure: tuple[Message, Exception] | None = None
        for index, item in enumerate(work):
            if index:
                await self._renew_if_slow(lease)
            try:
                ready.append((item.message, await self._extractor.extract(item.message, item.context)))
            except ModelError as error:
                failure = (item.message, error)
                break
            except Exception as error:
                # One message that no extractor can read must not hold up the queue: it keeps its error and is retried.
                log.exception("extraction of message %s failed", item.message.id)
                failure = (item.message, error)
                break
        await self._commit_all(lease, ready, result)
        if failure:
            await self._failed(lease, *failure)
            result.failed = 1
        return result

    async def _renew_if_slow(self, lease: Lease) -> None:
        if self._extractor.name != "local":
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
        for _ in range(MAX_DECISION_ROUNDS):
            try:
                return await self._store.commit(lease, [(m, self._decision(m, e)) for m, e in ready])
            except ModelNeeded as needed:
                self._rules.decisions[needed.question.key] = await self._choose(needed)
        plain = Rules(**{**vars(self._rules), "strategy": "recency"})
        return await self._store.commit(lease, [(m, self._decision(m, e, plain)) for m, e in ready])

    def _decision(self, message: Message, extracted: Extracted, rules: Rules | None = None) -> Callable[[Reader], Plan]:
        origin: Origin = "local" if self._extractor.name == "local" else "llm"
        return lambda reader: make_plan(rules or self._rules, message, extracted, origin, reader)

    async def _choose(self, needed: ModelNeeded) -> bool:
        """The model's choice; the newer fact where there is no model or it fails (recency)."""
        return await self._decider.newer_wins(needed.question) if self._decider else True

    async def _failed(self, lease: Lease, message: Message, error: Exception) -> None:
        delay = BACKOFF_SECS[min(message.attempts, len(BACKOFF_SECS) - 1)]
        sentence = str(error) if isinstance(error, ZephError) else f"{type(error).__name__}: {error}"
        await self._store.mark_failed(lease, message, sentence, delay)

    def _announce(self, receipts: Sequence[Receipt]) -> None:
        for receipt in receipts:
            if self.on_change and receipt.changed:
                self.on_change(receipt)

    def _say(self, text: str) -> None:
        if self.on_status:
            self.on_status(text)

"""The ingest loop: takes what is pending, turns it into facts, one conversation at a time.

In: a wake-up. Out: commits in the store, receipts and status through callbacks. The protocol is
graph-memory §3: lease, extract outside any transaction, one closure per commit, backoff on failure.
The library, imports and every door use the same loop; any number of processes may run it on one file.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence

from zeph.cancellation import end_if_cancelled
from zeph.errors import LeaseLost, ModelError, ZephError
from zeph.memory.ingest.run.leased_work import Ingested, LeasedWork, WorkerDeps
from zeph.processes import new_owner
from zeph.records.revision import Receipt
from zeph.storage.ports import Lease

log = logging.getLogger(__name__)

BATCH = 16
"""Messages of one conversation that are extracted before a bulk commit."""
LEASE_SLACK_SECS = 30.0
MOST_GIVEN = 8
"""Receipts that are remembered for whoever waits for one."""
IDLE_POLL_SECS = 30.0
"""How often a sleeping worker looks for retries that have come due."""


class Worker:
    """Ingests the messages of one space."""

    def __init__(self, deps: WorkerDeps) -> None:
        self.deps = deps
        self._lease_secs = deps.timeout_secs + LEASE_SLACK_SECS
        self._owner = new_owner()
        self._given: dict[int, Receipt] = {}
        self._wake = asyncio.Event()  # set: whatever waits from before is taken first
        self._wake.set()
        self._lock = asyncio.Lock()
        self._idle = asyncio.Event()
        self._cared = False
        self._done = 0
        """Messages since upkeep last heard of any, whoever had them read: a turn reads its own."""
        self._looked_back = False
        self._fallback_reason = ""
        """Why the local reader did the model's work in the last lease, as a sentence; empty where they did not."""

    # ------------------------------------------------------------ the loop

    def wake(self) -> None:
        self._idle.clear()
        self._wake.set()

    async def wait_idle(self) -> None:
        """Returns when nothing that is due is left."""
        await self._idle.wait()

    async def warm(self) -> None:
        """Gets a slow-loading extractor ready before the first message needs it."""
        try:
            warm = getattr(self.deps.extractor, "warm", None)
            if warm is not None:
                await warm()
        except Exception:
            # Without this a broken optional package would end the chat; the first message tells what is wrong.
            log.exception("the extractor could not be loaded")

    async def run(self) -> None:
        """For ever: drain, then sleep until woken or until a retry may be due."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(IDLE_POLL_SECS):
                    await self._wake.wait()
            self._wake.clear()
            await self._drain()
            end_if_cancelled()
            if not self._wake.is_set():
                self._idle.set()

    async def _drain(self) -> None:
        """A failure here (a full disk, a locked file) is shown and tried again; nothing leaves the queue by it."""
        try:
            while (step := await self.step()).handled and not step.no_model:
                pass
            await self.deps.vectors.fill(self.deps.on_status, self._wake.is_set)
            if self.deps.linker:
                await self.deps.linker.link()
            if self._done or not self._cared:
                done, self._done = self._done, 0
                await self.deps.upkeep(done)
                self._cared = True
        except ZephError as error:
            log.warning("background work stopped: %s", error)
            self.deps.on_status(f"memory: {error}")
        except Exception:
            # Without this a defect here would end the conversation in front; the queue keeps every message.
            log.exception("background work failed")
            self.deps.on_status("memory: background work failed; the log says why")
        else:
            self.deps.on_status(step.waits or self._fallback_reason)

    async def step(
        self, *, imports: bool = False, conversation_id: int | None = None, batch: int = BATCH, announce: bool = True,
        gated: bool = False,
    ) -> Ingested:  # fmt: skip
        """One lease's worth: up to ``batch`` messages of one conversation. ``handled`` is 0 where nothing was due.

        With ``gated`` messages that the gate has skipped are taken too, and it skips none.
        """
        async with self._lock:
            leased = await self.deps.queue.lease(
                self.deps.space_id, self._owner, self._lease_secs, imports=imports,
                conversation_id=conversation_id, batch=batch, gated=gated,
            )  # fmt: skip
            if leased is None:
                return Ingested()
            lease, messages = leased
            self.deps.on_status("Extracting entities…")
            await self._look_back()
            work = LeasedWork(self.deps, lease, messages, gated=gated)
            try:
                async with self._kept(lease, work):
                    result = await work.ingest()
            except LeaseLost as error:
                log.info("lease lost: %s", error)
                return Ingested()
            finally:
                self._fallback_reason = work.fallback_reason
        self._done += result.done
        for receipt in result.receipts:
            self._given[receipt.message_id] = receipt
        for old in [*self._given][:-MOST_GIVEN]:
            del self._given[old]
        if announce:
            self._announce(result.receipts)
        return result

    def given(self, message_id: int) -> Receipt | None:
        """What a message gave that was read a moment ago; None for one that gave nothing, or is longer ago."""
        return self._given.get(message_id)

    async def _look_back(self) -> None:
        """Before the first message: names that an earlier process learned and had no time to embed are compared by
        meaning with those to come, as they would have been."""
        if self._looked_back or not self.deps.rules.resolution:
            return
        self._looked_back = True
        try:
            await self.deps.vectors.newest("entity")
        except ModelError as error:
            log.warning("names of before were not embedded: %s", error)

    @contextlib.asynccontextmanager
    async def _kept(self, lease: Lease, work: LeasedWork) -> AsyncIterator[None]:
        """Renews the lease while models answer, and gives it back where it did not go with the last commit."""
        beat = asyncio.create_task(self._heartbeat(lease))
        try:
            yield
        finally:
            beat.cancel()
            await asyncio.gather(beat, return_exceptions=True)
            if not work.given_back:
                await asyncio.shield(self.deps.queue.release(lease))

    async def _heartbeat(self, lease: Lease) -> None:
        """Several calls to a model for one message may take longer than a lease lasts."""
        with contextlib.suppress(ZephError):  # whoever commits without the lease is told so then
            while True:
                await asyncio.sleep(self._lease_secs / 3)
                await self.deps.queue.renew(lease, self._lease_secs)

    async def after_bulk(self) -> None:
        """What follows a bulk run: the vectors of all that is new, their links, and communities."""
        await self.deps.vectors.fill(self.deps.on_status)
        while self.deps.linker and await self.deps.linker.link():
            pass
        self._done = 0  # all is tidied now
        await self.deps.upkeep(0)
        await self.deps.refresh()

    def _announce(self, receipts: Sequence[Receipt]) -> None:
        for receipt in receipts:
            if receipt.tells:
                self.deps.on_change(receipt)

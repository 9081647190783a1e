"""When upkeep runs: communities and eviction each so many messages, decay each so many seconds.

In: the number of messages that were ingested. Out: a graph that stays small and organised. It all happens in a task of
its own: neither a turn nor the next message's extraction waits for it. One process at a time tidies a space; what one
left half done the next one finishes.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from zeph.cancellation import end_if_cancelled
from zeph.clock import Moment
from zeph.config.schema import GraphSettings
from zeph.errors import LeaseLost, ZephError
from zeph.memory.upkeep.entity_description import sum_up
from zeph.processes import new_owner
from zeph.records.eviction import Eviction
from zeph.records.upkeep import Task
from zeph.storage.ports import Limits, Store

if TYPE_CHECKING:
    from zeph.memory.upkeep.community_summaries import Summariser
    from zeph.memory.upkeep.entity_summaries import EntitySummaries

log = logging.getLogger(__name__)

CLAIM_SECS = 120.0
"""After so long another process takes over; renewed between the steps of a refresh."""
LONGEST_PAUSE_SECS = 600.0
"""Between two looks whether a decay pass is due or another process left something."""


class Upkeep:
    """Tidies one space."""

    def __init__(
        self, store: Store, space_id: int, settings: GraphSettings, now: Callable[[], Moment],
        summariser: "Summariser | None" = None, say: Callable[[str], None] = lambda _: None,
        entities: "EntitySummaries | None" = None,
    ) -> None:  # fmt: skip
        """``summariser`` and ``entities`` write summaries where there is a model; ``say`` tells the person what went
        wrong."""
        self._store = store
        self._space_id = space_id
        self._settings = settings
        self._now = now
        self._summariser = summariser
        self._entities = entities
        self._changed: set[int] = set()
        """Entities whose facts have changed since a model was last asked about them."""
        self._say = say
        self._owner = new_owner()
        self._lock = asyncio.Lock()
        self._wake = asyncio.Event()
        self._wake.set()  # what an earlier process left is looked for first
        self._quiet = asyncio.Event()
        self._begun = False

    async def after_messages(self, processed: int) -> None:
        """To be called after messages were ingested; returns at once, what is due is done by :meth:`run`."""
        now = self._now()
        await self._store.upkeep.flip_ended(now)
        self._changed.update(await self._store.upkeep.refresh_summaries(self._space_id, sum_up, now))
        if (
            await self._store.communities.count_messages(self._space_id, processed)
            >= self._settings.community_refresh_interval
        ):
            self._quiet.clear()
            self._wake.set()

    async def wait_idle(self) -> None:
        """Returns when nothing is due; summaries that a model still writes are not waited for."""
        await self._quiet.wait()

    async def run(self) -> None:
        """For ever: what is due, then sleep until woken."""
        pause = min(float(self._settings.link_weight_decay_interval_secs), LONGEST_PAUSE_SECS)
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._wake.wait()
            self._wake.clear()
            await self._run_due()
            end_if_cancelled()

    async def _run_due(self) -> None:
        """A failure here is shown and tried again; the messages that made it due still count."""
        try:
            refreshed = await self._due() and await self.refresh(summaries=False)
            self._rest()
            if refreshed or not self._begun:
                self._begun = True
                await self._summarise(self._not_due)
        except ZephError as error:
            log.warning("upkeep stopped: %s", error)
            self._say(f"memory: {error}")
        except Exception:
            # Without this a defect here would end the conversation in front; the graph is whole after every step.
            log.exception("upkeep failed")
            self._say("memory: upkeep failed; the log says why")
        finally:
            self._rest()

    def _rest(self) -> None:
        if not self._wake.is_set():
            self._quiet.set()

    async def _due(self) -> bool:
        settings = self._settings
        await self._store.upkeep.decay(
            self._space_id, settings.link_weight_decay_lambda, settings.link_weight_decay_interval_secs, self._now()
        )
        return (await self._store.communities.state(self._space_id)).messages >= settings.community_refresh_interval

    # ------------------------------------------------------------ one refresh

    async def refresh(self, *, summaries: bool = True) -> bool:
        """Communities and eviction now, due or not; False where another process is at it.

        Raises ConfigError where the algorithm's library is missing, StorageError's leaves.
        """
        async with self._lock:
            if not await self._claim():
                return False
            try:
                await self._find()
                await self._store.upkeep.evict(self._space_id, await self._limits_by_date(), self._now())
            except LeaseLost as error:
                log.info("%s", error)
                return False
            finally:
                await asyncio.shield(self._store.upkeep.release(self._space_id, self._owner, "upkeep"))
        if summaries:
            await self._summarise(lambda: True)
        return True

    async def _find(self) -> None:
        state = await self._store.communities.state(self._space_id)
        if (state.found_changes, state.algorithm) == (state.changes, self._settings.community_algorithm):
            await self._store.communities.finish(self._space_id, None, state.messages)
            return
        # numpy is loaded when there is something to find, and in a thread.
        module = await asyncio.to_thread(import_module, "zeph.memory.upkeep.community_refresh")
        await module.find(
            self._store.communities, self._space_id, self._settings, state, self._now(), self._renew_claim
        )

    async def _summarise(self, go_on: Callable[[], bool]) -> None:
        """Stops before the next one where ``go_on`` says no; what is left follows the next refresh."""

        async def may_write() -> bool:
            return go_on() and await self._claim("summaries")

        if (self._summariser or self._entities) and await may_write():
            try:
                if self._summariser:
                    await self._summariser.write(may_write)
                if self._entities:
                    changed, self._changed = self._changed, set()
                    await self._entities.write(changed, self._now(), may_write)
            finally:
                await asyncio.shield(self._store.upkeep.release(self._space_id, self._owner, "summaries"))

    def _not_due(self) -> bool:
        return not self._wake.is_set()

    # ------------------------------------------------------------ eviction

    @property
    def limits(self) -> Limits:
        """What eviction goes by."""
        return Limits(self._settings.expired_edge_retention_days, self._settings.max_entities)

    async def _limits_by_date(self) -> Limits:
        """Nothing goes for its age by a date that this start alone believes in."""
        agreed = await self._store.upkeep.agree_on_date(self._space_id, self._owner, self._now())
        return self.limits if agreed else replace(self.limits, retention_days=0)

    async def evictable(self, most: int) -> Eviction:
        """What eviction would take; ``most`` items of each rule are listed."""
        return await self._store.upkeep.evictable(self._space_id, self.limits, self._now(), most)

    async def evict(self) -> Eviction | None:
        """Evicts now; None where another process is tidying."""
        async with self._lock:
            if not await self._claim():
                return None
            try:
                return await self._store.upkeep.evict(self._space_id, self.limits, self._now())
            finally:
                await asyncio.shield(self._store.upkeep.release(self._space_id, self._owner, "upkeep"))

    async def _claim(self, task: Task = "upkeep") -> bool:
        return await self._store.upkeep.claim(self._space_id, self._owner, task, self._now(), CLAIM_SECS)

    async def _renew_claim(self) -> None:
        if not await self._claim():
            raise LeaseLost("Another Zeph has taken over the upkeep of this memory.")

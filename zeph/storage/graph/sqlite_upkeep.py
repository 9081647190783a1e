"""What upkeep does to the file, in slices of at most 20 ms: messages are never kept waiting.

In: the ids and texts that ``zeph.memory.upkeep`` decided on. Out: records. Every method is one or more transactions,
each of which leaves the graph whole, so that upkeep can be killed anywhere and begun anew.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar

from zeph.clock import Moment, parse_moment, to_moment
from zeph.records.eviction import Eviction, Rule
from zeph.records.upkeep import Task, UpkeepState
from zeph.storage.care import decay, evict
from zeph.storage.care import health as care
from zeph.storage.care.evict import Limits
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection
from zeph.storage.engine.metadata import get_json, get_metadata, set_json, set_metadata
from zeph.storage.graph import communities
from zeph.storage.graph.communities import Describe, Stored, Strongest
from zeph.storage.search.full_text import as_json

if TYPE_CHECKING:
    import numpy

T = TypeVar("T")
WRITE_SECONDS = 0.015
"""What bulk work stops after, so that with its commit it stays below 20 ms."""
MEMBERS = 500
"""Members moved in one transaction."""
MESSAGES = "messages_since_communities"
CHANGES = "link_changes"
HELD: dict[Task, str] = {"tidy": "upkeep_lease", "summaries": "summaries_lease"}
RULES: tuple[Rule, ...] = ("expired", "orphan", "cap")
SAYS: dict[Rule, str] = {
    "expired": "facts retired long ago: {}",
    "orphan": "things without facts, unseen for long: {}",
    "cap": "things above the most that are kept: {}",
}


class UpkeepStore:
    """The upkeep of one file."""

    def __init__(self, database: Database) -> None:
        self._db = database

    # ------------------------------------------------------------ when

    async def state(self, space_id: int) -> UpkeepState:
        """What changed since the last detection, and how that went."""
        return await self._db.snapshot(lambda c: _state(c, space_id))

    async def count_messages(self, space_id: int, processed: int) -> int:
        """Counts messages since the last detection; how many they are now."""
        if not processed:
            return (await self.state(space_id)).messages
        return await self._db.write_behind(lambda c: _count(c, space_id, processed))

    async def claim(self, space_id: int, owner: str, task: Task, now: Moment, seconds: float) -> bool:
        """Takes or keeps the right to a task; False while another process has it."""
        return await self._db.write_behind(lambda c: _claim(c, space_id, owner, task, now, seconds))

    async def release(self, space_id: int, owner: str, task: Task) -> None:
        await self._db.write_behind(lambda c: _release(c, space_id, owner, task))

    async def flip_ended(self, now: Moment) -> int:
        """Takes edges whose stated end has passed out of walks over what is current."""
        return await self._db.write_behind(lambda c: care.flip_ended(c, now))

    async def decay(self, space_id: int, lambda_: float, interval_secs: int, now: Moment) -> int:
        """A decay pass, if one is due or was left half done; how many counts."""
        total, more = 0, True
        while more:
            done, more = await self._db.write_behind(
                lambda c: decay.decay_step(c, space_id, lambda_, interval_secs, now, WRITE_SECONDS)
            )
            total += done
        return total

    # ------------------------------------------------------------ communities

    async def links(self, space_id: int, after_id: int, limit: int) -> "numpy.ndarray[Any, Any]":
        """Rows of (edge id, source, target) of live edges above ``after_id``; ``limit`` 0: all of them."""
        return await self._db.snapshot(lambda c: communities.load_links(c, space_id, after_id, limit))

    async def stored(self, space_id: int) -> Stored:
        return await self._db.snapshot(lambda c: communities.stored(c, space_id))

    async def open_communities(self, space_id: int, count: int, now: Moment) -> list[int]:
        """Ids of new communities, which nobody sees before they are described."""
        ids: list[int] = []
        while len(ids) < count:
            part = min(MEMBERS, count - len(ids))
            ids += await self._write(communities.open_communities, space_id, part, now)
        return ids

    async def join(self, space_id: int, pairs: "numpy.ndarray[Any, Any]") -> None:
        """Puts rows of (entity, community) together; an entity leaves the one it was in."""
        for start in range(0, len(pairs), MEMBERS):
            # Not all at once: a list of them all would keep the event loop for as long as it takes to make.
            await self._write(communities.join, space_id, pairs[start : start + MEMBERS].tolist())

    async def leave(self, pairs: Sequence[tuple[int, int]]) -> None:
        await self._slices(pairs, communities.leave)

    async def describe(
        self, given: Sequence[tuple[int, str]], hubs: Iterable[int], describe: Describe, now: Moment
    ) -> None:
        """Gives (id, fingerprint) their names and summaries, from rows as they are."""
        hub_ids = list(hubs)
        while given:
            done = await self._write(communities.describe_communities, given, hub_ids, describe, now, WRITE_SECONDS)
            given = given[done:]

    async def close_communities(self, space_id: int, ids: Sequence[int]) -> int:
        """Removes them, and others that kept fewer than two members; how many there are then."""
        await self._slices(ids, communities.close_communities)
        return await self._db.write_behind(lambda c: communities.close_small(c, space_id))

    async def finish(self, space_id: int, found: dict[str, Any] | None, messages: int) -> None:
        """Keeps what was ``found`` (None: nothing has changed), and ``messages`` count as seen to."""
        await self._db.write_behind(lambda c: _finish(c, space_id, found, messages))

    async def unsummarised(self, space_id: int) -> list[tuple[int, str]]:
        """(id, fingerprint) of communities whose text no model wrote as they are now, the largest first."""
        return await self._db.snapshot(lambda c: communities.unsummarised(c, space_id))

    async def strongest(self, space_id: int, community_id: int, names: int, facts: int) -> Strongest:
        return await self._db.snapshot(
            lambda c: communities.strongest(c, community_id, as_json(_state(c, space_id).hubs), names, facts)
        )

    async def put_summary(self, community_id: int, fingerprint: str, name: str, summary: str) -> bool:
        """False where the community was changed or removed while the model wrote."""
        return await self._db.write_behind(
            lambda c: communities.put_summary(c, community_id, fingerprint, name, summary)
        )

    # ------------------------------------------------------------ eviction

    async def evictable(self, space_id: int, limits: Limits, now: Moment, most: int) -> Eviction:
        """What would go; ``most`` items of each rule are listed."""
        return await self._db.snapshot(lambda c: evict.look(c, space_id, limits, now, most))

    async def evict(self, space_id: int, limits: Limits, now: Moment) -> Eviction:
        """Removes what may go, rule by rule."""
        counts = {rule: await self._evict(space_id, limits, now, rule) for rule in RULES}
        said = "; ".join(SAYS[rule].format(n) for rule, n in counts.items() if n)
        if said:
            await self._db.write_behind(lambda c: evict.record(c, space_id, said, now))
        return Eviction(counts)

    async def _evict(self, space_id: int, limits: Limits, now: Moment, rule: Rule) -> int:
        gone = 0
        while ids := await self._db.snapshot(lambda c: evict.candidates(c, space_id, limits, now, rule)):
            went = 0
            while ids:
                done, judged = await self._write(evict.evict, space_id, limits, now, rule, ids, WRITE_SECONDS)
                went, ids = went + done, ids[judged:]
            gone += went
            if not went:
                break  # what was seen to go is needed again by now
        return gone

    async def _slices(self, items: Sequence[object], write: Callable[..., None], *before: object) -> None:
        for start in range(0, len(items), MEMBERS):
            await self._write(write, *before, items[start : start + MEMBERS])

    async def _write(self, write: Callable[..., T], *given: object) -> T:
        return await self._db.write_behind(lambda c: write(c, *given))


# ---------------------------------------------------------------- one statement or two


def _state(conn: Connection, space_id: int) -> UpkeepState:
    run = get_json(conn, space_id, communities.RUN)
    return UpkeepState(
        changes=int(get_metadata(conn, space_id, CHANGES) or 0),
        messages=int(get_metadata(conn, space_id, MESSAGES) or 0),
        found_changes=run.get("changes"),
        found_at=run.get("found_at"),
        algorithm=run.get("algorithm", ""),
        modularity=run.get("modularity", 0.0),
        hubs=tuple(run.get("hubs", ())),
    )


def _count(conn: Connection, space_id: int, processed: int) -> int:
    count = int(get_metadata(conn, space_id, MESSAGES) or 0) + processed
    set_metadata(conn, space_id, MESSAGES, str(count))
    return count


def _finish(conn: Connection, space_id: int, found: dict[str, Any] | None, messages: int) -> None:
    if found is not None:
        set_json(conn, space_id, communities.RUN, found)
    count = int(get_metadata(conn, space_id, MESSAGES) or 0)
    set_metadata(conn, space_id, MESSAGES, str(max(0, count - messages)))


def _claim(conn: Connection, space_id: int, owner: str, task: Task, now: Moment, seconds: float) -> bool:
    held = get_json(conn, space_id, HELD[task])
    until = to_moment(parse_moment(now) + timedelta(seconds=seconds))
    # An end further away than any claim is a clock that was set back.
    if held and held["owner"] != owner and now < held["until"] <= until:
        return False
    set_json(conn, space_id, HELD[task], {"owner": owner, "until": until})
    return True


def _release(conn: Connection, space_id: int, owner: str, task: Task) -> None:
    if get_json(conn, space_id, HELD[task]).get("owner") == owner:
        set_json(conn, space_id, HELD[task], {})

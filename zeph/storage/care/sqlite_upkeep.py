"""Upkeep in SQLite: whose turn it is in a space, what has ended, decays and goes.

Every method is one or more transactions of at most 20 ms, each of which leaves the graph whole: messages are never kept
waiting, and upkeep can be killed anywhere and begun anew.
"""

import json
from functools import partial

from zeph.clock import Moment
from zeph.processes import is_gone
from zeph.records.eviction import Eviction, Rule
from zeph.records.upkeep import Task
from zeph.storage.care.decay import decay_step
from zeph.storage.care.eviction_rules import candidates, evict, preview, record
from zeph.storage.engine.connections import WRITE_SLICE_SECS, Database
from zeph.storage.engine.driver import Connection
from zeph.storage.engine.metadata import AHEAD_SECS, get_json, later, remember_time, set_json, system_time
from zeph.storage.graph.plan_writer import keep_version
from zeph.storage.graph.summary_rows import ends_of, note_due, put, refresh_some, subject
from zeph.storage.ports import Limits, Subject, SumUp

HELD: dict[Task, str] = {"upkeep": "upkeep_lease", "summaries": "summaries_lease"}
STARTS = "upkeep_starts"
"""Key of the last starts that tidied, with the date each saw."""
AGREED_SECS = 7 * 86_400.0
"""How far back another start may have been that confirms the date."""
RULES: tuple[Rule, ...] = ("expired", "orphan", "cap")
SAYS: dict[Rule, str] = {
    "expired": "facts retired long ago: {}",
    "orphan": "things without facts, unseen for long: {}",
    "cap": "things above the most that are kept: {}",
}


class SqliteUpkeep:
    """The port :class:`~zeph.storage.ports.Upkeep`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def claim(self, space_id: int, owner: str, task: Task, now: Moment, seconds: float) -> bool:
        until = later(now, seconds)

        def write(conn: Connection) -> bool:
            held = get_json(conn, space_id, HELD[task])
            # An end further away than any claim is a clock that was set back.
            others = held and held["owner"] != owner and now < held["until"] <= until
            if others and not is_gone(held["owner"]):
                return False
            set_json(conn, space_id, HELD[task], {"owner": owner, "until": until})
            return True

        return await self._db.write_behind(write)

    async def release(self, space_id: int, owner: str, task: Task) -> None:
        def write(conn: Connection) -> None:
            if get_json(conn, space_id, HELD[task]).get("owner") == owner:
                set_json(conn, space_id, HELD[task], {})

        await self._db.write_behind(write)

    async def flip_ended(self, now: Moment) -> int:
        return await self._db.write_behind(lambda conn: flip_ended(conn, now))

    async def refresh_summaries(self, space_id: int, sum_up: SumUp, now: Moment) -> list[int]:
        changed: dict[int, None] = {}
        more = True
        while more:
            some, more = await self._db.write_behind(lambda conn: refresh_some(conn, space_id, sum_up, now))
            changed.update(dict.fromkeys(some))
        return list(changed)

    async def subject(self, space_id: int, entity_id: int, facts: int, now: Moment) -> Subject | None:
        return await self._db.snapshot(lambda conn: subject(conn, space_id, entity_id, facts, now))

    async def put_summary(self, entity_id: int, summary: str, *, was: str) -> bool:
        return await self._db.write_behind(lambda conn: put(conn, entity_id, summary, was))

    async def decay(self, space_id: int, lambda_: float, interval_secs: int, now: Moment) -> int:
        total, more = 0, True
        while more:
            done, more = await self._db.write_behind(
                lambda conn: decay_step(conn, space_id, lambda_, interval_secs, now, WRITE_SLICE_SECS)
            )
            total += done
        return total

    async def agree_on_date(self, space_id: int, owner: str, now: Moment) -> bool:
        def write(conn: Connection) -> bool:
            seen = get_json(conn, space_id, STARTS)  # in the order of the starts, whatever their clocks said
            before = [(other, at) for other, at in seen.items() if other != owner][-1:]
            set_json(conn, space_id, STARTS, dict(before) | {owner: now})
            return any(later(now, -AGREED_SECS) <= at <= later(now, AHEAD_SECS) for _, at in before)

        return await self._db.write_behind(write)

    async def evictable(self, space_id: int, limits: Limits, now: Moment, most: int) -> Eviction:
        return await self._db.snapshot(lambda conn: preview(conn, space_id, limits, now, most))

    async def evict(self, space_id: int, limits: Limits, now: Moment) -> Eviction:
        counts = {rule: await self._evict(space_id, limits, now, rule) for rule in RULES}
        said = "; ".join(SAYS[rule].format(n) for rule, n in counts.items() if n)
        if said:
            await self._db.write_behind(lambda conn: record(conn, space_id, said, now))
        return Eviction(counts)

    async def _evict(self, space_id: int, limits: Limits, now: Moment, rule: Rule) -> int:
        removed = partial(evict, space_id=space_id, limits=limits, now=now, rule=rule, seconds=WRITE_SLICE_SECS)
        gone = 0
        while ids := await self._db.snapshot(lambda conn: candidates(conn, space_id, limits, now, rule)):
            went = 0
            while ids:
                done, judged = await self._db.write_behind(partial(removed, ids=ids))
                went, ids = went + done, ids[judged:]
            gone += went
            if not went:
                break  # what was seen to go is needed again by now
        return gone


def flip_ended(conn: Connection, now: Moment) -> int:
    """Facts whose stated end has passed leave the walks over what is current, those with a successor are superseded
    from now on (graph-memory §2: until a supersession is due it sets only the end); how many."""
    now = system_time(conn, now)
    _note_over(conn, now)
    due = conn.execute(
        """SELECT id, space_id FROM graph_edges
        WHERE superseded_by IS NOT NULL AND expired_at IS NULL AND valid_until <= :now ORDER BY id""",
        {"now": now},
    ).fetchall()
    for edge_id, space_id in due:
        keep_version(conn, edge_id, now)
        conn.execute(
            "UPDATE graph_edges SET expired_at = :now, expired_reason = 'superseded', live = 0 WHERE id = :id",
            {"now": now, "id": edge_id},
        )
        remember_time(conn, space_id, now)
    sql = "UPDATE graph_edges SET live = 0 WHERE live = 1 AND valid_until IS NOT NULL AND valid_until <= :now"
    return len(due) + int(conn.execute(sql, {"now": now}).rowcount)


def _note_over(conn: Connection, now: Moment) -> None:
    """Whose summaries told of what is over from now on."""
    sql = """SELECT space_id, json_group_array(id) FROM graph_edges
             WHERE live = 1 AND valid_until IS NOT NULL AND valid_until <= :now GROUP BY space_id"""
    for space_id, ids in conn.execute(sql, {"now": now}).fetchall():
        note_due(conn, space_id, ends_of(conn, json.loads(ids)))

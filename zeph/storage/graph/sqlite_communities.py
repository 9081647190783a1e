"""Communities in SQLite: the links they are found in, their rows, their members, their texts.

What changes many rows does so in slices of at most 20 ms, each of which leaves the graph whole: messages are never kept
waiting, and detection can be killed anywhere and begun anew.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from zeph.clock import Moment
from zeph.records.community import Community
from zeph.records.upkeep import UpkeepState
from zeph.storage.engine.connections import WRITE_SLICE_SECS, Database
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.engine.metadata import get_json, get_metadata, set_json, set_metadata
from zeph.storage.graph.community_rows import RUN, hubs_json, strongest
from zeph.storage.graph.sqlite_community_reads import SqliteCommunityReads
from zeph.storage.ports import Describe, Stored, Strongest

if TYPE_CHECKING:
    import numpy

    Rows = numpy.ndarray[Any, Any]

MEMBERS = 500
"""Members moved in one transaction."""
NAMES = FACTS = 5
"""So many of the strongest describe a community."""
MESSAGES = "messages_since_communities"
CHANGES = "link_changes"


class _WritesSlice(Protocol):
    def __call__(self, conn: Connection, part: Any) -> object: ...


class SqliteCommunities:
    """The port :class:`~zeph.storage.ports.Communities`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def largest(self, space_id: int, limit: int) -> list[Community]:
        def read(conn: Connection) -> list[Community]:
            sql = """SELECT community_id FROM graph_community_members AS m
                     JOIN graph_communities AS c ON c.id = m.community_id
                     WHERE c.space_id = :space AND c.fingerprint <> ''
                     GROUP BY community_id ORDER BY count(*) DESC, community_id LIMIT :limit"""
            ids = [int(row[0]) for row in conn.execute(sql, {"space": space_id, "limit": limit})]
            return list(SqliteCommunityReads(conn).by_id(space_id, ids).values())

        return await self._db.snapshot(read)

    # ------------------------------------------------------------ detection: when, and what it reads

    async def state(self, space_id: int) -> UpkeepState:
        def read(conn: Connection) -> UpkeepState:
            run = get_json(conn, space_id, RUN)
            return UpkeepState(
                changes=int(get_metadata(conn, space_id, CHANGES) or 0),
                messages=_messages(conn, space_id),
                found_changes=run.get("changes"),
                found_at=run.get("found_at"),
                algorithm=run.get("algorithm", ""),
                modularity=run.get("modularity", 0.0),
                hubs=tuple(run.get("hubs", ())),
            )

        return await self._db.snapshot(read)

    async def count_messages(self, space_id: int, processed: int) -> int:
        if not processed:
            return await self._db.snapshot(lambda conn: _messages(conn, space_id))

        def write(conn: Connection) -> int:
            count = _messages(conn, space_id) + processed
            set_metadata(conn, space_id, MESSAGES, str(count))
            return count

        return await self._db.write_behind(write)

    async def links(self, space_id: int, after_id: int, limit: int) -> "Rows":
        sql = """SELECT group_concat(id || ',' || source_entity_id || ',' || target_entity_id) FROM (
                     SELECT id, source_entity_id, target_entity_id FROM graph_edges
                     WHERE id > :after AND space_id = :space AND live = 1 ORDER BY id LIMIT :limit)"""
        given = {"after": after_id, "space": space_id, "limit": limit or -1}
        return await self._db.snapshot(lambda conn: _numbers(conn, sql, given, 3))

    async def stored(self, space_id: int) -> Stored:
        def read(conn: Connection) -> Stored:
            sql = "SELECT id, fingerprint FROM graph_communities WHERE space_id = :space ORDER BY id"
            rows = conn.execute(sql, {"space": space_id}).fetchall()
            members = """SELECT group_concat(m.entity_id || ',' || m.community_id) FROM graph_communities AS c
                         CROSS JOIN graph_community_members AS m ON m.community_id = c.id WHERE c.space_id = :space"""
            ids, prints = zip(*rows, strict=True) if rows else ((), ())
            return Stored(ids, prints, _numbers(conn, members, {"space": space_id}, 2))

        return await self._db.snapshot(read)

    # ------------------------------------------------------------ detection: what it writes

    async def open(self, space_id: int, count: int, now: Moment) -> list[int]:
        sql = """INSERT INTO graph_communities (space_id, name, fingerprint, created_at, updated_at)
                 VALUES (:space, '', '', :now, :now)"""
        given = {"space": space_id, "now": now}

        def write(conn: Connection, part: int) -> list[int]:
            return [int(conn.execute(sql, given).lastrowid) for _ in range(part)]

        ids: list[int] = []
        while len(ids) < count:
            part = min(MEMBERS, count - len(ids))
            ids += await self._db.write_behind(partial(write, part=part))
        return ids

    async def join(self, space_id: int, pairs: "Rows") -> None:
        def write(conn: Connection, part: "Rows") -> None:
            conn.executemany(
                """INSERT INTO graph_community_members (entity_id, community_id)
                   SELECT e.id, c.id FROM graph_entities AS e, graph_communities AS c
                   WHERE e.id = :entity AND c.id = :community AND e.space_id = :space AND c.space_id = :space
                   ON CONFLICT (entity_id) DO UPDATE SET community_id = excluded.community_id""",
                [{"entity": entity, "community": group, "space": space_id} for entity, group in part.tolist()],
            )

        await self._in_slices(pairs, write)

    async def leave(self, pairs: Sequence[tuple[int, int]]) -> None:
        sql = "DELETE FROM graph_community_members WHERE entity_id = ? AND community_id = ?"
        await self._in_slices(pairs, lambda conn, part: conn.executemany(sql, part))

    async def describe(
        self, given: Sequence[tuple[int, str]], hubs: Iterable[int], describe: Describe, now: Moment
    ) -> None:
        hub_ids = as_json(hubs)

        def write(conn: Connection, waiting: Sequence[tuple[int, str]]) -> int:
            """How many of the leading ones were done. From rows as they are in this transaction, so a text that was
            forgotten meanwhile cannot come back."""
            started = time.monotonic()
            for done, (community, fingerprint) in enumerate(waiting, 1):
                top = strongest(conn, community, hub_ids, NAMES, FACTS)
                name, summary = describe(top.names, top.facts)
                conn.execute(
                    """UPDATE graph_communities SET name = :name, summary = :summary, fingerprint = :print,
                           summarised = '', updated_at = :now WHERE id = :id""",
                    {"id": community, "name": name, "summary": summary, "print": fingerprint, "now": now},
                )
                if time.monotonic() - started > WRITE_SLICE_SECS:
                    return done
            return len(waiting)

        while given:
            done = await self._db.write_behind(partial(write, waiting=given))
            given = given[done:]

    async def close(self, space_id: int, ids: Sequence[int]) -> int:
        gone = "DELETE FROM graph_communities WHERE id = ?"  # their vectors go with them, by trigger
        await self._in_slices(ids, lambda conn, part: conn.executemany(gone, [(i,) for i in part]))

        def write(conn: Connection) -> int:
            conn.execute(
                """DELETE FROM graph_communities WHERE space_id = :space AND (SELECT count(*) FROM (
                       SELECT 1 FROM graph_community_members AS m
                       WHERE m.community_id = graph_communities.id LIMIT 2)) < 2""",
                {"space": space_id},
            )
            sql = "SELECT count(*) FROM graph_communities WHERE space_id = :space"
            return int(conn.execute(sql, {"space": space_id}).fetchone()[0])

        return await self._db.write_behind(write)

    async def finish(self, space_id: int, found: dict[str, Any] | None, messages: int) -> None:
        def write(conn: Connection) -> None:
            if found is not None:
                set_json(conn, space_id, RUN, found)
            set_metadata(conn, space_id, MESSAGES, str(max(0, _messages(conn, space_id) - messages)))

        await self._db.write_behind(write)

    # ------------------------------------------------------------ summaries

    async def unsummarised(self, space_id: int) -> list[tuple[int, str]]:
        def read(conn: Connection) -> list[tuple[int, str]]:
            sql = """SELECT c.id, c.fingerprint FROM graph_communities AS c
                     LEFT JOIN graph_community_members AS m ON m.community_id = c.id
                     WHERE c.space_id = :space AND c.fingerprint <> '' AND c.summarised <> c.fingerprint
                     GROUP BY c.id ORDER BY count(*) DESC, c.id"""
            return [(int(i), str(p)) for i, p in conn.execute(sql, {"space": space_id})]

        return await self._db.snapshot(read)

    async def strongest(self, space_id: int, community_id: int, names: int, facts: int) -> Strongest:
        return await self._db.snapshot(
            lambda conn: strongest(conn, community_id, hubs_json(conn, space_id), names, facts)
        )

    async def put_summary(self, community_id: int, fingerprint: str, name: str, summary: str) -> bool:
        def write(conn: Connection) -> bool:
            changed: int = conn.execute(
                """UPDATE graph_communities SET name = :name, summary = :summary, summarised = :print
                   WHERE id = :id AND fingerprint = :print""",
                {"id": community_id, "print": fingerprint, "name": name, "summary": summary},
            ).rowcount
            return changed > 0

        return await self._db.write_behind(write)

    async def _in_slices(self, items: Any, write: _WritesSlice) -> None:
        for start in range(0, len(items), MEMBERS):
            part = items[start : start + MEMBERS]
            await self._db.write_behind(partial(write, part=part))


def _messages(conn: Connection, space_id: int) -> int:
    """How many came since the last detection."""
    return int(get_metadata(conn, space_id, MESSAGES) or 0)


def _numbers(conn: Connection, sql: str, values: Mapping[str, object], columns: int) -> "Rows":
    """One text of numbers, read as rows: SQLite joins them without the interpreter's lock, in half the time of rows."""
    import numpy as np

    text = conn.execute(sql, values).fetchone()[0] or ""
    return np.fromstring(text, np.int64, sep=",").reshape(-1, columns)

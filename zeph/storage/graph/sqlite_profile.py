"""The person's choices for the standing profile, in SQLite. Those about a fact go with it."""

import json
from collections.abc import Sequence

from zeph.records.profile import ProfileChoice
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.engine.metadata import get_metadata, set_metadata


class SqliteProfileReads:
    """The port :class:`~zeph.storage.ports.ProfileReads`."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def choices(self, space_id: int) -> list[ProfileChoice]:
        sql = "SELECT id, kind, text, edge_id, created_at FROM profile_lines WHERE space_id = ? ORDER BY id"
        return [ProfileChoice(*row) for row in self._conn.execute(sql, (space_id,))]


class SqliteProfileChoices:
    """The port :class:`~zeph.storage.ports.ProfileChoices`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def write(self, space_id: int, text: str) -> None:
        values = {"space": space_id, "text": text, "now": self._db.now}

        def write(conn: Connection) -> None:
            conn.execute(
                """INSERT INTO profile_lines (space_id, kind, text, created_at) SELECT :space, 'written', :text, :now
                WHERE NOT EXISTS (SELECT 1 FROM profile_lines WHERE space_id = :space AND text = :text)""",
                values,
            )

        await self._db.write(write)

    async def put_file(self, space_id: int, file: str, texts: Sequence[str]) -> tuple[int, int]:
        key = f"profile_of_file:{file}"

        def write(conn: Connection) -> tuple[int, int]:
            sql = "SELECT id, text FROM profile_lines WHERE space_id = ? AND kind = 'written'"
            rows = conn.execute(sql, (space_id,))
            there = {text: line for line, text in rows}
            before = {line for line in json.loads(get_metadata(conn, space_id, key) or "[]") if line in there.values()}
            gone = [line for text, line in there.items() if line in before and text not in texts]
            conn.execute("DELETE FROM profile_lines WHERE id IN (SELECT value FROM json_each(?))", (as_json(gone),))
            new = [text for text in dict.fromkeys(texts) if text not in there]
            added = [
                conn.execute(
                    """INSERT INTO profile_lines (space_id, kind, text, created_at) VALUES (?, 'written', ?, ?)
                    RETURNING id""",
                    (space_id, text, self._db.now),
                ).fetchone()[0]
                for text in new
            ]
            set_metadata(conn, space_id, key, json.dumps(sorted(before - set(gone)) + added))
            return len(added), len(gone)

        return await self._db.write(write)

    async def choose(self, space_id: int, fact_ids: tuple[int, ...], *, pinned: bool) -> None:
        values = {
            "space": space_id, "kind": "pinned" if pinned else "dropped", "facts": as_json(fact_ids),
            "now": self._db.now,
        }  # fmt: skip

        def write(conn: Connection) -> None:
            conn.execute(
                """INSERT INTO profile_lines (space_id, kind, edge_id, created_at)
                SELECT :space, :kind, e.id, :now FROM json_each(:facts) AS f JOIN graph_edges AS e ON e.id = f.value
                WHERE e.space_id = :space ORDER BY e.id
                ON CONFLICT (edge_id) WHERE edge_id IS NOT NULL
                DO UPDATE SET kind = excluded.kind, created_at = excluded.created_at""",
                values,
            )

        await self._db.write(write)

    async def remove(self, space_id: int, choice_id: int) -> None:
        sql = "DELETE FROM profile_lines WHERE space_id = ? AND id = ?"
        await self._db.write(lambda conn: conn.execute(sql, (space_id, choice_id)))

"""Spaces in SQLite: what each holds, and one taken out whole.

In: ids. Out: counts. A space goes as anything else is forgotten (:mod:`zeph.storage.care.removal`), then whatever
bears its number, then the bytes.
"""

from zeph.errors import StorageError
from zeph.records.forgetting import Target
from zeph.records.space import Space
from zeph.storage.care import removal
from zeph.storage.care.sqlite_care import SqliteCare, note_scrub_due
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection
from zeph.storage.vectors.vec0_index import drop_strays

ALL = """
    SELECT s.id, s.name, s.created_at,
        (SELECT count(*) FROM conversations AS c WHERE c.space_id = s.id AND EXISTS (
            SELECT 1 FROM messages AS m WHERE m.space_id = s.id AND m.conversation_id = c.id)),
        (SELECT count(*) FROM messages AS m WHERE m.space_id = s.id),
        (SELECT count(*) FROM graph_edges AS e WHERE e.space_id = s.id AND e.live),
        (SELECT max(updated_at) FROM conversations AS c WHERE c.space_id = s.id)
    FROM spaces AS s ORDER BY s.name"""
TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"


class SqliteSpaces:
    """The port :class:`~zeph.storage.ports.Spaces`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def all(self) -> list[Space]:
        return await self._db.snapshot(lambda conn: [Space(*row) for row in conn.execute(ALL)])

    async def remove(self, space_id: int) -> str:
        await self._db.write(lambda conn: self._remove(conn, space_id))
        return await SqliteCare(self._db).scrubbed()

    def _remove(self, conn: Connection, space_id: int) -> None:
        first = conn.execute("SELECT min(id) FROM spaces").fetchone()[0]
        if first == space_id:
            raise StorageError("A memory begins with this space, which stays.")
        removal.forget(conn, space_id, _everything(conn, space_id), self._db.now)
        conn.execute("PRAGMA defer_foreign_keys = ON")
        bearing, hanging = _tables(conn)
        for table, column, above, key in hanging:
            of_space = f'SELECT "{key}" FROM "{above}" WHERE space_id = ?'
            conn.execute(f'DELETE FROM "{table}" WHERE "{column}" IN ({of_space})', (space_id,))
        for table in bearing:
            conn.execute(f'DELETE FROM "{table}" WHERE space_id = ?', (space_id,))
        conn.execute("DELETE FROM spaces WHERE id = ?", (space_id,))
        drop_strays(conn)
        note_scrub_due(conn, first, self._db.now)


def _tables(conn: Connection) -> tuple[list[str], list[tuple[str, str, str, str]]]:
    """Tables whose rows say which space they are of; and (table, column, table, column) of those that hang on them."""
    names = [str(row[0]) for row in conn.execute(TABLES).fetchall()]
    columns = {name: {row[1] for row in conn.execute(f'PRAGMA table_info("{name}")')} for name in names}
    bearing = [name for name in names if "space_id" in columns[name]]
    keys = [(name, row) for name in names for row in conn.execute(f'PRAGMA foreign_key_list("{name}")').fetchall()]
    hanging = [(name, row[3], row[2], row[4] or "id") for name, row in keys]
    return bearing, [key for key in hanging if key[2] in bearing and key[0] not in bearing]


def _everything(conn: Connection, space_id: int) -> Target:
    def ids(table: str) -> tuple[int, ...]:
        return tuple(int(row[0]) for row in conn.execute(f"SELECT id FROM {table} WHERE space_id = ?", (space_id,)))

    return Target(
        conversations=ids("conversations"), facts=ids("graph_edges"), entities=ids("graph_entities"),
        lines=ids("profile_lines"), blocks=ids("memory_blocks"),
    )  # fmt: skip

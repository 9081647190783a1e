"""A small graph in a real file, its rows written directly."""

import contextlib
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pysqlite3
import sqlite_vec

from zeph.clock import FixedClock
from zeph.storage.care.health import derived_health, derived_names, rows_health
from zeph.storage.care.repair import repair
from zeph.storage.care.writing_anew import rebuild_derived
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection, add_functions
from zeph.storage.ports import Store
from zeph.storage.sqlite_store import SqliteStore

T = TypeVar("T")
SPACE = 1
MIGRATIONS = sorted((Path(__file__).parents[2] / "migrations").glob("*.sql"))
LONG_AGO = "2024-01-01 00:00:00"


class OneConnection(Database):
    """For repositories on rows that were written directly: every closure runs on one connection, at once."""

    def __init__(self, conn: Connection, now: str = LONG_AGO) -> None:
        super().__init__(Path(), FixedClock(now))
        self._conn = conn

    async def write(self, fn: Callable[[Connection], T]) -> T:
        return fn(self._conn)

    async def write_behind(self, fn: Callable[[Connection], T]) -> T:
        return fn(self._conn)

    async def snapshot(self, fn: Callable[[Connection], T]) -> T:
        return fn(self._conn)


def raw(store: Store) -> Database:
    """What lies beneath an open store, for rows that no port gives."""
    assert isinstance(store, SqliteStore)
    return store._db


def mended(conn: Connection) -> list[str]:
    """What a repair makes again and puts right."""
    conn.commit()
    before, conn.isolation_level = conn.isolation_level, None
    done = rebuild_derived(conn)
    conn.execute("VACUUM")  # what was taken away leaves its room
    conn.isolation_level = before
    return [*done, *repair(conn)]


def database_health(conn: Connection, *, thorough: bool = False) -> list[str]:
    """What is wrong, all at one moment."""
    return rows_health(conn, thorough=thorough) + [
        text for name in derived_names(conn) for text in derived_health(conn, name)
    ]


class Graph:
    def __init__(self, path: Path, vec0: bool = True, make: bool = True) -> None:
        self.path = path
        if make:
            path.write_bytes(_migrated(vec0))
        self.conn = self.again(vec0)
        self.conversation = self._add("conversations", space_id=SPACE, external_id="c", kind="chat",
                                      created_at=LONG_AGO, updated_at=LONG_AGO)  # fmt: skip
        self.messages = 0

    def again(self, vec0: bool = True) -> Any:
        return _connected(str(self.path), vec0)

    def _add(self, table: str, **values: object) -> int:
        marks = ", ".join("?" * len(values))
        sql = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})"
        return int(self.conn.execute(sql, tuple(values.values())).lastrowid)

    def entity(self, name: str, kind: str = "concept", summary: str = "") -> int:
        return self._add("graph_entities", space_id=SPACE, name=name, canonical_name=name.lower(), entity_type=kind,
                         summary=summary, first_seen_at=LONG_AGO, last_seen_at=LONG_AGO,
                         created_at=LONG_AGO)  # fmt: skip

    def message(self, text: str, role: str = "user", speaker: str = "", sent_at: str = LONG_AGO) -> int:
        self.messages += 1
        return self._add("messages", space_id=SPACE, conversation_id=self.conversation, external_id=str(self.messages),
                         role=role, speaker=speaker, text=text, sent_at=sent_at, created_at=sent_at,
                         content_hash="h",
                         indexed_text=f"{speaker} {sent_at[:10]} {text}")  # fmt: skip

    def edge(self, source: int, relation: str, target: int, fact: str = "", **values: object) -> int:
        row = {"edge_type": "semantic", "confidence": 0.9, "origin": "local", "created_at": LONG_AGO, **values}
        row.setdefault("live", int(row.get("expired_at") is None))
        names = dict(self.conn.execute("SELECT id, name FROM graph_entities").fetchall()) if not fact else {}
        fact = fact or f"{names[source]} {relation.replace('_', ' ')} {names[target]}"
        return self._add("graph_edges", space_id=SPACE, source_entity_id=source, target_entity_id=target,
                         relation=relation, canonical_relation=relation, fact=fact, indexed_text=fact,
                         **row)  # fmt: skip

    def version(self, edge: int, *, known_from: str, known_until: str, valid_until: str | None) -> int:
        row = self.conn.execute("SELECT relation, fact, valid_from FROM graph_edges WHERE id = ?", (edge,)).fetchone()
        return self._add("graph_edge_versions", edge_id=edge, relation=row[0], canonical_relation=row[0], fact=row[1],
                         edge_type="semantic", confidence=0.5, valid_from=row[2], valid_from_stated=0,
                         valid_until=valid_until, known_from=known_from, known_until=known_until)  # fmt: skip


def _connected(path: str, vec0: bool) -> Any:
    conn = pysqlite3.connect(path)
    add_functions(conn)
    conn.execute("PRAGMA synchronous = OFF")  # no test here pulls a plug
    if vec0:
        conn.enable_load_extension(True)
        sqlite_vec.load(conn)
    return conn


@cache
def _migrated(vec0: bool) -> bytes:
    """An empty file of the newest schema; made once, because every statement of a migration is a write of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        with contextlib.closing(_connected(str(path), vec0)) as conn:
            for migration in MIGRATIONS:
                conn.executescript(migration.read_text())
        return path.read_bytes()

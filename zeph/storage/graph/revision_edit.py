"""A revision in the making: every row it changes keeps its image, so that undo is the same for all changes.

In: a connection inside a write transaction, what is changed. Out: the id of the revision.
"""

import json
from collections.abc import Mapping
from typing import Any

from zeph.clock import Moment
from zeph.storage.engine.driver import Connection
from zeph.storage.engine.metadata import remember_time, system_time
from zeph.storage.graph.plan_writer import keep_version

TABLES = {"edge": "graph_edges", "entity": "graph_entities", "alias": "graph_entity_aliases"}
LINKS = {
    "graph_edge_mentions": ("edge_id", "message_id"),
    "graph_entity_mentions": ("entity_id", "message_id"),
    "graph_episode_entities": ("entity_id", "episode_id"),
}
Row = dict[str, Any]


class Edit:
    """One revision in the making."""

    def __init__(self, conn: Connection, space_id: int, kind: str, reason: str, now: Moment) -> None:
        self._conn = conn
        self.space_id = space_id
        self.now = system_time(conn, now)
        remember_time(conn, space_id, self.now)
        self.id = int(
            conn.execute(
                """INSERT INTO graph_revisions (space_id, kind, reason, origin, created_at)
                VALUES (?, ?, ?, 'person', ?) RETURNING id""",
                (space_id, kind, reason, self.now),
            ).fetchone()[0]
        )
        self._kept: set[tuple[str, int]] = set()

    def row(self, kind: str, item_id: int) -> Row | None:
        cursor = self._conn.execute(f"SELECT * FROM {TABLES[kind]} WHERE id = ?", (item_id,))
        found = cursor.fetchone()
        return dict(zip((c[0] for c in cursor.description), found, strict=True)) if found else None

    def change(self, kind: str, item_id: int, **columns: Any) -> None:
        """Sets columns of a row; an edge's earlier form becomes a version."""
        self._save_before(kind, item_id)
        if kind == "edge":
            keep_version(self._conn, item_id, self.now)
        sets = ", ".join(f"{name} = :{name}" for name in columns)
        self._conn.execute(f"UPDATE {TABLES[kind]} SET {sets} WHERE id = :row_id", {**columns, "row_id": item_id})

    def add(self, kind: str, columns: Mapping[str, Any]) -> int:
        """A new row (or one that was there before, with its id)."""
        names = ", ".join(columns)
        values = ", ".join(f":{name}" for name in columns)
        sql = f"INSERT INTO {TABLES[kind]} ({names}) VALUES ({values}) RETURNING id"
        item_id = int(self._conn.execute(sql, dict(columns)).fetchone()[0])
        self._image(kind, item_id, "")
        return item_id

    def remove(self, kind: str, item_id: int) -> None:
        self._save_before(kind, item_id)
        self._conn.execute(f"DELETE FROM {TABLES[kind]} WHERE id = ?", (item_id,))

    def link(self, table: str, one: int, other: int, *, there: bool) -> None:
        """Makes or takes away a row that only says that two things belong together."""
        first, second = LINKS[table]
        where = f"FROM {table} WHERE {first} = ? AND {second} = ?"
        if bool(self._conn.execute(f"SELECT 1 {where}", (one, other)).fetchone()) == there:
            return
        if there:
            self._conn.execute(f"INSERT INTO {table} ({first}, {second}) VALUES (?, ?)", (one, other))
        else:
            self._conn.execute(f"DELETE {where}", (one, other))
        self._image("mention", one, json.dumps({"table": table, "other": other, "was": not there}))

    def links(self, table: str, one: int) -> list[int]:
        first, second = LINKS[table]
        return [r[0] for r in self._conn.execute(f"SELECT {second} FROM {table} WHERE {first} = ? ORDER BY 1", (one,))]

    def _save_before(self, kind: str, item_id: int) -> None:
        if (kind, item_id) not in self._kept:
            self._image(kind, item_id, json.dumps(self.row(kind, item_id)))

    def _image(self, kind: str, item_id: int, before: str) -> None:
        self._kept.add((kind, item_id))
        self._conn.execute(
            "INSERT INTO graph_revision_items (revision_id, item_kind, item_id, before) VALUES (?, ?, ?, ?)",
            (self.id, kind, item_id, before),
        )

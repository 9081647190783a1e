"""Counters and small states of a space, one text each, and the time that the file has seen.

In: a DB-API connection. Out: texts, or what their JSON says.
"""

import json
from typing import Any

from zeph.clock import Moment
from zeph.storage.engine.driver import Connection


def get_metadata(conn: Connection, space_id: int, key: str) -> str | None:
    """None where it was never set."""
    sql = "SELECT value FROM graph_metadata WHERE space_id = :space AND key = :key"
    row = conn.execute(sql, {"space": space_id, "key": key}).fetchone()
    return row[0] if row else None


def set_metadata(conn: Connection, space_id: int, key: str, value: str) -> None:
    sql = """INSERT INTO graph_metadata (space_id, key, value) VALUES (:space, :key, :value)
             ON CONFLICT (space_id, key) DO UPDATE SET value = excluded.value"""
    conn.execute(sql, {"space": space_id, "key": key, "value": value})


def get_json(conn: Connection, space_id: int, key: str) -> dict[str, Any]:
    """{} where it was never set."""
    found: dict[str, Any] = json.loads(get_metadata(conn, space_id, key) or "{}")
    return found


def set_json(conn: Connection, space_id: int, key: str, value: dict[str, Any]) -> None:
    set_metadata(conn, space_id, key, json.dumps(value))


def system_time(conn: Connection, now: Moment) -> Moment:
    """``now``, but never earlier than what the file has seen: system time does not run backwards."""
    row = conn.execute("SELECT max(value) FROM graph_metadata WHERE key = 'system_time'").fetchone()
    return max(now, row[0] or "")


def remember_time(conn: Connection, space_id: int, now: Moment) -> None:
    """Nothing is written with an earlier system time from now on."""
    conn.execute(
        """INSERT INTO graph_metadata (space_id, key, value) VALUES (:space, 'system_time', :now)
        ON CONFLICT DO UPDATE SET value = max(value, :now)""",
        {"space": space_id, "now": now},
    )

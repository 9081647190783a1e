"""Counters and small states of a space, one text each, and the time that the file has seen.

In: a DB-API connection. Out: texts, or what their JSON says.
"""

import json
from datetime import timedelta
from typing import Any

from zeph.clock import Moment, parse_moment, to_moment
from zeph.storage.engine.driver import Connection

FIRST, LAST = "0001-01-01 00:00:00", "9999-12-31 23:59:59"
AHEAD_SECS = 86_400.0
"""How far the time that a file has seen may be ahead of the clock."""


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
    """``now``, but never earlier than what the file has seen: system time does not run backwards.

    What was seen more than a day ahead of the clock was a clock that went wrong, and counts for nothing.
    """
    sql = "SELECT max(value) FROM graph_metadata WHERE key = 'system_time' AND value <= :ahead"
    row = conn.execute(sql, {"ahead": later(now, AHEAD_SECS)}).fetchone()
    return max(now, row[0] or "")


def remember_time(conn: Connection, space_id: int, now: Moment) -> None:
    """Nothing is written with an earlier system time from now on."""
    conn.execute(
        """INSERT INTO graph_metadata (space_id, key, value) VALUES (:space, 'system_time', :now)
        ON CONFLICT DO UPDATE SET value = CASE WHEN value <= :ahead THEN max(value, :now) ELSE :now END""",
        {"space": space_id, "now": now, "ahead": later(now, AHEAD_SECS)},
    )


def later(now: Moment, seconds: float) -> Moment:
    """``now`` and so many seconds; the last moment there is, or the first, where that is beyond it."""
    try:
        return to_moment(parse_moment(now) + timedelta(seconds=seconds))
    except OverflowError:
        return LAST if seconds > 0 else FIRST

"""Rids the file of deleted bytes.

In: a connection with no transaction open. Out: whether they are gone.
"""

import time

from zeph.storage.care.derived_things import WORDS
from zeph.storage.engine.driver import Connection

LOG_WAIT_SECS = 30.0


def scrub(conn: Connection) -> bool:
    """False where a reader keeps the log.

    ``secure_delete`` is not enough: pages that were split keep copies of their cells in unused space,
    and FTS5's own leaves terms at the edges of its pages. So the indexes and then the file are written anew.
    """
    there = {row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for table in filter(there.__contains__, WORDS):
        conn.execute(f"INSERT INTO {table} ({table}) VALUES ('rebuild')")
    conn.execute("VACUUM")
    end = time.monotonic() + LOG_WAIT_SECS
    while not checkpoint_truncate(conn):  # another moves the log into the file, which takes as long as the log is
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def checkpoint_truncate(conn: Connection) -> bool:
    """Moves the log into the file and empties it; False where a reader is in the way."""
    busy: int = conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return not busy

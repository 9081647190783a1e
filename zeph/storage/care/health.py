"""Care of the file: is it sound, is its log short, is what has ended out of the walks.

In: a DB-API connection, for the checks one that may write. Out: sentences and counts.
"""

import time
from collections.abc import Iterator, Sequence

from zeph.clock import Moment
from zeph.storage.engine.driver import Connection, driver
from zeph.storage.engine.metadata import set_metadata
from zeph.storage.graph.plan_writer import keep_version, remember_time
from zeph.storage.graph.read import system_time

FTS_TABLES = ("messages_fts", "graph_entities_fts", "graph_edges_fts", "graph_communities_fts")
VECTOR_OWNERS = {
    "message": "messages",
    "edge": "graph_edges",
    "entity": "graph_entities",
    "community": "graph_communities",
}
CIRCLE_SHOWN = 10
SCRUB_DUE = "scrub_due"
LOG_WAIT_SECS = 30.0


def database_health(conn: Connection, *, thorough: bool = False) -> list[str]:
    """What is wrong, all at one moment; :func:`rows_health` and :func:`index_health` are its parts."""
    return rows_health(conn, thorough=thorough) + [text for table in FTS_TABLES for text in index_health(conn, table)]


def rows_health(conn: Connection, *, thorough: bool = False) -> list[str]:
    """What is wrong with pages and rows, as sentences; empty: nothing. ``thorough`` also holds indexes against their
    tables."""
    return [*_pages(conn, thorough), *_references(conn), *_circles(conn), *_vectors(conn)]


def index_health(conn: Connection, table: str) -> list[str]:
    """What is wrong with a full-text index; the connection must be one that may write."""
    if fts_disagrees(conn, table):
        return [f"The full-text index {table} does not agree with its table; it can be rebuilt."]
    return []


def checkpoint_truncate(conn: Connection) -> bool:
    """Moves the log into the file and empties it; False where a reader is in the way. Not inside a transaction."""
    busy: int = conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return not busy


def scrub(conn: Connection) -> bool:
    """Rids the file of deleted bytes; False where a reader keeps the log. Not inside a transaction.

    ``secure_delete`` is not enough: pages that were split keep copies of their cells in unused space,
    and FTS5's own leaves terms at the edges of its pages. So the indexes and then the file are written anew.
    """
    for table in FTS_TABLES:
        conn.execute(f"INSERT INTO {table} ({table}) VALUES ('rebuild')")
    conn.execute("VACUUM")
    end = time.monotonic() + LOG_WAIT_SECS
    while not checkpoint_truncate(conn):  # another moves the log into the file, which takes as long as the log is
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def scrub_due(conn: Connection) -> list[tuple[int, str]]:
    """(space, when) of removals whose bytes may still be in the file."""
    return conn.execute("SELECT space_id, value FROM graph_metadata WHERE key = ?", (SCRUB_DUE,)).fetchall()  # type: ignore[no-any-return]


def scrub_later(conn: Connection, space_id: int, now: Moment) -> None:
    """To be called in the transaction that removes: whoever is killed before :func:`scrub`, it is done all the same."""
    set_metadata(conn, space_id, SCRUB_DUE, now)


def scrubbed(conn: Connection, due: Sequence[tuple[int, str]]) -> None:
    """What was due is done; what became due meanwhile is not."""
    conn.executemany(f"DELETE FROM graph_metadata WHERE space_id = ? AND key = '{SCRUB_DUE}' AND value = ?", due)


def sizes(conn: Connection) -> list[tuple[str, int, int]]:
    """(table or index, rows or -1 for an index, bytes), largest first; bytes are 0 where this SQLite cannot tell."""
    try:
        bytes_of = dict(conn.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name").fetchall())
    except driver().module.OperationalError:
        bytes_of = {}
    listed = conn.execute("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL")
    found = [
        (
            name,
            int(conn.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0])
            if kind == "table" and "_fts" not in name and not name.startswith("vec_")
            else -1,
            int(bytes_of.get(name, 0)),
        )
        for name, kind in listed.fetchall()
    ]
    return sorted(found, key=lambda row: (-row[2], -row[1], row[0]))


def flip_ended(conn: Connection, now: Moment) -> int:
    """Facts whose stated end has passed leave the walks over what is current, those with a successor are superseded
    from now on (graph-memory §2: until a supersession is due it sets only the end); how many."""
    now = system_time(conn, now)
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


def _pages(conn: Connection, thorough: bool) -> Iterator[str]:
    check = "integrity_check" if thorough else "quick_check"
    try:
        found = [str(row[0]) for row in conn.execute(f"PRAGMA {check}")]
    except driver().module.DatabaseError as error:
        found = [str(error)]
    for text in found:
        if text != "ok":
            yield f"The database file is damaged: {text}."


def _references(conn: Connection) -> Iterator[str]:
    for table, row, parent, _ in conn.execute("PRAGMA foreign_key_check"):
        yield f"Row {row} of {table} refers to a row of {parent} that is not there."


def _circles(conn: Connection) -> Iterator[str]:
    """Chains of corrections that end in themselves: nothing that Zeph writes does, a damaged or edited file may."""
    try:
        found = circles(conn)
    except driver().module.DatabaseError:
        return  # so damaged that the check of the pages has said it
    for circle in found:
        yield f"The facts {', '.join(map(str, circle[:CIRCLE_SHOWN]))} supersede one another in a circle."


def circles(conn: Connection) -> list[list[int]]:
    """The facts of each circle of supersession, in its order from the smallest start."""
    later = dict(conn.execute("SELECT id, superseded_by FROM graph_edges WHERE superseded_by IS NOT NULL").fetchall())
    found: list[list[int]] = []
    done: set[int] = set()
    for start in sorted(later):
        path: dict[int, None] = {}
        at: int | None = start
        while at is not None and at not in path and at not in done:
            path[at] = None
            at = later.get(at)
        if at in path:
            found.append(list(path)[list(path).index(at) :])
        done.update(path)
    return found


def fts_disagrees(conn: Connection, table: str) -> bool:
    """Whether a full-text index differs from what it indexes."""
    try:
        conn.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)")
    except driver().module.DatabaseError as error:
        if "malformed" not in str(error) and "corrupt" not in str(error):
            raise  # locked or not writable: nothing is known about the index
        return True
    return False


def _vectors(conn: Connection) -> Iterator[str]:
    for kind, table in VECTOR_OWNERS.items():
        sql = f"""SELECT count(*) FROM embeddings WHERE kind = :kind
                  AND NOT EXISTS (SELECT 1 FROM {table} AS t WHERE t.id = embeddings.item_id)"""
        count = conn.execute(sql, {"kind": kind}).fetchone()[0]
        if count:
            yield f"The number of {kind} vectors that belong to nothing is {count}."

"""Care of the file: is it sound, is its log short, are its hot counters up to date.

In: a DB-API connection, for the checks one that may write. Out: sentences and counts.
"""

from collections.abc import Iterator
from datetime import timedelta

from zeph.clock import Moment, parse_moment, to_moment
from zeph.storage.driver import Connection, driver

FTS_TABLES = ("messages_fts", "graph_entities_fts", "graph_edges_fts", "graph_communities_fts")
VECTOR_OWNERS = {
    "message": "messages",
    "edge": "graph_edges",
    "entity": "graph_entities",
    "community": "graph_communities",
}
SINCE_COMMUNITIES = "messages_since_communities"
LAST_DECAY = "last_usage_decay"


def database_health(conn: Connection, *, thorough: bool = False) -> list[str]:
    """What is wrong, as sentences; empty: nothing. ``thorough`` also holds indexes against their tables."""
    return [*_pages(conn, thorough), *_references(conn), *_full_text(conn), *_vectors(conn), *_chains(conn)]


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
    return checkpoint_truncate(conn)


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
    """Facts whose stated end has passed leave the walks over what is current; how many."""
    sql = "UPDATE graph_edges SET live = 0 WHERE live = 1 AND valid_until IS NOT NULL AND valid_until <= :now"
    flipped: int = conn.execute(sql, {"now": now}).rowcount
    return flipped


def decay_usage(conn: Connection, space_id: int, lambda_: float, since: Moment) -> int:
    """Multiplies the usage of facts not injected after ``since`` by ``lambda_``; how many."""
    sql = """UPDATE graph_edge_usage SET retrieval_count = retrieval_count * :lambda
             WHERE retrieval_count > 0 AND (last_retrieved_at IS NULL OR last_retrieved_at < :since)
               AND edge_id IN (SELECT id FROM graph_edges WHERE space_id = :space)"""
    decayed: int = conn.execute(sql, {"lambda": lambda_, "since": since, "space": space_id}).rowcount
    return decayed


def decay_if_due(conn: Connection, space_id: int, lambda_: float, interval_secs: int, now: Moment) -> int:
    """One decay pass if the last is old enough; the first call only starts the clock."""
    last = get_metadata(conn, space_id, LAST_DECAY)
    if last and parse_moment(now) < parse_moment(last) + timedelta(seconds=interval_secs):
        return 0
    set_metadata(conn, space_id, LAST_DECAY, to_moment(parse_moment(now)))
    return decay_usage(conn, space_id, lambda_, last) if last else 0


def communities_due(conn: Connection, space_id: int, processed: int, interval: int) -> bool:
    """Counts ``processed`` messages; True, and the count begins anew, where it reaches ``interval``."""
    count = int(get_metadata(conn, space_id, SINCE_COMMUNITIES) or 0) + processed
    due = count >= interval
    set_metadata(conn, space_id, SINCE_COMMUNITIES, str(0 if due else count))
    return due


def get_metadata(conn: Connection, space_id: int, key: str) -> str | None:
    sql = "SELECT value FROM graph_metadata WHERE space_id = :space AND key = :key"
    row = conn.execute(sql, {"space": space_id, "key": key}).fetchone()
    return row[0] if row else None


def set_metadata(conn: Connection, space_id: int, key: str, value: str) -> None:
    sql = """INSERT INTO graph_metadata (space_id, key, value) VALUES (:space, :key, :value)
             ON CONFLICT (space_id, key) DO UPDATE SET value = excluded.value"""
    conn.execute(sql, {"space": space_id, "key": key, "value": value})


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


def _full_text(conn: Connection) -> Iterator[str]:
    for table in FTS_TABLES:
        if fts_disagrees(conn, table):
            yield f"The full-text index {table} does not agree with its table; it can be rebuilt."


def fts_disagrees(conn: Connection, table: str) -> bool:
    """Whether a full-text index differs from what it indexes."""
    try:
        conn.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)")
    except driver().module.DatabaseError as error:
        if "malformed" not in str(error) and "corrupt" not in str(error):
            raise  # locked or not writable: nothing is known about the index
        return True
    return False


def _chains(conn: Connection) -> Iterator[str]:
    for edge in cycles(conn):
        yield f"Fact {edge} supersedes itself by way of others."


def cycles(conn: Connection) -> list[int]:
    """One fact, the newest, of each circle of supersession."""
    after = dict(conn.execute("SELECT id, superseded_by FROM graph_edges WHERE superseded_by IS NOT NULL").fetchall())
    found: set[int] = set()
    done: set[int] = set()
    for start in after:
        path: dict[int, None] = {}
        at: int | None = start
        while at is not None and at not in done and at not in path:
            path[at] = None
            at = after.get(at)
        if at in path:
            ring = list(path)[list(path).index(at) :]
            found.add(max(ring))
        done |= path.keys()
    return sorted(found)


def _vectors(conn: Connection) -> Iterator[str]:
    for kind, table in VECTOR_OWNERS.items():
        sql = f"""SELECT count(*) FROM embeddings WHERE kind = :kind
                  AND NOT EXISTS (SELECT 1 FROM {table} AS t WHERE t.id = embeddings.item_id)"""
        count = conn.execute(sql, {"kind": kind}).fetchone()[0]
        if count:
            yield f"The number of {kind} vectors that belong to nothing is {count}."

"""What can be wrong with the file: its pages, its rows, its indexes.

In: a DB-API connection, for the full-text indexes one that may write. Out: sentences.
"""

from collections.abc import Iterator

from zeph.storage.care.derived_things import derived_things, missing_objects
from zeph.storage.engine.driver import Connection, driver
from zeph.storage.vectors.item_vectors import TABLES

CIRCLE_SHOWN = 10


def rows_health(conn: Connection, *, thorough: bool = False) -> list[str]:
    """What is wrong with pages and rows, as sentences; empty: nothing. ``thorough`` also holds indexes against their
    tables."""
    return [*_pages(conn, thorough), *_references(conn), *_circles(conn), *_vectors(conn)]


def derived_names(conn: Connection) -> list[str]:
    """Of what follows from the rest, and ``schema`` for its indexes and triggers."""
    return ["schema", *(thing.name for thing in derived_things(conn))]


def derived_health(conn: Connection, name: str) -> list[str]:
    """What is wrong with one thing that follows from the rest; the connection must be one that may write."""
    if name == "schema":
        return [
            f"The {lacking.kind} {lacking.name} is not there; it can be made again."
            for lacking in missing_objects(conn)
        ]
    thing = next((thing for thing in derived_things(conn) if thing.name == name), None)
    if thing is not None and (thing.is_away(conn) or thing.is_damaged(conn)):
        return [f"{thing.told[0].upper()}{thing.told[1:]} ({name}): damaged or not there; it can be made again."]
    return []


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


def _vectors(conn: Connection) -> Iterator[str]:
    for kind, table in TABLES.items():
        sql = f"""SELECT count(*) FROM embeddings WHERE kind = :kind
                  AND NOT EXISTS (SELECT 1 FROM {table} AS t WHERE t.id = embeddings.item_id)"""
        count = conn.execute(sql, {"kind": kind}).fetchone()[0]
        if count:
            yield f"The number of {kind} vectors that belong to nothing is {count}."

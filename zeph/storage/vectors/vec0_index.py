"""The ``vec0`` tables: an index over the plain table ``embeddings``, which can be made again from it at any time.

In: a connection, a kind and a model. Out: whether there is an index, and one that is in step. A driver without vec0
marks it stale instead of writing it, and the next one with vec0 rebuilds it.
"""

from collections.abc import Sequence

from zeph.storage.engine.driver import Connection, driver
from zeph.storage.ports import KINDS, Kind

VEC0_MOST = 4096
"""Neighbours that one question to it may ask for."""
VEC0_ROWS = 5_000
"""Above this many vectors the bits in memory answer: vec0 reads every row whole, 3 ms for each 10,000. Its table goes
then, as it holds every vector once more; it comes back only well below."""
VEC0_AGAIN = 4_000
VEC0_CHUNKS = VEC0_ROWS // 1_024 + 1
"""What so many rows take: counting chunks is quicker than counting rows."""


def has_vec0(conn: Connection) -> bool:
    """Whether this connection can read and write it."""
    try:
        conn.execute("SELECT vec_version()").fetchone()
    except driver().module.Error:
        return False
    return True


def out_of_step(conn: Connection) -> list[tuple[Kind, int, int]]:
    """(kind, model id, dimension) of each vec0 index that is stale or missing; [] without vec0."""
    if not has_vec0(conn):
        return []
    models = conn.execute("SELECT id, dimension FROM embedding_models ORDER BY id").fetchall()
    return [(kind, model, dim) for model, dim in models for kind in KINDS if _out_of_step(conn, kind, model)]


def sync_indexes(conn: Connection) -> int:
    """Rebuilds every index that is out of step; how many."""
    stale = out_of_step(conn)
    for kind, model_id, dimension in stale:
        rebuild(conn, kind, model_id, dimension)
    return len(stale)


def _out_of_step(conn: Connection, kind: Kind, model_id: int) -> bool:
    if exists(conn, index_name(kind, model_id)):
        return is_stale(conn, kind, model_id)
    sql = "SELECT 1 FROM embeddings WHERE kind = ? AND model_id = ? LIMIT 1"
    some = conn.execute(sql, (kind, model_id)).fetchone() is not None
    return some and not outgrown(conn, kind, model_id, there=False)


def index_name(kind: Kind, model_id: int) -> str:
    """The name of the table."""
    return f"vec_{kind}_{int(model_id)}"


def exists(conn: Connection, table: str) -> bool:
    """Whether there is a table of that name."""
    return (
        conn.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchone() is not None
    )


def outgrown(conn: Connection, kind: Kind, model_id: int, *, there: bool) -> bool:
    """Whether a kind has too many vectors of the model for an index that is ``there``, or for one to be made."""
    most = VEC0_ROWS if there else VEC0_AGAIN
    sql = "SELECT count(*) FROM (SELECT 1 FROM embeddings WHERE kind = ? AND model_id = ? LIMIT ?)"
    return int(conn.execute(sql, (kind, model_id, most + 1)).fetchone()[0]) > most


def is_small(conn: Connection, name: str) -> bool:
    """Whether the index is there, and small enough that its brute force is quicker than loading bits."""
    if not exists(conn, name):
        return False
    chunks = f"SELECT count(*) FROM (SELECT 1 FROM {name}_chunks LIMIT {VEC0_CHUNKS + 1})"
    return bool(conn.execute(chunks).fetchone()[0] <= VEC0_CHUNKS)


def drop_index(conn: Connection, kind: Kind, model_id: int) -> None:
    """Takes a vec0 table away, where there is one; it can be made again from ``embeddings``."""
    if exists(conn, index_name(kind, model_id)):
        conn.execute(f"DROP TABLE {index_name(kind, model_id)}")
    conn.execute("DELETE FROM graph_metadata WHERE key = ?", (_stale_key(kind, model_id),))


def rebuild(conn: Connection, kind: Kind, model_id: int, dimension: int) -> None:
    """Makes the index anew from the vectors."""
    name = index_name(kind, model_id)
    conn.execute(f"DROP TABLE IF EXISTS {name}")
    conn.execute(f"CREATE VIRTUAL TABLE {name} USING vec0(vector int8[{int(dimension)}] distance_metric=cosine)")
    conn.execute(
        f"INSERT INTO {name} (rowid, vector) SELECT item_id, vec_int8(vector) FROM embeddings"
        " WHERE kind = ? AND model_id = ? ORDER BY item_id",
        (kind, model_id),
    )
    conn.execute("DELETE FROM graph_metadata WHERE key = ?", (_stale_key(kind, model_id),))


def write_rows(conn: Connection, name: str, rows: Sequence[tuple[int, bytes]]) -> None:
    """Replaces rows of (item id, packed vector). Raises the driver's DatabaseError where a table of the index is gone:
    sqlite-vec would end the process."""
    if not all(exists(conn, f"{name}_{part}") for part in ("chunks", "rowids", "vector_chunks00")):
        raise driver().module.DatabaseError(f"{name} is malformed: a table of it is not there")
    conn.executemany(f"DELETE FROM {name} WHERE rowid = ?", [(i,) for i, _ in rows])
    conn.executemany(f"INSERT INTO {name} (rowid, vector) VALUES (?, vec_int8(?))", rows)


def drop_strays(conn: Connection) -> None:
    """Takes rows out of every index whose vectors are gone from ``embeddings``: a text that changed, or what was merged
    away. Triggers take those, but must not write a vec0 table: not every driver can."""
    if not has_vec0(conn):
        return
    for (model,) in conn.execute("SELECT id FROM embedding_models").fetchall():
        for kind in KINDS:
            if exists(conn, name := index_name(kind, model)):
                conn.execute(
                    f"DELETE FROM {name} WHERE rowid IN (SELECT rowid FROM {name}_rowids"
                    " EXCEPT SELECT item_id FROM embeddings WHERE kind = ? AND model_id = ?)",
                    (kind, model),
                )


def _stale_key(kind: Kind, model_id: int) -> str:
    return f"stale_index:{index_name(kind, model_id)}"


def mark_stale(conn: Connection, kind: Kind, model_id: int) -> None:
    """To be rebuilt by the next connection that can."""
    conn.execute(
        "INSERT OR REPLACE INTO graph_metadata (space_id, key, value) SELECT min(id), ?, '1' FROM spaces",
        (_stale_key(kind, model_id),),
    )


def is_stale(conn: Connection, kind: Kind, model_id: int) -> bool:
    """Whether it lacks what was written since."""
    sql = "SELECT 1 FROM graph_metadata WHERE space_id = (SELECT min(id) FROM spaces) AND key = ?"
    return conn.execute(sql, (_stale_key(kind, model_id),)).fetchone() is not None

"""What in the file follows from the rest: how each is held against what it follows from, taken away, and made again.

In: a connection inside a write transaction. Out: what is wrong, as a sentence's end; a file without the thing, in which
everything else works; the thing made anew. Whoever reads one does without it while it is away: text search reads the
texts (``search/plain_search.py``), likeness finds nothing, the background fills what is empty.
"""

import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from zeph.storage.engine.driver import Connection, driver
from zeph.storage.engine.newest_schema import SchemaObject, forget_objects, newest_schema, schema_of
from zeph.storage.vectors import vec0_index

OWN_TABLES = (
    "spaces", "conversations", "messages", "memory_identity", "graph_entities", "graph_entity_aliases", "graph_edges",
    "graph_edge_versions", "graph_edge_mentions", "graph_entity_mentions", "graph_episodes", "graph_episode_entities",
    "graph_revisions", "graph_revision_items", "graph_relations", "graph_claims", "graph_claim_edges", "graph_similar",
    "graph_ledger", "profile_lines", "conversation_summaries", "graph_edge_usage",
    "memory_blocks", "memory_block_forms",
)  # fmt: skip
"""What a memory consists of: it follows from nothing, and is never taken away."""
WORDS = {
    "messages_fts": "messages", "message_passages_fts": "passages", "graph_entities_fts": "names",
    "graph_edges_fts": "facts", "graph_communities_fts": "communities",
}  # fmt: skip
"""Full-text indexes, and of what."""
STATS = """
    INSERT INTO graph_entity_stats (entity_id, edge_type, space_id, degree)
    SELECT entity_id, edge_type, space_id, count(*) FROM (
        SELECT source_entity_id AS entity_id, '' AS edge_type, space_id FROM graph_edges WHERE expired_at IS NULL
        UNION ALL SELECT target_entity_id, '', space_id FROM graph_edges WHERE expired_at IS NULL
        UNION ALL SELECT source_entity_id, edge_type, space_id FROM graph_edges WHERE expired_at IS NULL
        UNION ALL SELECT target_entity_id, edge_type, space_id FROM graph_edges WHERE expired_at IS NULL)
    GROUP BY entity_id, edge_type"""
_FEEDING = tuple(f"{index}_" for index in WORDS)
"""How the names of triggers begin that feed an index; they are made with it."""
_NUMBERS = ("link_changes", "messages_since_communities", "passages_until", "dates_until")
_OBJECTS = ("communities", "embedding_complete", "entity_summaries", "upkeep_lease", "upkeep_starts")


@dataclass(frozen=True, slots=True)
class Derived:
    """One thing that follows from the rest."""

    name: str
    told: str
    """What a person calls it: the subject of "… is damaged"."""
    wrong: Callable[[Connection], bool]
    """Whether it is not what it should be; raises the driver's errors where it cannot be read."""
    take_away: Callable[[Connection], None]
    """Afterwards nothing reads or writes what is damaged."""
    make: Callable[[Connection], None]
    """Where it is away."""
    is_away: Callable[[Connection], bool]
    remakes: tuple[str, ...] = ()
    """Other things that are made anew, empty, when it is taken away."""
    holds: tuple[str, ...] = ()
    """Its tables, where it is some."""

    def is_damaged(self, conn: Connection) -> bool:
        """Whether it is there, or should be, and is of no use. Raises the driver's error where the file is held."""
        try:
            return not self.is_away(conn) and self.wrong(conn)
        except driver().module.Error as error:
            if "locked" in str(error) or "busy" in str(error):
                raise
            return True


def derived_things(conn: Connection) -> list[Derived]:
    """All of them, what others are made of first."""
    return [*_TABLES, *(_words(index, of) for index, of in WORDS.items()), *map(_neighbours, _vector_indexes(conn))]


def damaged_things(conn: Connection) -> list[str]:
    """Names. No transaction may be open: once SQLite has met damage in one, it refuses to write in it."""
    found = []
    for thing in derived_things(conn):
        stays_behind = thing.name in WORDS and thing.is_away(conn) and bool(_belonging(conn, thing.name))
        if stays_behind or thing.is_damaged(conn):
            found.append(thing.name)
    return found


def take_away(conn: Connection, names: Sequence[str]) -> list[str]:
    """What was taken away, as a person calls it."""
    taken = [thing for thing in derived_things(conn) if thing.name in names]
    remade = {index for thing in taken for index in thing.remakes}
    for thing in taken:
        if thing.name not in remade:
            thing.take_away(conn)
    return [thing.told for thing in taken]


def make_what_is_away(conn: Connection) -> list[str]:
    """What was made, likewise; indexes, triggers and views that are missing too."""
    there, told = schema_of(conn), []
    for lacking in missing_objects(conn):
        if lacking.kind == "view" or (lacking.table in there and not lacking.name.startswith(_FEEDING)):
            conn.execute(lacking.sql)
            told.append(f"the {lacking.kind} {lacking.name}")
    if told:
        conn.execute("DELETE FROM graph_metadata WHERE key = 'embedding_complete'")  # every row is looked at once more
    for thing in derived_things(conn):
        if thing.is_away(conn):
            thing.make(conn)
            told.append(thing.told)
    vec0_index.sync_indexes(conn)
    return told


def missing_objects(conn: Connection) -> list[SchemaObject]:
    """What the schema lacks of indexes, triggers and views; tables are their thing's."""
    there = schema_of(conn)
    return [o for name, o in newest_schema().items() if name not in there and o.kind != "table" and o.sql]


# ---------------------------------------------------------------- words


def _words(index: str, of: str) -> Derived:
    return Derived(
        index, f"the word index of {of}", partial(_words_wrong, index=index), partial(_drop, names=[index]),
        partial(_make_words, index=index), partial(_lacks, name=index),
    )  # fmt: skip


def _words_wrong(conn: Connection, index: str) -> bool:
    """FTS5's own check against the table (https://www.sqlite.org/fts5.html, 6.4), a reading, and whether it is fed."""
    if any(_lacks(conn, made.name) for made in _feeding(index)):
        return True
    conn.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)")
    conn.execute(f"SELECT count(*) FROM (SELECT rowid FROM {index} WHERE {index} MATCH 'a' LIMIT 1)").fetchone()
    secure = conn.execute(f"SELECT v FROM {index}_config WHERE k = 'secure-delete'").fetchone()
    return secure is None or secure[0] != 1


def _make_words(conn: Connection, index: str) -> None:
    conn.execute(newest_schema()[index].sql)
    conn.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('secure-delete', 1)")
    for trigger in _feeding(index):
        conn.execute(f"DROP TRIGGER IF EXISTS {trigger.name}")
        conn.execute(trigger.sql)
    conn.execute(f"INSERT INTO {index} ({index}) VALUES ('rebuild')")


def _feeding(index: str) -> list[SchemaObject]:
    made = newest_schema().values()
    return [trigger for trigger in made if trigger.kind == "trigger" and trigger.name.startswith(f"{index}_")]


# ---------------------------------------------------------------- neighbours


def _vector_indexes(conn: Connection) -> list[str]:
    """Names of vec0 tables: those that are there, and those whose own tables are."""
    names = [
        str(row[0]) for row in conn.execute("SELECT name FROM sqlite_master WHERE name LIKE 'vec\\_%' ESCAPE '\\'")
    ]
    return sorted({"_".join(name.split("_")[:3]) for name in names})


def _neighbours(index: str) -> Derived:
    _, kind, model = index.split("_")
    return Derived(
        index, f"the likeness index of {kind} vectors", partial(_neighbours_wrong, index=index, kind=kind, model=model),
        partial(_drop, names=[index]), lambda conn: None, partial(_lacks_all, name=index),
    )  # fmt: skip


def _neighbours_wrong(conn: Connection, index: str, kind: str, model: str) -> bool:
    if not vec0_index.has_vec0(conn):
        return False
    vectors = "SELECT item_id, vector FROM embeddings WHERE kind = :kind AND model_id = :model"
    given = {"kind": kind, "model": int(model)}
    # Rows whose vectors are gone wait for new ones, or go with the next forgetting.
    differ = f"SELECT count(*) FROM ({vectors} EXCEPT SELECT rowid, vector FROM {index})"
    for (vector,) in conn.execute(f"SELECT vector FROM ({vectors}) LIMIT 1", given).fetchall():
        conn.execute(f"SELECT rowid FROM {index} WHERE vector MATCH vec_int8(?) AND k = 3", (vector,)).fetchall()
    if _taken_places(conn, index) != set(conn.execute(f"SELECT chunk_id, chunk_offset, rowid FROM {index}_rowids")):
        return True
    stale = conn.execute("SELECT 1 FROM graph_metadata WHERE key = ?", (f"stale_index:{index}",)).fetchone()
    return stale is None and bool(conn.execute(differ, given).fetchone()[0])


def _taken_places(conn: Connection, index: str) -> set[tuple[int, int, int]] | None:
    """(chunk, place in it, row) wherever a chunk says that a row stands; None where one is not as chunks are. A place
    that is taken by no row of the index is found all the same, with no distance."""
    taken: set[tuple[int, int, int]] = set()
    for chunk, size, bits, rows in conn.execute(f"SELECT chunk_id, size, validity, rowids FROM {index}_chunks"):
        if not (isinstance(bits, bytes) and isinstance(rows, bytes)) or [8 * len(bits), len(rows)] != [size, 8 * size]:
            return None
        ids = struct.unpack(f"<{size}q", rows)
        taken.update((chunk, at, ids[at]) for at in range(size) if bits[at // 8] >> at % 8 & 1)
    return taken


# ---------------------------------------------------------------- tables that the background fills


def _table(told: str, names: Sequence[str], wrong: str, after: Sequence[str]) -> Derived:
    """``wrong`` counts rows that cannot be; ``after`` has them made again once the tables are empty."""
    return Derived(
        names[0], told, partial(_table_wrong, names=names, wrong=wrong), partial(_empty, names=names, after=after),
        partial(_fill, after=after), lambda conn: False,
        tuple(f"{name}_fts" for name in names if f"{name}_fts" in WORDS), tuple(names),
    )  # fmt: skip


def _table_wrong(conn: Connection, names: Sequence[str], wrong: str) -> bool:
    for name in names:
        if [row[0] for row in conn.execute(f"PRAGMA integrity_check({name})")] != ["ok"]:
            return True
    return bool(conn.execute(wrong).fetchone()[0])


def _empty(conn: Connection, names: Sequence[str], after: Sequence[str]) -> None:
    indexes = [f"{name}_fts" for name in names if f"{name}_fts" in WORDS]
    _drop(conn, [*indexes, *names[::-1]])
    for made in newest_schema().values():
        if made.sql and made.table in names and not made.name.startswith(_FEEDING):
            conn.execute(made.sql)
    for index in indexes:
        _make_words(conn, index)
    _fill(conn, after)


def _fill(conn: Connection, after: Iterable[str]) -> None:
    for statement in after:
        conn.execute(statement)


def _states(*keys: str) -> str:
    return f"DELETE FROM graph_metadata WHERE key IN ({', '.join(map(repr, keys))})"


_BAD_STATE = " OR ".join(
    [
        "typeof(value) <> 'text'", "typeof(key) <> 'text'",
        f"(key IN {_NUMBERS} AND value NOT GLOB '[0-9]*')", f"(key IN {_OBJECTS} AND NOT json_valid(value))",
        "space_id NOT IN (SELECT id FROM spaces)",
    ]
)  # fmt: skip
_TABLES = (
    _table(
        "what the background remembers", ("graph_metadata",), f"SELECT count(*) FROM graph_metadata WHERE {_BAD_STATE}",
        ("INSERT INTO graph_metadata (space_id, key, value) SELECT min(id), 'scrub_due', max(created_at) FROM spaces",),
    ),
    _table(
        "who works on what", ("leases",),
        "SELECT count(*) FROM leases WHERE typeof(fence) <> 'integer' OR typeof(expires_at) <> 'text'", (),
    ),
    _table(
        "the vectors", ("embedding_models", "embeddings", "embedding_queue"),
        """SELECT count(*) FROM embeddings AS e LEFT JOIN embedding_models AS m ON m.id = e.model_id
        WHERE m.id IS NULL OR typeof(m.dimension) <> 'integer' OR typeof(e.vector) <> 'blob'
            OR length(e.vector) <> m.dimension OR typeof(e.scale) <> 'real'
            OR typeof(e.change) <> 'integer' OR typeof(e.item_id) <> 'integer'
            OR NOT e.item_id BETWEEN 1 AND (SELECT 1000000 + 2 * coalesce(max(seq), 0) FROM sqlite_sequence)
            OR NOT e.change BETWEEN 1 AND 1000000000000 OR NOT abs(e.scale) < 10""",
        ("DELETE FROM graph_metadata WHERE key GLOB 'embedding_*' OR key GLOB 'stale_index:*'",),
    ),
    _table(
        "the communities", ("graph_communities", "graph_community_members"),
        """SELECT (SELECT count(*) FROM graph_community_members AS m
                WHERE m.community_id NOT IN (SELECT id FROM graph_communities)
                OR m.entity_id NOT IN (SELECT id FROM graph_entities))
            + (SELECT count(*) FROM graph_communities
            WHERE typeof(name) <> 'text' OR typeof(summary) <> 'text' OR space_id NOT IN (SELECT id FROM spaces))""",
        (_states("communities", "messages_since_communities"), "DELETE FROM embeddings WHERE kind = 'community'"),
    ),
    _table(
        "the passages of long messages", ("message_passages",),
        """SELECT count(*) FROM message_passages AS p LEFT JOIN messages AS m ON m.id = p.message_id
        WHERE m.id IS NULL OR typeof(p.start) <> 'integer' OR typeof(p.stop) <> 'integer' OR p.start < 0
            OR p.stop <= p.start OR p.stop > length(m.text) OR typeof(p.indexed_text) <> 'text'
            OR p.space_id <> m.space_id""",
        (_states("passages_until"), "DELETE FROM embeddings WHERE kind = 'passage'"),
    ),
    _table(
        "the dates that messages name", ("message_dates",),
        """SELECT count(*) FROM message_dates WHERE message_id NOT IN (SELECT id FROM messages)
        OR start NOT GLOB '[0-9][0-9][0-9][0-9]-*' OR stop NOT GLOB '[0-9][0-9][0-9][0-9]-*'
        OR space_id NOT IN (SELECT id FROM spaces)""",
        (_states("dates_until"),),
    ),
    _table(
        "the counts of facts", ("graph_entity_stats",),
        """SELECT count(*) FROM graph_entity_stats WHERE typeof(degree) <> 'integer' OR typeof(edge_type) <> 'text'
        OR entity_id NOT IN (SELECT id FROM graph_entities) OR space_id NOT IN (SELECT id FROM spaces)""",
        (STATS,),
    ),
)  # fmt: skip


# ---------------------------------------------------------------- how things go


def _lacks(conn: Connection, name: str) -> bool:
    return conn.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone() is None


def _lacks_all(conn: Connection, name: str) -> bool:
    return not _belonging(conn, name)


def _belonging(conn: Connection, name: str) -> list[str]:
    """The thing and its own tables, with what hangs on them; for an index of words also what feeds it."""
    found = conn.execute("SELECT name FROM sqlite_master WHERE name = :n OR name GLOB :n || '_*'", {"n": name})
    return [str(row[0]) for row in found]


def _drop(conn: Connection, names: Sequence[str]) -> None:
    """By the schema alone: SQLite's own way reads the pages, which may be damaged. Their room, and the bytes in it, go
    when the file is next written anew, which is noted as due."""
    parts = [part for name in names for part in (_belonging(conn, name) if _is_index(name) else [name])]
    if parts:
        forget_objects(conn, parts)
    if "graph_metadata" not in names:  # which is noted when it is made again
        conn.execute(
            """INSERT OR REPLACE INTO graph_metadata (space_id, key, value)
            SELECT min(id), 'scrub_due', max(created_at) FROM spaces HAVING count(*) > 0"""
        )


def _is_index(name: str) -> bool:
    return name in WORDS or name.startswith("vec_")

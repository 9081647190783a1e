"""What can be made right in a damaged file without a guess: everything that follows from something else.

In: a connection inside a write transaction. Out: a sentence for each thing that was mended. Rows that a person or a
model wrote are never thrown away; references to what is not there are taken out of them.
"""

from collections.abc import Iterator

from zeph.storage.care.derived_things import STATS
from zeph.storage.care.health import circles
from zeph.storage.engine.driver import Connection
from zeph.storage.vectors.item_vectors import TABLES

DANGLING = (
    ("graph_edges", "supersedes_id", "graph_edges"), ("graph_edges", "superseded_by", "graph_edges"),
    ("graph_entity_aliases", "message_id", "messages"), ("graph_revisions", "message_id", "messages"),
    ("graph_relations", "message_id", "messages"), ("graph_revisions", "undone_by", "graph_revisions"),
    ("memory_blocks", "form_id", "memory_block_forms"), ("memory_block_forms", "before_id", "memory_block_forms"),
)  # fmt: skip
"""(table, column, table it points to): references that may be empty."""
LINKS = (
    ("graph_edge_mentions", "edge_id", "graph_edges"), ("graph_edge_mentions", "message_id", "messages"),
    ("graph_entity_mentions", "entity_id", "graph_entities"), ("graph_entity_mentions", "message_id", "messages"),
    ("message_passages", "message_id", "messages"), ("message_dates", "message_id", "messages"),
    ("graph_claims", "message_id", "messages"),
    ("graph_claim_edges", "claim_id", "graph_claims"), ("graph_claim_edges", "edge_id", "graph_edges"),
    ("graph_edge_usage", "edge_id", "graph_edges"), ("graph_edge_versions", "edge_id", "graph_edges"),
    ("graph_community_members", "entity_id", "graph_entities"),
    ("graph_community_members", "community_id", "graph_communities"),
    ("graph_episode_entities", "entity_id", "graph_entities"),
    ("graph_episode_entities", "episode_id", "graph_episodes"),
    ("graph_similar", "entity_id", "graph_entities"), ("graph_similar", "similar_id", "graph_entities"),
    ("graph_entity_stats", "entity_id", "graph_entities"), ("graph_revision_items", "revision_id", "graph_revisions"),
    ("memory_block_forms", "block_id", "memory_blocks"),
)  # fmt: skip
"""Rows that only say that two things belong together, and mean nothing without both."""


def repair(conn: Connection) -> list[str]:
    """What was mended, a sentence each; [] where nothing had to be."""
    return [*_references(conn), *_circles(conn), *_vectors(conn), *_degrees(conn)]


def _references(conn: Connection) -> Iterator[str]:
    for table, column, parent in LINKS:
        yield from _counted(
            conn.execute(f"DELETE FROM {table} WHERE {column} NOT IN (SELECT id FROM {parent})").rowcount,
            f"rows of {table} that belonged to nothing were removed",
        )
    for table, column, parent in DANGLING:
        yield from _counted(
            conn.execute(
                f"UPDATE {table} SET {column} = NULL"
                f" WHERE {column} IS NOT NULL AND {column} NOT IN (SELECT id FROM {parent})"
            ).rowcount,
            f"references of {table}.{column} to rows that are not there were emptied",
        )


def _circles(conn: Connection) -> Iterator[str]:
    found = circles(conn)
    for edge in map(max, found):
        conn.execute("UPDATE graph_edges SET superseded_by = NULL WHERE id = ?", (edge,))
        conn.execute("UPDATE graph_edges SET supersedes_id = NULL WHERE supersedes_id = ?", (edge,))
    yield from _counted(len(found), "facts that superseded each other in a circle were taken apart")


def _vectors(conn: Connection) -> Iterator[str]:
    for kind, table in TABLES.items():
        yield from _counted(
            conn.execute(
                f"DELETE FROM embeddings WHERE kind = ? AND item_id NOT IN (SELECT id FROM {table})", (kind,)
            ).rowcount,
            f"{kind} vectors that belonged to nothing were removed",
        )


def _degrees(conn: Connection) -> Iterator[str]:
    before = set(
        conn.execute("SELECT entity_id, edge_type, degree FROM graph_entity_stats WHERE degree > 0").fetchall()
    )
    conn.execute("DELETE FROM graph_entity_stats")
    conn.execute(STATS)
    after = set(conn.execute("SELECT entity_id, edge_type, degree FROM graph_entity_stats").fetchall())
    yield from _counted(len(before ^ after), "counts of facts per entity were wrong and were counted anew")


def _counted(count: int, what: str) -> Iterator[str]:
    if count > 0:
        yield f"{count} {what}."

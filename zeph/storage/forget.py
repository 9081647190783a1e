"""Truly deletes a conversation: its messages and everything that has no other source.

In: a connection inside a transaction. Out: how many rows of what are gone. ``secure_delete`` is on and the
full-text indexes delete at once, so the caller only has to truncate the WAL for the bytes to be gone.
"""

from zeph.clock import Moment
from zeph.storage.driver import Connection

MESSAGES = "SELECT id FROM messages WHERE conversation_id = :conversation"
# A fact goes with its last source; what a person set by hand needs none.
FACTS = f"""
    SELECT DISTINCT m.edge_id FROM graph_edge_mentions m JOIN graph_edges e ON e.id = m.edge_id
    WHERE m.message_id IN ({MESSAGES}) AND e.origin <> 'person'
      AND NOT EXISTS (SELECT 1 FROM graph_edge_mentions o
                      WHERE o.edge_id = m.edge_id AND o.message_id NOT IN ({MESSAGES}))
"""
# An entity goes when only this conversation named it and no surviving fact touches it.
ENTITIES = f"""
    SELECT DISTINCT m.entity_id FROM graph_entity_mentions m
    WHERE m.message_id IN ({MESSAGES})
      AND NOT EXISTS (SELECT 1 FROM graph_entity_mentions o
                      WHERE o.entity_id = m.entity_id AND o.message_id NOT IN ({MESSAGES}))
      AND NOT EXISTS (SELECT 1 FROM graph_edges e
                      WHERE m.entity_id IN (e.source_entity_id, e.target_entity_id)
                        AND e.id NOT IN (SELECT id FROM gone_facts))
"""


def delete_conversation(conn: Connection, conversation_id: int, now: Moment) -> dict[str, int]:
    """Rows that are gone, by what they were. Facts that a deleted one had replaced hold again."""
    values = {"conversation": conversation_id, "now": now}
    _collect(conn, values)
    try:
        counts = _delete(conn, values)
    finally:
        for table in ("gone_facts", "gone_entities"):
            conn.execute(f"DROP TABLE IF EXISTS temp.{table}")
    return counts


def _collect(conn: Connection, values: dict[str, object]) -> None:
    conn.execute("CREATE TEMP TABLE gone_facts (id INTEGER PRIMARY KEY)")
    conn.execute(f"INSERT INTO gone_facts {FACTS}", values)
    conn.execute("CREATE TEMP TABLE gone_entities (id INTEGER PRIMARY KEY)")
    conn.execute(f"INSERT INTO gone_entities {ENTITIES}", values)


def _delete(conn: Connection, values: dict[str, object]) -> dict[str, int]:
    counts = {}
    counts["communities"] = _communities(conn)
    counts["revisions"] = _revisions(conn, values)
    _restore_replaced(conn)
    steps = {
        "facts": "DELETE FROM graph_edges WHERE id IN (SELECT id FROM gone_facts)",
        "aliases": f"DELETE FROM graph_entity_aliases WHERE message_id IN ({MESSAGES})"
        " AND alias_name <> (SELECT canonical_name FROM graph_entities n WHERE n.id = entity_id)",
        "entities": "DELETE FROM graph_entities WHERE id IN (SELECT id FROM gone_entities)",
        "relations": f"DELETE FROM graph_relations WHERE message_id IN ({MESSAGES})",
        "messages": "DELETE FROM messages WHERE conversation_id = :conversation",
    }
    for name, sql in steps.items():
        counts[name] = conn.execute(sql, values).rowcount
    _refresh_alias_text(conn)
    conn.execute("DELETE FROM graph_episodes WHERE conversation_id = :conversation", values)
    conn.execute("DELETE FROM conversations WHERE id = :conversation", values)
    return counts


def _communities(conn: Connection) -> int:
    """Their names and summaries are made of what goes; detection makes them anew."""
    return int(
        conn.execute(
            """DELETE FROM graph_communities WHERE id IN (
                SELECT m.community_id FROM graph_community_members m
                WHERE m.entity_id IN (SELECT id FROM gone_entities)
                   OR m.entity_id IN (SELECT source_entity_id FROM graph_edges WHERE id IN (SELECT id FROM gone_facts))
                   OR m.entity_id IN (SELECT target_entity_id FROM graph_edges WHERE id IN (SELECT id FROM gone_facts)))"""
        ).rowcount
    )


def _revisions(conn: Connection, values: dict[str, object]) -> int:
    """Before-images and reasons hold sentences: those of gone facts and gone messages go too."""
    conn.execute("DELETE FROM graph_revision_items WHERE item_kind = 'edge' AND item_id IN (SELECT id FROM gone_facts)")
    return int(
        conn.execute(
            f"""DELETE FROM graph_revisions WHERE message_id IN ({MESSAGES})
            OR NOT EXISTS (SELECT 1 FROM graph_revision_items i WHERE i.revision_id = graph_revisions.id)""",
            values,
        ).rowcount
    )


def _restore_replaced(conn: Connection) -> None:
    """A surviving fact whose only replacement goes takes its earlier form again, unless an equal one is open."""
    conn.execute(
        """UPDATE graph_edges AS e SET superseded_by = NULL, expired_at = NULL, expired_reason = NULL,
            valid_until = v.valid_until, valid_until_precision = v.valid_until_precision, live = v.valid_until IS NULL
        FROM graph_edge_versions v
        WHERE e.superseded_by IN (SELECT id FROM gone_facts) AND e.id NOT IN (SELECT id FROM gone_facts)
          AND v.id = (SELECT max(id) FROM graph_edge_versions w WHERE w.edge_id = e.id AND w.expired_at IS NULL)
          AND NOT EXISTS (SELECT 1 FROM graph_edges o
              WHERE o.space_id = e.space_id AND o.source_entity_id = e.source_entity_id AND o.id <> e.id
                AND o.canonical_relation = e.canonical_relation AND o.target_entity_id = e.target_entity_id
                AND o.expired_at IS NULL AND o.valid_until IS NULL AND o.id NOT IN (SELECT id FROM gone_facts))"""
    )


def _refresh_alias_text(conn: Connection) -> None:
    conn.execute(
        """UPDATE graph_entities AS n SET alias_text =
            (SELECT coalesce(group_concat(alias, ' '), '') FROM graph_entity_aliases a
             WHERE a.entity_id = n.id AND a.alias_name <> n.canonical_name)
        WHERE alias_text <> ''"""
    )

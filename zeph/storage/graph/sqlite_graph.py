"""What happened to the graph: an entity's facts of all times, revisions, the conversations it was in.

In: a connection inside a snapshot. Out: records, newest first.
"""

from zeph.records.edge import Edge, Form
from zeph.records.message import Conversation
from zeph.records.revision import Revision
from zeph.storage.engine.driver import Connection
from zeph.storage.graph.read import FORMS, JOINS, NOW, to_edge
from zeph.storage.messages.messages import CONVERSATION

ESCAPE = str.maketrans({"\\": "\\\\", "%": "\\%", "_": "\\_"})
"""Wildcards of LIKE, which are letters like any other in what is looked for."""


def edge_history(
    conn: Connection, space_id: int, source_id: int, predicate: str, relation: str | None, limit: int
) -> list[Edge]:
    """Facts of ``source_id``, expired and ended ones too, whose sentence or relation contains ``predicate``."""
    rows = conn.execute(
        f"""SELECT {NOW} FROM graph_edges e {JOINS} WHERE e.space_id = :space AND e.source_entity_id = :source
            AND (e.fact LIKE :like ESCAPE '\\' OR e.relation LIKE :like ESCAPE '\\')
            AND (:relation IS NULL OR e.canonical_relation = :relation)
        ORDER BY e.valid_from IS NULL, e.valid_from DESC, e.id DESC LIMIT :limit""",
        {
            "space": space_id,
            "source": source_id,
            "like": f"%{predicate.translate(ESCAPE)}%",
            "relation": relation,
            "limit": limit,
        },
    )
    return [to_edge(row) for row in rows]


def fact(conn: Connection, space_id: int, edge_id: int) -> Edge | None:
    """One fact by its number, expired or not."""
    row = conn.execute(
        f"SELECT {NOW} FROM graph_edges e {JOINS} WHERE e.space_id = ? AND e.id = ?", (space_id, edge_id)
    ).fetchone()
    return to_edge(row) if row else None


def facts_around(conn: Connection, space_id: int, entity_id: int, limit: int) -> list[Edge]:
    """Facts of all times with the entity at either end."""
    rows = conn.execute(
        f"""SELECT {NOW} FROM graph_edges e {JOINS}
        WHERE e.id IN (SELECT id FROM graph_edges WHERE source_entity_id = :entity
                       UNION SELECT id FROM graph_edges WHERE target_entity_id = :entity) AND e.space_id = :space
        ORDER BY e.valid_from IS NULL, e.valid_from DESC, e.id DESC LIMIT :limit""",
        {"space": space_id, "entity": entity_id, "limit": limit},
    )
    return [to_edge(row) for row in rows]


def facts_of_message(conn: Connection, space_id: int, message_id: int) -> list[Edge]:
    rows = conn.execute(
        f"""SELECT {NOW} FROM graph_edge_mentions m JOIN graph_edges e ON e.id = m.edge_id {JOINS}
        WHERE m.message_id = ? AND e.space_id = ? ORDER BY e.id""",
        (message_id, space_id),
    )
    return [to_edge(row) for row in rows]


def forms(conn: Connection, edge_id: int) -> list[Form]:
    """What was believed of a fact, and when; the latest first."""
    rows = conn.execute(
        f"""SELECT known_from, known_until, fact, confidence, valid_from, valid_until, expired_reason
        FROM {FORMS} WHERE edge_id = ? ORDER BY known_from DESC, known_until DESC""",
        (edge_id,),
    )
    return [Form(*row) for row in rows]


def revisions(conn: Connection, space_id: int, limit: int) -> list[Revision]:
    rows = conn.execute(
        """SELECT r.id, r.kind, r.reason, r.message_id, r.created_at, r.undone_by IS NOT NULL, r.origin
        FROM graph_revisions r
        WHERE r.space_id = ? ORDER BY r.id DESC LIMIT ?""",
        (space_id, limit),
    )
    return [Revision(*[*row[:5], bool(row[5]), row[6]]) for row in rows]


def accept(conn: Connection, space_id: int, revision_id: int | None) -> int:
    """A person stands behind a change (all of them without an id) from now on; how many did not have one yet."""
    done = conn.execute(
        """UPDATE graph_revisions SET origin = 'person'
        WHERE space_id = :space AND (:id IS NULL OR id = :id) AND origin <> 'person' AND undone_by IS NULL""",
        {"space": space_id, "id": revision_id},
    )
    return int(done.rowcount)


def episodes_for_entity(conn: Connection, space_id: int, entity_id: int) -> list[Conversation]:
    """The conversations in which the entity was spoken of."""
    rows = conn.execute(
        f"""SELECT {CONVERSATION} FROM graph_episode_entities n JOIN graph_episodes p ON p.id = n.episode_id
        JOIN conversations c ON c.id = p.conversation_id
        WHERE n.entity_id = :entity AND p.space_id = :space ORDER BY c.updated_at DESC, c.id DESC""",
        {"entity": entity_id, "space": space_id},
    )
    return [Conversation(*row) for row in rows]

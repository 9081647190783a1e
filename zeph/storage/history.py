"""What happened to the graph: an entity's facts of all times, revisions, the conversations it was in.

In: a connection inside a snapshot. Out: records, newest first.
"""

from zeph.records.edge import Edge
from zeph.records.message import Conversation
from zeph.records.revision import Revision
from zeph.storage.driver import Connection
from zeph.storage.graph_read import JOINS, NOW, to_edge
from zeph.storage.messages import CONVERSATION

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


def edges_ever(conn: Connection, space_id: int, entity_id: int, limit: int) -> list[Edge]:
    """Facts with the entity at either end, expired and ended ones too."""
    rows = conn.execute(
        f"""SELECT {NOW} FROM graph_edges e {JOINS} WHERE e.space_id = :space
            AND (e.source_entity_id = :entity OR e.target_entity_id = :entity)
        ORDER BY e.valid_from IS NULL, e.valid_from DESC, e.id DESC LIMIT :limit""",
        {"space": space_id, "entity": entity_id, "limit": limit},
    )
    return [to_edge(row) for row in rows]


def revisions(conn: Connection, space_id: int, limit: int) -> list[Revision]:
    rows = conn.execute(
        """SELECT r.id, r.kind, r.reason, r.message_id, r.created_at, r.undone_by IS NOT NULL FROM graph_revisions r
        WHERE r.space_id = ? ORDER BY r.id DESC LIMIT ?""",
        (space_id, limit),
    )
    return [Revision(*[*row[:5], bool(row[5])]) for row in rows]


def episodes_for_entity(conn: Connection, space_id: int, entity_id: int) -> list[Conversation]:
    """The conversations in which the entity was spoken of."""
    rows = conn.execute(
        f"""SELECT {CONVERSATION} FROM graph_episode_entities n JOIN graph_episodes p ON p.id = n.episode_id
        JOIN conversations c ON c.id = p.conversation_id
        WHERE n.entity_id = :entity AND p.space_id = :space ORDER BY c.updated_at DESC, c.id DESC""",
        {"entity": entity_id, "space": space_id},
    )
    return [Conversation(*row) for row in rows]

"""Summaries of entities: which are due, the facts they are made of, and the text.

In: a connection inside a transaction. Out: rows. What is due is read off the newest facts and revisions since the last
look, so that whatever changed a fact (a message, a person, an undo) brings its two ends up to date.
"""

from collections.abc import Iterable

from zeph.clock import Moment
from zeph.records.edge import CANDIDATE_BELOW
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.engine.metadata import get_json, set_json
from zeph.storage.ports import Subject, SumUp

STATE = "entity_summaries"
"""Key of how far summaries have come: the last fact and revision looked at, and entities that wait."""
SLICE = 100
"""Facts, and revisions, that one transaction looks at."""
LOOKED_AT = 64
"""Current facts of an entity in either direction, the newest, among which the strongest are found."""
FACTS = 5
"""Facts that a summary without a model may be made of."""

NEW = "SELECT id FROM graph_edges WHERE id > :edge AND id <= :last AND space_id = :space"
REVISED = """SELECT i.item_id FROM graph_revisions AS r
    CROSS JOIN graph_revision_items AS i ON i.revision_id = r.id AND i.item_kind = 'edge'
    WHERE r.id > :revision AND r.id <= :last AND r.space_id = :space"""
STRONGEST = f"""
    SELECT e.fact FROM (
        SELECT * FROM (SELECT id, 1 AS own FROM graph_edges INDEXED BY graph_edges_out
                       WHERE source_entity_id = :entity AND live = 1 ORDER BY id DESC LIMIT {LOOKED_AT})
        UNION ALL
        SELECT * FROM (SELECT id, 0 AS own FROM graph_edges INDEXED BY graph_edges_in
                       WHERE target_entity_id = :entity AND live = 1 ORDER BY id DESC LIMIT {LOOKED_AT})
    ) AS f CROSS JOIN graph_edges AS e ON e.id = f.id
    LEFT JOIN graph_edge_usage AS u ON u.edge_id = e.id
    WHERE e.expired_at IS NULL AND e.confidence >= {CANDIDATE_BELOW}
        AND coalesce(e.valid_from, '') <= :now AND coalesce(e.valid_until, '9999') > :now
    ORDER BY f.own DESC, e.origin = 'person' DESC, e.edge_type = 'temporal', coalesce(u.retrieval_count, 0.0) DESC,
        e.confidence DESC, e.id DESC LIMIT :limit"""


def refresh_some(conn: Connection, space_id: int, sum_up: SumUp, now: Moment) -> tuple[list[int], bool]:
    """Entities whose summary is another now, and whether more are due."""
    state = get_json(conn, space_id, STATE)
    edge, revision = int(state.get("edge", 0)), int(state.get("revision", 0))
    last_edge, last_revision = _last(conn, "graph_edges", edge), _last(conn, "graph_revisions", revision)
    found = conn.execute(NEW, {"edge": edge, "last": last_edge, "space": space_id}).fetchall()
    found += conn.execute(REVISED, {"revision": revision, "last": last_revision, "space": space_id}).fetchall()
    waiting = state.get("waiting", [])
    due = {*waiting, *ends_of(conn, (int(row[0]) for row in found))}
    if (last_edge, last_revision) != (edge, revision) or waiting:
        set_json(conn, space_id, STATE, {"edge": last_edge, "revision": last_revision})
    changed = [entity for entity in sorted(due) if _summarised(conn, space_id, entity, sum_up, now)]
    return changed, (last_edge - edge, last_revision - revision) != (0, 0)


def note_due(conn: Connection, space_id: int, entities: Iterable[int]) -> None:
    """These are due at the next look; for changes that leave no revision."""
    if due := set(entities):
        state = get_json(conn, space_id, STATE)
        state["waiting"] = sorted(due.union(state.get("waiting", [])))
        set_json(conn, space_id, STATE, state)


def ends_of(conn: Connection, edges: Iterable[int]) -> set[int]:
    """The entities that these facts are about."""
    sql = """SELECT source_entity_id, target_entity_id FROM graph_edges
             WHERE id IN (SELECT value FROM json_each(:ids))"""
    return {int(end) for row in conn.execute(sql, {"ids": as_json(edges)}) for end in row}


def subject(conn: Connection, space_id: int, entity_id: int, facts: int, now: Moment) -> Subject | None:
    """An entity with its strongest current facts; None where it is gone."""
    sql = "SELECT name, summary FROM graph_entities WHERE id = :entity AND space_id = :space"
    row = conn.execute(sql, {"entity": entity_id, "space": space_id}).fetchone()
    if row is None:
        return None
    found = conn.execute(STRONGEST, {"entity": entity_id, "limit": facts, "now": now})
    return Subject(entity_id, str(row[0]), str(row[1]), tuple(dict.fromkeys(str(fact) for (fact,) in found)))


def put(conn: Connection, entity_id: int, summary: str, was: str) -> bool:
    """False where it is another by now."""
    sql = "UPDATE graph_entities SET summary = :summary WHERE id = :id AND summary = :was AND summary <> :summary"
    changed: int = conn.execute(sql, {"id": entity_id, "summary": summary, "was": was}).rowcount
    return changed > 0


def _summarised(conn: Connection, space_id: int, entity_id: int, sum_up: SumUp, now: Moment) -> bool:
    known = subject(conn, space_id, entity_id, FACTS, now)
    return known is not None and put(conn, entity_id, sum_up(known.facts), known.summary)


def _last(conn: Connection, table: str, after: int) -> int:
    sql = f"SELECT max(id) FROM (SELECT id FROM {table} WHERE id > :after ORDER BY id LIMIT {SLICE})"
    return int(conn.execute(sql, {"after": after}).fetchone()[0] or after)

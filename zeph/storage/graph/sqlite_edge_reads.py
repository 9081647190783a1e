"""SQL that reads entities and edges, on both time axes.

In: a connection inside a snapshot, ids and a View. Out: records, in a deterministic order.
"""

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from zeph.clock import Moment
from zeph.records.community import GraphStats
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.view import View
from zeph.storage.engine.driver import Connection
from zeph.storage.messages.queue import MAX_ATTEMPTS
from zeph.storage.search.full_text import as_json, interval_holds, not_expired, said_in, view_params

ENTITY = """
    n.id, n.space_id, n.name, n.canonical_name, n.entity_type, n.summary, n.first_seen_at, n.last_seen_at,
    (SELECT json_group_array(alias) FROM (SELECT alias FROM graph_entity_aliases WHERE entity_id = n.id ORDER BY id)),
    coalesce((SELECT degree FROM graph_entity_stats WHERE entity_id = n.id AND edge_type = ''), 0)
"""
# The form a known_at sees: an earlier version where one covers that moment, else the row itself.
EDGE = """
    e.id, e.space_id, e.source_entity_id, e.target_entity_id, s.name, t.name,
    {v}.relation, {v}.canonical_relation, {v}.fact, {v}.edge_type, {v}.confidence, e.origin,
    {v}.valid_from, {v}.valid_from_precision, {v}.valid_from_stated, {v}.valid_until, {v}.valid_until_precision,
    e.created_at, {expired_at}, {expired_reason}, e.supersedes_id, {v}.superseded_by,
    coalesce(u.retrieval_count, 0.0),
    (SELECT group_concat(message_id) FROM graph_edge_mentions WHERE edge_id = e.id)
"""
JOINS = """
    JOIN graph_entities s ON s.id = e.source_entity_id
    JOIN graph_entities t ON t.id = e.target_entity_id
    LEFT JOIN graph_edge_usage u ON u.edge_id = e.id
"""
NOW = EDGE.format(v="e", expired_at="e.expired_at", expired_reason="e.expired_reason")
KNOWN = (
    EDGE.replace("{v}.", "v.").replace("{expired_at}", "v.expired_at").replace("{expired_reason}", "v.expired_reason")
)
FORMS = """(
    SELECT edge_id, relation, canonical_relation, fact, edge_type, confidence, valid_from, valid_from_precision,
        valid_from_stated, valid_until, valid_until_precision, expired_at, expired_reason, superseded_by,
        known_from, known_until
    FROM graph_edge_versions
    UNION ALL
    SELECT id, relation, canonical_relation, fact, edge_type, confidence, valid_from, valid_from_precision,
        valid_from_stated, valid_until, valid_until_precision, expired_at, expired_reason, superseded_by,
        coalesce((SELECT max(known_until) FROM graph_edge_versions WHERE edge_id = graph_edges.id), created_at), '9999'
    FROM graph_edges
)"""

_edge_of = partial(tuple.__new__, Edge)
"""An Edge of its fields; ``Edge._make`` is the same at thrice the price."""


def to_entity(row: Sequence[Any]) -> Entity:
    return Entity(*[*row[:8], tuple(json.loads(row[8])), row[9]])


def to_edge(row: Sequence[Any]) -> Edge:
    # The key of the mentions is in the order of its messages; sorted all the same, SQL promises no order here.
    told = row[23]
    sources = () if not told else (int(told),) if "," not in told else tuple(sorted(map(int, told.split(","))))
    return _edge_of((*row[:14], bool(row[14]), *row[15:23], sources))


# ---------------------------------------------------------------- entities


def entities(conn: Connection, ids: Sequence[int]) -> dict[int, Entity]:
    rows = conn.execute(
        f"SELECT {ENTITY} FROM graph_entities n WHERE n.id IN (SELECT value FROM json_each(:ids))",
        {"ids": as_json(ids)},
    )
    return {row[0]: to_entity(row) for row in rows}


def names(conn: Connection, ids: Sequence[int]) -> dict[int, str]:
    rows = conn.execute(
        "SELECT n.id, n.name FROM json_each(?) AS j CROSS JOIN graph_entities AS n ON n.id = j.value", (as_json(ids),)
    )
    return dict(rows.fetchall())


def entities_named(conn: Connection, space_id: int, canonical: str) -> list[Entity]:
    """Entities whose canonical name or alias is ``canonical``, of any type, smaller id first."""
    rows = conn.execute(
        f"""SELECT {ENTITY} FROM graph_entities n WHERE n.id IN (
            SELECT id FROM graph_entities WHERE space_id = :space AND canonical_name = :name
            UNION SELECT entity_id FROM graph_entity_aliases WHERE space_id = :space AND alias_name = :name
        ) ORDER BY n.id""",
        {"space": space_id, "name": canonical},
    )
    return [to_entity(row) for row in rows]


def ids_named(conn: Connection, space_id: int, names: Sequence[str]) -> dict[str, list[int]]:
    """The entities with each canonical name or alias, smaller id first; a name that none has is left out."""
    rows = conn.execute(
        """SELECT j.value, n.id FROM json_each(:names) j CROSS JOIN graph_entities n
        ON n.space_id = :space AND n.canonical_name = j.value
        UNION SELECT j.value, a.entity_id FROM json_each(:names) j CROSS JOIN graph_entity_aliases a
        ON a.space_id = :space AND a.alias_name = j.value ORDER BY 2""",
        {"names": json.dumps(list(names)), "space": space_id},
    )
    found: dict[str, list[int]] = {}
    for name, i in rows:
        found.setdefault(name, []).append(i)
    return found


def latest_entities(conn: Connection, space_id: int, limit: int) -> list[Entity]:
    rows = conn.execute(
        f"SELECT {ENTITY} FROM graph_entities n WHERE n.space_id = :space ORDER BY n.last_seen_at DESC, n.id LIMIT :limit",
        {"space": space_id, "limit": limit},
    )
    return [to_entity(row) for row in rows]


def entities_beginning(conn: Connection, space_id: int, match: str, limit: int) -> list[Entity]:
    """FTS prefix search on names and aliases; ``match`` is an FTS5 expression."""
    rows = conn.execute(
        f"""SELECT {ENTITY} FROM graph_entities_fts f JOIN graph_entities n ON n.id = f.rowid
        WHERE graph_entities_fts MATCH :match AND n.space_id = :space
        ORDER BY bm25(graph_entities_fts, 10.0, 10.0, 1.0), n.id LIMIT :limit""",
        {"space": space_id, "match": match, "limit": limit},
    )
    return [to_entity(row) for row in rows]


# ---------------------------------------------------------------- edges


def edges(conn: Connection, ids: Sequence[int], view: View) -> list[Edge]:
    """As ``view`` knows them, those outside it left out; in the order of ``ids``."""
    found = {edge.id: edge for edge in _select(conn, "e.id IN (SELECT value FROM json_each(:ids))", view, {"ids": as_json(ids)})}  # fmt: skip
    return [found[i] for i in ids if i in found]


def edges_of(conn: Connection, entity_ids: Sequence[int], view: View, limit: int) -> list[Edge]:
    """All edges of these entities, either direction, newest first."""
    where = "e.source_entity_id IN (SELECT value FROM json_each(:ids)) OR e.target_entity_id IN (SELECT value FROM json_each(:ids))"  # fmt: skip
    found = _select(conn, f"({where})", view, {"ids": as_json(entity_ids)})
    return sorted(found, key=lambda e: (e.valid_from or "", e.id), reverse=True)[:limit]


# Those that stand by one index, the others by another: a hub has tens of thousands of facts.
STANDING = """
    SELECT o.id FROM json_each(:relations) AS r CROSS JOIN graph_edges AS o
    WHERE o.space_id = (SELECT space_id FROM graph_entities WHERE id = :source) AND o.source_entity_id = :source
      AND o.canonical_relation = r.value AND o.expired_at IS NULL AND o.valid_until IS NULL"""
OVER = """
    SELECT p.id FROM json_each(:relations) AS r CROSS JOIN graph_edges AS p
    WHERE p.source_entity_id = :source AND p.canonical_relation = r.value"""
AT_ANY_TIME = ("(p.expired_at IS NOT NULL OR p.valid_until IS NOT NULL)",)
SINCE = ("p.valid_until > :after", "p.expired_at IS NOT NULL AND p.valid_until IS NULL")


def edges_from(
    conn: Connection, source_id: int, relations: Sequence[str], history: bool, after: Moment | None = None
) -> list[Edge]:
    """Edges with this source: active ones, or with ``history`` also expired ones; of ``relations`` only those not over by
    ``after``; id order."""
    wanted = "e.source_entity_id = :source"
    values: dict[str, object] = {"source": source_id, "history": history}
    if relations:
        # Put together, not "(:any OR …)", and with a plus: only so does SQLite use the indexes by relation.
        over = [f"{OVER} AND {when}" for when in (SINCE if after else AT_ANY_TIME)]
        wanted = f"+{wanted} AND e.id IN ({' UNION ALL '.join([STANDING, *over])})"
        values |= {"relations": json.dumps(list(relations))} | ({"after": after} if after else {})
    rows = conn.execute(
        f"SELECT {NOW} FROM graph_edges e {JOINS} WHERE {wanted} AND (:history OR e.expired_at IS NULL) ORDER BY e.id",
        values,
    )
    return [to_edge(row) for row in rows]


def edges_between(conn: Connection, source_id: int, target_id: int, history: bool = False) -> list[Edge]:
    rows = conn.execute(
        f"""SELECT {NOW} FROM graph_edges e {JOINS} WHERE e.source_entity_id = :source
        AND e.target_entity_id = :target AND (:history OR e.expired_at IS NULL) ORDER BY e.id""",
        {"source": source_id, "target": target_id, "history": history},
    )
    return [to_edge(row) for row in rows]


def all_edges(conn: Connection, view: View) -> list[Edge]:
    """Every edge of the view, id order."""
    return sorted(_select(conn, "1", view, {}), key=lambda e: e.id)


def edges_replaced_by(conn: Connection, edge_id: int) -> list[Edge]:
    rows = conn.execute(
        f"SELECT {NOW} FROM graph_edges e {JOINS} WHERE e.superseded_by = :id ORDER BY e.id", {"id": edge_id}
    )
    return [to_edge(row) for row in rows]


def _select(conn: Connection, where: str, view: View, values: dict[str, Any]) -> list[Edge]:
    bound = {**values, **view_params(view)}
    if view.known_at is None:
        source, columns, form = "graph_edges e", NOW, "e"
    else:
        source, columns, form = f"graph_edges e JOIN {FORMS} v ON v.edge_id = e.id AND v.known_from <= :known AND v.known_until > :known", KNOWN, "v"  # fmt: skip
    rows = conn.execute(
        f"SELECT {columns} FROM {source} {JOINS} WHERE {where} AND e.space_id = :space AND {_in_view(view, form)}{said_in(view, 'e')}",
        bound,
    )
    return [to_edge(row) for row in rows]


def _in_view(view: View, form: str) -> str:
    """Current facts, or with ``as_of`` superseded ones too, but never retracted ones."""
    return f"{not_expired(form, view)} AND {interval_holds(form, view)}"


# ---------------------------------------------------------------- counters


def learned_relation(conn: Connection, space_id: int, relation: str) -> str | None:
    row = conn.execute(
        "SELECT canonical FROM graph_relations WHERE space_id = :space AND relation = :relation",
        {"space": space_id, "relation": relation},
    ).fetchone()
    return row[0] if row else None


def learned_relations(conn: Connection, space_id: int) -> dict[str, str]:
    sql = "SELECT relation, canonical FROM graph_relations WHERE space_id = :space ORDER BY relation"
    return dict(conn.execute(sql, {"space": space_id}).fetchall())


def stats(conn: Connection, space_id: int) -> GraphStats:
    row = conn.execute(
        f"""SELECT
        (SELECT count(*) FROM graph_entities WHERE space_id = :space),
        (SELECT count(*) FROM graph_edges WHERE space_id = :space AND expired_at IS NULL),
        (SELECT count(*) FROM graph_communities WHERE space_id = :space),
        (SELECT count(*) FROM messages WHERE +space_id = :space AND graph_processed = 0 AND graph_attempts < {MAX_ATTEMPTS}),
        (SELECT count(*) FROM messages WHERE +space_id = :space AND graph_processed = 0 AND graph_attempts >= {MAX_ATTEMPTS}),
        (SELECT count(*) FROM messages WHERE +space_id = :space AND graph_processed = 2),
        (SELECT count(*) FROM messages WHERE space_id = :space),
        (SELECT count(*) FROM graph_edges WHERE space_id = :space AND expired_at IS NOT NULL),
        (SELECT count(*) FROM messages WHERE space_id = :space AND injection_flags <> '')""",
        {"space": space_id},
    ).fetchone()
    return GraphStats(*row)


def counts(conn: Connection, space_id: int) -> dict[str, int]:
    """Rows of what a person may wonder about, and the bytes of the file."""
    rows = conn.execute(
        """SELECT
        (SELECT count(*) FROM conversations WHERE space_id = :space),
        (SELECT count(*) FROM messages WHERE space_id = :space),
        (SELECT count(*) FROM graph_edges WHERE space_id = :space AND (expired_at IS NOT NULL OR live = 0)),
        (SELECT count(*) FROM graph_entity_aliases a JOIN graph_entities n ON n.id = a.entity_id
            WHERE a.space_id = :space AND a.alias_name <> n.canonical_name),
        (SELECT count(*) FROM graph_revisions WHERE space_id = :space),
        (SELECT count(*) FROM embeddings),
        (SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())""",
        {"space": space_id},
    ).fetchone()
    names = ("conversations", "messages", "past_facts", "aliases", "changes", "vectors", "bytes")
    return dict(zip(names, rows, strict=True))


def system_time(conn: Connection, now: Moment) -> Moment:
    """``now``, but never earlier than what the file has seen: system time does not run backwards."""
    row = conn.execute("SELECT max(value) FROM graph_metadata WHERE key = 'system_time'").fetchone()
    return max(now, row[0] or "")

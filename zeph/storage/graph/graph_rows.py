"""Rows of entities and edges: their columns, their records, and how edges are selected on both time axes.

In: rows, or a connection inside a snapshot and a View. Out: records.
"""

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.view import View
from zeph.storage.engine.driver import Connection
from zeph.storage.engine.view_sql import interval_holds, not_expired, said_in, view_params

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
    (SELECT group_concat(message_id) FROM graph_edge_mentions WHERE edge_id = e.id), {v}.qualifiers
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
        qualifiers, known_from, known_until
    FROM graph_edge_versions
    UNION ALL
    SELECT id, relation, canonical_relation, fact, edge_type, confidence, valid_from, valid_from_precision,
        valid_from_stated, valid_until, valid_until_precision, expired_at, expired_reason, superseded_by,
        qualifiers,
        coalesce((SELECT max(known_until) FROM graph_edge_versions WHERE edge_id = graph_edges.id), created_at), '9999'
    FROM graph_edges
)"""

_edge_of = partial(tuple.__new__, Edge)
"""An Edge of its fields; ``Edge._make`` is the same at thrice the price."""


def to_entity(row: Sequence[Any]) -> Entity:
    """The record of a row of the columns :data:`ENTITY`."""
    return Entity(*[*row[:8], tuple(json.loads(row[8])), row[9]])


def to_edge(row: Sequence[Any]) -> Edge:
    """The record of a row of the columns :data:`NOW` or :data:`KNOWN`."""
    # The key of the mentions is in the order of its messages; sorted all the same, SQL promises no order here.
    cited = row[23]
    sources = () if not cited else (int(cited),) if "," not in cited else tuple(sorted(map(int, cited.split(","))))
    return _edge_of((*row[:14], bool(row[14]), *row[15:23], sources, row[24]))


def select_edges(conn: Connection, where: str, view: View, values: dict[str, Any]) -> list[Edge]:
    """Edges that ``where`` holds for (alias ``e``) as ``view`` knows them, those outside it left out."""
    bound = {**values, **view_params(view)}
    if view.known_at is None:
        source, columns, form = "graph_edges e", NOW, "e"
    else:
        then = "v.edge_id = e.id AND v.known_from <= :known AND v.known_until > :known"
        source, columns, form = f"graph_edges e JOIN {FORMS} v ON {then}", KNOWN, "v"
    # Current facts, or with ``as_of`` superseded ones too, but never retracted ones.
    seen = f"{not_expired(form, view)} AND {interval_holds(form, view)}{said_in(view, 'e')}"
    rows = conn.execute(
        f"SELECT {columns} FROM {source} {JOINS} WHERE {where} AND e.space_id = :space AND {seen}", bound
    )
    return [to_edge(row) for row in rows]

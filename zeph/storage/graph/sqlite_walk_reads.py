"""Walks over the graph as one snapshot reads it: the edges around some nodes.

In: a connection that holds a transaction open, node ids, a view. Out: the records of ``zeph.storage.ports``. A hop is
one statement over ``json_each`` with an ordered, limited sub-select per node and direction, each served by a full index
in its own order, so that a hub of any size costs no more than its cap.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, islice, zip_longest

from zeph.clock import Moment
from zeph.records.view import View
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.engine.view_sql import edge_in_view, interval_holds, said_in, version_then, view_params
from zeph.storage.ports import Hop

ENDS = (("source_entity_id", "graph_edges_out"), ("target_entity_id", "graph_edges_in"))
DEGREE = "coalesce((SELECT degree FROM graph_entity_stats WHERE entity_id = n.value AND edge_type = ''), 0)"
_hop_of = partial(tuple.__new__, Hop)
"""A Hop of a list; ``Hop._make`` is the same at thrice the price."""
TURNS = 2
"""Times its share of a budget that is read of each node first."""


class SqliteWalkReads:
    """The port :class:`~zeph.storage.ports.WalkReads`."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def hop(self, nodes: Sequence[int], view: View, *, cap: int, budget: int, prefer: Sequence[Hop] = ()) -> list[Hop]:
        return self.counted_hop(nodes, view, cap=cap, budget=budget, prefer=prefer)[0]

    def counted_hop(
        self, nodes: Sequence[int], view: View, *, cap: int, budget: int, prefer: Sequence[Hop] = ()
    ) -> tuple[list[Hop], dict[int, int]]:
        """Dealt out in turns, so that no node takes another's share; degrees of those that have edges."""
        if not nodes or cap < 1 or budget < 1:
            return [], {}
        rows = self._around(nodes, view, _fields(view), cap)
        lists = json.loads(f"[{','.join([row[2] for row in rows])}]")
        edges: dict[int, Hop] = {fields[0]: _hop_of(fields) for fields in chain.from_iterable(lists)}
        newest = {row[0]: [fields[0] for fields in fields_of] for row, fields_of in zip(rows, lists, strict=True)}
        first = {edge[0]: edge for edge in prefer}
        edges |= first
        chosen = _deal(newest, _touching(first.values(), nodes), cap, budget)
        return [edges[i] for i in chosen], {row[0]: row[1] for row in rows}

    def around(self, nodes: Sequence[int], view: View, *, cap: int, budget: int) -> list[int]:
        """Where the newest few of each fill the budget, what they would be followed by is not read."""
        if not nodes or cap < 1 or budget < 1:
            return []
        few = min(cap, TURNS * -(-budget // len(nodes)))
        for most in (few, cap):
            rows = self._around(nodes, view, "e.id", most)
            lists = json.loads(f"[{','.join([row[2] for row in rows])}]")
            newest = {row[0]: ids for row, ids in zip(rows, lists, strict=True)}
            found = list(_deal(newest, {}, most, budget))
            if len(found) == budget or all(len(ids) < most for ids in lists):
                break
        return found

    def _around(self, nodes: Sequence[int], view: View, fields: str, cap: int) -> list[tuple[int, int, str]]:
        """Of each node its degree and the newest edges around it, as JSON."""
        sql = hop_sql(view, fields)
        params = view_params(view) | {"nodes": as_json(nodes), "cap": cap}
        found: list[tuple[int, int, str]] = self._conn.execute(
            sql, {name: v for name, v in params.items() if f":{name}" in sql}
        ).fetchall()
        return found

    def edges_dated(self, nodes: Sequence[int], view: View, start: Moment, end: Moment, limit: int) -> list[int]:
        sql = dated_sql(view, "" if start >= view.now else "DESC")
        params = view_params(view) | {"nodes": as_json(nodes), "start": start, "end": end, "limit": limit}
        params["over"] = min(end, view.now)
        return [row[0] for row in self._conn.execute(sql, {n: v for n, v in params.items() if f":{n}" in sql})]


def hop_sql(view: View, fields: str) -> str:
    """The statement of a hop, with ``fields`` of each edge ``e``; its parameters are nodes, cap and those of the view.

    A row a node of the space: its id, its degree, and the newest ``:cap`` edges around it, as JSON: SQLite has no
    lateral join, and reading each edge's own row again would double the time. The indexes of both directions are
    merged.
    """
    around = " UNION ALL ".join(_arm(view, end, index, live) for end, index in ENDS for live in _lives(view))
    edges = f"SELECT json_group_array({fields}) FROM ({around} ORDER BY id DESC LIMIT :cap) AS e"
    if _is_current(view):  # what has a current edge is counted
        return (
            f"SELECT n.value, s.degree, ({edges}) FROM json_each(:nodes) AS n CROSS JOIN graph_entity_stats AS s"
            " ON s.entity_id = n.value AND s.edge_type = '' AND s.space_id = :space"
        )
    here = "EXISTS (SELECT 1 FROM graph_entities WHERE id = n.value AND space_id = :space)"
    return f"SELECT n.value, {DEGREE}, ({edges}) FROM json_each(:nodes) AS n WHERE {here}"


def _arm(view: View, end: str, index: str, live: int) -> str:
    """Edges with this end, the newest first, read from the index alone where they are current."""
    return (
        "SELECT id, source_entity_id, target_entity_id, confidence, edge_type, valid_from FROM graph_edges AS i"
        f" INDEXED BY {index} WHERE i.{end} = n.value AND i.live = {live} AND {_walkable(view)}"
    )


def _fields(view: View) -> str:
    """What :class:`Hop` holds of edge ``e``; its row is read only where the index does not tell."""
    then = f"(SELECT v.confidence {version_then('e')} ORDER BY v.id DESC LIMIT 1)" if view.known_at else "NULL"
    return (
        f"json_array(e.id, e.source_entity_id, e.target_entity_id, coalesce({then}, e.confidence), e.edge_type,"
        " coalesce(e.valid_from, (SELECT created_at FROM graph_edges WHERE id = e.id)),"
        " coalesce((SELECT retrieval_count FROM graph_edge_usage WHERE edge_id = e.id), 0.0))"
    )


def _is_current(view: View) -> bool:
    return view.as_of is None and view.known_at is None and not view.ended


def _lives(view: View) -> tuple[int, ...]:
    return (1,) if _is_current(view) else (1, 0)


def _walkable(view: View) -> str:
    """Of what is current the index knows all (``live``); of the past the row has to be read."""
    return interval_holds("i", view) + said_in(view, "i") if _is_current(view) else edge_in_view(view, "i")


def _touching(edges: Iterable[Hop], nodes: Sequence[int]) -> dict[int, list[int]]:
    """Of each node the edges that have it as an end, the newest first; nodes without any left out."""
    around: dict[int, list[int]] = {}
    wanted = set(nodes)
    for edge in sorted(edges, reverse=True):
        for end in wanted.intersection(edge[1:3]):
            around.setdefault(end, []).append(edge[0])
    return {node: around[node] for node in nodes if node in around}


def _deal(
    newest: Mapping[int, Sequence[int]], preferred: Mapping[int, Sequence[int]], cap: int, budget: int
) -> Iterable[int]:
    """First every node's first edge, then every node's second, …: the preferred first, then the newest."""
    before = [ids[:cap] for ids in preferred.values()]
    known = frozenset(chain.from_iterable(preferred.values()))
    after = [
        [i for i in ids if i not in known][: max(0, cap - len(preferred.get(node, ())))] if known else ids
        for node, ids in newest.items()
    ]
    if sum(map(len, before)) + sum(map(len, after)) <= budget:
        return dict.fromkeys(chain(*before, *after))
    turns = (turn for lists in (before, after) for turn in zip_longest(*lists))
    return islice(dict.fromkeys(i for turn in turns for i in turn if i is not None), budget)


def dated_sql(view: View, order: str = "") -> str:
    """The days are looked for in the indexes of both directions; only what lies in them is read."""
    within = "((i.valid_from >= :start AND i.valid_from < :end) OR (i.valid_until >= :start AND i.valid_until < :over))"
    arms = " UNION ".join(
        f"SELECT i.id FROM json_each(:nodes) AS n CROSS JOIN graph_edges AS i INDEXED BY {index}"
        f" ON i.{side} = n.value AND i.live IN (0, 1) WHERE {within}"
        for side, index in ENDS
    )
    undated = "e.valid_from_stated = 0 AND e.edge_type <> 'temporal' AND e.valid_until IS NULL"
    return (
        f"SELECT e.id FROM ({arms}) AS d CROSS JOIN graph_edges AS e ON e.id = d.id WHERE {edge_in_view(view)}"
        f" ORDER BY {undated}, coalesce(e.valid_from, e.valid_until) {order}, e.id LIMIT :limit"
    )

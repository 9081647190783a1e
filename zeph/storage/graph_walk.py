"""Walks over the graph: the edges around some nodes, and what is counted about nodes.

In: a connection, node ids, a view. Out: the records of ``zeph.storage.ports``. A hop is one
statement over ``json_each`` with an ordered, limited sub-select per node and direction, each
served by a full index in its own order, so that a hub of any size costs no more than its cap.
"""

import json
from collections.abc import Iterable, Sequence, Set
from functools import partial
from itertools import chain, islice, zip_longest
from typing import Any

from zeph.records.view import View
from zeph.storage.ports import Degree, Hop
from zeph.storage.search import Connection, as_json, edge_in_view, interval_holds, said_in, version_then, view_params

ENDS = (("source_entity_id", "graph_edges_out"), ("target_entity_id", "graph_edges_in"))
DEGREE = "coalesce((SELECT degree FROM graph_entity_stats WHERE entity_id = n.value AND edge_type = ''), 0)"
_hop_of = partial(tuple.__new__, Hop)
"""A Hop of a list; ``Hop._make`` is the same at thrice the price."""


def hop_sql(view: View) -> str:
    """The statement of a hop; its parameters are nodes, cap and those of the view.

    A row a node: its id, its degree, and the edges that leave and that reach it, as JSON: SQLite has no lateral join,
    and reading each edge's own row again would double the time.
    """
    around = ", ".join(_edges_around(view, end, index) for end, index in ENDS)
    here = "EXISTS (SELECT 1 FROM graph_entities WHERE id = n.value AND space_id = :space)"
    return f"SELECT n.value, {DEGREE}, {around} FROM json_each(:nodes) AS n WHERE {here}"


def _edges_around(view: View, end: str, index: str) -> str:
    """The newest ``:cap`` of what is live, or for another time of what is live and of what is not."""
    arms = [
        f"(SELECT json_group_array({_fields(view)}) FROM (SELECT id, source_entity_id, target_entity_id, confidence,"
        f" edge_type, valid_from FROM graph_edges AS i INDEXED BY {index} WHERE i.{end} = n.value"
        f" AND i.live = {live} AND {_walkable(view)} ORDER BY i.id DESC LIMIT :cap) AS e)"
        for live in _lives(view)
    ]
    return " || ',' || ".join(arms)


def _fields(view: View) -> str:
    """What :class:`Hop` holds of edge ``e``; its row is read only where the index does not tell."""
    then = f"(SELECT v.confidence {version_then('e')} ORDER BY v.id DESC LIMIT 1)" if view.known_at else "NULL"
    return (
        f"json_array(e.id, e.source_entity_id, e.target_entity_id, coalesce({then}, e.confidence), e.edge_type,"
        " coalesce(e.valid_from, (SELECT created_at FROM graph_edges WHERE id = e.id)),"
        " coalesce((SELECT retrieval_count FROM graph_edge_usage WHERE edge_id = e.id), 0.0))"
    )


def _lives(view: View) -> tuple[int, ...]:
    return (1,) if view.as_of is None and view.known_at is None else (1, 0)


def _walkable(view: View) -> str:
    """Of what is current the index knows all (``live``); of the past the row has to be read."""
    return interval_holds("i") + said_in(view, "i") if len(_lives(view)) == 1 else edge_in_view(view, "i")


def hop(
    conn: Connection, nodes: Sequence[int], view: View, *, cap: int, budget: int, prefer: Sequence[Hop] = ()
) -> list[Hop]:
    """Edges around ``nodes`` in both directions, at most ``cap`` a node (those of ``prefer`` first, then the newest) and
    ``budget`` in all, dealt out in turns so that no node takes another's share."""
    return counted_hop(conn, nodes, view, cap=cap, budget=budget, prefer=prefer)[0]


def counted_hop(
    conn: Connection, nodes: Sequence[int], view: View, *, cap: int, budget: int, prefer: Sequence[Hop] = ()
) -> tuple[list[Hop], dict[int, int]]:
    """A hop and the degrees of ``nodes``, still in one statement."""
    if not nodes or cap < 1 or budget < 1:
        return [], {}
    sql = hop_sql(view)
    params = view_params(view) | {"nodes": as_json(nodes), "cap": cap}
    rows = conn.execute(sql, {name: v for name, v in params.items() if f":{name}" in sql}).fetchall()
    lists = json.loads(f"[{','.join([f'{row[2]},{row[3]}' for row in rows])}]")
    edges: dict[int, Hop] = {fields[0]: _hop_of(fields) for fields in chain.from_iterable(lists)}
    first = {edge[0]: edge for edge in prefer}
    edges |= first
    chosen = _deal(edges.values(), nodes, cap, budget, first.keys())
    return [edges[i] for i in chosen], {row[0]: row[1] for row in rows}


def _deal(edges: Iterable[Hop], nodes: Sequence[int], cap: int, budget: int, prefer: Set[int]) -> Iterable[int]:
    """First every node's first edge, then every node's second, …: the preferred first, then the newest."""
    around: dict[int, list[int]] = {node: [] for node in nodes}
    for edge in edges:
        for end in edge[1:3]:
            if end in around:
                around[end].append(edge[0])
    preferred, others = [], []
    for ids in around.values():
        first = sorted(prefer & set(ids), reverse=True)[:cap] if prefer else []
        rest = [i for i in ids if i not in prefer] if prefer else ids
        rest.sort(reverse=True)
        preferred.append(first)
        others.append(rest[: cap - len(first)])
    if sum(map(len, preferred)) + sum(map(len, others)) <= budget:
        return dict.fromkeys(chain(*preferred, *others))
    turns = (turn for lists in (preferred, others) for turn in zip_longest(*lists))
    return islice(dict.fromkeys(i for turn in turns for i in turn if i is not None), budget)


def degrees(conn: Connection, ids: Sequence[int]) -> dict[int, Degree]:
    """Active edges, distinct edge types and community of each id; nodes without any count zero."""
    sql = (
        "SELECT n.value,"
        " coalesce((SELECT degree FROM graph_entity_stats WHERE entity_id = n.value AND edge_type = ''), 0),"
        " (SELECT count(*) FROM graph_entity_stats WHERE entity_id = n.value AND edge_type <> '' AND degree > 0),"
        " (SELECT community_id FROM graph_community_members WHERE entity_id = n.value) FROM json_each(?) AS n"
    )
    return {int(i): Degree(int(d), int(t), c) for i, d, t, c in conn.execute(sql, (as_json(ids),))}


def max_degree(conn: Connection, space_id: int) -> int:
    sql = "SELECT degree FROM graph_entity_stats WHERE space_id = ? AND edge_type = '' ORDER BY degree DESC LIMIT 1"
    row = conn.execute(sql, (space_id,)).fetchone()
    return int(row[0]) if row else 0


def recent_episode_entities(conn: Connection, space_id: int, conversation_id: int, limit: int) -> list[int]:
    """Entities of the conversation's episode, seen last first."""
    sql = (
        "SELECT n.id FROM graph_episodes AS p JOIN graph_episode_entities AS m ON m.episode_id = p.id"
        " JOIN graph_entities AS n ON n.id = m.entity_id WHERE p.conversation_id = ? AND p.space_id = ?"
        " ORDER BY n.last_seen_at DESC, n.id LIMIT ?"
    )
    return [int(row[0]) for row in conn.execute(sql, (conversation_id, space_id, limit))]

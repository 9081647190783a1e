"""Walks over the graph: the edges around some nodes, and what is counted about nodes.

In: a connection, node ids, a view. Out: the records of ``zeph.storage.ports``. A hop is one
statement over ``json_each`` with an ordered, limited sub-select per node and direction, each
served by a full index in its own order, so that a hub of any size costs no more than its cap.
"""

from collections.abc import Iterable, Sequence
from itertools import islice, zip_longest
from typing import Any

from zeph.records.view import View
from zeph.storage.ports import Degree, Hop
from zeph.storage.search import Connection, as_json, edge_in_view, interval_holds, said_in, version_then, view_params

ENDS = (("source_entity_id", "graph_edges_out"), ("target_entity_id", "graph_edges_in"))


DEGREES = (
    "SELECT NULL, n.value, coalesce((SELECT degree FROM graph_entity_stats WHERE entity_id = n.value"
    " AND edge_type = ''), 0), NULL, NULL, NULL, NULL, NULL FROM json_each(:nodes) AS n"
)


def hop_sql(view: View, counted: bool = False) -> str:
    """The statement of a hop; its parameters are nodes, prefer, cap, rows and those of the view.

    With ``counted`` its first rows have no edge: a node and, in place of the target, the node's degree.
    """
    then = f"(SELECT v.confidence {version_then('e')} ORDER BY v.id DESC LIMIT 1)" if view.known_at else "NULL"
    columns = (
        f"e.id, e.source_entity_id, e.target_entity_id, coalesce({then}, e.confidence), e.edge_type,"
        " e.valid_from, e.created_at, coalesce(u.retrieval_count, 0.0)"
    )
    arms = [
        f"e.id IN (SELECT id FROM (SELECT i.id FROM graph_edges AS i INDEXED BY {index} WHERE i.{end} = n.value"
        f" AND i.live = {live} AND {_walkable(view)} ORDER BY i.id DESC LIMIT :cap))"
        for end, index in ENDS
        for live in _lives(view)
    ]
    joins = "LEFT JOIN graph_edge_usage AS u ON u.edge_id = e.id"
    around = "(SELECT value FROM json_each(:nodes))"
    preferred = (
        f"SELECT {columns} FROM graph_edges AS e {joins} WHERE e.id IN (SELECT value FROM json_each(:prefer))"
        f" AND (e.source_entity_id IN {around} OR e.target_entity_id IN {around}) AND {edge_in_view(view)}"
    )
    nodes = f"SELECT {columns} FROM json_each(:nodes) AS n CROSS JOIN graph_edges AS e {joins}"
    walked = [preferred, *(f"{nodes} WHERE {arm} AND e.space_id = :space" for arm in arms)]
    return " UNION ALL ".join([DEGREES, *walked] if counted else walked) + " LIMIT :rows"


def _lives(view: View) -> tuple[int, ...]:
    return (1,) if view.as_of is None and view.known_at is None else (1, 0)


def _walkable(view: View) -> str:
    """Of what is current the index knows all (``live``); of the past the row has to be read."""
    return interval_holds("i") + said_in(view, "i") if len(_lives(view)) == 1 else edge_in_view(view, "i")


def hop(
    conn: Connection, nodes: Sequence[int], view: View, *, cap: int, budget: int, prefer: Sequence[int] = ()
) -> list[Hop]:
    """Edges around ``nodes`` in both directions, at most ``cap`` a node (``prefer`` first, then the newest) and
    ``budget`` in all, dealt out in turns so that no node takes another's share."""
    return _deal(_hop_rows(conn, nodes, view, cap, budget, prefer, False), nodes, cap, budget, frozenset(prefer))


def counted_hop(
    conn: Connection, nodes: Sequence[int], view: View, *, cap: int, budget: int, prefer: Sequence[int] = ()
) -> tuple[list[Hop], dict[int, int]]:
    """A hop and the degrees of ``nodes``, still in one statement."""
    rows = _hop_rows(conn, nodes, view, cap, budget, prefer, True)
    degrees = {int(row[1]): int(row[2]) for row in rows if row[0] is None}
    edges = [row for row in rows if row[0] is not None]
    return _deal(edges, nodes, cap, budget, frozenset(prefer)), degrees


def _hop_rows(
    conn: Connection, nodes: Sequence[int], view: View, cap: int, budget: int, prefer: Sequence[int], counted: bool
) -> list[tuple[Any, ...]]:
    if not nodes or cap < 1 or budget < 1:
        return []
    sql = hop_sql(view, counted)
    params: dict[str, object] = {
        **view_params(view),
        "nodes": as_json(nodes),
        "prefer": as_json(prefer),
        "cap": cap,
        "rows": 8 * budget + len(prefer) + counted * len(nodes),
    }
    rows: list[tuple[Any, ...]] = conn.execute(
        sql, {name: v for name, v in params.items() if f":{name}" in sql}
    ).fetchall()
    return rows


def _deal(
    rows: Iterable[tuple[Any, ...]], nodes: Sequence[int], cap: int, budget: int, prefer: frozenset[int]
) -> list[Hop]:
    """First every node's first edge, then every node's second, …: the preferred first, then the newest."""
    around: dict[int, set[int]] = {node: set() for node in nodes}
    edges: dict[int, tuple[Any, ...]] = {}
    for row in rows:
        edges[row[0]] = row
        for end in row[1:3]:
            if end in around:
                around[end].add(row[0])
    ranked = []
    for ids in around.values():
        first = sorted(ids & prefer, reverse=True)
        ranked.append([*first, *sorted(ids - prefer, reverse=True)][:cap])
    preferred = [[i for i in ids if i in prefer] for ids in ranked]
    others = [[i for i in ids if i not in prefer] for ids in ranked]
    turns = (turn for lists in (preferred, others) for turn in zip_longest(*lists))
    chosen = dict.fromkeys(i for turn in turns for i in turn if i is not None)
    return [Hop._make(edges[i]) for i in islice(chosen, budget)]


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

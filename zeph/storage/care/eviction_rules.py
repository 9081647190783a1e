"""Eviction: what has been out of use for long leaves the graph (graph-memory §6).

In: a connection and :class:`~zeph.storage.ports.Limits`. Out: what would go and why, or how many went. Three rules, in
this order, each fact and entity taken by the first that fits: facts retired before the cutoff; entities that no kept
fact needs and that were not seen since; above the cap, entities with the fewest active facts, of these the ones unseen
longest first, with all of their facts.

Never taken: who is spoken with; what a person set by hand; what an undo of a change since the cutoff would need. By age
alone neither an active fact goes nor the only fact or a member of a community in use. Rows are judged again in the
transaction that removes them.
"""

import time
from collections.abc import Iterable
from typing import Any

from zeph.clock import Moment
from zeph.records.eviction import Evictable, Eviction, Rule
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.ports import Limits
from zeph.storage.vectors.item_vectors import drop_vectors

ROUND = 2_000
"""Rows looked up in one snapshot."""
SLICE = 50
"""Rows removed between two looks at the time."""
PERSON = "user"
"""Canonical name of who is spoken with."""


# The parts below are about an edge ``e`` or an entity ``n``; parameters are those of _values().

NEEDED_BY_UNDO = """EXISTS (SELECT 1 FROM graph_revision_items AS i JOIN graph_revisions AS r ON r.id = i.revision_id
    WHERE i.item_kind = '{kind}' AND i.item_id = {row}.id AND r.undone_by IS NULL AND r.created_at >= :undo)"""

# Its two ends are in one community, which has no current fact of its own.
ONLY_SOURCE = """EXISTS (SELECT 1 FROM graph_community_members AS a
    JOIN graph_community_members AS b ON b.community_id = a.community_id AND b.entity_id = e.target_entity_id
    WHERE a.entity_id = e.source_entity_id AND NOT EXISTS (
        SELECT 1 FROM graph_community_members AS x
        CROSS JOIN graph_edges AS f INDEXED BY graph_edges_out ON f.source_entity_id = x.entity_id AND f.live = 1
        CROSS JOIN graph_community_members AS y ON y.entity_id = f.target_entity_id
        WHERE x.community_id = a.community_id AND y.community_id = a.community_id))"""

KEPT_FACT = f"""(e.expired_at IS NULL OR e.origin = 'person' OR {ONLY_SOURCE}
    OR {NEEDED_BY_UNDO.format(kind="edge", row="e")})"""

OLD_FACT = f"e.space_id = :space AND e.expired_at < :cutoff AND NOT {KEPT_FACT}"

# No current fact of any kind; the counted degree spares most rows the exact look.
IDLE = f"""n.space_id = :space
    AND coalesce((SELECT degree FROM graph_entity_stats WHERE entity_id = n.id AND edge_type = ''), 0) <= 0
    AND NOT EXISTS (SELECT 1 FROM graph_community_members WHERE entity_id = n.id)
    AND NOT {NEEDED_BY_UNDO.format(kind="entity", row="n")}"""
NO_EDGE = """NOT EXISTS (SELECT 1 FROM graph_edges AS e WHERE e.source_entity_id = n.id AND {kept})
    AND NOT EXISTS (SELECT 1 FROM graph_edges AS e WHERE e.target_entity_id = n.id AND {kept})"""
ORPHAN = f"n.last_seen_at < :cutoff AND {IDLE} AND " + NO_EDGE.format(kept=f"NOT ({OLD_FACT})")
SPARE = f"""n.space_id = :space AND n.canonical_name <> '{PERSON}'
    AND NOT {NEEDED_BY_UNDO.format(kind="entity", row="n")} AND """ + NO_EDGE.format(kept="e.origin = 'person'")
FEWEST_FACTS = """coalesce((SELECT degree FROM graph_entity_stats WHERE entity_id = n.id AND edge_type = ''), 0),
    n.last_seen_at, n.id"""
ORDER = {"orphan": "n.last_seen_at, n.id", "cap": FEWEST_FACTS}


def preview(conn: Connection, space_id: int, limits: Limits, now: Moment, most: int) -> Eviction:
    """What would go; ``most`` items of each rule are listed, all are counted."""
    values = _values(space_id, limits, now)
    counts: dict[Rule, int] = {
        "expired": _count(conn, f"graph_edges AS e WHERE {OLD_FACT}", values),
        "orphan": _count(conn, f"graph_entities AS n WHERE {ORPHAN}", values),
    }
    excess = _excess(conn, values) - counts["orphan"]
    spare = f"SELECT n.id FROM graph_entities AS n WHERE {SPARE} AND NOT (n.last_seen_at < :cutoff AND {ORPHAN})"
    counts["cap"] = _count(conn, f"({spare} LIMIT {max(0, excess)})", values) if excess > 0 else 0
    items = [*_facts(conn, values, most), *_entities(conn, "orphan", ORPHAN, values, most)]
    if excess > 0:
        only = f"{SPARE} AND NOT (n.last_seen_at < :cutoff AND {ORPHAN})"
        items += _entities(conn, "cap", only, values, min(most, excess))
    return Eviction(counts, tuple(items), max(0, excess - counts["cap"]))


def candidates(conn: Connection, space_id: int, limits: Limits, now: Moment, rule: Rule) -> list[int]:
    """Ids that the rule would take, the oldest first, at most :data:`ROUND`."""
    values = _values(space_id, limits, now)
    if rule == "expired":
        sql = f"SELECT e.id FROM graph_edges AS e WHERE {OLD_FACT} ORDER BY e.expired_at, e.id LIMIT {ROUND}"
    else:
        most = ROUND if rule == "orphan" else min(ROUND, max(0, _excess(conn, values)))
        where = ORPHAN if rule == "orphan" else SPARE
        sql = f"SELECT n.id FROM graph_entities AS n WHERE {where} ORDER BY {ORDER[rule]} LIMIT {most}"
    return [int(row[0]) for row in conn.execute(sql, _used(sql, values))]


def evict(
    conn: Connection, space_id: int, limits: Limits, now: Moment, rule: Rule, ids: list[int], seconds: float
) -> tuple[int, int]:
    """(how many of ``ids`` went, how many were judged) within about ``seconds``; those that may not go now stay."""
    values, started, gone, judged = _values(space_id, limits, now), time.monotonic(), 0, 0
    while judged < len(ids) and (not judged or time.monotonic() - started < seconds):
        part = ids[judged : judged + SLICE]
        gone += _evict_facts(conn, values, part) if rule == "expired" else _evict_entities(conn, values, rule, part)
        judged += len(part)
    return gone, judged


def record(conn: Connection, space_id: int, reason: str, now: Moment) -> None:
    """Tells of it among the changes of the graph; it is final, so it keeps no images."""
    conn.execute(
        """INSERT INTO graph_revisions (space_id, kind, reason, origin, created_at)
           VALUES (:space, 'evict', :reason, 'local', :now)""",
        {"space": space_id, "reason": reason, "now": now},
    )


# ---------------------------------------------------------------- looking


def _values(space_id: int, limits: Limits, now: Moment) -> dict[str, Any]:
    cutoff = limits.cutoff(now)
    return {"space": space_id, "cutoff": cutoff, "undo": cutoff, "cap": limits.max_entities}


def _used(sql: str, values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if f":{name}" in sql}


def _count(conn: Connection, source: str, values: dict[str, Any]) -> int:
    sql = f"SELECT count(*) FROM {source}"
    return int(conn.execute(sql, _used(sql, values)).fetchone()[0])


def _excess(conn: Connection, values: dict[str, Any]) -> int:
    if not values["cap"]:
        return 0
    return _count(conn, "graph_entities AS n WHERE n.space_id = :space", values) - int(values["cap"])


def _facts(conn: Connection, values: dict[str, Any], most: int) -> Iterable[Evictable]:
    sql = f"""SELECT e.id, e.fact, e.expired_at FROM graph_edges AS e WHERE {OLD_FACT}
              ORDER BY e.expired_at, e.id LIMIT {most}"""
    return [Evictable("fact", int(i), text, "expired", at) for i, text, at in conn.execute(sql, _used(sql, values))]


def _entities(conn: Connection, rule: Rule, where: str, values: dict[str, Any], most: int) -> Iterable[Evictable]:
    sql = f"""SELECT n.id, n.name, n.last_seen_at FROM graph_entities AS n WHERE {where}
              ORDER BY {ORDER[rule]} LIMIT {most}"""
    return [Evictable("entity", int(i), name, rule, at) for i, name, at in conn.execute(sql, _used(sql, values))]


# ---------------------------------------------------------------- removing


def _evict_facts(conn: Connection, values: dict[str, Any], ids: list[int]) -> int:
    sql = f"SELECT e.id FROM json_each(:ids) AS j CROSS JOIN graph_edges AS e ON e.id = j.value WHERE {OLD_FACT}"
    return _remove_facts(conn, [int(row[0]) for row in conn.execute(sql, {**_used(sql, values), "ids": as_json(ids)})])


def _remove_facts(conn: Connection, ids: list[int]) -> int:
    for edge in ids:
        _splice(conn, edge)
    _forget_changes(conn, "edge", ids)
    drop_vectors(conn, "edge", ids)
    conn.execute("DELETE FROM graph_edges WHERE id IN (SELECT value FROM json_each(?))", (as_json(ids),))
    return len(ids)


def _splice(conn: Connection, edge: int) -> None:
    """The chain of supersessions closes over the gap: the older one was replaced by the newer one."""
    row = conn.execute("SELECT supersedes_id, superseded_by FROM graph_edges WHERE id = ?", (edge,)).fetchone()
    values = {"edge": edge, "older": row[0], "newer": row[1]}
    conn.execute(
        "UPDATE graph_edges SET superseded_by = nullif(:newer, id) WHERE superseded_by = :edge",
        {"edge": edge, "newer": values["newer"]},
    )
    conn.execute(
        "UPDATE graph_edges SET supersedes_id = nullif(:older, id) WHERE supersedes_id = :edge",
        {"edge": edge, "older": values["older"]},
    )


def _evict_entities(conn: Connection, values: dict[str, Any], rule: Rule, ids: list[int]) -> int:
    where = ORPHAN if rule == "orphan" else SPARE
    most = len(ids) if rule == "orphan" else max(0, _excess(conn, values))
    sql = f"""SELECT n.id FROM json_each(:ids) AS j CROSS JOIN graph_entities AS n ON n.id = j.value WHERE {where}
              ORDER BY {ORDER[rule]} LIMIT {most}"""
    gone = [int(row[0]) for row in conn.execute(sql, {**_used(sql, values), "ids": as_json(ids)})]
    given = {"ids": as_json(gone)}
    facts = conn.execute(
        """SELECT id FROM graph_edges WHERE source_entity_id IN (SELECT value FROM json_each(:ids))
           UNION SELECT id FROM graph_edges WHERE target_entity_id IN (SELECT value FROM json_each(:ids))""",
        given,
    )
    _remove_facts(conn, [int(row[0]) for row in facts])
    _forget_changes(conn, "entity", gone)
    drop_vectors(conn, "entity", gone)
    conn.execute("DELETE FROM graph_entities WHERE id IN (SELECT value FROM json_each(:ids))", given)
    return len(gone)


def _forget_changes(conn: Connection, kind: str, ids: list[int]) -> None:
    """Before-images of what goes; a change that a removed entity was part of cannot be undone any more, as a whole."""
    of = {"kind": kind, "ids": as_json(ids)}
    found = conn.execute(
        """SELECT DISTINCT revision_id FROM graph_revision_items
           WHERE item_kind = :kind AND item_id IN (SELECT value FROM json_each(:ids))""",
        of,
    ).fetchall()
    hit = {"hit": as_json([row[0] for row in found])}
    if kind == "entity":
        conn.execute("DELETE FROM graph_revision_items WHERE revision_id IN (SELECT value FROM json_each(:hit))", hit)
    else:
        conn.execute(
            """DELETE FROM graph_revision_items
               WHERE item_kind = :kind AND item_id IN (SELECT value FROM json_each(:ids))""",
            of,
        )
    empty = """SELECT j.value FROM json_each(:hit) AS j
               WHERE NOT EXISTS (SELECT 1 FROM graph_revision_items WHERE revision_id = j.value)"""
    # What was undone stays so: its revision points at itself once the undoing one is gone.
    conn.execute(f"UPDATE graph_revisions SET undone_by = id WHERE undone_by IN ({empty})", hit)
    conn.execute(f"DELETE FROM graph_revisions WHERE id IN ({empty})", hit)

"""Communities in the database: the links they are found in, their rows, their members.

In: a DB-API connection inside a transaction. Out: rows and records. Nothing here decides who belongs together, but for
a new entity, which joins the community most of its neighbours are in. What changes many rows takes a slice of them, so
that the caller can keep each transaction short.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from zeph.clock import Moment
from zeph.records.community import Community
from zeph.storage.engine.driver import Connection
from zeph.storage.engine.metadata import get_json
from zeph.storage.search.full_text import as_json

if TYPE_CHECKING:
    import numpy

    Rows = numpy.ndarray[Any, Any]

Describe = Callable[[Sequence[str], Sequence[str]], tuple[str, str]]
"""(names, facts), best first, to (name, summary); called inside a transaction, so it is pure and fast."""
RUN = "communities"
"""Key of what the last detection found: see :mod:`zeph.storage.graph.detections`."""
SHOWN_MEMBERS = 3
STRONGEST = 16
"""Best connected members among whose facts the strongest are looked for; as many as names are asked for, if more."""
MOST_LINKS = 400
SURE = 3
"""So many times the facts that are asked for are read, of which the most used are taken."""


@dataclass(frozen=True, slots=True)
class Stored:
    """The communities a space has."""

    ids: tuple[int, ...]
    fingerprints: tuple[str, ...]
    members: "Rows"
    """Rows of (entity id, community id)."""


@dataclass(frozen=True, slots=True)
class Strongest:
    """What best tells a community apart, best first."""

    names: tuple[str, ...]
    facts: tuple[str, ...]


# ---------------------------------------------------------------- what detection reads


def load_links(conn: Connection, space_id: int, after_id: int, limit: int) -> "Rows":
    """Rows of (edge id, source, target) of live edges above ``after_id``, in id order; ``limit`` 0: all of them."""
    sql = """SELECT group_concat(id || ',' || source_entity_id || ',' || target_entity_id) FROM (
                 SELECT id, source_entity_id, target_entity_id FROM graph_edges
                 WHERE id > :after AND space_id = :space AND live = 1 ORDER BY id LIMIT :limit)"""
    return _numbers(conn, sql, {"after": after_id, "space": space_id, "limit": limit or -1}, 3)


def stored(conn: Connection, space_id: int) -> Stored:
    """As they are now."""
    sql = "SELECT id, fingerprint FROM graph_communities WHERE space_id = :space ORDER BY id"
    rows = conn.execute(sql, {"space": space_id}).fetchall()
    members = """SELECT group_concat(m.entity_id || ',' || m.community_id) FROM graph_communities AS c
                 CROSS JOIN graph_community_members AS m ON m.community_id = c.id WHERE c.space_id = :space"""
    ids, prints = zip(*rows, strict=True) if rows else ((), ())
    return Stored(ids, prints, _numbers(conn, members, {"space": space_id}, 2))


def central_members(conn: Connection, community_ids: Sequence[int], limit: int) -> dict[int, list[int]]:
    """The best connected entities of each community."""
    sql = """SELECT m.entity_id FROM graph_community_members AS m
             LEFT JOIN graph_entity_stats AS s ON s.entity_id = m.entity_id AND s.edge_type = ''
             WHERE m.community_id = :id ORDER BY coalesce(s.degree, 0) DESC, m.entity_id LIMIT :limit"""
    return {i: [row[0] for row in conn.execute(sql, {"id": i, "limit": limit})] for i in community_ids}


def _numbers(conn: Connection, sql: str, values: dict[str, object], columns: int) -> "Rows":
    """One text of numbers, read as rows: SQLite joins them without the interpreter's lock, in half the time of rows."""
    import numpy as np

    text = conn.execute(sql, values).fetchone()[0] or ""
    return np.fromstring(text, np.int64, sep=",").reshape(-1, columns)


# ---------------------------------------------------------------- what detection writes


def open_communities(conn: Connection, space_id: int, count: int, now: Moment) -> list[int]:
    """Ids of that many new rows, which nobody sees before they are described."""
    sql = """INSERT INTO graph_communities (space_id, name, fingerprint, created_at, updated_at)
             VALUES (:space, '', '', :now, :now)"""
    return [int(conn.execute(sql, {"space": space_id, "now": now}).lastrowid) for _ in range(count)]


def join(conn: Connection, space_id: int, pairs: Iterable[Sequence[int]]) -> None:
    """Puts entities into communities; of either, those that were removed meanwhile are left out."""
    conn.executemany(
        """INSERT INTO graph_community_members (entity_id, community_id)
           SELECT e.id, c.id FROM graph_entities AS e, graph_communities AS c
           WHERE e.id = :entity AND c.id = :community AND e.space_id = :space AND c.space_id = :space
           ON CONFLICT (entity_id) DO UPDATE SET community_id = excluded.community_id""",
        [{"entity": entity, "community": community, "space": space_id} for entity, community in pairs],
    )


def leave(conn: Connection, pairs: Iterable[tuple[int, int]]) -> None:
    """Takes entities out of the communities they were seen in."""
    sql = "DELETE FROM graph_community_members WHERE entity_id = ? AND community_id = ?"
    conn.executemany(sql, list(pairs))


def describe_communities(
    conn: Connection, communities: Sequence[tuple[int, str]], hubs: Iterable[int], describe: Describe, now: Moment,
    seconds: float,
) -> int:  # fmt: skip
    """Names and summarises (id, fingerprint) for at most about ``seconds``; how many of the leading ones were done.

    From rows as they are in this transaction, so a text that was forgotten meanwhile cannot come back.
    """
    started, hub_ids = time.monotonic(), as_json(list(hubs))
    for done, (community, fingerprint) in enumerate(communities, 1):
        top = strongest(conn, community, hub_ids, 5, 5)
        name, summary = describe(top.names, top.facts)
        conn.execute(
            """UPDATE graph_communities SET name = :name, summary = :summary, fingerprint = :print, summarised = '',
                   updated_at = :now WHERE id = :id""",
            {"id": community, "name": name, "summary": summary, "print": fingerprint, "now": now},
        )
        if time.monotonic() - started > seconds:
            return done
    return len(communities)


def close_communities(conn: Connection, ids: Sequence[int]) -> None:
    """Removes them; their vectors go with them."""
    conn.executemany("DELETE FROM graph_communities WHERE id = ?", [(i,) for i in ids])


def close_small(conn: Connection, space_id: int) -> int:
    """Removes communities that kept fewer than two members; how many others there are."""
    conn.execute(
        """DELETE FROM graph_communities WHERE space_id = :space AND (SELECT count(*) FROM (
               SELECT 1 FROM graph_community_members AS m WHERE m.community_id = graph_communities.id LIMIT 2)) < 2""",
        {"space": space_id},
    )
    sql = "SELECT count(*) FROM graph_communities WHERE space_id = :space"
    total: int = conn.execute(sql, {"space": space_id}).fetchone()[0]
    return total


# ---------------------------------------------------------------- what tells a community apart


def strongest(conn: Connection, community_id: int, hub_ids: str, names: int, facts: int) -> Strongest:
    """The members with the most facts inside, and the surest and most used facts among the best connected.

    A hub (``hub_ids`` is a JSON array) is in one community and belongs to many: it is named last.
    """
    best = _best_connected(conn, community_id, hub_ids, max(names, STRONGEST))
    found = conn.execute(INNER_LINKS, {"best": as_json(list(best)), "community": community_id})
    # A fact between two of the best is found from both ends and is one.
    links = {row[0]: row for row in found.fetchall()}
    inside = Counter(end for row in links.values() for end in row[1:3])
    ranked = sorted(best, key=lambda i: (best[i][1], -inside[i], i))
    surest = sorted(links.values(), key=lambda row: (-row[3], -min(inside[row[1]], inside[row[2]]), row[0]))
    texts = conn.execute(TEXTS, {"ids": as_json([row[0] for row in surest[: SURE * facts]])})
    return Strongest(tuple(best[i][0] for i in ranked[:names]), tuple(dict.fromkeys(row[0] for row in texts))[:facts])


def _best_connected(conn: Connection, community_id: int, hub_ids: str, most: int) -> dict[int, tuple[str, bool]]:
    """(name, whether it is a hub) by entity id, hubs last."""
    sql = """SELECT e.id, e.name, m.entity_id IN (SELECT value FROM json_each(:hubs)) AS hub
             FROM graph_community_members AS m CROSS JOIN graph_entities AS e ON e.id = m.entity_id
             LEFT JOIN graph_entity_stats AS s ON s.entity_id = m.entity_id AND s.edge_type = ''
             WHERE m.community_id = :community ORDER BY hub, coalesce(s.degree, 0) DESC, e.id LIMIT :limit"""
    rows = conn.execute(sql, {"community": community_id, "hubs": hub_ids, "limit": most})
    return {int(i): (str(name), bool(hub)) for i, name, hub in rows}


# Two arms, each served by its index alone.
INNER_LINKS = f"""
    SELECT * FROM (
        SELECT f.id, f.source_entity_id, f.target_entity_id, f.confidence FROM json_each(:best) AS b
        CROSS JOIN graph_edges AS f INDEXED BY graph_edges_out ON f.source_entity_id = b.value AND f.live = 1
        CROSS JOIN graph_community_members AS m ON m.entity_id = f.target_entity_id
        WHERE m.community_id = :community LIMIT {MOST_LINKS})
    UNION ALL
    SELECT * FROM (
        SELECT f.id, f.source_entity_id, f.target_entity_id, f.confidence FROM json_each(:best) AS b
        CROSS JOIN graph_edges AS f INDEXED BY graph_edges_in ON f.target_entity_id = b.value AND f.live = 1
        CROSS JOIN graph_community_members AS m ON m.entity_id = f.source_entity_id
        WHERE m.community_id = :community LIMIT {MOST_LINKS})"""

TEXTS = """
    SELECT e.fact FROM json_each(:ids) AS j CROSS JOIN graph_edges AS e ON e.id = j.value
    LEFT JOIN graph_edge_usage AS u ON u.edge_id = e.id
    ORDER BY e.confidence DESC, coalesce(u.retrieval_count, 0.0) DESC, j.key"""


def unsummarised(conn: Connection, space_id: int) -> list[tuple[int, str]]:
    """(id, fingerprint) of communities whose text no model wrote as they are now, the largest first."""
    sql = """SELECT c.id, c.fingerprint FROM graph_communities AS c
             LEFT JOIN graph_community_members AS m ON m.community_id = c.id
             WHERE c.space_id = :space AND c.fingerprint <> '' AND c.summarised <> c.fingerprint
             GROUP BY c.id ORDER BY count(*) DESC, c.id"""
    return [(int(i), str(p)) for i, p in conn.execute(sql, {"space": space_id})]


def put_summary(conn: Connection, community_id: int, fingerprint: str, name: str, summary: str) -> bool:
    """A model's text; False where the community was changed or removed while the model wrote."""
    changed: int = conn.execute(
        """UPDATE graph_communities SET name = :name, summary = :summary, summarised = :print
           WHERE id = :id AND fingerprint = :print""",
        {"id": community_id, "print": fingerprint, "name": name, "summary": summary},
    ).rowcount
    return changed > 0


# ---------------------------------------------------------------- a new entity


def assign_new(conn: Connection, space_id: int, entity_ids: Iterable[int]) -> int:
    """Puts entities without a community where most of their neighbours are; how many found a place.

    A hub has no say, as in detection: what is only said of the person is no community yet.
    """
    ids = sorted(set(entity_ids))
    if not ids:
        return 0
    hubs = as_json(get_json(conn, space_id, RUN).get("hubs", []))
    return sum(conn.execute(JOIN_MAJORITY, {"id": i, "space": space_id, "hubs": hubs}).rowcount for i in ids)


JOIN_MAJORITY = """
    WITH near (entity_id) AS (
        SELECT target_entity_id FROM graph_edges WHERE source_entity_id = :id AND live = 1
        UNION ALL
        SELECT source_entity_id FROM graph_edges WHERE target_entity_id = :id AND live = 1)
    INSERT INTO graph_community_members (entity_id, community_id)
    SELECT :id, m.community_id FROM near
    JOIN graph_community_members AS m USING (entity_id)
    JOIN graph_communities AS c ON c.id = m.community_id AND c.space_id = :space
    WHERE NOT EXISTS (SELECT 1 FROM graph_community_members WHERE entity_id = :id)
      AND near.entity_id NOT IN (SELECT value FROM json_each(:hubs))
    GROUP BY m.community_id ORDER BY count(*) DESC, m.community_id LIMIT 1"""


# ---------------------------------------------------------------- what a person sees


def list_communities(conn: Connection, space_id: int, limit: int) -> list[Community]:
    """The largest first, each with the names of its best connected members."""
    sql = """SELECT community_id FROM graph_community_members AS m
             JOIN graph_communities AS c ON c.id = m.community_id
             WHERE c.space_id = :space AND c.fingerprint <> ''
             GROUP BY community_id ORDER BY count(*) DESC, community_id LIMIT :limit"""
    ids = [int(row[0]) for row in conn.execute(sql, {"space": space_id, "limit": limit})]
    found = communities(conn, space_id, ids)
    return [found[i] for i in ids if i in found]


def communities(conn: Connection, space_id: int, ids: Sequence[int]) -> dict[int, Community]:
    """Those of ``ids`` that there are, each with the names of its best connected members."""
    sql = """SELECT c.id, c.name, c.summary, count(m.entity_id), c.created_at, c.updated_at
             FROM graph_communities AS c LEFT JOIN graph_community_members AS m ON m.community_id = c.id
             WHERE c.space_id = :space AND c.id IN (SELECT value FROM json_each(:ids)) GROUP BY c.id"""
    rows = {row[0]: row for row in conn.execute(sql, {"space": space_id, "ids": as_json(ids)}).fetchall()}
    hubs = as_json(get_json(conn, space_id, RUN).get("hubs", []))
    return {i: Community(*[*rows[i], _member_names(conn, i, hubs)]) for i in ids if i in rows}


def _member_names(conn: Connection, community_id: int, hubs: str) -> tuple[str, ...]:
    return tuple(name for name, _ in _best_connected(conn, community_id, hubs, SHOWN_MEMBERS).values())

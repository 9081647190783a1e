"""Communities in the database: the edges they are found in, their rows, their members.

In: a DB-API connection inside a transaction. Out: rows and records. Nothing here decides who
belongs together, but for a new entity, which joins the community most of its neighbours are in.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from zeph.clock import Moment
from zeph.records.community import Community
from zeph.storage.driver import Connection

Describe = Callable[[Sequence[str], Sequence[str]], tuple[str, str]]
STRONGEST = 5
SHOWN_MEMBERS = 3


class NewCommunity(Protocol):
    @property
    def members(self) -> Sequence[int]: ...
    @property
    def fingerprint(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Strongest:
    names: tuple[str, ...]
    facts: tuple[str, ...]


def load_edges(conn: Connection, space_id: int, after_id: int, limit: int) -> list[tuple[int, int, int]]:
    """(id, source, target) of active live edges above ``after_id``, in id order; ``limit`` 0: all."""
    sql = """SELECT id, source_entity_id, target_entity_id FROM graph_edges
             WHERE id > :after AND space_id = :space AND live = 1 AND expired_at IS NULL
             ORDER BY id LIMIT :limit"""
    return [tuple(row) for row in conn.execute(sql, {"after": after_id, "space": space_id, "limit": limit or -1})]


def replace_communities(
    conn: Connection, space_id: int, communities: Sequence[NewCommunity], describe: Describe, now: Moment
) -> int:
    """Makes ``communities`` the space's own; those of an unchanged fingerprint keep id, name and summary.

    ``describe`` names the others from rows as they are in this transaction, so a text that was
    forgotten meanwhile cannot come back. Returns how many there are.
    """
    rows = conn.execute("SELECT fingerprint, id FROM graph_communities WHERE space_id = :space", {"space": space_id})
    known: dict[str, int] = dict(rows.fetchall())
    kept = {c.fingerprint for c in communities} & known.keys()
    gone = [{"id": known[fingerprint]} for fingerprint in sorted(known.keys() - kept)]
    conn.executemany("DELETE FROM graph_communities WHERE id = :id", gone)
    wanted: dict[int, int] = {}
    for community in communities:
        found = known.get(community.fingerprint) or _insert(conn, space_id, community, describe, now)
        wanted.update(dict.fromkeys(community.members, found))
    _set_members(conn, space_id, wanted)
    return _drop_empty(conn, space_id)


def list_communities(conn: Connection, space_id: int, limit: int) -> list[Community]:
    """The largest first, each with the names of its best connected members."""
    return _listed(conn, "c.space_id = :space", {"space": space_id, "limit": limit})


def communities(conn: Connection, ids: Sequence[int]) -> dict[int, Community]:
    """Those of ``ids`` that there are, each with the names of its best connected members."""
    given = {"ids": json.dumps(list(ids)), "limit": len(ids)}
    return {c.id: c for c in _listed(conn, "c.id IN (SELECT value FROM json_each(:ids))", given)}


def central_members(conn: Connection, community_ids: Sequence[int], limit: int) -> dict[int, list[int]]:
    """The best connected entities of each community."""
    sql = """SELECT m.entity_id FROM graph_community_members AS m
             LEFT JOIN graph_entity_stats AS s ON s.entity_id = m.entity_id AND s.edge_type = ''
             WHERE m.community_id = :id ORDER BY coalesce(s.degree, 0) DESC, m.entity_id LIMIT :limit"""
    return {i: [row[0] for row in conn.execute(sql, {"id": i, "limit": limit})] for i in community_ids}


def _listed(conn: Connection, where: str, given: dict[str, object]) -> list[Community]:
    sql = f"""SELECT c.id, c.name, c.summary, count(m.entity_id) AS size, c.updated_at
             FROM graph_communities AS c LEFT JOIN graph_community_members AS m ON m.community_id = c.id
             WHERE {where} GROUP BY c.id ORDER BY size DESC, c.id LIMIT :limit"""
    return [Community(*[*row, _member_names(conn, row[0])]) for row in conn.execute(sql, given).fetchall()]


def assign_new(conn: Connection, space_id: int, entity_ids: Iterable[int]) -> int:
    """Puts entities without a community where most of their neighbours are; how many found a place."""
    sql = """WITH near (entity_id) AS (
                 SELECT target_entity_id FROM graph_edges
                 WHERE source_entity_id = :id AND live = 1 AND expired_at IS NULL
                 UNION ALL
                 SELECT source_entity_id FROM graph_edges
                 WHERE target_entity_id = :id AND live = 1 AND expired_at IS NULL)
             INSERT INTO graph_community_members (entity_id, community_id)
             SELECT :id, m.community_id FROM near
             JOIN graph_community_members AS m USING (entity_id)
             JOIN graph_communities AS c ON c.id = m.community_id AND c.space_id = :space
             WHERE NOT EXISTS (SELECT 1 FROM graph_community_members WHERE entity_id = :id)
             GROUP BY m.community_id ORDER BY count(*) DESC, m.community_id LIMIT 1"""
    ids = sorted(set(entity_ids))
    return sum(conn.execute(sql, {"id": entity, "space": space_id}).rowcount for entity in ids)


def strongest(conn: Connection, entity_ids: Iterable[int], limit: int) -> Strongest:
    """What best tells these entities apart: the best connected names, the surest and most used facts among them."""
    given = {"ids": json.dumps(sorted(entity_ids)), "limit": limit}
    names = conn.execute(
        """SELECT e.name FROM json_each(:ids) AS j JOIN graph_entities AS e ON e.id = j.value
           LEFT JOIN graph_entity_stats AS s ON s.entity_id = e.id AND s.edge_type = ''
           ORDER BY coalesce(s.degree, 0) DESC, e.id LIMIT :limit""",
        given,
    )
    facts = conn.execute(
        """SELECT e.fact FROM json_each(:ids) AS j
           CROSS JOIN graph_edges AS e ON e.source_entity_id = j.value AND e.live = 1
           LEFT JOIN graph_edge_usage AS u ON u.edge_id = e.id
           WHERE e.expired_at IS NULL AND e.target_entity_id IN (SELECT value FROM json_each(:ids))
           ORDER BY e.confidence DESC, coalesce(u.retrieval_count, 0) DESC, e.id LIMIT :limit""",
        given,
    )
    return Strongest(tuple(row[0] for row in names), tuple(row[0] for row in facts))


def _insert(conn: Connection, space_id: int, community: NewCommunity, describe: Describe, now: Moment) -> int:
    top = strongest(conn, community.members, STRONGEST)
    name, summary = describe(top.names, top.facts)
    row = {"space": space_id, "name": name, "summary": summary, "print": community.fingerprint, "now": now}
    made: int = conn.execute(
        """INSERT INTO graph_communities (space_id, name, summary, fingerprint, created_at, updated_at)
           VALUES (:space, :name, :summary, :print, :now, :now)""",
        row,
    ).lastrowid
    return made


def _set_members(conn: Connection, space_id: int, wanted: dict[int, int]) -> None:
    """Writes only what differs: most refreshes move few entities."""
    rows = conn.execute(
        """SELECT m.entity_id, m.community_id FROM graph_community_members AS m
           JOIN graph_communities AS c ON c.id = m.community_id WHERE c.space_id = :space""",
        {"space": space_id},
    )
    present: dict[int, int] = dict(rows.fetchall())
    left = [{"entity": entity} for entity in present.keys() - wanted.keys()]
    conn.executemany("DELETE FROM graph_community_members WHERE entity_id = :entity", left)
    # An entity may have been removed or merged away since the edges were loaded.
    conn.executemany(
        """INSERT INTO graph_community_members (entity_id, community_id)
           SELECT id, :community FROM graph_entities WHERE id = :entity AND space_id = :space
           ON CONFLICT (entity_id) DO UPDATE SET community_id = excluded.community_id""",
        [{"entity": e, "community": c, "space": space_id} for e, c in wanted.items() if present.get(e) != c],
    )


def _drop_empty(conn: Connection, space_id: int) -> int:
    """Removes communities that kept fewer than two members; how many others there are."""
    conn.execute(
        """DELETE FROM graph_communities WHERE space_id = :space AND (
               SELECT count(*) FROM graph_community_members AS m WHERE m.community_id = graph_communities.id) < 2""",
        {"space": space_id},
    )
    sql = "SELECT count(*) FROM graph_communities WHERE space_id = :space"
    total: int = conn.execute(sql, {"space": space_id}).fetchone()[0]
    return total


def _member_names(conn: Connection, community_id: int) -> tuple[str, ...]:
    sql = """SELECT e.name FROM graph_community_members AS m JOIN graph_entities AS e ON e.id = m.entity_id
             LEFT JOIN graph_entity_stats AS s ON s.entity_id = e.id AND s.edge_type = ''
             WHERE m.community_id = :id ORDER BY coalesce(s.degree, 0) DESC, e.id LIMIT :limit"""
    return tuple(row[0] for row in conn.execute(sql, {"id": community_id, "limit": SHOWN_MEMBERS}))

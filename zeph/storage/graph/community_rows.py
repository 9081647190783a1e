"""What several repositories know of communities: what tells one apart, and where a new entity belongs.

In: a DB-API connection inside a transaction. Out: rows and records.
"""

from collections import Counter
from collections.abc import Iterable

from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.engine.metadata import get_json
from zeph.storage.ports import Strongest

RUN = "communities"
"""Key of what the last detection found."""
STRONGEST = 16
"""Best connected members among whose facts the strongest are looked for; as many as names are asked for, if more."""
MOST_LINKS = 400
SURE = 3
"""So many times the facts that are asked for are read, of which the most used are taken."""


def hubs_json(conn: Connection, space_id: int) -> str:
    """Ids of what is connected with nearly everything, by the last detection, as a JSON array."""
    return as_json(get_json(conn, space_id, RUN).get("hubs", []))


def strongest(conn: Connection, community_id: int, hub_ids: str, names: int, facts: int) -> Strongest:
    """The members with the most facts inside, and the surest and most used facts among the best connected.

    A hub (``hub_ids`` is a JSON array) is in one community and belongs to many: it is named last.
    """
    best = best_connected(conn, community_id, hub_ids, max(names, STRONGEST))
    found = conn.execute(INNER_LINKS, {"best": as_json(list(best)), "community": community_id})
    # A fact between two of the best is found from both ends and is one.
    links = {row[0]: row for row in found.fetchall()}
    inside = Counter(end for row in links.values() for end in row[1:3])
    ranked = sorted(best, key=lambda i: (best[i][1], -inside[i], i))
    surest = sorted(links.values(), key=lambda row: (-row[3], -min(inside[row[1]], inside[row[2]]), row[0]))
    texts = conn.execute(TEXTS, {"ids": as_json([row[0] for row in surest[: SURE * facts]])})
    return Strongest(tuple(best[i][0] for i in ranked[:names]), tuple(dict.fromkeys(row[0] for row in texts))[:facts])


def best_connected(conn: Connection, community_id: int, hub_ids: str, most: int) -> dict[int, tuple[str, bool]]:
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


def assign_new(conn: Connection, space_id: int, entity_ids: Iterable[int]) -> int:
    """Puts entities without a community where most of their neighbours are; how many found a place.

    A hub has no say, as in detection: what is only said of the person is no community yet.
    """
    ids = sorted(set(entity_ids))
    if not ids:
        return 0
    hubs = hubs_json(conn, space_id)
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

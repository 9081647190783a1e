"""Full-text search over messages, facts and entities.

In: a connection, a view or space, an FTS5 match string. Out: (id, score), best first, higher
is better. The inner query touches the FTS index alone and stops at a limit; only those few
ids are joined to their rows (a bm25 of every joined row is what makes such searches slow). It orders by bm25() itself: the
hidden column ``rank`` costs a third more, because it looks each row up again.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from zeph.records.view import View

Connection = Any
"""A DB-API connection of sqlite3 or pysqlite3, with tuple rows."""

OVER_FETCH = 1.25
SPARE = 8
GROW = 8
LAST = "\U0010ffff"
"""Comes after every character of a word."""
SCORED_ROWS = 500
"""Rows a search may score (a bm25 of each costs a microsecond): the rarest terms first, the frequent say little."""
SCORED_NAMES = 400
"""Of entities, whose names are scored by column."""
COUNTED = 8
"""Terms whose rows one statement counts: most questions have fewer."""
NEWEST_FIRST = ("messages", "graph_edges")
"""Of which the newest are taken where even the rarest word stands in more rows than may be scored."""


def interval_holds(row: str, view: View) -> str:
    """SQL: the interval of alias ``row`` covers ``:at``, or lies where ``view`` looks besides."""
    begun = f"{row}.valid_from IS NULL OR {row}.valid_from <= :at"
    begun += f" OR {row}.edge_type = 'temporal'" if view.ahead else ""
    lasts = f"{row}.valid_until IS NULL OR {row}.valid_until > :at"
    parts = ([] if view.to_come else [f"({begun})"]) + ([] if view.ended else [f"({lasts})"])
    return " AND ".join(parts) or "1"


def not_expired(row: str, view: View) -> str:
    """SQL: ``row`` stands, or was superseded where ``view`` looks at the past; what was retracted is never seen."""
    standing = f"{row}.expired_at IS NULL"
    past = view.as_of is not None or view.ended
    return f"({standing} OR {row}.expired_reason = 'superseded')" if past else standing


def edge_in_view(view: View, row: str = "e") -> str:
    """SQL that is true for edges ``row`` that ``view`` sees; parameters are those of :func:`view_params`."""
    if view.known_at is not None:
        return _edge_as_known(view, row)
    return f"{row}.space_id = :space AND {not_expired(row, view)} AND {interval_holds(row, view)}{said_in(view, row)}"


def said_in(view: View, row: str) -> str:
    """SQL tail: a message of the view's conversation is a source of edge ``row``; empty without a conversation."""
    if view.conversation_id is None:
        return ""
    return (
        f" AND EXISTS (SELECT 1 FROM graph_edge_mentions AS c JOIN messages AS s ON s.id = c.message_id"
        f" WHERE c.edge_id = {row}.id AND s.conversation_id = :conversation)"
    )


def _edge_as_known(view: View, row: str) -> str:
    """The version that was believed at ``:known`` decides; the row itself where none was written since."""

    def believed(alias: str) -> str:
        expiry = f"{alias}.expired_at IS NULL OR {alias}.expired_at > :known"
        if view.as_of is not None:
            expiry += f" OR {alias}.expired_reason = 'superseded'"
        return f"({expiry}) AND {interval_holds(alias, view)}"

    then = version_then(row)
    return (
        f"{row}.space_id = :space AND {row}.created_at <= :known AND CASE WHEN EXISTS (SELECT 1 {then})"
        f" THEN EXISTS (SELECT 1 {then} AND {believed('v')}) ELSE {believed(row)} END{said_in(view, row)}"
    )


def version_then(row: str) -> str:
    """SQL tail: the version ``v`` of edge ``row`` that was believed at ``:known``."""
    believed = "v.known_from <= :known AND v.known_until > :known"
    return f"FROM graph_edge_versions AS v WHERE v.edge_id = {row}.id AND {believed}"


def view_params(view: View) -> dict[str, object]:
    return {"space": view.space_id, "at": view.at, "known": view.known_at, "conversation": view.conversation_id}


def search_messages(
    conn: Connection, space_id: int, match: str, limit: int, before_id: int | None, conversation_id: int | None = None
) -> list[tuple[int, float]]:
    """What people and the assistant said, before message ``before_id`` and in one conversation where given."""
    keep = "e.space_id = :space AND e.role IN ('user', 'assistant')"
    if conversation_id is not None:
        keep += " AND e.conversation_id = :conversation"
    params = {"match": match, "space": space_id, "before": before_id, "conversation": conversation_id}
    before = "AND rowid < :before" if before_id is not None else ""
    return _filtered(conn, "messages", keep, params, limit, where=before)


def search_edges(conn: Connection, view: View, match: str, limit: int) -> list[tuple[int, float]]:
    return _filtered(conn, "graph_edges", edge_in_view(view), {"match": match, **view_params(view)}, limit)


def search_entities(conn: Connection, space_id: int, match: str, limit: int) -> list[tuple[int, float]]:
    """Names and aliases count ten times as much as the summary."""
    params = {"match": match, "space": space_id}
    return _filtered(conn, "graph_entities", "e.space_id = :space", params, limit, weights=", 10.0, 10.0, 1.0")


def name_words(conn: Connection, beginning: str, least: int, most: int, limit: int) -> list[str]:
    """Words of entity names and aliases that begin so and have ``least`` to ``most`` characters, in order.

    ``beginning`` is in the form that the index holds: lower case, accents off.
    """
    rows = conn.execute(
        "SELECT DISTINCT term FROM temp.graph_entity_words WHERE term >= :first AND term < :last"
        " AND col IN ('name', 'alias_text') AND length(term) BETWEEN :least AND :most LIMIT :limit",
        {"first": beginning, "last": beginning + LAST, "least": least, "most": most, "limit": limit},
    )
    return [str(row[0]) for row in rows]


def names_going_on(conn: Connection, beginnings: Mapping[str, int]) -> dict[str, list[str]]:
    """Of each beginning the words of entity names and aliases that go on from it, and have at most so many characters; in
    order, and in the form that the index holds, as the beginnings are."""
    if not beginnings:
        return {}
    rows = conn.execute(
        "SELECT DISTINCT b.key, w.term FROM json_each(:beginnings) AS b CROSS JOIN temp.graph_entity_words AS w"
        " WHERE w.term >= b.key AND w.term < b.key || :last AND w.col IN ('name', 'alias_text')"
        " AND length(w.term) <= b.value ORDER BY 1, 2",
        {"beginnings": json.dumps(beginnings, ensure_ascii=False), "last": LAST},
    )
    found: dict[str, list[str]] = {}
    for beginning, word in rows:
        found.setdefault(beginning, []).append(word)
    return found


def are_spoken(conn: Connection, terms: Sequence[str], most: int) -> list[bool]:
    """Of each term (an FTS5 expression) whether a fact, or more than ``most`` messages, have it."""
    if not terms:
        return []
    said = "SELECT count(*) FROM (SELECT 1 FROM messages_fts WHERE messages_fts MATCH ?{n} LIMIT ?1 + 1)"
    fact = "EXISTS (SELECT 1 FROM graph_edges_fts WHERE graph_edges_fts MATCH ?{n})"
    each = [f"{fact} OR ({said}) > ?1".format(n=n) for n in range(2, len(terms) + 2)]
    row = conn.execute(f"SELECT {', '.join(each)}", (most, *terms)).fetchone()
    return [bool(value) for value in row]


def search_communities(conn: Connection, space_id: int, match: str, limit: int) -> list[tuple[int, float]]:
    """Names count four times as much as summaries."""
    params = {"match": match, "space": space_id}
    return _filtered(conn, "graph_communities", "e.space_id = :space", params, limit, weights=", 4.0, 1.0")


def _filtered(
    conn: Connection,
    table: str,
    keep: str,
    params: Mapping[str, object],
    limit: int,
    *,
    weights: str = "",
    where: str = "",
) -> list[tuple[int, float]]:
    """The best ``limit`` rows of ``table`` by bm25 (with the columns' ``weights``) that pass ``keep``; looks further where too
    few of the index's best do. ``where`` is asked of the index itself."""
    if not params["match"] or limit < 1:
        return []
    index, most = f"{table}_fts", SCORED_NAMES if table == "graph_entities" else SCORED_ROWS
    match, crowded = rarest_terms(conn, index, str(params["match"]), most)
    if not match:
        return []
    # A bm25 of each row that has a crowded word would take tenths of a second, and tell hardly one from another.
    newest = crowded and table in NEWEST_FIRST
    score, best, order = ("-1.0", "id DESC", "e.id DESC") if newest else (f"bm25({index}{weights})", "r", "f.r, e.id")
    inner = f"SELECT rowid AS id, {score} AS r FROM {index} WHERE {index} MATCH :match {where} ORDER BY {best} LIMIT :n"
    sql = f"SELECT e.id, -f.r, (SELECT count(*) FROM f) FROM f CROSS JOIN {table} AS e ON e.id = f.id WHERE {keep}"
    sql = f"WITH f AS MATERIALIZED ({inner}) {sql} ORDER BY {order} LIMIT :limit"
    params = {**params, "match": match}
    fetch = int(limit * OVER_FETCH) + SPARE
    used = {name: value for name, value in params.items() if f":{name}" in sql}
    while True:
        rows = conn.execute(sql, {**used, "n": fetch, "limit": limit}).fetchall()
        found = rows[0][2] if rows else _count(conn, inner, used, fetch)
        if len(rows) >= limit or found < fetch:
            return [(int(i), float(score)) for i, score, _ in rows]
        fetch *= GROW


def rarest_terms(conn: Connection, index: str, match: str, most: int) -> tuple[str, bool]:
    """The rarest terms of ``match`` (an OR of terms) that are in at most ``most`` rows together, and whether the rarest alone
    is in more than that; empty where none has a row."""
    terms = match.split(" OR ")
    count = f"(SELECT count(*) FROM (SELECT rowid FROM {index} WHERE {index} MATCH ? LIMIT {most + 1}))"
    counts = chain.from_iterable(
        conn.execute(f"SELECT {', '.join([count] * len(some))}", some).fetchone()
        for some in (terms[i : i + COUNTED] for i in range(0, len(terms), COUNTED))
    )
    rows = dict(zip(terms, counts, strict=True))
    kept: list[str] = []
    left = most
    for term in sorted(filter(rows.get, rows), key=lambda t: rows[t]):
        left -= rows[term]
        if kept and left < 0:
            break
        kept.append(term)
    return " OR ".join(kept), bool(kept) and rows[kept[0]] > most


def _count(conn: Connection, inner: str, params: Mapping[str, object], fetch: int) -> int:
    used = {name: value for name, value in params.items() if f":{name}" in inner}
    return int(conn.execute(f"SELECT count(*) FROM ({inner})", {**used, "n": fetch}).fetchone()[0])


def as_json(ids: Sequence[int]) -> str:
    """Ids for ``json_each``."""
    return json.dumps([int(i) for i in ids])

"""Full-text search over messages, facts, entities and communities, as one snapshot reads them.

In: a connection that holds a transaction open, a view or space, a text query. Out: (id, score), best first,
higher is better. The inner query touches the FTS index alone and stops at a limit; only those few ids are joined to
their rows (a bm25 of every joined row is what makes such searches slow). It orders by bm25() itself: the hidden column
``rank`` costs a third more, because it looks each row up again.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import chain

from zeph.records.view import View
from zeph.storage.engine.driver import Connection
from zeph.storage.engine.view_sql import edge_in_view, view_params
from zeph.storage.ports import TextQuery
from zeph.storage.search.match_strings import alternatives, quoted
from zeph.storage.search.plain_search import (
    is_said,
    lacks_index,
    search_texts,
    speakers_named,
    words_of_names,
)

OVER_FETCH = 1.25
SPARE = 8
GROW = 8
LAST = "\U0010ffff"
"""Comes after every character of a word."""
SCORED_ROWS = 500
"""Rows a search may score (a bm25 of each costs a microsecond): the rarest terms first, the frequent say little."""
SCORED_NAMES = 400
"""Of entities, whose names are scored by column."""
WEIGHTS = {"graph_entities": ", 10.0, 10.0, 1.0", "graph_communities": ", 4.0, 1.0"}
"""Of columns; those of other tables are alike."""
COUNTED = 8
"""Terms whose rows one statement counts: most questions have fewer."""
UNNAMED = frozenset(("user", "assistant"))
"""What stands in a speaker's place where nobody has a name."""
NEWEST_FIRST = ("messages", "graph_edges")
"""Of which the newest are taken where even the rarest word stands in more rows than may be scored."""


class SqliteSearchReads:
    """The port :class:`~zeph.storage.ports.SearchReads`."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def messages(
        self, space_id: int, query: TextQuery, limit: int, before_id: int | None, conversation_id: int | None = None
    ) -> list[tuple[int, float]]:
        shown = "e.space_id = :space AND e.role IN ('user', 'assistant')"
        if conversation_id is not None:
            shown += " AND e.conversation_id = :conversation"
        params = {"space": space_id, "before": before_id, "conversation": conversation_id}
        before = "rowid < :before" if before_id is not None else ""
        return _filtered(self._conn, "messages", query, shown, params, limit, where=before)

    def passages(
        self, space_id: int, query: TextQuery, limit: int, before_id: int | None, conversation_id: int | None = None
    ) -> list[tuple[int, float]]:
        shown = "e.space_id = :space"
        if before_id is not None:
            shown += " AND e.message_id < :before"
        if conversation_id is not None:
            shown += " AND (SELECT conversation_id FROM messages WHERE id = e.message_id) = :conversation"
        params = {"space": space_id, "before": before_id, "conversation": conversation_id}
        return _filtered(self._conn, "message_passages", query, shown, params, limit)

    def edges(self, view: View, query: TextQuery, limit: int) -> list[tuple[int, float]]:
        return _filtered(self._conn, "graph_edges", query, edge_in_view(view), view_params(view), limit)

    def entities(self, space_id: int, query: TextQuery, limit: int) -> list[tuple[int, float]]:
        params = {"space": space_id}
        return _filtered(self._conn, "graph_entities", query, "e.space_id = :space", params, limit)

    def communities(self, space_id: int, query: TextQuery, limit: int) -> list[tuple[int, float]]:
        params = {"space": space_id}
        return _filtered(self._conn, "graph_communities", query, "e.space_id = :space", params, limit)

    def name_words(self, beginning: str, least: int, most: int, limit: int) -> list[str]:
        """In order. ``beginning`` is in the form that the index holds: lower case, accents off."""
        if lacks_index(self._conn, "graph_entities"):
            words = {w for w in words_of_names(self._conn) if w.startswith(beginning) and least <= len(w) <= most}
            return sorted(words)[:limit]
        rows = self._conn.execute(
            "SELECT DISTINCT term FROM temp.graph_entity_words WHERE term >= :first AND term < :last"
            " AND col IN ('name', 'alias_text') AND length(term) BETWEEN :least AND :most LIMIT :limit",
            {"first": beginning, "last": beginning + LAST, "least": least, "most": most, "limit": limit},
        )
        return [str(row[0]) for row in rows]

    def names_going_on(self, beginnings: Mapping[str, int]) -> dict[str, list[str]]:
        """In order, and in the form that the index holds, as the beginnings are."""
        if not beginnings:
            return {}
        if lacks_index(self._conn, "graph_entities"):
            words = sorted(set(words_of_names(self._conn)))
            going_on = {b: [w for w in words if w.startswith(b) and len(w) <= n] for b, n in sorted(beginnings.items())}
            return {beginning: found for beginning, found in going_on.items() if found}
        rows = self._conn.execute(
            "SELECT DISTINCT b.key, w.term FROM json_each(:beginnings) AS b CROSS JOIN temp.graph_entity_words AS w"
            " WHERE w.term >= b.key AND w.term < b.key || :last AND w.col IN ('name', 'alias_text')"
            " AND length(w.term) <= b.value ORDER BY 1, 2",
            {"beginnings": json.dumps(beginnings, ensure_ascii=False), "last": LAST},
        )
        by_beginning: dict[str, list[str]] = {}
        for beginning, word in rows:
            by_beginning.setdefault(beginning, []).append(word)
        return by_beginning

    def speakers(self, space_id: int, words: Sequence[str]) -> list[str]:
        """Who spoke is the first word of what is indexed of a message."""
        one = """(SELECT m.speaker FROM messages_fts AS f CROSS JOIN messages AS m ON m.id = f.rowid
            WHERE messages_fts MATCH ?{n} AND m.space_id = ?1 AND m.speaker <> '' LIMIT 1)"""
        asked = [f"^ {quoted(word)}" for word in words if word not in UNNAMED]
        if not asked:
            return []
        if lacks_index(self._conn, "messages"):
            return speakers_named(self._conn, space_id, [word for word in words if word not in UNNAMED])
        each = [one.format(n=n) for n in range(2, len(asked) + 2)]
        row = self._conn.execute(f"SELECT {', '.join(each)}", (space_id, *asked)).fetchone()
        return [str(speaker) for speaker in row if speaker]

    def are_spoken(self, terms: Sequence[str], most: int) -> list[bool]:
        if not terms:
            return []
        if lacks_index(self._conn, "messages") or lacks_index(self._conn, "graph_edges"):
            return is_said(self._conn, terms, most)
        said = "SELECT count(*) FROM (SELECT 1 FROM messages_fts WHERE messages_fts MATCH ?{n} LIMIT ?1 + 1)"
        fact = "EXISTS (SELECT 1 FROM graph_edges_fts WHERE graph_edges_fts MATCH ?{n})"
        each = [f"{fact} OR ({said}) > ?1".format(n=n) for n in range(2, len(terms) + 2)]
        row = self._conn.execute(f"SELECT {', '.join(each)}", (most, *map(quoted, terms))).fetchone()
        return [bool(value) for value in row]


def _filtered(
    conn: Connection,
    table: str,
    query: TextQuery,
    shown: str,
    params: Mapping[str, object],
    limit: int,
    *,
    where: str = "",
) -> list[tuple[int, float]]:
    """The best ``limit`` rows of ``table`` by bm25 (by the columns' :data:`WEIGHTS`) that are ``shown``; looks further
    where too few of the index's best do. ``where`` is asked of the index itself."""
    if not query or limit < 1:
        return []
    if lacks_index(conn, table):
        also = f" AND e.{where.replace('rowid', 'id')}" if where else ""
        return search_texts(conn, table, query, shown + also, params, limit)
    where = f"AND {where}" if where else ""
    index, weights = f"{table}_fts", WEIGHTS.get(table, "")
    most = SCORED_NAMES if table == "graph_entities" else SCORED_ROWS
    match, crowded = rarest_terms(conn, index, alternatives(query), most)
    if not match:
        return []
    # A bm25 of each row that has a crowded word would take tenths of a second, and tell hardly one from another.
    newest = crowded and table in NEWEST_FIRST
    score, best, order = ("-1.0", "id DESC", "e.id DESC") if newest else (f"bm25({index}{weights})", "r", "f.r, e.id")
    inner = f"SELECT rowid AS id, {score} AS r FROM {index} WHERE {index} MATCH :match {where} ORDER BY {best} LIMIT :n"
    sql = f"SELECT e.id, -f.r, (SELECT count(*) FROM f) FROM f CROSS JOIN {table} AS e ON e.id = f.id WHERE {shown}"
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


def rarest_terms(conn: Connection, index: str, terms: Sequence[str], most: int) -> tuple[str, bool]:
    """An OR of the rarest of ``terms`` (match strings) that are in ``most`` rows together at most, and whether the
    rarest alone is in more than that; empty where none has a row."""
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

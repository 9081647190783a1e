"""Search without an index: every text is read. It stands in for a full-text index that is damaged and taken away.

In: a connection that holds a transaction open, a table, a text query. Out: (id, score), best first, as the index would
have it: a rare term counts for more (inverse document frequency). A word is met by what begins like it, so that most of
its forms are. A hundred thousand messages take about a second.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from zeph.storage.engine.driver import Connection
from zeph.storage.ports import TextQuery
from zeph.storage.ports.unspaced import index_form, query_form

TEXTS = {
    "messages": "e.indexed_text", "message_passages": "e.indexed_text",
    "graph_edges": "e.fact || ' ' || e.indexed_text",
    "graph_entities": "e.name || ' ' || e.alias_text || ' ' || e.summary",
    "graph_communities": "e.name || ' ' || e.summary",
}  # fmt: skip
"""What a search of each table looks into."""
NAMES = "e.name || ' ' || e.alias_text"
ENDING = 2
"""Letters that a long word may end in otherwise."""
LONG = 5
_WORD = re.compile(r"\w+")


def lacks_index(conn: Connection, table: str) -> bool:
    """Whether the full-text index of the table is away."""
    return conn.execute(f"PRAGMA table_info({table}_fts)").fetchone() is None


def search_texts(
    conn: Connection, table: str, query: TextQuery, shown: str, params: Mapping[str, object], limit: int
) -> list[tuple[int, float]]:
    """The best rows of ``table`` that are ``shown`` (a condition on ``e``)."""
    patterns = [_pattern(term, begins=query.beginnings) for term in query.terms]
    text = NAMES if query.names_alone and table == "graph_entities" else TEXTS[table]
    sql = f"SELECT e.id, {text} FROM {table} AS e WHERE {shown}"
    used = {name: value for name, value in params.items() if f":{name}" in sql}
    hits: dict[int, list[int]] = {}
    for row, said in conn.execute(sql, used):
        plain = folded(said)
        if found := [n for n, pattern in enumerate(patterns) if pattern.search(plain)]:
            hits[row] = found
    counts = Counter(n for found in hits.values() for n in found)
    worth = {n: math.log(1.0 + (len(hits) + 1.0) / count) for n, count in counts.items()}
    whole = {r: f for r, f in hits.items() if len(f) == len(patterns)} if query.every else hits
    scored = [(row, sum(worth[n] for n in found)) for row, found in whole.items()]
    return sorted(scored, key=lambda hit: (-hit[1], -hit[0]))[:limit]


def is_said(conn: Connection, terms: Sequence[str], most: int) -> list[bool]:
    """Whether each term is in a fact, or in more than ``most`` messages."""
    query = [TextQuery((term,)) for term in terms]
    return [
        bool(search_texts(conn, "graph_edges", one, "1", {}, 1))
        or len(search_texts(conn, "messages", one, "1", {}, most + 1)) > most
        for one in query
    ]


def speakers_named(conn: Connection, space_id: int, words: Sequence[str]) -> list[str]:
    """Of those who said something the first whose name begins with each of ``words``."""
    sql = "SELECT DISTINCT speaker FROM messages WHERE space_id = ? AND speaker <> '' ORDER BY 1"
    by_first = {next(iter(_WORD.findall(folded(name))), ""): str(name) for (name,) in conn.execute(sql, (space_id,))}
    return [by_first[folded(word)] for word in words if folded(word) in by_first]


def words_of_names(conn: Connection) -> Iterator[str]:
    """The words of names and aliases as the index holds them: lower case, accents off."""
    for (names,) in conn.execute(f"SELECT {NAMES} FROM graph_entities AS e"):
        yield from _WORD.findall(folded(names))


def folded(text: str) -> str:
    """In the form that the index holds: lower case, accents off, scripts without spaces in pairs."""
    text = index_form(str(text)).casefold()
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _pattern(term: str, *, begins: bool) -> re.Pattern[str]:
    words = _WORD.findall(folded(query_form(term)))
    stems = [re.escape(word[:-ENDING] if len(word) > LONG else word) for word in words] or [re.escape(term) or "(?!)"]
    return re.compile(
        r"\b" + r"\w*\W+".join(stems) + ("" if begins or len(words[-1:] and words[-1]) > LONG - 2 else r"\b")
    )

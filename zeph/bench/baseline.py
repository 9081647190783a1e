"""The yardstick: SQLite's own full-text search over the messages, and nothing else.

In: messages and a question. Out: ids, best first by ``bm25``. Porter stemming, speaker and date in the indexed text,
stop words out of the question: what anybody gets in twenty lines.
"""

import re
from collections.abc import Sequence
from datetime import datetime

from zeph.memory.exchange.message_lines import Line
from zeph.storage.engine.driver import driver

STOP_WORDS = frozenset(
    """a about after again all am an and any are as at be because been before being between both but by can could did do
does doing down during each few for from further had has have having he her here hers him his how i if in into is it its
itself just me more most my no nor not now of off on once only or other our out over own s same she should so some such
t than that the their them then there these they this those through to too under until up very was we were what when
where which while who whom why will with would you your""".split()
)
_WORD = re.compile(r"[^\W_]+")


class PlainSearch:
    """A full-text index in memory over one talk's messages."""

    def __init__(self, messages: Sequence[Line]) -> None:
        self._ids = [m.id for m in messages]
        self._index = driver().module.connect(":memory:", check_same_thread=False)
        self._index.execute("CREATE VIRTUAL TABLE said USING fts5(body, tokenize = 'porter unicode61')")
        rows = [(n, rendered(m)) for n, m in enumerate(messages)]
        self._index.executemany("INSERT INTO said (rowid, body) VALUES (?, ?)", rows)

    def ask(self, question: str, k: int) -> list[str]:
        """At most ``k`` ids."""
        words = _WORD.findall(question.lower())
        terms = dict.fromkeys([w for w in words if w not in STOP_WORDS] or words)
        if not terms:
            return []
        match = " OR ".join(f'"{term}"' for term in terms)
        sql = "SELECT rowid FROM said WHERE said MATCH ? ORDER BY bm25(said), rowid LIMIT ?"
        return [self._ids[n] for (n,) in self._index.execute(sql, (match, k))]

    def close(self) -> None:
        self._index.close()


def rendered(message: Line) -> str:
    """``Ann, 8 May 2023: text``."""
    at = datetime.fromisoformat(message.sent_at)
    return f"{message.speaker or message.role}, {at.day} {at:%B %Y}: {message.text}"

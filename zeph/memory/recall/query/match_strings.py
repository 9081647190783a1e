"""Match strings for full-text search, safe for FTS5 whatever a question contains: every term is quoted.

In: terms, or a text as typed. Out: a match string; empty where there is no word.
"""

from collections.abc import Iterable

from zeph.memory.recall.query.vocabulary import words

MOST_TERMS = 48


def quoted(terms: Iterable[str]) -> str:
    """An FTS5 OR of ``terms``, each a string to FTS5 and never syntax."""
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)


def prefix_match(name: str) -> str:
    """FTS5 for names that begin with the words of ``name``; empty where it has no word."""
    return " ".join(f'"{word}"*' for word in words(name)[:MOST_TERMS])


def all_words(text: str) -> str:
    """FTS5 for rows that hold every word of ``text``; empty where it has no word."""
    return " ".join(f'"{word}"' for word in words(text)[:MOST_TERMS])

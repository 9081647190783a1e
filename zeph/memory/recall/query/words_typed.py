"""What to search for, of a text as somebody typed it.

In: the text. Out: a :class:`TextQuery`, without terms where there is no word.
"""

from zeph.memory.recall.query.vocabulary import words
from zeph.storage.ports import TextQuery

MOST_TERMS = 48


def beginnings(name: str, *, names_alone: bool = False) -> TextQuery:
    """Rows that for each word of ``name`` have one that begins so; ``names_alone``: in an entity's names."""
    return TextQuery(tuple(words(name)[:MOST_TERMS]), every=True, beginnings=True, names_alone=names_alone)


def every_word(text: str) -> TextQuery:
    """Rows that hold every word of ``text``."""
    return TextQuery(tuple(words(text)[:MOST_TERMS]), every=True)

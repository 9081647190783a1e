"""Which messages may tell of money between two: only such are read, and what of them counts for nothing is told.

In: a text. Out: its words in small letters, and what they speak of. Pure.
"""

import re

from zeph.memory.debts.tables import read_debts_table
from zeph.memory.language.word_tables import word_set

_TABLE = read_debts_table()["speaking"]
_SPEAKING = {name: word_set(text) for name, text in _TABLE.items()}
_DEBTS, _PAYS = _SPEAKING["debts"], _SPEAKING["debts"] | _SPEAKING["begins"] | _SPEAKING["pays"]
_PAST: str = _TABLE["past"]
_SUM = r"(?<![\w:.])[^\w\s]?\d[\d.,]*(?![\d:]|(?:st|nd|rd|th|am|pm)\b)"
"""A number that is no day of a month and no hour."""
_GIVES = re.compile(rf"{_PAST}\s+(?:[^\W\d_]+\s+){{0,3}}{_SUM}", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_DIGIT = re.compile(_SUM, re.IGNORECASE)


def words_said(text: str) -> frozenset[str]:
    """In small letters."""
    return frozenset(map(str.lower, _WORD.findall(text)))


def speaks_of_debts(said: frozenset[str]) -> bool:
    """Whatever is owed."""
    return bool(said & _DEBTS)


def begins_debt(text: str, said: frozenset[str]) -> bool:
    """Whether it may tell of a debt by itself, whatever is known."""
    if not said & (_DEBTS | _SPEAKING["begins"]):
        return False
    return _DIGIT.search(text) is not None or bool(said & (_DEBTS | _SPEAKING["coins"]))


def speaks_of_paying(text: str, said: frozenset[str]) -> bool:
    """With an amount, by any verb: "swished me 300"."""
    return _DIGIT.search(text) is not None and (bool(said & _PAYS) or _GIVES.search(text) is not None)


def may_tell(text: str, said: frozenset[str]) -> bool:
    """Whether it is worth reading."""
    if said & (_DEBTS | _SPEAKING["begins"] | _SPEAKING["alone"]):
        return True
    counts = said & (_PAYS | _SPEAKING["passing"]) or any(word.endswith(_PAST) for word in said)
    return bool(counts) and _DIGIT.search(text) is not None

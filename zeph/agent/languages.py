"""Whether a message is of a language that the local reader does not read.

In: a text. Out: a sentence for the person, once a talk; empty where the message can be read, or where that is not sure.
Told by letters (most of them of another script) or by small words (:file:`languages.toml`).
"""

import re
import tomllib
import unicodedata
from functools import cache
from pathlib import Path

from zeph.memory.recall.query.vocabulary import STOP_WORDS

UNREAD = (
    "I read English into facts. What you say in other languages is kept and found by its words; a model"
    " (`/model` lists some) reads it into facts too."
)
LEAST_WORDS = 2
"""Small words of another language that a message must have, and more of them than English ones."""
LEAST_LETTERS = 4
LOOKED_AT = 20_000
"""Characters from the beginning."""
MOSTLY = 0.5
_WORD = re.compile(r"[^\W\d_]+")


class UnreadLanguage:
    """Says it once."""

    def __init__(self) -> None:
        self._told = False

    def notice(self, text: str) -> str:
        if self._told or not is_foreign(text):
            return ""
        self._told = True
        return UNREAD


def is_foreign(text: str) -> bool:
    """Whether the text is surely of another language than English."""
    text = text[:LOOKED_AT]
    letters = [letter for letter in text if letter.isalpha()]
    others = sum(not unicodedata.name(letter, "").startswith("LATIN") for letter in letters)
    if others >= LEAST_LETTERS and others > MOSTLY * len(letters):
        return True
    said = {word for word in _WORD.findall(text) if word.islower()}  # capitals begin names: “Las Vegas”
    english = len(said & STOP_WORDS)
    return any(len(said & words - STOP_WORDS) >= max(LEAST_WORDS, english + 1) for words in _small_words())


@cache
def _small_words() -> tuple[frozenset[str], ...]:
    languages = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return tuple(frozenset(words.split()) for words in languages.values())

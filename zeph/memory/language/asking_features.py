"""How a sentence is worded, by names: what tells whether it asks.

In: its words in small letters, apostrophes closed up, pauses among them. Out: the names of what is so of it: its words
by their classes where they are anybody's own, at its beginning, at its end, behind pauses, and around question words.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.morphology import common_verb_form
from zeph.memory.language.word_tables import read_data, word_set

WORDS = {name: word_set(text) for name, text in read_data("questions.toml").items()}
_MANNER = (*WORDS["manner"],)
ASKING = WORDS["asking"] | WORDS["asking_is"]
SUBJECTS = WORDS["subjects"] | WORDS["either"]
PAUSES = frozenset(",:;!.–—(")
TOKEN = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*|[,:;!–—(]|\.(?=\s)")
_CLASSES = (
    ("WH", ASKING),
    ("H", WORDS["helpers"]),
    ("S", SUBJECTS),
    ("D", WORDS["determiners"]),
    ("P", WORDS["small"]),
    ("O", WORDS["openers"]),
    ("N", WORDS["people"]),
)
_TOLD_BY_WORD = PAUSES | {"WH", "H", "S", "D", "P", "O"}
_CLOSED_UP = re.compile(r"(?:['’](s)|(?<=n)['’](t))$")
"""The apostrophe that is often left out: not that of "we're", which would be "were"."""
_FIRST, _MOST, _RUN = 4, 8, 4
"""Words from the beginning that are told by their place; lengths that are told; words in a row."""


def words_of(sentence: str) -> list[str]:
    """In small letters, pauses among them; without a question mark."""
    return [closed_up(word) for word in TOKEN.findall(sentence.rstrip(" .!"))]


def closed_up(word: str) -> str:
    return _CLOSED_UP.sub(r"\1\2", word.lower())


@lru_cache(maxsize=8192)
def class_of(word: str) -> str:
    """What is known of a word by itself: a function word's kind, a verb's form, a name, a number, a manner ("M")."""
    if word in PAUSES:
        return word
    for name, words in _CLASSES:
        if word in words:
            return name
    if word[0].isdigit():
        return "0"
    if is_given_name(word):
        return "N"
    verb = common_verb_form(word)
    return verb[1] if verb else "M" if word.endswith(_MANNER) else "x"


def is_given_name(word: str) -> bool:
    """Whether a word in small letters is a given name, and no other word."""
    return Gazetteer.load().kind(word) == "given_name" and word not in WORDS["ambiguous"]


def features(words: Sequence[str]) -> set[str]:
    """What is so of the sentence."""
    classes = [class_of(word) for word in words]
    grammar = [word if kind in _TOLD_BY_WORD else kind for word, kind in zip(words, classes, strict=True)]
    found = {f"word {word}" for word in words}
    found.update(_places(words, classes))
    for name, row in (("", ["<", *grammar, ">"]), ("kinds ", ["<", *classes, ">"])):
        found.update(_runs(name, row))
    found.update(_around(words, ["<", *grammar], [*classes, ">", ">"]))
    found.update(_parts(words, grammar))
    return found


def _places(words: Sequence[str], classes: Sequence[str]) -> Iterator[str]:
    yield f"long {min(_MOST, len(words))}"
    for at, (word, kind) in enumerate(zip(words[:_FIRST], classes, strict=False)):
        yield from (f"{at} {word}", f"{at} kind {kind}")
    for size in range(1, _RUN + 1):
        yield from (f"first {' '.join(words[:size])}", f"last {' '.join(words[-size:])}")


def _runs(name: str, row: Sequence[str]) -> Iterator[str]:
    for size in range(2, _RUN + 1):
        yield from (f"{name}begins {' '.join(row[: size + 1])}", f"{name}ends {' '.join(row[-size - 1 :])}")
        yield from (f"{name}{' '.join(row[at : at + size])}" for at in range(len(row) - size + 1))


def _around(words: Sequence[str], before: Sequence[str], behind: Sequence[str]) -> Iterator[str]:
    """Where question words stand, and what stands beside them."""
    for at, word in enumerate(words):
        if word in ASKING:
            comes = " ".join(behind[at + 1 : at + 3])
            place = min(at, _FIRST - 1)
            yield from (f"asks {place} {word} {comes}", f"asks {place} {comes}", f"asks behind {before[at]} {word}")


def _parts(words: Sequence[str], grammar: Sequence[str]) -> Iterator[str]:
    """How what stands between pauses begins and ends."""
    parts: list[list[str]] = [[]]
    for word, told in zip(words, grammar, strict=True):
        if word in PAUSES:
            parts.append([])
        else:
            parts[-1].append(told)
    parts = [part for part in parts if part]
    for part in parts:
        yield from (f"part {' '.join(part[:2])}", f"part {' '.join(part[:3])}", f"part ends {' '.join(part[-2:])}")
    for name, some in (("first part", parts[:1]), ("last part", parts[-1:])):
        yield from (f"{name} {' '.join(part[:size])}" for part in some for size in (2, 3))

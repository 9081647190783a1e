"""What is told of a thing by a number, a letter or a place in a row: port 8091, room 12, hall B, the third floor.

In: a kept fact, by its ends, its sentence and its amount. Out: :class:`Numbered`: of what, which sort of value, and
the value; two of one sort tell of the same place that one value fills at a time. Pure.
"""

import re
from dataclasses import dataclass

from zeph.memory.language.names import NUMBERS, STOP_WORDS, canonical_name
from zeph.memory.language.word_tables import read_words

_PLACED = re.compile(read_words("numbered")["placed"])
_OWNED = re.compile(read_words("numbered")["owned"])
_VALUE = re.compile(r"[^\W_]*\d[\w.:/-]*|[^\W\d_]")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Numbered:
    """One value of one thing."""

    owner: str
    """Whose the thing is, in small letters; empty where nobody's."""
    words: frozenset[str]
    """Words of the thing and of the sort: ``dockside port``."""
    sort: str
    """ ``port``; empty where the value stands alone ("Dockside is on 8095")."""
    value: str

    def is_same_place(self, other: "Numbered") -> bool:
        """Whether both fill one place of one thing."""
        if self.owner and other.owner and self.owner != other.owner:
            return False
        if self.sort and other.sort:
            return self.words == other.words
        same = (self.words | {other.sort}) - {""} == (other.words | {self.sort}) - {""}
        return same and _shape(self.value) == _shape(other.value)


def numbered(
    source: str, target: str, sentence: str, *, amount: str = "", version: str = "", moved: bool = False
) -> Numbered | None:  # fmt: skip
    """None where the fact tells no such value. ``moved``: it is known that the thing has it now, however that is
    worded."""
    words = canonical_name(target).split()
    if version:
        return _numbered(source, [], words[-1], version)
    if amount and _VALUE.fullmatch(amount):
        if moved and canonical_name(sentence).startswith(canonical_name(source)):
            return _numbered(source, [], words[-1], amount)  # "User's extension changed to 2230"
        return _numbered(source, words, "", amount) if _begins_with(sentence, source, target) else None
    if len(words) < 2:
        return None
    if _VALUE.fullmatch(words[-1]):
        sort, value = words[-2], words[-1]
    elif words[-2] in NUMBERS:
        sort, value = words[-1], words[-2]
    else:
        return None
    placed = sort.isalpha() and (moved or _stands_there(sentence, target))
    return _numbered(source, [], sort, value) if placed else None


def _numbered(source: str, words: list[str], sort: str, value: str) -> Numbered:
    owned = _OWNED.match(canonical_name(source))
    owner, thing = (owned["owner"], owned["thing"]) if owned else ("", canonical_name(source))
    if words:  # of "User's extension is 2210" the thing is what is counted
        owner, thing = canonical_name(source), " ".join(words)
    said = frozenset(word for word in thing.split() if word not in STOP_WORDS)
    return Numbered(owner, said | {sort} if sort else said, sort, value)


def _begins_with(sentence: str, source: str, target: str) -> bool:
    """Whether it is the target that the sentence tells the number of."""
    said, thing = canonical_name(sentence), canonical_name(target)
    return any(said.startswith(f"{name} ") for name in (thing, f"the {thing}", f"{canonical_name(source)}'s {thing}"))


def _stands_there(sentence: str, target: str) -> bool:
    """Whether it says that the thing is at it, and not that it goes there or comes from there."""
    before, there, _ = canonical_name(sentence).partition(canonical_name(target))
    return bool(there and _PLACED.search(before.rstrip()))


def _shape(value: str) -> str:
    return _DIGIT.sub("0", value)

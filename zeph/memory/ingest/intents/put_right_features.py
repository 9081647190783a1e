"""What may be put right of what was told: each word or number of a line beside each that stood there, with what is so
of the two.

In: a line, and a sentence that was told before. Out: :class:`Candidate` values; and how the line itself is worded.
Pure.
"""

import math
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise
from typing import Literal, NamedTuple
from unicodedata import category

from zeph.memory.ingest.intents.fact_parts import without_place
from zeph.memory.ingest.intents.order_templates import told_words
from zeph.memory.language.asking_features import WORDS
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.morphology import dictionary_form, verb_form
from zeph.memory.language.names import PRONOUNS, STOP_WORDS, figure, value_of_name
from zeph.memory.language.times.date_spans import WEEKDAYS

DATA_FILE = "put_right.toml"
Kind = Literal["", "number", "day", "month", "name", "word"]
"""Of a word; empty for one that says nothing by itself, and for marks."""
OPEN: tuple[Kind, ...] = ("name", "word")
LONGEST = 45
"""Words of a line that puts something right."""
DENIED = "denied "
OTHERS = 6
"""Words that say something of other things, with what is right, up to which it may be of a sentence."""
_DENIED = 4
"""Words behind one that denies, of which it may."""
_UNIT = 3
"""Words behind a number that may say what it is of."""
_SPELT = 0.6
"""How like two words are at least of which one was mistyped for the other."""
_SMALL = STOP_WORDS | PRONOUNS | WORDS["helpers"] | WORDS["subjects"] | WORDS["either"] | WORDS["determiners"]
"""Words that say nothing by themselves."""
_OF_COUNTS = 2
"""Figures of a number that counts, or is an age."""
_KEPT = 4096


class Told(NamedTuple):
    """A word or mark, with its place."""

    word: str
    """In small letters."""
    start: int
    end: int
    kind: Kind
    key: str
    """What counts for being the same: the dictionary form, the figure."""


class Candidate(NamedTuple):
    """Something of the line in the place of something of the sentence."""

    start: int
    end: int
    """Characters of the sentence."""
    right: str
    """What stands in the line."""
    told: Mapping[str, float]
    """What is so of the two, by name."""

    @property
    def names_it(self) -> bool:
        """Whether the line says again what it is of, or denies what was wrong."""
        return "none shared" not in self.told or any(name.startswith(DENIED) for name in self.told)


@lru_cache(maxsize=_KEPT)
def words_told(text: str) -> tuple[Told, ...]:
    line = told_words(text, {})
    words = [line.line[start:end].strip() for start, end in pairwise((*line.starts, len(line.line)))]
    before = [".", *words]
    return tuple(
        _told(word, start, end, before[at].casefold())
        for at, (word, (start, end)) in enumerate(zip(words, line.spans, strict=True))
    )


def _told(word: str, start: int, end: int, before: str) -> Told:
    small, number = word.casefold(), figure(word)
    if number[:1].isdigit():
        return Told(small, start, end, "number", without_place(number))
    if (day := WEEKDAYS.get(small, WEEKDAYS.get(small.removesuffix("s")))) is not None:
        return Told(small, start, end, "day", str(day))
    if value_of_name(f"1 {small}") == "when":
        return Told(small, start, end, "month", small[:3])
    if not _SMALL.isdisjoint((small, small.removesuffix("s"))) or not small[:1].isalnum():
        return Told(small, start, end, "", small)
    named = may_be_given_name(small) and before not in WORDS["determiners"]
    if named or (word[:1].isupper() and before not in ".!?"):
        return Told(small, start, end, "name", small.removesuffix("s"))
    return Told(small, start, end, "word", dictionary_form(small).removesuffix("s"))


def wording(line: Sequence[Told]) -> set[str]:
    """How it is worded, by names: its words and runs of them, numbers, days and names by their kinds."""
    shown = [f"<{one.kind}>" if one.kind not in ("", "word") else one.word for one in line]
    words = ["<", *shown, ">"]
    runs = (" ".join(words[at : at + size]) for size in (1, 2, 3) for at in range(len(words) - size + 1))
    return {*runs, f"first {' '.join(words[1:3])}"}


class Compared:
    """A line, to be held beside sentences."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = words_told(text)
        self._keys = frozenset(one.key for one in self.words)
        self._denied = frozenset(_denied(self.words))
        self._saying = [bool(one.kind) and not _is_passed_over(one) for one in self.words]

    @property
    def denied(self) -> frozenset[str]:
        """Keys of the numbers, days and names that it says are not right."""
        return frozenset(self.words[at].key for at in self._denied if self.words[at].kind != "word")

    @property
    def cues(self) -> frozenset[str]:
        """Words by which it may say that something was wrong: "no" alone, before a pause, a number or a name."""
        found = (one for at, one in enumerate(self.words) if _corrects(one) and not self._is_no_thing(at))
        return frozenset(one.word for one in found)

    def _is_no_thing(self, at: int) -> bool:
        """ "*No* gym on Monday"."""
        following = self.words[at + 1 : at + 2]
        return (
            self.words[at].word in _table()["refusing"]
            and bool(following)
            and following[0].kind == "word"
            and not _corrects(following[0])
        )

    def candidates(self, sentence: str, back: int) -> Iterator[Candidate]:
        """``back``: how many messages before the last one it was told in."""
        there = words_told(sentence)
        keys = frozenset(one.key for one in there if one.kind)
        if not self.cues - {one.word for one in there} - {one.key for one in there}:
            return  # "I should call Ann", "I should call Tom"
        if sum(saying and one.key not in keys for one, saying in zip(self.words, self._saying, strict=True)) > OTHERS:
            return
        for new in _runs(self.words):
            if self._saying[new[0]]:
                for old in _runs(there):
                    if self._may_replace(sentence, there, keys, new, old):
                        yield self._candidate(sentence, there, keys, new, old, back)

    def _is_besides(self, at: int) -> bool:
        """ "3 *more*"."""
        return any(one.word in _table()["besides"] for one in self.words[at : at + 1])

    def _is_money(self, at: int) -> bool:
        return _signed(self.text, self.words[at])

    def _denies(self, other: Told) -> bool:
        return any(self.words[at].key == other.key for at in self._denied)

    def _goes_on_alike(self, there: Sequence[Told], new: tuple[int, int], old: tuple[int, int]) -> bool:
        following = [*self.words[new[1] : new[1] + 1], *there[old[1] : old[1] + 1]]
        return len(following) > 1 and following[0].word == following[1].word

    def _may_replace(
        self, sentence: str, there: Sequence[Told], keys: frozenset[str], new: tuple[int, int], old: tuple[int, int]
    ) -> bool:
        """Of words that are no names only such as are spelt alike, stand at the same place, or are said to be wrong;
        what stood there already only before what stands behind it and is denied."""
        one, other = self.words[new[0]], there[old[0]]
        if one.key == other.key or one.kind != other.kind or new[0] in self._denied:
            return False
        if one.key in keys and not (self._denies(other) and self._goes_on_alike(there, new, old)):
            return False
        if one.kind == "number" and (
            self._is_besides(new[1]) or self._is_money(new[0]) and not _is_priced(sentence, other)
        ):
            return False
        if one.kind != "word":
            return True
        if bool(verb_form(one.word)) != bool(verb_form(other.word)):
            return False
        if other.key in self._keys or _beside(self.words, there, new, old) != (False, False):
            return True
        letters = {*one.word}, {*other.word}
        return len(letters[0] & letters[1]) > _SPELT * max(map(len, letters)) and _alike(one.word, other.word) > _SPELT

    def _candidate(
        self, sentence: str, there: Sequence[Told], keys: frozenset[str], new: tuple[int, int], old: tuple[int, int],
        back: int,
    ) -> Candidate:  # fmt: skip
        one, other = self.words[new[0]], there[old[0]]
        start, end = other.start, there[old[1] - 1].end
        right = _as_written(self.text[one.start : self.words[new[1] - 1].end], sentence[start:end])
        kind = one.kind
        again = [at for at, word in enumerate(self.words) if word.key == other.key]
        told = {f"kind {kind}": 1.0}
        denied = not self._denied.isdisjoint(again)
        told |= {f"{DENIED}{kind}": denied, f"said again {kind}": bool(again) and not denied}
        told |= self._of_rest(keys, {*range(*new), *again}, new[0], back)
        told |= _of_both(right, sentence[start:end], one.kind)
        behind, before = _beside(self.words, there, new, old)
        told |= {"same behind": behind, "same before": before}
        if one.kind == "number":
            told |= _of_units(_units(self.words, new[1]), _units(there, old[1]))
        told |= {
            "like it told": math.log(sum(word.kind == other.kind for word in there)),
            "like it here": math.log(sum(word.kind == one.kind for word in self.words)),
            "other length": new[1] - new[0] != old[1] - old[0],
            "two for it": new[1] - new[0] > 1,
            "two there": old[1] - old[0] > 1,
            "at end": old[1] == len(there),
        }
        return Candidate(start, end, right, {name: float(value) for name, value in told.items() if value})

    def _of_rest(self, keys: frozenset[str], used: set[int], at: int, back: int) -> dict[str, float]:
        """What the line says beside the two: of what was told, or of other things."""
        rest = [(i, word) for i, word in enumerate(self.words) if i not in used and self._saying[i]]
        others = [(i, word) for i, word in rest if word.key not in keys]
        shared = len({word.key for _, word in rest} & keys)
        lead = [word for i, word in rest if i < at]
        return {
            "nothing else": not others, "one else": len(others) == 1, "three else": len(others) > 2,
            "else": math.log1p(len(others)), "shared": min(shared, 3) / 3, "none shared": shared == 0,
            "of the last": back == 0, "of the one before": back == 1, "of an earlier": back > 1,
            "none shared, earlier": shared == 0 and back > 0,
            "begins with it": at <= 1, "says it alone": not rest, "length": math.log(len(self.words)) / 3,
            "begins with another": bool(lead) and lead[0].key not in keys,
            "begins with the same": bool(lead) and lead[0].key in keys,
            "others before": min(3, sum(word.key not in keys for word in lead)) / 3,
            "another name": any(word.kind == "name" for _, word in others),
            "another's": any(self.text[w.start : w.end].endswith(("'s", "’s")) and w.key not in keys for w in lead),
        }  # fmt: skip


def _corrects(one: Told) -> bool:
    table = _table()
    return not {one.word, one.key}.isdisjoint(table["correcting"]) or one.word in table["denying"]


def _is_passed_over(one: Told) -> bool:
    """Whether it says nothing of other things."""
    table = _table()
    return not {one.word, one.key}.isdisjoint(table["correcting"] | table["passed_over"])


def _denied(words: Sequence[Told]) -> Iterator[int]:
    """Places of what stands behind a word that denies."""
    for at, one in enumerate(words):
        if one.word in _table()["denying"]:
            for there in range(at + 1, min(at + 1 + _DENIED, len(words))):
                if words[there].kind:
                    yield there
                elif words[there].word in ",.;!":
                    break


def _runs(words: Sequence[Told]) -> Iterator[tuple[int, int]]:
    """Places of what may be another, or have been wrong: a word, or two of a kind."""
    for at, one in enumerate(words):
        if one.kind:
            yield at, at + 1
            following = words[at + 1 : at + 2]
            if one.kind in OPEN and following and following[0].kind == one.kind and following[0].start - one.end <= 1:
                yield at, at + 2


def _beside(
    line: Sequence[Told], there: Sequence[Told], new: tuple[int, int], old: tuple[int, int]
) -> tuple[bool, bool]:
    """Whether the same word stands behind both, and before both."""
    behind = line[new[1] : new[1] + 1], there[old[1] : old[1] + 1]
    before = line[max(0, new[0] - 1) : new[0]], there[max(0, old[0] - 1) : old[0]]
    same = [bool(one and other) and one[0].key == other[0].key for one, other in (behind, before)]
    return same[0] and bool(behind[0][0].kind), same[1] and before[0][0].word not in (",", ".", "a")


@lru_cache(maxsize=_KEPT)
def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()


def _of_both(right: str, wrong: str, kind: Kind) -> dict[str, float]:
    """How the two are written."""
    like = _alike(right.casefold(), wrong.casefold()) if kind in ("number", *OPEN) else 0.0
    digits = [sorted(filter(str.isdigit, text)) for text in (right, wrong)]
    number = kind == "number"
    return {
        "like number" if number else "like word": like,
        "spelt alike": not number and like > 0.7,
        "figures turned": number and len(digits[0]) > 1 and digits[0] == digits[1],
        "as many figures": number and len(digits[0]) == len(digits[1]),
        "written alike": number and _form(right) == _form(wrong),
        "capitals alike": right[:1].isupper() == wrong[:1].isupper(),
    }


def _signed(text: str, one: Told) -> bool:
    """Whether a sign of money stands right before it."""
    return category(text[one.start - 1 : one.start] or " ") == "Sc"


def _is_priced(text: str, one: Told) -> bool:
    """The same, or whether it may be a price without one."""
    return _signed(text, one) or len(one.key) > _OF_COUNTS or not one.key.isdigit()


def _as_written(right: str, wrong: str) -> str:
    """ "4" of "the 4th" where "3" stood."""
    return without_place(right) if wrong.isdigit() else right


def _form(number: str) -> str:
    return re.sub(r"\d+", "9", number)


def _units(words: Sequence[Told], at: int) -> set[str]:
    return {one.key for one in words[at : at + _UNIT] if one.kind in OPEN}


def _of_units(here: set[str], there: set[str]) -> dict[str, bool]:
    return {"same unit": bool(here & there), "other unit": bool(here) and not here & there, "no unit": not here}


def forget_texts() -> None:
    """Nothing that was read stays known: some of it may have been forgotten."""
    words_told.cache_clear()
    _alike.cache_clear()


@cache
def _table() -> dict[str, frozenset[str]]:
    table = tomllib.loads(resources.files(__package__).joinpath(DATA_FILE).read_text("utf-8"))
    return {name: frozenset(text.split()) for name, text in table.items()}

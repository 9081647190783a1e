"""Templates of whole messages, as ``intents.toml`` has them, made into expressions over a message's words.

In: the table. Out: a :class:`Template` for each wording, and :func:`told_words`, the message as templates see it: its
words and marks with a space after each, apostrophes closed up, slips of the keys mended, and where each stands.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from zeph.memory.ingest.intents.order_starts import Start, StartReader
from zeph.memory.language.morphology import lemma_of_verb, verb_form

_TOKEN = re.compile(r"\d+(?:[.,:]\d+)+(?!\w)|[A-Z][a-z]{1,2}\.(?= [A-Z])|\w+(?:['’‘`.]\w+)*|[^\w\s]")
_CLOSED_UP = str.maketrans("", "", "'’‘`")
_COUNT = re.compile(r"#(\d)-(\d)")
_ASIDE = r"(?:[^\W\d]+(?:['’-][^\W\d]+)* |[,.!] ){1,12}?"
_SHAPES = {
    "#any": r"(?:\S+ )+?",
    "#aside": _ASIDE,
    "#Owner": r"(?:[^\W\d]+['’]?s )",
    "#number": r"(?:\d+ )",
    "#plain": r"(?:[^\W\d_A-Z]\w* ){1,5}?",
    "#Name": r"(?:[A-Z0-9][\w.]* ){1,4}",
    "#also": r"(?P<also>(?:\S+ )+?)",
}
_PART_END = r"[.,;:!?()–—-] "
_WORD = r"(?:(?:[$€£¥₹] )?\w+(?:[.,:]\w+)*\.? (?:- (?=\w))?)"
"""A word, with the hyphen that joins it to the next; an amount with its sign."""
_WORD_START = re.compile(r"\A|(?<= )")
SLOT, ALSO = "what", "also"


@dataclass(frozen=True, slots=True)
class ToldWords:
    """``line``: the words and marks, a space after each; ``spans``: where in the message each stands."""

    line: str
    starts: Sequence[int]
    """Of each word in ``line``."""
    spans: Sequence[tuple[int, int]]

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Characters of the message that characters of the line stand for; an empty stretch for none."""
        within = [span for at, span in zip(self.starts, self.spans, strict=True) if start <= at < stop]
        return (within[0][0], within[-1][1]) if within else (0, 0)

    def with_mark(self, first: int, stop: int, mark: str) -> "ToldWords":
        """The same with a mark instead of some words, told by their numbers."""
        words, spans = self.line.split(), [*self.spans]
        words[first:stop] = [mark]
        spans[first:stop] = [(spans[first][0], spans[stop - 1][1])]
        starts = [0, *accumulate(len(word) + 1 for word in words)][:-1]
        return ToldWords(" ".join((*words, "")), starts, spans)


@dataclass(frozen=True, slots=True)
class Slot:
    says: Sequence[re.Pattern[str]]
    never: Sequence[re.Pattern[str]]
    least: int
    tells: Sequence[re.Pattern[str]]
    """Where there are any it is a sentence: one of these, or a word behind its first is a verb's form."""

    def takes(self, line: str) -> bool:
        if line.count(" ") < self.least or any(no.fullmatch(line) for no in self.never):
            return False
        return any(say.fullmatch(line) for say in self.says) and (not self.tells or self._is_sentence(line))

    def _is_sentence(self, line: str) -> bool:
        return any(say.fullmatch(line) for say in self.tells) or any(map(verb_form, line.casefold().split()[1:]))


class Place(NamedTuple):
    """Of a line: the first character, and the one after the last."""

    start: int
    stop: int


NOWHERE = Place(0, 0)


class Reading(NamedTuple):
    """Where in the line stands which an order is about, and more of the same behind it."""

    what: Place
    also: Place = NOWHERE


class Ending:
    """What may stand between a wording and the end of the message; many wordings share one."""

    def __init__(self, closer: str, more: str) -> None:
        self._said, self._asked = (
            re.compile(rf"(?:{end})*(?:(?:{more})(?:{end})*)?\Z" if more else rf"(?:{end})*\Z")
            for end in (closer, rf"{closer}|\? ")
        )
        self._last: dict[bool, tuple[str, list[re.Match[str]]]] = {}
        """Of the line that was looked at last: many wordings look at the same."""

    def all_of(self, line: str, *, asked: bool) -> Sequence[re.Match[str]]:
        """Wherever it may begin, the first place first; ``asked``: the message may end in a question mark."""
        seen = self._last.get(asked)
        if seen is None or seen[0] != line:
            end, places = (self._asked if asked else self._said), _WORD_START.finditer(line)
            seen = (line, [more for place in places if (more := end.match(line, place.end()))])
            self._last[asked] = seen
        return seen[1]


@dataclass(frozen=True, slots=True)
class Template:
    """One wording; ``slot`` is None where it is about nothing further."""

    core: re.Pattern[str]
    ending: Ending
    slot: Slot | None
    called: str
    """The slot's name."""
    anywhere: bool
    """Whether something else may have been said before it."""

    def read(self, line: str, start: Start) -> Reading | None:
        """None where what begins there is not worded so."""
        if not (start.first or self.anywhere):
            return None
        for more in self.ending.all_of(line, asked=start.asked):
            if found := self.core.fullmatch(line, start.at, more.start()):
                return self._reading(found, more)
        return None

    def _reading(self, found: re.Match[str], more: re.Match[str]) -> Reading | None:
        if self.slot is None:
            return Reading(NOWHERE)
        also = more.groupdict().get(ALSO)
        if not self.slot.takes(found[self.called]) or also and not self.slot.takes(also):
            return None
        return Reading(Place(*found.span(self.called)), Place(*more.span(ALSO)) if also else NOWHERE)


def told_words(text: str, slips: Mapping[str, str]) -> ToldWords:
    """``slips``: as :func:`slips_of` gives them."""
    pieces, starts, spans, at = [], [], [], 0
    for token in _TOKEN.finditer(text):
        word = token[0].translate(_CLOSED_UP)
        piece = slips.get(word.casefold(), word) + " "
        pieces.append(piece)
        starts.append(at)
        spans.append(token.span())
        at += len(piece)
    return ToldWords("".join(pieces), starts, spans)


def with_wishes(told: ToldWords, wishing: re.Pattern[str]) -> ToldWords:
    """The same with the verb of a wish as that of an order: "if you forgot" has "forget"."""
    pieces = [told.line[a:b] for a, b in pairwise((*told.starts, len(told.line)))]
    ends = {wish.end() for wish in wishing.finditer(told.line)}
    read = [
        f"{lemma_of_verb(p.strip().casefold())} " if at in ends else p
        for at, p in zip(told.starts, pieces, strict=True)
    ]
    starts = [0, *accumulate(map(len, read))][:-1]
    return ToldWords("".join(read), starts, told.spans)


def slips_of(typos: Mapping[str, Any]) -> dict[str, str]:
    """Words in which one letter is missing or double, or two stand the wrong way round, to the first that was meant.
    ``typos``: the table of words in which slips are mended."""
    slips: dict[str, str] = {}
    for meant in typos["of"]:
        for typed in _slips(meant):
            if len(typed) + 1 >= typos["least"] and typed not in typos["of"] and typed not in typos["words"]:
                slips.setdefault(typed, meant)
    return slips


def _slips(word: str) -> Iterator[str]:
    for i in range(1, len(word)):
        yield word[:i] + word[i + 1 :]
        if i + 1 < len(word):
            yield word[:i] + word[i + 1] + word[i] + word[i + 2 :]
            yield word[:i] + word[i + 2 :]
        yield word[:i] + word[i] + word[i:]


class TemplateReader:
    """Makes expressions of the table's notation."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._groups: Mapping[str, list[str]] = table["groups"]
        self._made: dict[str, str] = {}
        self._endings: dict[str, Ending] = {}
        self._within = {name: slot["within"] for name, slot in table["slots"].items() if "within" in slot}
        self._slots = {name: self._slot(slot) for name, slot in table["slots"].items()}

    def template(self, say: str, tail: str = "", *, anywhere: bool = False) -> Template:
        """``tail``: the group that says what more may follow; ``anywhere``: whether more may stand before it."""
        name = next((word[1:-1] for word in say.split() if word.startswith("{")), "")
        core = re.compile(self._sequence(say))
        return Template(core, self.ending(tail), self._slots[name] if name else None, name, anywhere)

    def ending(self, tail: str = "") -> Ending:
        if tail not in self._endings:
            self._endings[tail] = Ending(self._group("closer"), self._group(tail) if tail else "")
        return self._endings[tail]

    def part(self, say: str) -> re.Pattern[str]:
        """A wording with any slots, each a group of its name, to a mark or to the end."""
        core, after = self._sequence(say), self._group("closer")
        return re.compile(rf"{core}(?:{after})*(?={_PART_END}|\Z)")

    def starts(self) -> StartReader:
        asks = [re.compile(self._sequence(say)) for say in (*self._groups["request"], *self._groups["wishing"])]
        return StartReader(tuple(self.groups("opener")), tuple(asks), self.group("quoting"))

    def group(self, name: str) -> re.Pattern[str]:
        """Any of its wordings."""
        return re.compile(rf"(?<!\w)(?:{self._group(name)})")

    def groups(self, name: str) -> Iterator[re.Pattern[str]]:
        """Each of its wordings."""
        yield from map(re.compile, map(self._sequence, self._groups[name]))

    def naming(self, before: str, behind: str) -> re.Pattern[str]:
        """What is named between wordings of two groups, or at the end."""
        return re.compile(rf"(?<!\w)(?:{self._group(before)})(?P<{SLOT}>(?:\S+ )+?)(?=(?:{self._group(behind)})|\Z)")

    def slot(self, name: str) -> Slot:
        return self._slots[name]

    def _slot(self, slot: Mapping[str, Any]) -> Slot:
        return Slot(
            self._patterns(slot["say"]),
            self._patterns(slot.get("never", ())),
            slot.get("least", 1),
            self._patterns(slot.get("tells", ())),
        )

    def _patterns(self, says: Iterable[str]) -> list[re.Pattern[str]]:
        return [re.compile(self._sequence(say)) for say in says]

    def _group(self, name: str) -> str:
        if name not in self._made:
            self._made[name] = "|".join(self._sequence(say) for say in self._groups[name])
        return self._made[name]

    def _sequence(self, say: str) -> str:
        return "".join(map(self._element, say.split()))

    def _element(self, word: str) -> str:
        bare = word if len(word) == 1 else word.rstrip("?*")
        often = "" if word == bare else word[len(bare) :]
        if bare.startswith("<") and "/" not in bare:
            return f"(?:{self._group(bare[1:-1])}){often}"
        if bare.startswith("{"):
            name = bare[1:-1]
            return rf"(?P<{name}>{self._sequence(self._within.get(name, '#any'))}){often}"
        if count := _COUNT.fullmatch(bare):
            return f"{_WORD}{{{count[1]},{count[2]}}}?"
        if "<" in bare:
            return f"(?:{'|'.join(map(self._element, bare.split('/')))}){often}"
        if bare in _SHAPES:
            return _SHAPES[bare] + often
        return "(?:" + "|".join(f"(?i:{re.escape(one)}) " for one in _alternatives(bare)) + f"){often}"


def _alternatives(word: str) -> list[str]:
    return word.split("/") if any(map(str.isalpha, word)) else [w for w in word.split("/") if w]

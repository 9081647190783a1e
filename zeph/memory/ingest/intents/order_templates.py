"""Templates of whole messages, as ``intents.toml`` has them, made into expressions over a message's words.

In: the table. Out: a :class:`Template` for each wording, and :func:`told_words`, the message as templates see it: its
words and marks with a space after each, apostrophes closed up, slips of the keys mended, and where each stands.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_TOKEN = re.compile(r"\w+(?:['’‘`.]\w+)*|[^\w\s]")
_CLOSED_UP = str.maketrans("", "", "'’‘`")
_COUNT = re.compile(r"#(\d)-(\d)")
_ASIDE = r"(?:[^\W\d]+(?:['’-][^\W\d]+)* |[,.!] ){1,8}?"
_SHAPES = {
    "#any": r"(?:\S+ )+?",
    "#aside": _ASIDE,
    "#plain": r"(?:[^\W\d_A-Z]\w* ){1,5}?",
    "#Name": r"(?:[A-Z0-9]\w* ){1,4}",
}
_WORD = r"(?:\w+ (?:- (?=\w))?)"
"""A word, with the hyphen that joins it to the next."""
SLOT = "what"


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


@dataclass(frozen=True, slots=True)
class Slot:
    says: Sequence[re.Pattern[str]]
    never: Sequence[re.Pattern[str]]
    least: int

    def takes(self, line: str) -> bool:
        if line.count(" ") < self.least or any(no.fullmatch(line) for no in self.never):
            return False
        return any(say.fullmatch(line) for say in self.says)


@dataclass(frozen=True, slots=True)
class Template:
    """One wording; ``slot`` is None where it is about nothing further."""

    whole: re.Pattern[str]
    slot: Slot | None

    def read(self, line: str) -> tuple[int, int] | None:
        """Where in the line that stands which it is about; None where the line is not worded so."""
        found = self.whole.fullmatch(line)
        if found is None:
            return None
        if self.slot is None:
            return (0, 0)
        return found.span(SLOT) if self.slot.takes(found[SLOT]) else None


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
        self._slots = {name: self._slot(slot) for name, slot in table["slots"].items()}

    def template(self, say: str, *, reason: bool = False) -> Iterator[Template]:
        """A wording as such, and asked for politely, when it may end in a question mark; ``reason``: more follows."""
        name = next((word[1:-1] for word in say.split() if word.startswith("{")), "")
        slot = self._slots[name] if name else None
        core, before, after = self._sequence(say), self._group("opener"), self._group("closer")
        asked = self._group("request")
        more = f"(?:{self._group('reason')})?" if reason else ""
        for whole in (
            f"(?:{before})*{core}(?:{after})*{more}",
            f"(?:{before})*(?:{asked})(?:{before})*{core}(?:{after}|\\? )*{more}",
        ):
            yield Template(re.compile(whole), slot)

    def _slot(self, slot: Mapping[str, Any]) -> Slot:
        return Slot(self._patterns(slot["say"]), self._patterns(slot.get("never", ())), slot.get("least", 1))

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
        if bare.startswith("<"):
            return f"(?:{self._group(bare[1:-1])}){often}"
        if bare.startswith("{"):
            return rf"(?P<{SLOT}>(?:\S+ )+?){often}"
        if count := _COUNT.fullmatch(bare):
            return f"{_WORD}{{{count[1]},{count[2]}}}?"
        if bare in _SHAPES:
            return _SHAPES[bare] + often
        return "(?:" + "|".join(f"(?i:{re.escape(one)}) " for one in _alternatives(bare)) + f"){often}"


def _alternatives(word: str) -> list[str]:
    return word.split("/") if any(map(str.isalpha, word)) else [w for w in word.split("/") if w]

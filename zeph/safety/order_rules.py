"""Which orders to a model a text gives.

In: a folded text. Out: the categories of the rules that hold in it. A rule asks for parts
(:mod:`zeph.safety.order_words`) near one another, a shape for an expression; both are data (``orders/rules.toml``) with
the examples that test them. To mention an order is not to give it: what stands in quotation marks beside a word that
tells of talk about it is left out.
"""

import functools
import re
import tomllib
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from zeph.safety.order_head import is_likely_order
from zeph.safety.order_words import Found, Parts, parts_of

LIKELY = "likely_order"
"""The category of what no rule tells, but is likely by what was learned."""
WITHIN = 12.0
"""Words that the parts of a rule lie apart at most, where it says nothing else."""
BESIDE = 6.0
"""Words on either side in which a part counts that forbids or is asked for near the others."""
TALKED_ABOUT = 16.0
"""Words on either side of a quotation in which a word may tell that it is talked about."""
SLACK = 2
"""Tokens that a sentence may have beside an order that stands alone."""

_QUOTED = re.compile(
    r"\"[^\"\n]{3,300}\"|“[^”\n]{3,300}”|„[^“”\n]{3,300}[“”]|«[^»\n]{3,300}»|「[^」\n]{3,300}」|『[^』\n]{3,300}』"
    r"|(?<!\w)'[^'\n]{6,300}'(?!\w)"
)
_SENTENCE_END = re.compile(r"[.!?\n。！？]")


@dataclass(frozen=True, slots=True)
class Rule:
    category: str
    parts: tuple[tuple[str, ...], ...]
    masks: tuple[int, ...]
    """The same as bits, a bit a name."""
    unless: tuple[str, ...]
    near: tuple[tuple[str, ...], ...]
    """Of each of these one must stand near, too, be it one of their words."""
    within: float
    lead: tuple[str, ...]
    """A part that must stand where a clause begins."""
    alone: bool
    line: bool
    """The first part begins its line."""
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    category: str
    pattern: re.Pattern[str]
    needs: tuple[str, ...]
    """Whatever has the shape has one of these in it: looking for them is quicker."""
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()

    def holds(self, text: str) -> bool:
        return any(map(text.__contains__, self.needs)) and self.pattern.search(text) is not None


@dataclass(frozen=True, slots=True)
class Rules:
    all: Sequence[Rule]
    shapes: Sequence[Shape]
    bits: Mapping[str, int]
    """Of each name of a part."""
    beginning: Mapping[str, Sequence[int]]
    """Numbers of the rules that have a name in their first part, by name."""

    def possible(self, names: Collection[str]) -> list[Rule]:
        """Rules of which each part is among ``names``, in their order."""
        numbers = {number for name in names for number in self.beginning.get(name, ())}
        if not numbers:
            return []
        known = sum(self.bits.get(name, 0) for name in names)
        rules = [self.all[number] for number in sorted(numbers)]
        return [rule for rule in rules if all(known & each for each in rule.masks)]


def orders_in(text: str) -> set[str]:
    """The categories of the orders in a folded text."""
    rules = the_rules()
    found = {shape.category for shape in rules.shapes if shape.holds(text)}
    parts = parts_of(text)
    judge = _Judge(text, parts)
    for rule in rules.possible(parts.found):
        if rule.category not in found and judge.holds(rule):
            found.add(rule.category)
    if not found and is_likely_order(text, parts, talked_about(text, parts)):
        found.add(LIKELY)
    return found


def talked_about(text: str, parts: Parts) -> list[tuple[int, int]]:
    """Stretches in quotation marks of a text that has a word of talk about such."""
    return [found.span() for found in _QUOTED.finditer(text)] if "talk" in parts.found else []


class _Judge:
    def __init__(self, text: str, parts: Parts) -> None:
        self._text = text
        self._parts = parts
        self._merged: dict[tuple[str, ...], list[Found]] = {}
        self._quotes = talked_about(text, parts)

    def holds(self, rule: Rule) -> bool:
        return any(self._holds_at(rule, anchor) for anchor in self._any_of(rule.parts[0]))

    def _holds_at(self, rule: Rule, anchor: Found) -> bool:
        chosen = [anchor]
        for names in rule.parts[1:]:
            nearest = self._nearest(names, anchor, chosen, rule.within)
            if nearest is None:
                return False
            chosen.append(nearest)
        start, end = min(found.at for found in chosen), max(found.until for found in chosen)
        if end - start > rule.within:
            return False
        near = all(self._any_near(names, start, end, chosen) for names in rule.near)
        return (
            near
            and not self._any_near(rule.unless, start, end, chosen, strict=True)
            and self._stands_right(rule, chosen)
            and not self._is_mentioned(chosen)
        )

    def _stands_right(self, rule: Rule, chosen: Sequence[Found]) -> bool:
        return (
            (not rule.lead or any(self._begins(each) for each in chosen[:1]))
            and (not rule.line or self._begins_line(chosen[0]))
            and (not rule.alone or self._is_alone(chosen))
        )

    def _any_of(self, names: tuple[str, ...]) -> list[Found]:
        if names not in self._merged:
            self._merged[names] = sorted(each for name in names for each in self._parts.found.get(name, ()))
        return self._merged[names]

    def _nearest(self, names: tuple[str, ...], anchor: Found, chosen: Sequence[Found], within: float) -> Found | None:
        """One of these that shares no word with the chosen ones, in the anchor's language or unmistakable."""
        every = self._any_of(names)
        low = bisect_left(every, anchor.at - within, key=lambda each: each.at)
        high = bisect_right(every, anchor.at + within, key=lambda each: each.at)
        fitting = [
            each
            for each in every[low:high]
            if _together(each, anchor) and not any(_overlap(each, other) for other in chosen)
        ]
        return min(fitting, key=lambda each: abs(each.at - anchor.at), default=None)

    def _any_near(
        self, names: tuple[str, ...], start: float, end: float, chosen: Sequence[Found], *, strict: bool = False
    ) -> bool:
        """``strict``: close by, in the language of one of the chosen, and none of their words."""
        reach = 2.0 if strict else BESIDE
        for each in self._any_of(names) if names else ():
            if not start - reach <= each.at <= end + reach:
                continue
            if strict and any(_overlap(each, other) for other in chosen):
                continue
            if any(_together(each, other) for other in chosen):
                return True
        return False

    def _begins(self, found: Found) -> bool:
        spans = self._parts.spans
        if found.first == 0:
            return True
        between = self._text[spans[found.first - 1][1] : spans[found.first][0]]
        return bool(between.strip()) or "\n" in between or self._is_soft(found.first - 1) or not between

    def _is_soft(self, token: int) -> bool:
        return any(each.last == token for name in ("soft", "modal") for each in self._parts.found.get(name, ()))

    def _begins_line(self, found: Found) -> bool:
        start = self._parts.spans[found.first][0]
        before = self._text[self._text.rfind("\n", 0, start) + 1 : start]
        after = self._text[self._parts.spans[found.last][1] :][:3]
        return not re.search(r"\w", before) and bool(re.match(r" ?[:\])]", after))

    def _is_alone(self, chosen: Sequence[Found]) -> bool:
        spans = self._parts.spans
        first, last = min(each.first for each in chosen), max(each.last for each in chosen)
        inside = sum(each.last - each.first + 1 for each in chosen)
        start = max((found.end() for found in _SENTENCE_END.finditer(self._text, 0, spans[first][0])), default=0)
        stop = _SENTENCE_END.search(self._text, spans[last][1])
        end = stop.start() if stop else len(self._text)
        tokens = sum(1 for span in spans[max(0, first - 8) : last + 8] if start <= span[0] < end)
        return tokens - inside <= SLACK

    def _is_mentioned(self, chosen: Sequence[Found]) -> bool:
        spans = self._parts.spans
        start, end = spans[min(each.first for each in chosen)][0], spans[max(each.last for each in chosen)][1]
        if not any(low <= start and end <= high for low, high in self._quotes):
            return False
        low, high = min(each.at for each in chosen) - TALKED_ABOUT, max(each.until for each in chosen) + TALKED_ABOUT
        return any(low <= each.at <= high for each in self._parts.found["talk"])


def _together(one: Found, other: Found) -> bool:
    """In one language, or both long enough to be unmistakable in any."""
    return bool(one.languages & other.languages) or (one.long and other.long)


def _overlap(one: Found, other: Found) -> bool:
    if one.gapped or other.gapped:
        return one.first == other.first or one.last == other.last
    return one.first <= other.last and other.first <= one.last


@functools.cache
def the_rules() -> Rules:
    """As they are shipped."""
    data = tomllib.loads(resources.files("zeph.safety").joinpath("orders/rules.toml").read_text("utf-8"))
    bits = {name: 1 << i for i, name in enumerate(sorted({n for row in data["rule"] for n in _names(row)}))}
    rules = tuple(_rule(row, bits) for row in data["rule"])
    shapes = tuple(
        Shape(row["category"], re.compile(row["pattern"]), tuple(row["needs"]), tuple(row["yes"]), tuple(row["no"]))
        for row in data["shape"]
    )
    beginning: dict[str, list[int]] = defaultdict(list)
    for number, rule in enumerate(rules):
        for name in rule.parts[0]:
            beginning[name].append(number)
    return Rules(rules, shapes, bits, beginning)


def _names(row: dict[str, Any]) -> list[str]:
    return [name for names in row["parts"] for name in names.split("/")]


def _rule(row: dict[str, Any], bits: Mapping[str, int]) -> Rule:
    parts = tuple(tuple(names.split("/")) for names in row["parts"])
    masks = tuple(sum(bits[name] for name in names) for names in parts)
    return Rule(
        row["category"], parts, masks, tuple(row.get("unless", ())),
        tuple(tuple(names.split("/")) for names in row.get("near", ())), float(row.get("within", WITHIN)),
        tuple(filter(None, row.get("lead", "").split("/"))), row.get("alone", False), row.get("line", False),
        tuple(row["yes"]), tuple(row["no"]),
    )  # fmt: skip

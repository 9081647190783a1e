"""Whether a line asks for what is to be done, or for what is on: told by example.

In: a line as typed. Out: how likely it asks for all that is to be done or stands on a list (``tasks``), or for what is
on in a stretch of time (``agenda``), 0 to 1. Two logistic regressions over its words, runs of them and their dictionary
forms, whatever day it names and whatever a list is called; the weights (``own_plans.json``) are learned from lines that
writers wrote who knew no rule, with look-alikes: ``python -m benchmarks.learn_own_plans --write``.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Literal

from zeph.memory.ingest.intents.list_names import list_in
from zeph.memory.language.asking_features import class_of, words_of
from zeph.memory.language.logistic import likely
from zeph.memory.language.morphology import dictionary_form
from zeph.memory.language.questions import bare
from zeph.memory.language.times.date_spans import WEEKDAYS, find_date_phrases
from zeph.safety.text import one_line

Plans = Literal["tasks", "agenda"]
DATA_FILE = "own_plans.json"
ASKS, SURELY_ASKS = 0.5, 0.8
"""How likely it asks at least to be answered so; the same where nothing of the kind was ever told."""
LONGEST = 300
"""Characters; what is longer tells more than it asks."""
DAY, LIST = "0day", "0list"
"""In place of whatever day is named, and whatever list."""
_CUT_OUT = re.compile(r"\s{2,}")
"""Where a list stood."""
_MOST = 12
"""Lengths that are told."""
_KEPT = 2048


@dataclass(frozen=True, slots=True)
class Learned:
    vocabulary: frozenset[str]
    weights: Mapping[Plans, Mapping[str, float]]


def asks_for(plans: Plans, line: str) -> float:
    """How likely it asks for that, 0 to 1; what is said before and behind the question is passed over."""
    line = one_line(bare(line)).strip(" ?!.")
    return _told(line)[plans] if 0 < len(line) <= LONGEST else 0.0


def plain_words(line: str) -> list[str]:
    """In small letters, each day that is named as one word, and the list that is spoken of."""
    if of_list := list_in(line):
        line = _CUT_OUT.sub(f" {LIST} ", of_list.rest, count=1)
    for phrase in reversed(find_date_phrases(line)):
        line = f"{line[: phrase.start]} {DAY} {line[phrase.end :]}"
    said = words_of(line)
    return [*said[:-1], DAY] if said and said[-1] in WEEKDAYS else said  # "what's on sun"


def features(line: str, vocabulary: Collection[str]) -> set[str]:
    """What is so of it; words outside of the vocabulary are told by what they are."""
    typed = plain_words(line)
    words = ["<", *(word if word in vocabulary else f"*{class_of(word)}" for word in typed), ">"]
    found = {f"of {dictionary_form(word)}" for word in typed} | {f"long {min(_MOST, len(typed))}"}
    return found.union(_runs(words))


def _runs(words: Sequence[str]) -> Iterator[str]:
    for size in (1, 2, 3):
        yield from (" ".join(words[at : at + size]) for at in range(len(words) - size + 1))
    yield from (f"{first} … {last}" for first, last in zip(words, words[2:], strict=False))


@lru_cache(maxsize=_KEPT)
def _told(line: str) -> dict[Plans, float]:
    told = features(line, _shipped().vocabulary)
    return {plans: likely(weights, told) for plans, weights in _shipped().weights.items()}


@cache
def _shipped() -> Learned:
    made = json.loads((resources.files(__package__) / DATA_FILE).read_text("utf-8"))
    return Learned(frozenset(made["vocabulary"].split(" ")), made["weights"])

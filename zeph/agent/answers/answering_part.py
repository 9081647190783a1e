"""Which part of what was said answers a question: "jupyter on port 8891" of a note about a server.

In: a question, the text of a quotation. Out: the shortest stretch of its parts that most likely holds the answer. A
logistic choice among the parts (a conditional logit, McFadden 1974), whose weights (``part_weights.toml``) are learned
by ``python -m benchmarks.answer_parts --write``. Pure; by words alone.
"""

import math
import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.days_behind import may_be_verb
from zeph.agent.answers.expected_kinds import ANY, NAME, expected_kind, kind_near, meets
from zeph.memory.language.asking_features import is_given_name
from zeph.memory.language.sentence_split import split_sentences
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.query.vocabulary import THIRD_PERSON, Terms, words

WEIGHTS = "part_weights.toml"
FEATURES = (
    "covered", "covers_some", "covers_most", "near", "behind", "before", "has_kind", "has_kind_and_word", "kind_near",
    "lacks_kind", "name", "name_asked", "digits", "points", "heads", "first", "last", "length",
)  # fmt: skip
LIKELY = 0.85
"""How likely the answer stands in the stretch at least."""
SHORTER, SHORT = 0.8, 70
"""Share of the text that a stretch has at most, and its characters, to be told before the text."""
LEAST = 6
"""Characters below which a part goes with its neighbour."""
FAR = 3
"""Parts between two that have nothing to do with one another."""
_QUOTING = read_answers()["quoting"]
_JOINT, _TRAILS = (re.compile(_QUOTING[key], re.IGNORECASE) for key in ("joint", "trails"))


class Part(NamedTuple):
    """From where to where it stands in its text."""

    start: int
    end: int


def parts_of(text: str) -> list[Part]:
    """In order: what stands between commas, "and" and the like, and each sentence; what is very short goes with the one
    before it."""
    stops = [(one.start, one.start) for one in split_sentences(text)[1:]]
    found = sorted([*(one.span() for one in _JOINT.finditer(text)), *stops])
    inside = [one for one in found if one[0] > 0 and one[1] < len(text)]
    behind = [text[end:start] for (_, end), (start, _) in pairwise([*inside, (len(text), len(text))])]
    joints = [
        one for one, said in zip(inside, behind, strict=True) if not text[slice(*one)].strip().isalpha() or _says(said)
    ]
    starts, ends = [0, *(end for _, end in joints)], [*(start for start, _ in joints), len(text)]
    parts: list[Part] = []
    for start, end in zip(starts, ends, strict=True):
        if parts and min(end - start, parts[-1].end - parts[-1].start) < LEAST:
            parts[-1] = Part(parts[-1].start, end)
        else:
            parts.append(Part(start, end))
    return parts


def _says(said: str) -> bool:
    """Whether something is told behind an "and": not in "mondays *and thursdays*"."""
    return any(map(may_be_verb, words(said)))


def features(question: str, text: str, parts: Sequence[Part]) -> list[list[float]]:
    """A row for each part, in the order of :data:`FEATURES`."""
    asked, kind = analyse(question).terms, expected_kind(question)
    terms, named = Terms(asked), frozenset(words(question))
    covers = [terms.coverage(text[one.start : one.end]) if asked else 0.0 for one in parts]
    most = [at for at, share in enumerate(covers) if share and share == max(covers)]
    rows: list[list[float]] = []
    for at, one in enumerate(parts):
        part = text[one.start : one.end]
        said, has = words(part), meets(kind, question, part)
        row = {
            "covered": covers[at],
            "covers_some": covers[at] > 0,
            "covers_most": at in most,
            "near": 1 - min((abs(at - other) for other in most), default=FAR) / FAR,
            "behind": at - 1 in most,
            "before": at + 1 in most,
            "has_kind": has,
            "has_kind_and_word": has and covers[at] > 0,
            "kind_near": kind_near(kind, question, part) if has else 0.0,
            "lacks_kind": kind != ANY and not has,
            "name": any(is_given_name(word) and word not in named for word in said),
            "name_asked": kind == NAME and any(is_given_name(word) and word not in named for word in said),
            "digits": any(character.isdigit() for character in part),
            "points": bool(said) and said[0].partition("'")[0] in THIRD_PERSON,
            "heads": text[one.end : one.end + 1] == ":",
            "first": at == 0,
            "last": at == len(parts) - 1,
            "length": math.log(1 + one.end - one.start),
        }
        rows.append([float(row[name]) for name in FEATURES])
    return rows


def shares(rows: Sequence[Sequence[float]], weights: Sequence[float]) -> list[float]:
    """How likely each part holds the answer; they sum to 1."""
    odds = [sum(weight * value for weight, value in zip(weights, row, strict=True)) for row in rows]
    likely = [math.exp(one - max(odds)) for one in odds]
    return [one / sum(likely) for one in likely]


def shortest(parts: Sequence[Part], likely: Sequence[float], least: float = LIKELY) -> Part:
    """The shortest stretch of parts on end that holds the answer so likely."""
    stretches = (
        Part(parts[first].start, parts[last].end)
        for first in range(len(parts))
        for last in range(first, len(parts))
        if sum(likely[first : last + 1]) >= least - 1e-9
    )
    return min(stretches, key=lambda one: (one.end - one.start, one.start))


def answering_part(question: str, text: str) -> str:
    """Empty where no short stretch is likely enough."""
    parts = parts_of(text)
    found = shortest(parts, shares(features(question, text, parts), _weights()))
    return _TRAILS.sub("", text[found.start : found.end]) if is_short(found, text) else ""


def is_short(stretch: Part, text: str) -> bool:
    """Whether it says at a glance what the whole text does not."""
    return stretch.end - stretch.start <= min(SHORT, SHORTER * len(text))


@cache
def _weights() -> tuple[float, ...]:
    table = read_answers(WEIGHTS)["weights"]
    return tuple(float(table[name]) for name in FEATURES)

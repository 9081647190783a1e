"""What tells whether a sentence answers a question: numbers, without a language model.

In: a question, sentences with their messages and moments, how alike the texts are (cosines of the embedder, or None).
Out: for each sentence a row of :data:`FEATURES`. Pure.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from zeph.agent.answers.answer_tables import pattern
from zeph.agent.answers.expected_kinds import ANY, MEASURED, NAME, PLACE, expected_kind, kind_near, meets
from zeph.clock import Moment
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.query.vocabulary import STOP_WORDS, Terms, content_stems, words

LIKENESS = (
    "like", "like_best", "like_content", "like_content_best", "like_message", "like_beside", "later_alike",
    "earlier_alike", "follows", "follows_with_kind", "fact_like",
)  # fmt: skip
"""Those that only an embedder can tell."""
PLAIN = (
    "covered", "covered_message", "covered_rare", "has_kind", "lacks_kind", "kind_near", "has_measure", "has_own_kind",
    "late", "late_for_now", "late_for_before", "length", "changed", "first_person", "links", "recalled", "fact",
    "fact_covered", "fact_recalled", "fact_lacks", "over", "over_for_before",
)  # fmt: skip
FEATURES = LIKENESS + PLAIN
NEAR_BEST = 0.3
"""Likeness below the best's within which an earlier sentence leads on to a later one."""
ANCHORS = 3
MOST_LINKED = 6.0
DAY = 10
"""Characters of a moment that tell its day."""

Alike = Sequence[Sequence[float]]
"""Cosines between texts: those of :func:`compared`."""
Row = dict[str, float]
ASKED = 2
"""Texts of :func:`compared` before those of the candidates."""
_BEFORE, _NOW, _CHANGED, _FIRST_PERSON = map(pattern, ("before", "now", "changed", "first_person"))


class Candidate(NamedTuple):
    """A sentence that may answer."""

    text: str
    at: Moment
    message_id: int
    place: int = -1
    """Of its message, or of the fact, in what recall found, 0 for the best; -1 where that is not known."""
    fact: float = 0.0
    """Of a fact its confidence, 0 to 1; 0 of what was said."""
    over: bool = False
    """It is known to be over, or otherwise since."""


class Asked(NamedTuple):
    """What the question says of its answer."""

    text: str
    kind: str
    before: bool
    now: bool


@lru_cache(maxsize=8)
def asked(question: str) -> Asked:
    return Asked(question, expected_kind(question), bool(_BEFORE.search(question)), bool(_NOW.search(question)))


def compared(question: str, candidates: Sequence[Candidate]) -> list[str]:
    """The texts to be compared: the question, the words of it that say something, the candidates."""
    content = " ".join(word for word in words(question) if word not in STOP_WORDS)
    return [question, content or question, *(one.text for one in candidates)]


def features(question: str, candidates: Sequence[Candidate], alike: Alike | None) -> list[list[float]]:
    """A row for each candidate, in the order of :data:`FEATURES`; without ``alike`` those of likeness are 0."""
    rows: list[Row] = [{} for _ in candidates]
    said = asked(question)
    _words_covered(question, candidates, rows)
    _wording(said, candidates, rows)
    _lateness(said, candidates, rows)
    if alike is not None:
        _likeness(said, candidates, rows, alike)
    _known(said, candidates, rows)
    _links(question, candidates, rows, alike)
    return [[row.get(name, 0.0) for name in FEATURES] for row in rows]


def _words_covered(question: str, candidates: Sequence[Candidate], rows: list[Row]) -> None:
    """The share of the question's words that the sentence, its message, or a rare one of it, has."""
    asked_words = analyse(question).terms
    if not asked_words:
        return
    terms = Terms(asked_words)
    whole: dict[int, str] = {}
    for one in candidates:
        whole[one.message_id] = f"{whole.get(one.message_id, '')} {one.text}"
    by_message = {number: terms.coverage(text) for number, text in whole.items()}
    contents = [content_stems(one.text) for one in candidates]
    weights = _rarity(contents)
    sought = content_stems(question)
    total = sum(weights(word) for word in sought) or 1.0
    for one, content, row in zip(candidates, contents, rows, strict=True):
        row["covered"] = terms.coverage(one.text)
        row["covered_message"] = by_message[one.message_id]
        row["covered_rare"] = sum(weights(word) for word in sought & content) / total


def _wording(said: Asked, candidates: Sequence[Candidate], rows: list[Row]) -> None:
    for one, row in zip(candidates, rows, strict=True):
        has = meets(said.kind, said.text, one.text)
        row["has_kind"] = float(has)
        row["lacks_kind"] = float(said.kind != ANY and not has)
        row["kind_near"] = kind_near(said.kind, said.text, one.text) if has else 0.0
        row["has_measure"] = float(has and said.kind in MEASURED)
        row["has_own_kind"] = float(has and said.kind in (NAME, PLACE))
        row["length"] = math.log(max(1, len(one.text))) / 5
        row["changed"] = float(not said.before and bool(_CHANGED.search(one.text)))
        row["recalled"] = 1 / (1 + one.place) if one.place >= 0 else 0.0
        row["first_person"] = float(bool(_FIRST_PERSON.search(one.text)))


def _known(said: Asked, candidates: Sequence[Candidate], rows: list[Row]) -> None:
    """What the memory knows of it: whether it is a fact, whether it is over."""
    for one, row in zip(candidates, rows, strict=True):
        if one.fact:
            row["fact"] = one.fact
            row["fact_covered"] = row.get("covered", 0.0)
            row["fact_like"] = row.get("like", 0.0)
            row["fact_recalled"] = row["recalled"]
            row["fact_lacks"] = row["lacks_kind"]
        row["over_for_before" if said.before else "over"] = float(one.over)


def _lateness(said: Asked, candidates: Sequence[Candidate], rows: list[Row]) -> None:
    """The place of its day among those of all, 0 to 1: what was said later is what is so now. What is known to be over
    was before, whenever it was told."""
    days = sorted({one.at[:DAY] for one in candidates})
    place = {day: i / max(1, len(days) - 1) for i, day in enumerate(days)}
    for one, row in zip(candidates, rows, strict=True):
        late = place[one.at[:DAY]]
        row["late_for_before" if said.before else "late"] = late if not (said.before and one.over) else 0.0
        row["late_for_now"] = late * said.now


def _likeness(said: Asked, candidates: Sequence[Candidate], rows: list[Row], alike: Alike) -> None:
    like, content = list(alike[0][ASKED:]), alike[1][ASKED:]
    among = [row[ASKED:] for row in alike[ASKED:]]
    best = max(like, default=0.0)
    together: dict[int, list[int]] = {}
    for i, one in enumerate(candidates):
        together.setdefault(one.message_id, []).append(i)
    for i, (one, row) in enumerate(zip(candidates, rows, strict=True)):
        own = together[one.message_id]
        row["like"], row["like_best"] = like[i], like[i] - best
        row["like_message"] = _of_whole([like[j] for j in own], [[among[j][k] for k in own] for j in own])
        beside = [like[j] for j in own if abs(own.index(j) - own.index(i)) == 1]
        row["like_beside"] = max(beside, default=0.0)
        row["like_content"], row["like_content_best"] = content[i], content[i] - max(content)
        later = [j for j, other in enumerate(candidates) if _key(other) > _key(one)]
        earlier = [j for j, other in enumerate(candidates) if _key(other) < _key(one)]
        near = max((among[i][j] for j in later), default=0.0)
        if not said.before:
            row["later_alike"] = near
            row["earlier_alike"] = max((among[i][j] for j in earlier), default=0.0)
        row["follows"] = max((max(0.0, like[j] - best + NEAR_BEST) * among[i][j] for j in earlier), default=0.0)
        row["follows_with_kind"] = row["follows"] * row["has_kind"]


def _of_whole(like: Sequence[float], among: Alike) -> float:
    """The likeness of the mean of unit vectors, from theirs."""
    length = math.sqrt(max(1e-9, sum(map(sum, among))))
    return sum(like) / length


def _links(question: str, candidates: Sequence[Candidate], rows: list[Row], alike: Alike | None) -> None:
    """How many rare words it shares, beside the question's, with the best sentences of other messages: who and what
    they speak of goes on in it."""
    contents = [content_stems(one.text) for one in candidates]
    weights, sought = _rarity(contents), content_stems(question)
    strength = [
        (alike[0][i + ASKED] if alike is not None else 0.0) + row.get("covered_rare", 0.0) for i, row in enumerate(rows)
    ]
    anchors = sorted(range(len(rows)), key=lambda i: -strength[i])[:ANCHORS]
    for i, row in enumerate(rows):
        shared = [
            sum(weights(word) for word in (contents[i] & contents[j]) - sought)
            for j in anchors
            if candidates[j].message_id != candidates[i].message_id
        ]
        row["links"] = min(max(shared, default=0.0), MOST_LINKED) / MOST_LINKED


def _key(one: Candidate) -> tuple[Moment, int]:
    return one.at, one.message_id


def share_said(sentence: str, other: str) -> float:
    """The share of a sentence's content words that another has, 0 to 1."""
    said = content_stems(sentence)
    return len(said & content_stems(other)) / len(said) if said else 0.0


def _rarity(contents: Sequence[frozenset[str]]) -> Callable[[str], float]:
    """How rare a word is among the sentences: the logarithm of their number by that of those that have it."""
    counts = Counter(word for content in contents for word in content)
    return lambda word: math.log((len(contents) + 1) / (counts[word] + 0.5))

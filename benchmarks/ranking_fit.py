"""Weights fitted to labelled questions, for ``learn_ranking``.

In: :class:`~benchmarks.ranking_pairs.Asked`. Out: matrices of their features (:class:`Talked`), and weights
(:class:`Made`)."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.ranking_pairs import Asked
from zeph.memory.recall.ranking.fact_features import fact_features
from zeph.memory.recall.ranking.fact_ranking import may_be_told
from zeph.memory.recall.ranking.message_features import message_features
from zeph.memory.recall.ranking.message_ranking import is_alone
from zeph.memory.recall.ranking.ranking import among
from zeph.memory.recall.ranking.source_features import source_features

BY_MEANING = frozenset(
    "message_vector fact_vector first_by_meaning likeness around_alike before after reply source_likeness very_like"
    " like_with_words like_of_speaker likeness_of_model first_by_meaning_of_model source_likeness_of_model".split()
)
"""Features that there are none of where nothing can be embedded."""
BY_HAND = frozenset(
    ("days", "present", "message_days", "past", "time", "kind", "cost", "beside_others", "sitting_others")
)
"""Too rare in what is labelled: they admit, and order, by rules; or no matter of helping."""
NEVER_AGAINST = frozenset("message_vector message_days cited fact_text fact_vector graph days present words".split())
"""What was found by one of these is not the less likely for it."""
FACT_PENALTY, HARM = 0.2, 3.0
"""L2, and how many times more a fact counts that tells what is outdated."""
PENALTY, OWN_PENALTY = 0.005, 0.01
"""L2 of the weights for talk among people, and of how far those for talk with an assistant go away from them: of that
there are fewer questions."""
ROUNDS, STEPS, COMPARED = 3, 5, 40
"""Times that the pairs are chosen anew, Newton's steps in between, and how many of the best that do not help each one
that helps is held against at a time."""
LEAST_GAIN = 0.002
"""What a pair counts at least whose places matter to no measure."""
SMALLEST_STEP = 1e-4
LEAST_DEVIATION = 1e-3

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Made:
    """As ``scorer`` reads it."""

    base: float
    weights: dict[str, float]

    def log_odds(self, columns: Mapping[str, Array]) -> Array:
        some = next(iter(columns.values()))
        return np.full(len(some), self.base) + sum(w * columns[n] for n, w in self.weights.items() if n in columns)


@dataclass(frozen=True, slots=True)
class Talked:
    """A question and its candidates' features, one array for each."""

    asked: Asked
    fact_ids: list[int]
    facts: dict[str, Array]
    fact_helps: Array
    fact_harms: Array
    stands: Array
    """Whether a fact is sure enough to be shown."""
    message_ids: list[int]
    messages: dict[str, Array]
    helps: Array
    costs: Array
    """Tokens."""
    alone: bool
    """With an assistant."""
    cites: list[tuple[int, int]]
    """(fact, message), by their places."""

    def with_cited(self, fact_log_odds: Array) -> dict[str, Array]:
        """The features of messages, with the probability of the best fact that came from each."""
        cited = np.zeros(len(self.message_ids))
        for fact, message in self.cites:
            cited[message] = max(cited[message], 1.0 / (1.0 + math.exp(-fact_log_odds[fact])))
        return {**self.messages, "cited": cited}

    def order(self, log_odds: Array) -> list[int]:
        """Places of messages, best first, each text once."""
        known, kept = self.asked.evidence.loaded.messages, {}
        for i in sorted(range(len(log_odds)), key=lambda i: (-log_odds[i], -self.message_ids[i])):
            message = known[self.message_ids[i]]
            kept.setdefault((message.speaker, message.text), i)
        return list(kept.values())


def talked(asked: Sequence[Asked]) -> list[Talked]:
    """Those for which anything was found."""
    return [_talked(each) for each in asked if each.evidence.loaded.messages]


def _talked(asked: Asked) -> Talked:
    evidence, plan = asked.evidence, asked.plan
    edges, messages = evidence.loaded.edges, evidence.loaded.messages
    fact_ids, message_ids = list(edges), list(messages)
    channels = among(edges, evidence.hits.facts)
    features = fact_features(edges, evidence, plan, channels)
    place = {i: n for n, i in enumerate(message_ids)}
    said = message_features(messages, evidence, plan, among(messages, evidence.hits.messages))
    costs = [math.ceil((len(m.person) + 2 + len(m.text)) / 4) for m in messages.values()]
    return Talked(
        asked=asked,
        fact_ids=fact_ids,
        facts=_columns(fact_ids, features),
        fact_helps=np.array([asked.facts.get(i, 0.0) for i in fact_ids]),
        fact_harms=np.array([i in asked.harmful for i in fact_ids], bool),
        stands=np.array([may_be_told(edges[i]) for i in fact_ids], bool),
        message_ids=message_ids,
        messages=_columns(message_ids, said),
        helps=np.array([float(i in asked.messages) for i in message_ids]),
        costs=np.array(costs),
        alone=is_alone(messages),
        cites=[(n, place[m]) for n, i in enumerate(fact_ids) for m in edges[i].sources if m in place],
    )


def _columns(ids: Sequence[int], features: Mapping[str, Mapping[int, float]]) -> dict[str, Array]:
    return {name: np.array([values.get(i, 0.0) for i in ids]) for name, values in features.items()}


def _names(columns: Sequence[Mapping[str, Array]], embedded: bool) -> list[str]:
    return sorted(name for name in set().union(*columns) - BY_HAND if embedded or name not in BY_MEANING)


def _matrix(columns: Mapping[str, Array], names: Sequence[str]) -> Array:
    some = next(iter(columns.values()))
    return np.stack([columns.get(name, np.zeros(len(some))) for name in names], 1)


def _worth(questions: Sequence[Talked]) -> Array:
    """Of each question, so that no kind of talk dominates: each counts by the root of its questions."""
    count = Counter(q.asked.kind for q in questions)
    whole = sum(n**0.5 for n in count.values())
    return np.array([count[q.asked.kind] ** -0.5 / whole for q in questions])


def fit_facts(questions: Sequence[Talked], embedded: bool) -> Made:
    questions = [q for q in questions if q.fact_ids]
    names = _names([q.facts for q in questions], embedded)
    inputs = np.concatenate([_matrix(q.facts, names) for q in questions])
    helps = np.concatenate([q.fact_helps for q in questions])
    harms = np.concatenate([q.fact_harms for q in questions])
    worth = np.repeat(_worth(questions), [len(q.fact_ids) for q in questions]) * (1.0 + HARM * harms) * 1000
    deviation = inputs.std(0) + LEAST_DEVIATION
    scaled = np.hstack((inputs / deviation, np.ones((len(inputs), 1))))
    never = np.array([name in NEVER_AGAINST for name in names] + [False])
    found = _logistic(scaled, helps, worth, FACT_PENALTY, never)
    weights = {name: round(float(w), 3) for name, w in zip(names, found[:-1] / deviation, strict=True)}
    return Made(round(float(found[-1]), 3), {name: w for name, w in weights.items() if w})


def fit_lines(questions: Sequence[Talked], facts: Made, messages: tuple[Made, Made], embedded: bool) -> Made:
    """Of facts once messages are ranked."""
    questions = [q for q in questions if q.fact_ids]
    columns = [of_sources(q, facts, messages) for q in questions]
    names = sorted(columns[0])
    inputs = np.concatenate([_matrix(c, names) for c in columns])
    helps = np.concatenate([q.fact_helps for q in questions])
    harms = np.concatenate([q.fact_harms for q in questions])
    worth = np.repeat(_worth(questions), [len(q.fact_ids) for q in questions]) * (1.0 + HARM * harms) * 1000
    deviation = inputs.std(0) + LEAST_DEVIATION
    scaled = np.hstack((inputs / deviation, np.ones((len(inputs), 1))))
    found = _logistic(scaled, helps, worth, FACT_PENALTY)
    weights = {name: round(float(w), 3) for name, w in zip(names, found[:-1] / deviation, strict=True)}
    return Made(round(float(found[-1]), 3), {name: w for name, w in weights.items() if w})


def of_sources(question: Talked, facts: Made, messages: tuple[Made, Made]) -> dict[str, Array]:
    """What speaks for each fact once messages are ranked."""
    known = question.asked.evidence.loaded
    odds = facts.log_odds(question.facts)
    said = messages[question.alone].log_odds(question.with_cited(odds))
    features = source_features(
        known.edges,
        dict(zip(question.fact_ids, map(float, odds), strict=True)),
        known.messages,
        dict(zip(question.message_ids, map(float, said), strict=True)),
    )
    return _columns(question.fact_ids, features)


def _logistic(inputs: Array, wanted: Array, worth: Array, penalty: float, never: Array | None = None) -> Array:
    """By Newton's steps; the last column, the base, is free of the penalty. Where a weight of ``never`` would be
    negative, the column is left out."""
    kept = np.ones(inputs.shape[1], bool)
    while True:
        columns = inputs[:, kept]
        weights, held = np.zeros(columns.shape[1]), np.full(columns.shape[1], penalty)
        held[-1] = 1e-6
        for _ in range(30):
            guess = 1.0 / (1.0 + np.exp(-columns @ weights))
            slope = columns.T @ (worth * (guess - wanted)) + held * weights
            bend = (columns * (worth * guess * (1 - guess) + 1e-9)[:, None]).T @ columns + np.diag(held)
            weights -= np.linalg.solve(bend, slope)
        found = np.zeros(len(kept))
        found[kept] = weights
        wrong = found < 0 if never is None else (found < 0) & never
        if never is None or not wrong.any():
            return found
        kept &= ~wrong


def fit_messages(questions: Sequence[Talked], facts: Made, embedded: bool) -> tuple[Made, Made]:
    """(of talk among people, of talk with an assistant)."""
    questions = [q for q in questions if q.helps.any()]
    columns = [
        q.with_cited(facts.log_odds(q.facts)) if q.fact_ids else {**q.messages, "cited": 0 * q.helps} for q in questions
    ]
    names = _names(columns, embedded)
    inputs = [_matrix(c, names) for c in columns]
    deviation = np.concatenate([x[::5] for x in inputs]).std(0) + LEAST_DEVIATION
    scaled = [(x / deviation).astype(np.float32) for x in inputs]
    weights = np.array([float(name in ("message_text", "message_vector", "content")) for name in names])
    toward, never, made = np.zeros(len(names)), np.array([name in NEVER_AGAINST for name in names]), []
    for alone, penalty in ((False, PENALTY), (True, OWN_PENALTY)):
        own = [i for i, q in enumerate(questions) if q.alone is alone]
        x, asked = [scaled[i] for i in own], [questions[i] for i in own]
        weights = toward = _lambda_rank(x, asked, weights, toward, penalty, never)
        made.append(_calibrated(x, asked, names, weights, deviation))
    return made[0], made[1]


def _lambda_rank(
    inputs: Sequence[Array], questions: Sequence[Talked], start: Array, toward: Array, penalty: float, never: Array
) -> Array:
    """In each round the best that do not help are looked for anew, and added to those of the rounds before."""
    weights = start.copy()
    worth = _worth(questions)
    rest: list[Array] = [np.array([], int) for _ in questions]
    for _ in range(ROUNDS):
        rest = [
            _best_that_do_not_help(x @ weights, q.helps, r) for x, q, r in zip(inputs, questions, rest, strict=True)
        ]
        apart, counts = _pairs(inputs, questions, rest, weights, worth)
        weights = _parted(apart, counts, weights, toward, penalty, never)
    return weights


def _best_that_do_not_help(sums: Array, helps: Array, before: Array) -> Array:
    best = np.argsort(-sums, kind="stable")[:COMPARED]
    return np.union1d(before, best[helps[best] == 0])


def _pairs(
    inputs: Sequence[Array], questions: Sequence[Talked], rest: Sequence[Array], weights: Array, worth: Array
) -> tuple[Array, Array]:
    """(what the features of the two are apart, what the pair counts)."""
    apart, counts = [], []
    for x, question, others, each in zip(inputs, questions, rest, worth, strict=True):
        order = np.argsort(-(x @ weights), kind="stable")
        gain = np.empty(len(order))
        gain[order] = 1.0 / np.log2(np.arange(len(order)) + 2)
        helps = np.flatnonzero(question.helps)
        one, other = np.repeat(helps, len(others)), np.tile(others, len(helps))
        apart.append(x[one] - x[other])
        counts.append((np.abs(gain[one] - gain[other]) + LEAST_GAIN) * each / question.asked.labelled)
    together = np.concatenate(counts)
    return np.concatenate(apart), together / together.sum()


def _parted(apart: Array, counts: Array, start: Array, toward: Array, penalty: float, never: Array) -> Array:
    """Pairwise logistic regression by Newton's steps; a weight of ``never`` that would be negative is 0."""
    kept = np.ones(len(start), bool)
    while True:
        columns, weights, near = apart[:, kept], start[kept].copy(), toward[kept]

        def loss(at: Array, columns: Array = columns, near: Array = near) -> float:
            return float(counts @ np.logaddexp(0.0, -(columns @ at)) + 0.5 * penalty * ((at - near) ** 2).sum())

        for _ in range(STEPS):
            wrong = np.exp(-np.logaddexp(0.0, columns @ weights))
            slope = -(counts * wrong) @ columns + penalty * (weights - near)
            bend = (columns * (counts * wrong * (1 - wrong))[:, None]).T @ columns + penalty * np.eye(len(weights))
            step, before = np.linalg.solve(bend, slope), loss(weights)
            while loss(weights - step) > before and np.abs(step).max() > SMALLEST_STEP:
                step = step / 2
            weights -= step
        found = np.zeros(len(kept))
        found[kept] = weights
        if not (below := (found < 0) & never).any():
            return found
        kept &= ~below


def _calibrated(
    inputs: Sequence[Array], questions: Sequence[Talked], names: Sequence[str], weights: Array, deviation: Array
) -> Made:
    """Platt's scaling: the sums become log odds."""
    sums = np.concatenate([x @ weights for x in inputs])
    helps = np.concatenate([q.helps for q in questions])
    worth = np.repeat(_worth(questions), [len(x) for x in inputs]) * 1000
    slope, base = _logistic(np.stack((sums, np.ones(len(sums))), 1), helps, worth, 1e-6)
    found = {name: round(float(slope * w / d), 3) for name, w, d in zip(names, weights, deviation, strict=True)}
    return Made(round(float(base), 3), {name: w for name, w in found.items() if w})

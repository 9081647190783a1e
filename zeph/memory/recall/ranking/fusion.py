"""Many channels, one order: the sum of scaled scores.

In: per channel, ids with scores. Out: one score for each id and the parts it is made of. Sums of scores
scaled by their channel's best lost nothing against ranks and won four points of recall@10 on LoCoMo;
reciprocal ranks with a weak embedder lost five.
"""

from collections.abc import Iterable, Mapping

from zeph.memory.recall.gather.channels import Channels, Scores, scale

FACT_WEIGHTS = {
    "fact_text": 1.0,  # the words of the question, the most precise channel
    "fact_vector": 1.0,  # same meaning in other words; small embedders are noisy
    "graph": 0.25,  # widens, does not sharpen: for the tail and for questions that connect
    "days": 1.0,  # it lies in the days that a question is about, which asks for nothing else
    "present": 1.0,  # it has what is asked for of what the conversation is about, where the question names nobody
    "topic": 1.0,  # share of the question's words (or words that answer them) in the fact
    "named": 0.6,  # the fact is about who the question names
    "date": 0.3,  # the fact is of the days the question names
    "past": 1.2,  # the fact is over, and the question asks for what was; below what holds where it asks for the present
}
MESSAGE_WEIGHTS = {
    "message_text": 1.0,  # the words of the question, stemmed
    "message_vector": 0.8,  # same meaning in other words
    "message_days": 0.0,  # said in the time that a question is about: counts as "time"
    "cited": 0.35,  # a recalled fact came from it: facts are keys to messages, never in their place
    "beside": 0.3,  # what was said just before or after has the words: short turns share them out
    "reply": 0.5,  # what was said just before is like the question, so that this may answer it
    "sitting": 0.6,  # other messages of that conversation and day are about it
    "speaker": 0.5,  # said by whom the question names
    "date": 0.3,  # said in the month or year named
    "time": 2.5,  # said, or naming a date, in the time that the question is about: a named day outranks all else
    "kind": 0.6,  # it names a thing of the kind of which several are asked for: a city, a language
    "when": 0.4,  # has a time expression, for "when …"
    "latest": 0.3,  # said later, for "now", "these days"
    "content": 0.8,  # says something at all: a bare "wow, great!" answers nothing
    "question": -0.3,  # a question states no fact
    "person": 1.0,  # said by the person; by the assistant where the question is about what it said
}
"""What each is worth is measured in docs/quality.md; all help or are neutral on three unlike sets."""
RANK_CONSTANT = 60
"""Of reciprocal ranks, as its authors chose it."""
UNRELATED_COSINE = 0.2
"""Cosine that any two texts have; likeness is counted from here."""


def reciprocal(scores: Scores) -> dict[int, float]:
    """Reciprocal rank fusion (Cormack, Clarke, Büttcher): the rank alone counts, and the first is 1."""
    return {i: (RANK_CONSTANT + 1.0) / (RANK_CONSTANT + rank) for i, rank in ranks(scores).items()}


def likeness(cosines: Scores) -> dict[int, float]:
    """Cosines above those of texts that have nothing in common."""
    return {i: max(0.0, cosine - UNRELATED_COSINE) for i, cosine in cosines.items()}


def ranks(scores: Scores) -> dict[int, int]:
    """1-based; ties to the smaller id."""
    return {i: n for n, i in enumerate(sorted(scores, key=lambda i: (-scores[i], i)), 1)}


def fuse(
    channels: Channels,
    features: Channels,
    weights: Mapping[str, float],
    also: Iterable[int] = (),
    method: str = "scaled",
) -> dict[int, dict[str, float]]:
    """The weighted parts of each id. ``channels`` are scaled and bring ids in, as ``also`` does; ``features``
    only add."""
    parts: dict[int, dict[str, float]] = {i: {} for i in also}
    alike = reciprocal if method == "rrf" else scale
    for name, scores in channels.items():
        for i, value in alike(scores).items():
            parts.setdefault(i, {})[name] = weights[name] * value
    for name, scores in features.items():
        for i, value in scores.items():
            if i in parts and value:
                parts[i][name] = weights[name] * value
    return parts


def totals(parts: Mapping[int, Mapping[str, float]]) -> dict[int, float]:
    return {i: sum(p.values()) for i, p in parts.items()}

"""Which sentence most likely answers a question: a logistic choice among the sentences.

In: a question, candidates, how alike the texts are. Out: a strength for each; the greatest is the likeliest, and
differences are log odds. The weights are ``sentence_weights.toml``, learned by ``python -m
benchmarks.answer_sentences --write``: a conditional logit (McFadden 1974) over the sentences of one question.
"""

from collections.abc import Sequence
from functools import lru_cache

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.sentence_features import FEATURES, Alike, Candidate, features

WEIGHTS = "sentence_weights.toml"


@lru_cache(maxsize=2)
def weights(likeness: bool) -> tuple[float, ...]:
    """In the order of :data:`FEATURES`: those learned with the embedder's likeness, or by words alone."""
    table = read_answers(WEIGHTS)["likeness" if likeness else "words"]
    return tuple(float(table.get(name, 0.0)) for name in FEATURES)


def strengths(question: str, candidates: Sequence[Candidate], alike: Alike | None) -> list[float]:
    learned = weights(alike is not None)
    return [
        sum(weight * value for weight, value in zip(learned, row, strict=True))
        for row in features(question, candidates, alike)
    ]

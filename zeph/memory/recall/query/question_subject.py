"""Whether a question is about the person or about the world, told by example.

In: a question as typed, its vector where the embedded model made it. Out: how likely it is that it asks for what the
person's own life says (0 to 1). Two logistic regressions (``question_subject.json``, made from labelled questions by
``python -m benchmarks.question_subject --write``, with figures in docs/quality.md): one over the words and short runs
of words, which needs no model, one over these and the vector. Rare words count as one, so that the words tell how is
asked, and the vector what.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

DATA_FILE = "question_subject.json"
LONGEST_RUN = 3
"""Words that are looked at together."""
MOST_WORDS = 60
"""Of a long text its beginning and its end tell what is asked."""
RARE = "*"
"""Stands for a word that was seen too seldom to say anything."""
STEEPEST = 30.0
_WORD = re.compile(r"[^\W\d_]+|\d+|\?")
_CLOSED_UP = str.maketrans("", "", "'\u2019\u2018`")


@dataclass(frozen=True, slots=True)
class Weights:
    """Of one regression: what speaks for the person is positive."""

    bias: float
    runs: Mapping[str, float]
    vector: Sequence[float] = ()
    """Of each number of the question's vector, scaled to unit length; empty where it goes by words alone."""


@dataclass(frozen=True, slots=True)
class SubjectModel:
    """What was learned."""

    vocabulary: frozenset[str]
    words: Weights
    both: Weights
    embedding_model: str
    """The only one whose vectors ``both`` knows."""

    def about_person(self, question: str, vector: Any = None, embedding_model: str = "") -> float:
        """The probability, 0 to 1."""
        known = vector is not None and embedding_model == self.embedding_model
        weights = self.both if known else self.words
        total = weights.bias + sum(weights.runs.get(run, 0.0) for run in runs(question, self.vocabulary))
        if known:
            length = math.sqrt(float(vector @ vector)) or 1.0
            total += float(vector @ weights.vector) / length
        return 1.0 / (1.0 + math.exp(-max(-STEEPEST, min(STEEPEST, total))))


def typed_words(question: str) -> list[str]:
    """The words as they are looked at: folded, apostrophes closed up, numbers alike."""
    found = _WORD.findall(question.translate(_CLOSED_UP).casefold())
    if len(found) > MOST_WORDS:
        found = found[: MOST_WORDS // 2] + found[-MOST_WORDS // 2 :]
    return ["0" if word.isdigit() else word for word in found]


def runs(question: str, vocabulary: frozenset[str]) -> Iterator[str]:
    """Each run of one to three words, once, the beginning and the end marked; words outside of it are all alike."""
    words = ["<", *(word if word in vocabulary else RARE for word in typed_words(question)), ">"]
    sizes = range(1, LONGEST_RUN + 1)
    found = (" ".join(words[start : start + size]) for size in sizes for start in range(len(words) - size + 1))
    return iter(dict.fromkeys(found))


@cache
def subject_model() -> SubjectModel:
    """The model that is shipped."""
    read = json.loads((resources.files(__package__) / DATA_FILE).read_text("utf-8"))
    return SubjectModel(
        frozenset(read["vocabulary"]), Weights(**read["words"]), Weights(**read["both"]), read["embedding_model"]
    )

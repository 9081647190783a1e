"""What kind of question it is, told by example: about the person or the world, for all or for something in particular.

In: a question as typed, its vector where the embedded model made it. Out: how likely it is that it asks for what the
person's own life says, or for whatever is known of something ("what's going on with the house?"), 0 to 1. Logistic
regressions (``question_*.json``, made from labelled questions by ``python -m benchmarks.question_models KIND --write``,
with figures in docs/quality.md) over the words and short runs of words, which need no model, and, for the subject, one
over these and the vector. Rare words count as one, so that the words tell how is asked, and the vector what.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

DATA_FILE = "question_{kind}.json"
LONGEST_RUN = 3
"""Words that are looked at together."""
MOST_WORDS = 60
"""Of a long text its beginning and its end tell what is asked."""
RARE = "*"
"""Stands for a word that was seen too seldom to say anything."""
STEEPEST = 30.0
BY_WORDS = 0.25
"""What the words alone count beside the words with the vector."""
_WORD = re.compile(r"[^\W\d_]+|\d+|\?")
_CLOSED_UP = str.maketrans("", "", "'\u2019\u2018`")


@dataclass(frozen=True, slots=True)
class Weights:
    """Of one regression: what speaks for the kind is positive."""

    bias: float
    runs: Mapping[str, float]
    vector: Sequence[float] = ()
    """Of each number of the question's vector, scaled to unit length; empty where it goes by words alone."""


@dataclass(frozen=True, slots=True)
class QuestionModel:
    """What was learned."""

    vocabulary: frozenset[str]
    words: Weights
    both: Weights | None = None
    embedding_model: str = ""
    """The only one whose vectors ``both`` knows."""

    def likely(self, question: str, vector: Any = None, embedding_model: str = "") -> float:
        """The probability, 0 to 1; where the vector is known, by the weighed mean of both log-odds: what a question is
        about must not outweigh how it is asked."""
        found = list(runs(question, self.vocabulary))
        odds = self._odds(self.words, found)
        if self.both is not None and self.knows(vector, embedding_model):
            length = math.sqrt(float(vector @ vector)) or 1.0
            with_vector = self._odds(self.both, found) + float(vector @ self.both.vector) / length
            odds = BY_WORDS * odds + (1.0 - BY_WORDS) * with_vector
        return 1.0 / (1.0 + math.exp(-max(-STEEPEST, min(STEEPEST, odds))))

    def knows(self, vector: Any, embedding_model: str) -> bool:
        """Whether it goes by that vector too, and not by the words alone."""
        return self.both is not None and vector is not None and embedding_model == self.embedding_model

    @staticmethod
    def _odds(weights: Weights, found: Sequence[str]) -> float:
        return weights.bias + sum(weights.runs.get(run, 0.0) for run in found)


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


def subject_model() -> QuestionModel:
    """Whether it is about the person, rather than the world."""
    return _shipped("subject")


def breadth_model() -> QuestionModel:
    """Whether it asks for whatever is known of something, rather than for something in particular."""
    return _shipped("breadth")


@cache
def _shipped(kind: str) -> QuestionModel:
    read = json.loads((resources.files(__package__) / DATA_FILE.format(kind=kind)).read_text("utf-8"))
    both = Weights(**read["both"]) if "both" in read else None
    return QuestionModel(frozenset(read["vocabulary"]), Weights(**read["words"]), both, read.get("embedding_model", ""))

"""What kind of question it is: what was learned, and that it is of the data that is shipped."""

import json
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from blake3 import blake3

from zeph.memory.recall.query import question_models
from zeph.memory.recall.query.question_models import (
    BY_WORDS,
    QuestionModel,
    Weights,
    breadth_model,
    runs,
    subject_model,
    typed_words,
)

EXAMPLES = Path(__file__).parents[4] / "benchmarks" / "data"


def test_words_are_read_as_typed() -> None:
    assert typed_words("What’s Bea’s PIN, 4711?") == ["whats", "beas", "pin", "0", "?"]
    assert len(typed_words("word " * 500)) == question_models.MOST_WORDS


def test_a_run_of_words_counts_once_and_rare_words_are_alike() -> None:
    assert list(runs("my my cat", frozenset({"my"}))) == [
        "<", "my", "*", ">", "< my", "my my", "my *", "* >", "< my my", "my my *", "my * >",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("where do I work?", True),
        ("when is my operation", True),
        ("did we ever cancel the gym membership?", True),
        ("how do I boil an egg", False),
        ("write a haiku about autumn", False),
        ("thanks!", False),
    ],
)
def test_words_alone_tell_the_plain_ones(question: str, about: bool) -> None:
    assert (subject_model().likely(question) >= 0.5) is about


def test_a_vector_counts_by_its_direction_and_only_of_the_model_it_was_learned_from() -> None:
    words, both = Weights(-2.0, {"my": 1.0}), Weights(0.0, {}, (3.0, 0.0))
    model = QuestionModel(frozenset({"my"}), words, both, "this")
    far, near = np.array([0.0, 9.0]), np.array([9.0, 0.0])
    by_words = -BY_WORDS  # the log-odds of "my" alone are -1
    assert model.likely("my", far, "this") == pytest.approx(1 / (1 + np.exp(-by_words)))
    assert model.likely("my", near, "this") == pytest.approx(1 / (1 + np.exp(-by_words - 3 * (1 - BY_WORDS))))
    assert model.likely("my", near, "another") == model.likely("my") == pytest.approx(1 / (1 + np.e))


@pytest.mark.parametrize(
    ("question", "broad"),
    [
        ("What do you know about Peregrine?", True),
        ("tell me about my night classes", True),
        ("what's going on with the extension?", True),
        ("how are things with Peregrine?", True),
        ("bring me up to date on the tenancy", True),
        ("What is Peregrine written in?", False),
        ("tell me when my night classes begin", False),
        ("who paid for the extension?", False),
        ("does Hedda like Peregrine?", False),
    ],
)
def test_what_asks_for_all_is_told_from_what_asks_for_something(question: str, broad: bool) -> None:
    assert (breadth_model().likely(question) >= 0.5) is broad


@pytest.mark.parametrize("kind", ["subject", "breadth"])
def test_the_weights_are_of_the_examples(kind: str) -> None:
    """Else ``python -m benchmarks.question_models KIND --write`` is to be run again."""
    file = resources.files(question_models.__package__) / question_models.DATA_FILE.format(kind=kind)
    examples = EXAMPLES / f"question_{kind}.jsonl"
    assert json.loads(file.read_text("utf-8"))["learned_from"] == {
        examples.name: blake3(examples.read_bytes()).hexdigest()
    }

"""Whether a question is about the person or the world: what was learned, and that it is of the data that is shipped."""

import json
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from blake3 import blake3

from zeph.memory.recall.query import question_subject
from zeph.memory.recall.query.question_subject import SubjectModel, Weights, runs, subject_model, typed_words

EXAMPLES = Path(__file__).parents[4] / "benchmarks" / "data" / "question_subject.jsonl"


def test_words_are_read_as_typed() -> None:
    assert typed_words("What’s Bea’s PIN, 4711?") == ["whats", "beas", "pin", "0", "?"]
    assert len(typed_words("word " * 500)) == question_subject.MOST_WORDS


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
    assert (subject_model().about_person(question) >= 0.5) is about


def test_a_vector_counts_by_its_direction_and_only_of_the_model_it_was_learned_from() -> None:
    words, both = Weights(-2.0, {"my": 1.0}), Weights(0.0, {}, (3.0, 0.0))
    model = SubjectModel(frozenset({"my"}), words, both, "this")
    far, near = np.array([0.0, 9.0]), np.array([9.0, 0.0])
    assert model.about_person("my", far, "this") == pytest.approx(0.5)
    assert model.about_person("my", near, "this") == pytest.approx(1 / (1 + np.exp(-3)))
    assert model.about_person("my", near, "another") == model.about_person("my") == pytest.approx(1 / (1 + np.e))


def test_the_weights_are_of_the_examples() -> None:
    """Else ``python -m benchmarks.question_subject --write`` is to be run again."""
    shipped = json.loads(
        (resources.files(question_subject.__package__) / question_subject.DATA_FILE).read_text("utf-8")
    )
    assert shipped["learned_from"] == {EXAMPLES.name: blake3(EXAMPLES.read_bytes()).hexdigest()}

"""Whether a sentence tells what has been."""

import pytest

from zeph.memory.language.tense import tells_the_past
from zeph.memory.recall.query.vocabulary import words


@pytest.mark.parametrize(
    "sentence",
    ["The choir from Leeds found another hall", "Ana has gone home", "User and Jo have started a band",
     "The orchestra in Ghent invited User", "User was invited to a party", "User's dad drove up"],
)  # fmt: skip
def test_what_has_been(sentence: str) -> None:
    assert tells_the_past(words(sentence))


@pytest.mark.parametrize(
    "sentence",
    ["User visits Ana every Sunday", "The table is booked for Friday", "The concert will be held in May",
     "User has an exam", "The painted fence needs a gate", "User likes fried fish", ""],
)  # fmt: skip
def test_what_is_or_will_be(sentence: str) -> None:
    assert not tells_the_past(words(sentence))

"""Names of several words stay whole, and whose relative somebody is may stand behind: "the sister of Tom"."""

from collections.abc import Callable

import pytest

Extract = Callable[..., set[tuple[str, str, str]]]


@pytest.mark.parametrize("place", ["New Zealand", "New York", "New Orleans", "South Africa", "North Macedonia", "York"])
def test_a_place_keeps_its_first_word(extract: Extract, place: str) -> None:
    assert ("Dana", "lives_in", place) in extract(f"I moved to {place}.")


def test_what_is_new_is_not_called_so(extract: Extract) -> None:
    assert ("Dana", "likes", "Kindle") in extract("I love my new Kindle.")


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("The sister of Tom lives in Hull.", "Tom's sister"),
        ("The mother of my boss lives in Hull.", "Dana's boss's mother"),
        ("A friend of Tom lives in Hull.", "Tom's friend"),
        ("My sister lives in Hull.", "Dana's sister"),
    ],
)
def test_whose_relative_stands_behind(extract: Extract, text: str, whose: str) -> None:
    assert (whose, "lives_in", "Hull") in extract(text)

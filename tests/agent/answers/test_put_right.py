"""A later sentence that says of a word, or of a number, that it is another."""

import pytest

from zeph.agent.answers.last_word import puts_right


@pytest.mark.parametrize(
    ("told", "later", "right"),
    [
        ("she is in the infirmary, ward 7", "no ward 17 not 7", True),
        ("the fence is 14 metres", "measured it, its 17 metres not 14", True),
        ("my landlord is Bert", "it's Kurt, not Bert", True),
        ("we meet at 7", "we do not meet at 7", False),
        ("I like tea", "not tea for me", False),
        ("we meet on Friday", "probably not Friday", False),
        ("ward 7 is closed", "bed 4 not 5", False),
        ("Tomek drums for us", "Freddie drums now. he is fine. he is not Tomek", False),
    ],
)
def test_what_was_said_wrong_is_put_right(told: str, later: str, right: bool) -> None:
    assert puts_right(told, later) == right

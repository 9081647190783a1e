"""What is looked at first, because it is quicker, never hides what the expression behind it would find."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from zeph.safety import unmasking
from zeph.safety.order_rules import Shape, the_rules

MANY = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("shape", the_rules().shapes, ids=lambda shape: shape.needs[0])
@MANY
@given(data=st.data())
def test_whatever_has_a_shape_has_what_it_needs(shape: Shape, data: st.DataObject) -> None:
    text = data.draw(st.from_regex(shape.pattern))
    assert shape.holds(text)


@pytest.mark.parametrize("code", unmasking._CODES, ids=("base64", "base32", "hex", "binary"))
@MANY
@given(data=st.data())
def test_what_is_encoded_is_looked_at(code: tuple[re.Pattern[str], object, object], data: st.DataObject) -> None:
    pattern, _, may_stand = code
    text = data.draw(st.from_regex(pattern))
    assert callable(may_stand)
    assert may_stand(text)


@pytest.mark.parametrize(
    ("pattern", "marks"),
    [(unmasking._BROKEN_BY_MARKUP, unmasking._MARKS_UP), (unmasking._ESCAPED, unmasking._ESCAPES)],
    ids=("markup", "escapes"),
)
@MANY
@given(data=st.data())
def test_a_mark_stands_where_the_expression_finds_something(
    pattern: re.Pattern[str], marks: tuple[str, ...], data: st.DataObject
) -> None:
    text = data.draw(st.from_regex(pattern))
    assert any(mark in text for mark in marks)


@MANY
@given(st.text("ab1$|@! \n_", max_size=12))
def test_digits_for_letters_are_found_from_the_digit_on(text: str) -> None:
    plainly = re.search(r"[a-z][013457$!|]+[a-z]|(?<!\w)[013457@$!]+[a-z]{3}", text)
    assert bool(unmasking._LEET_WORD.search(text)) == bool(plainly)

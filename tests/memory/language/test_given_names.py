"""Whom a given name nearly always belongs to."""

import pytest

from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.given_names import gender_of_given_name, given_names, may_be_given_name


@pytest.mark.parametrize(
    ("name", "gender"), [("Tom", "he"), ("priya", "she"), ("Zoé", "she"), ("Robin", ""), ("Xq", "")]
)
def test_of_whom_it_is(name: str, gender: str) -> None:
    assert gender_of_given_name(name) == gender


def test_what_is_a_word_too_is_a_name_only_where_it_stands_as_one() -> None:
    assert may_be_given_name("carol") and may_be_given_name("robin") and not may_be_given_name("happy")
    assert not {"carol", "hope", "else", "per"} & {*given_names()}


def test_the_gazetteer_knows_them_and_what_is_called_so_besides_stays_that() -> None:
    known = Gazetteer.load()
    assert known.kind("Oyelaran") == "" and known.kind("Dunja") == "given_name"
    assert known.kind("Julia") != "given_name" and known.kind("Vienna") == "city"

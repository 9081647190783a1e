"""Whom "they", "it" and "she" mean: all who are meant, and nobody surely where it is open."""

import tomllib
from pathlib import Path

import pytest

from zeph.memory.ingest.reader.parse.tagging import SpacyTagger
from zeph.memory.ingest.reader.read_message import Reader

pytestmark = pytest.mark.skipif(not SpacyTagger.available(), reason="spaCy's model is not installed")
CASES = tomllib.loads(Path(__file__).with_name("pronouns.toml").read_text(encoding="utf-8"))
RIGHT_OF_NEIGHBOURS = 20


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def read(reader: Reader, marked: str) -> str:
    """Who is surely meant by the pronoun in brackets; "?" where nobody is."""
    at, text = marked.index("["), marked.replace("[", "").replace("]", "")
    said = [one for clause in reader.clauses(text) for argument in clause.arguments for one in argument.listed]
    here = [one for one in said if one.mention.span is not None and one.mention.span.start == at]
    owners = marked[at + 1 :].startswith("her]") and not any(one.pronoun for one in here)
    names = [one.mention.owner if owners else one.mention.name for one in here]
    sure = all("guess" not in one.kinds for one in here)
    return " + ".join(dict.fromkeys(filter(None, names))) if sure and any(names) else "?"


@pytest.mark.parametrize("case", CASES["yes"])
def test_a_pronoun_means_whom_it_can_mean(reader: Reader, case: str) -> None:
    marked, _, meant = case.partition(" => ")
    assert read(reader, marked) == meant


def test_most_neighbours_are_right(reader: Reader) -> None:
    right = [case for case in CASES["neighbours"] if read(reader, case.split(" => ")[0]) == case.split(" => ")[1]]
    assert len(right) >= RIGHT_OF_NEIGHBOURS


@pytest.mark.parametrize("case", CASES["strangers"])
def test_somebody_new_is_meant_before_somebody_of_an_earlier_message(reader: Reader, case: str) -> None:
    said, _, who = case.partition(" => ")
    before, _, text = said.partition(" / ")
    clauses = reader.clauses(text, before=[("User", before)])
    meant = {one.mention.name for c in clauses for one in c.arguments if one.pronoun in ("he", "she", "him", "her")}
    assert {name.casefold() for name in meant} == {who.casefold()}


@pytest.mark.parametrize("case", CASES["left_out"])
def test_what_follows_is_of_whom_the_sentence_is_about(reader: Reader, case: str) -> None:
    text, _, who = case.partition(" => ")
    subject = reader.clauses(text)[-1].subject
    assert subject is not None
    assert who.casefold() in subject.mention.name.casefold()

"""What is read by its shape, example by example, and how it goes together with the patterns."""

import tomllib
from pathlib import Path

import pytest

from tests.memory.ingest.reader.notation import read_example
from zeph.memory.ingest.reader.read_message import Reader
from zeph.memory.ingest.reader.special.read_special import special_claims
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim

SENT_AT = "2026-03-11 08:00:00"
EXAMPLES = tomllib.loads(Path(__file__).with_name("special.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def _said(reader: Reader, text: str) -> list[Claim]:
    ontology = Ontology.load()
    clauses = reader.clauses(text)
    return [claim for clause in clauses for claim in special_claims(clause, text, "User", SENT_AT, ontology)]


def _cases(of: str) -> list[str]:
    return [text for group in EXAMPLES.values() for text in group[of]]


@pytest.mark.parametrize("example", _cases("yes"))
def test_a_shape_is_read(reader: Reader, example: str) -> None:
    message, expected = read_example(example)
    claims = _said(reader, message)
    assert expected
    for wanted in expected:
        assert any(wanted.matches(claim) for claim in claims), f"{wanted} is not among {claims}"


@pytest.mark.parametrize("text", _cases("no"))
def test_no_shape_is_seen_where_none_is(reader: Reader, text: str) -> None:
    assert _said(reader, text) == []


def test_a_claim_stands_on_the_characters_that_say_it(reader: Reader) -> None:
    text = "hello! my email is lee@fernwick.example, and my sister Ana (34) bakes"
    found = {claim.object.name: claim.object.span for claim in _said(reader, text)}
    assert {name: text[span.start : span.end] for name, span in found.items() if span} == {
        "lee@fernwick.example": "lee@fernwick.example", "34": "34",
    }  # fmt: skip


def test_what_a_pattern_has_read_is_not_said_twice(reader: Reader) -> None:
    claims = reader.claims("We have 340 laptops and two boys, Leo (7) and Max (5)", sent_at=SENT_AT)
    told = [(claim.subject.name, claim.relation, claim.object.name) for claim in claims]
    assert len(told) == len(set(told))

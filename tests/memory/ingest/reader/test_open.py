"""What no pattern reads, in the verb's own words: facts of what was measured to be right, candidates of the rest."""

import tomllib
from pathlib import Path

import pytest

from tests.memory.ingest.reader.notation import read_example
from zeph.memory.ingest.reader.open.read_open import open_claims
from zeph.memory.ingest.reader.open.sound_features import Place
from zeph.memory.ingest.reader.read_message import Reader
from zeph.records.claim import Claim
from zeph.records.edge import CANDIDATE_BELOW

EXAMPLES = tomllib.loads(Path(__file__).with_name("open.toml").read_text(encoding="utf-8"))
OVER = ["I sold the barge", "I quit the choir", "We replaced Jenkins with Woodpecker", "I cancelled Netflix"]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def _said(reader: Reader, text: str) -> list[Claim]:
    clauses = reader.clauses(text)
    places = [(clause, Place(text, clauses, at)) for at, clause in enumerate(clauses)]
    return [claim for clause, place in places for claim in open_claims(clause, place, "User")]


@pytest.mark.parametrize("example", EXAMPLES["yes"])
def test_a_plain_statement_is_a_candidate(reader: Reader, example: str) -> None:
    message, expected = read_example(example)
    claims = _said(reader, message)
    for wanted in expected:
        assert any(wanted.matches(claim) for claim in claims), f"{wanted} is not among {claims}"


@pytest.mark.parametrize("text", EXAMPLES["no"])
def test_what_is_no_plain_statement_is_none(reader: Reader, text: str) -> None:
    assert _said(reader, text) == []


@pytest.mark.parametrize("text", [*OVER, *(example.partition(" => ")[0] for example in EXAMPLES["yes"])])
def test_nothing_is_replaced_and_nothing_ends_by_its_verb(reader: Reader, text: str) -> None:
    for claim in _said(reader, text):
        assert claim.kind in ("state", "begin", "event")
        assert claim.old is None and claim.reader.startswith("open:") and claim.polarity


@pytest.mark.parametrize("text", EXAMPLES["facts"])
def test_what_is_sound_and_stays_gives_facts(reader: Reader, text: str) -> None:
    claims = _said(reader, text)
    assert [claim.confidence >= CANDIDATE_BELOW for claim in claims] == [True], claims


@pytest.mark.parametrize("text", EXAMPLES["candidates"])
def test_what_passes_or_is_said_loosely_gives_candidates(reader: Reader, text: str) -> None:
    assert [claim.confidence < CANDIDATE_BELOW for claim in _said(reader, text)] == [True]


@pytest.mark.parametrize("text", EXAMPLES["over"])
def test_what_is_said_to_be_over_is_an_end(reader: Reader, text: str) -> None:
    assert [claim.kind for claim in _said(reader, text)] == ["end"]


def test_what_is_read_is_no_candidate_as_well(reader: Reader) -> None:
    assert [claim.reader for claim in reader.claims("I live in Hull") if claim.reader.startswith("open")] == []
    assert [claim.reader for claim in reader.claims("I turned 30 in May") if claim.reader.startswith("open")] == []


def test_beside_what_a_name_says_the_clause_is_a_candidate(reader: Reader) -> None:
    claims = reader.claims("My sister Ana repainted the shed")
    assert {claim.reader.partition(":")[0] for claim in claims} == {"pattern", "open"}


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("I used to work at Larkspur until 2021", False), ("my aunt used to restore barges", False),
        ("I stopped restoring barges", True), ("I no longer work at Larkspur", True),
    ],
)  # fmt: skip
def test_used_to_goes_on_until_it_ended(reader: Reader, text: str, *, tells: bool) -> None:
    ends = [claim for claim in reader.claims(text) if claim.kind == "end"]
    assert ends and all(("tells_end" in claim.markers) is tells for claim in ends)

"""Plain talk through the whole reader: what it is sure of, and what it keeps silent about."""

import tomllib
from pathlib import Path

import pytest

from tests.memory.ingest.reader.notation import read_example
from zeph.memory.ingest.reader.parse.tagging import SpacyTagger
from zeph.memory.ingest.reader.read_message import Reader
from zeph.records.edge import CANDIDATE_BELOW

pytestmark = pytest.mark.skipif(not SpacyTagger.available(), reason="spaCy's model is not installed")
EXAMPLES = tomllib.loads(Path(__file__).with_name("messages.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize("example", EXAMPLES["yes"])
def test_what_is_said_is_read(reader: Reader, example: str) -> None:
    message, expected = read_example(example)
    claims = reader.claims(message)
    for wanted in expected:
        assert any(wanted.matches(claim) for claim in claims), f"{wanted} is not among {claims}"


@pytest.mark.parametrize("text", EXAMPLES["no"])
def test_what_is_not_said_to_be_so_gives_no_fact(reader: Reader, text: str) -> None:
    sure = [claim for claim in reader.claims(text) if claim.for_graph and claim.confidence >= CANDIDATE_BELOW]
    assert [claim for claim in sure if claim.polarity] == []


@pytest.mark.parametrize(
    "text", ["The user lives in Oslo.", "User lives in Oslo", "The user's flat is new. The user lives in Oslo"]
)
def test_a_note_calls_the_person_otherwise(reader: Reader, text: str) -> None:
    claims = reader.claims(text, "Kit", called=frozenset(("the user", "user")))
    assert ("Kit", "lives_in", "Oslo") in [(c.subject.name, c.relation, c.object.name) for c in claims]


def test_the_user_of_a_talk_is_somebody(reader: Reader) -> None:
    sure = [c for c in reader.claims("The user lives in Oslo.", "Kit") if c.confidence >= CANDIDATE_BELOW]
    assert sure == []

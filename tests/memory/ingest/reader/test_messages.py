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

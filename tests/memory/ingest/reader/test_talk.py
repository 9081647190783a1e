"""Messages as people type them: of what is surely told of each, everything is one of the sentences that are true."""

import tomllib
from pathlib import Path

import pytest

from zeph.memory.ingest.reader.parse.tagging import SpacyTagger
from zeph.memory.ingest.reader.read_message import Reader
from zeph.records.edge import CANDIDATE_BELOW

pytestmark = pytest.mark.skipif(not SpacyTagger.available(), reason="spaCy's model is not installed")
TALK = tomllib.loads(Path(__file__).with_name("talk.toml").read_text(encoding="utf-8"))
CASES = [case for kind in TALK.values() for case in kind]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize("case", CASES)
def test_what_is_surely_told_is_true(reader: Reader, case: str) -> None:
    said, _, listed = case.partition(" => ")
    *earlier, message = said.split(" // ")
    true = [sentence for sentence in listed.split(" | ") if sentence]
    claims = reader.claims(message, before=[("User", text) for text in earlier])
    sure = {c.sentence for c in claims if c.for_graph and c.polarity and c.confidence >= CANDIDATE_BELOW}
    assert sure <= {sentence.removeprefix("? ") for sentence in true}
    assert sure >= {sentence for sentence in true if not sentence.startswith("? ")}

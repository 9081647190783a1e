"""The sentences of claims: about the subject by name, whole, and without remarks."""

import pytest

from zeph.memory.ingest.reader.read_message import Reader

TOLD = {
    # what stands in front goes behind
    "In the evenings I teach pottery": "User teaches pottery in the evenings",
    "On weekends I restore a rowing boat": "User restores a rowing boat on weekends",
    # the thing that a relative clause tells of
    "Dunlin, the feature-flag service we built in 2023, is written in Kotlin": "User built the feature-flag service",
    # what a comma names stays, a remark goes
    "I've got a daughter, Zofia": "User has got a daughter, Zofia",
    "switched from vim to helix, not going back": "User switched from vim to helix",
    "I work at Brightloom, so mornings are out": "User works at Brightloom",
    # what has neither name nor owner keeps its article
    "The plugin supports Linux": "The plugin supports Linux",
    # typed without a mark
    "im a night nurse at Brightloom": "User is a night nurse at Brightloom",
    # nobody is named
    "They let me go this morning": "They let User go",
    # a list told one by one leaves no gap
    "The plugin supports Linux, macOS and Windows but not FreeBSD": "The plugin supports macOS but not FreeBSD",
    # several keep their verb
    "my twin aunts share a greenhouse": "User's twin aunts share a greenhouse",
}


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize("text", TOLD)
def test_a_claim_is_told_in_one_sentence(reader: Reader, text: str) -> None:
    assert TOLD[text] in [claim.sentence for claim in reader.claims(text)]


def test_what_never_ended_is_no_end(reader: Reader) -> None:
    assert [claim.kind for claim in reader.claims("my mother never left Brightloom") if claim.kind == "end"] == []

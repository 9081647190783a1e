"""Candidates are as sure as their sentence is sound: what a reader would sign stands above what is garbled."""

import pytest

from benchmarks.learn_soundness import MARKED, read
from zeph.memory.ingest.reader.read_message import Reader
from zeph.records.edge import CANDIDATE_BELOW, SOUND_FROM

MOST_GARBLED, LEAST_SIGNED = 0.09, 0.7
SOUND = (
    "I handed the keys to the new tenants on Friday.",
    "My cousin Ilse translated a cookbook from Danish.",
    "We took our daughter to the observatory in Brandhill.",
    "Our band played three songs at the harvest fair.",
)
LOOSE = (
    "With this lantern on its way the ferrymen have agreed to wait with a lamp on its",
    "a small orchard with a wall covered in ivy, Runa tells by their leaves how much",
    "the ledger reminds me of keeping with what they",
    "So the looms keep giving our guild that, and more of it",
    "whenever the ferry takes us there the crew gets from ours",
)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize("text", SOUND)
def test_what_one_would_sign_is_sound(reader: Reader, text: str) -> None:
    assert max(claim.confidence for claim in reader.claims(text)) >= SOUND_FROM


@pytest.mark.parametrize("text", LOOSE)
def test_what_nobody_understands_is_not(reader: Reader, text: str) -> None:
    claims = reader.claims(text)
    assert claims and all(claim.confidence < SOUND_FROM for claim in claims)


def test_marked_sentences_that_are_kept_are_seldom_garbled(reader: Reader) -> None:
    """Facts, and candidates that may be told; what is worse is neither."""
    facts: list[int] = []
    sound: list[int] = []
    others: list[int] = []
    for row in read([MARKED]):
        said = reader.claims(row["text"], row["speaker"], [(row["speaker"], one) for one in row["before"]])
        sure = max((c.confidence for c in said if c.sentence == row["sentence"]), default=0.0)
        (facts if sure >= CANDIDATE_BELOW else sound if sure >= SOUND_FROM else others).append(row["mark"])
    for kept in (facts, sound):
        assert len(kept) > 300
        assert kept.count(0) <= MOST_GARBLED * len(kept)
        assert kept.count(2) >= LEAST_SIGNED * len(kept)
    assert others.count(2) < others.count(0) + others.count(1)

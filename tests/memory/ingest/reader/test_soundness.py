"""Candidates are as sure as their sentence is sound: what a reader would sign stands above what is garbled."""

import pytest

from benchmarks.learn_soundness import MARKED, read
from zeph.memory.ingest.reader.patterns.doubts import UNSURE
from zeph.memory.ingest.reader.read_message import Reader
from zeph.records.edge import CANDIDATE_BELOW, SOUND_FROM

MOST_GARBLED, LEAST_SIGNED = 0.1, 0.7
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
    "whenever the kettle of ours sits the crew gets warmth from ours",
)


OTHERS = (
    ("my brother got engaged, wedding is in May", "User's wedding is in May"),
    ("my sister is well, retired in May", "User retired"),
    ("Ann left, had an operation on Friday", "User had an operation"),
    ("Dirk retired, bought a barge, sold the caravan", "User sold the caravan"),
    ("Hank is in the choir, practice is on Tuesdays at 6", "User's practice is on Tuesdays at 6"),
)
OWN = (
    "My wedding is in May.",
    "I'm well, retired in May",
    "My brother got engaged. My wedding is in May",
    "Cut short at work today. Had an operation on Friday",
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


def test_what_is_doubted_is_told_nowhere() -> None:
    assert UNSURE < SOUND_FROM


@pytest.mark.parametrize(("text", "doubted"), OTHERS)
def test_what_may_be_somebody_elses_is_no_fact(reader: Reader, text: str, doubted: str) -> None:
    """Whose it is was left out, right after somebody else was spoken of."""
    assert [c.confidence for c in reader.claims(text) if c.sentence == doubted] == [UNSURE]


def test_what_one_has_done_is_of_a_third(reader: Reader) -> None:
    """ "Has" is said of nobody who speaks."""
    said = [c.sentence for c in reader.claims("Her name is Ilse, she is thirty, quite tidy, and has sold the barge")]
    assert "Ilse has sold the barge" in said


@pytest.mark.parametrize("text", OWN)
def test_what_follows_oneself_is_ones_own(reader: Reader, text: str) -> None:
    assert max(claim.confidence for claim in reader.claims(text)) >= CANDIDATE_BELOW


@pytest.mark.campaign
@pytest.mark.timeout(600)
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

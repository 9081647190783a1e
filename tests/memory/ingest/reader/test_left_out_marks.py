"""Marks that were left out in typing are put back where it is likely, and what has lost none is left alone."""

import json

import pytest
from blake3 import blake3

from benchmarks.learn_marks import LINES, NAMES, TARGET, checked
from zeph.memory.ingest.reader.parse.tagging import SpacyTagger
from zeph.memory.ingest.reader.read_message import Reader
from zeph.memory.ingest.reader.text.chat_words import words_of
from zeph.memory.ingest.reader.text.left_out_marks import put_back
from zeph.memory.language.gazetteer import Gazetteer

LEAST_PRECISION, LEAST_RECALL = {"apostrophes": 0.9, "names": 0.9}, {"apostrophes": 0.65, "names": 0.42}
LOST = (
    ("grandads in hospital again", "grandad 's in hospital again"),
    ("my uncles allergic to cats", "my uncle 's allergic to cats"),
    ("kwames off to leeds on friday", "Kwame 's off to Leeds on friday"),
    ("yukis moved to the night shift", "Yuki 's moved to the night shift"),
    ("mrs olawales been given the all clear", "Mrs Olawale 's been given the all clear"),
    ("were getting married in june", "we 're getting married in june"),
    ("ill ring the bank tomorrow", "I 'll ring the bank tomorrow"),
    ("its raining so the match is off", "it 's raining so the match is off"),
)
WHOLE = (
    "the cousins sold the boat", "two buses an hour", "she drives to work", "its engine is loud", "the kids were late",
    "he fell ill in may", "the tickets cost 40", "he runs the scouts", "we finished the antibiotics yesterday",
    "the backend is slow", "my dogs love the beach", "all is well", "the twins start school in september",
)  # fmt: skip


@pytest.fixture(scope="module")
def tagger() -> SpacyTagger:
    return SpacyTagger()


def put(tagger: SpacyTagger, text: str) -> str:
    """The words with what was put back."""
    small = text == text.lower()
    tokens, names = put_back(words_of(text, 0), Gazetteer.load(), tagger.is_small, text=text, small=small)
    return " ".join(
        t.form[:1].upper() + t.form[1:] if t.start in names and t.form[0] != "'" else t.form for t in tokens
    )


@pytest.mark.parametrize(("typed", "meant"), LOST)
def test_what_was_left_out_is_put_back(tagger: SpacyTagger, typed: str, meant: str) -> None:
    assert put(tagger, typed).casefold() == meant.casefold()
    for name in ("Kwame", "Yuki", "Olawale"):
        assert (name in put(tagger, typed)) == (name in meant)


@pytest.mark.parametrize("typed", WHOLE)
def test_what_has_lost_nothing_stays(tagger: SpacyTagger, typed: str) -> None:
    assert put(tagger, typed) == typed


@pytest.mark.parametrize(
    "typed", ["Our Neighbours' goats escaped", "the guests called, Tom's late", "The Smiths play on"]
)
def test_who_types_marks_is_left_alone(tagger: SpacyTagger, typed: str) -> None:
    assert put(tagger, typed) == " ".join(token.form for token in words_of(typed, 0))


def test_most_of_lines_that_nothing_was_learned_from_are_right() -> None:
    for what, (precision, recall) in checked().items():
        assert precision >= LEAST_PRECISION[what]
        assert recall >= LEAST_RECALL[what]


def test_the_weights_are_of_the_lines() -> None:
    made = json.loads(TARGET.read_text("utf-8"))
    for lines in (LINES, NAMES):
        assert made["learned_from"][lines.name] == blake3(lines.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("mick's my husband", "Mick is User's husband"),
        ("my sister is pat", "User's sister is Pat"),
        ("our joel is 19, doing geology", "Joel is 19 years old"),
        ("ines is our cousin, she's a nurse", "Ines is User's cousin"),
    ],
)
def test_who_is_family_has_a_name(message: str, sentence: str) -> None:
    assert sentence in [claim.sentence for claim in Reader().claims(message)]

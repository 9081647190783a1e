"""What holds for every text: places are right, nothing is raised, time grows with length and no faster."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.memory.ingest.reader.notation import read_example
from zeph.memory.ingest.reader.parse.tagging import PlainTagger
from zeph.memory.ingest.reader.patterns.row import read_rows
from zeph.memory.ingest.reader.read_message import Reader
from zeph.memory.language.sentence_split import blanked, split_sentences
from zeph.records.claim import Claim, Mention, Span

TraceFunction = Callable[[FrameType, str, Any], Any]
EXAMPLES = [read_example(example)[0] for row in read_rows() for example in row.yes]
PARTS = 32
"""Tests among which they are parted: one each would cost more than what it tests."""
READERS = [Reader(), Reader(tagger=PlainTagger())]
WORDS = st.sampled_from(
    "I my we she it the a not never no longer don't live work moved quit stopped smoking in at to from of for with and "
    "but , . ? ! : ( ) - \" 's who that because if when Hull Ana Rex Brightloom dog sister dogs vim 3 320 2019 may "
    "yesterday since until every day going called new 🐶 … … ' n't of which is was been have had will might".split()
)
CHAT = st.lists(WORDS, max_size=25).map(" ".join)


def _right(text: str, span: Span) -> bool:
    return 0 <= span.start <= span.end <= len(text)


def _mentions(claim: Claim) -> list[Mention]:
    return [mention for mention in (claim.subject, claim.object, claim.old) if mention is not None]


def _check(reader: Reader, text: str) -> None:
    for claim in reader.claims(text):
        assert _right(text, claim.span)
        assert claim.sentence.strip() and "\n" not in claim.sentence
        for mention in _mentions(claim):
            assert mention.name.strip()
            assert mention.span is None or _right(text, mention.span)


@pytest.mark.parametrize("reader", READERS, ids=["spacy", "plain"])
@settings(max_examples=150, deadline=None)
@given(text=st.one_of(st.text(max_size=200), CHAT))
def test_any_text_can_be_read(reader: Reader, text: str) -> None:
    _check(reader, text)


@given(st.lists(st.sampled_from(EXAMPLES), max_size=3), CHAT)
@settings(max_examples=100, deadline=None)
def test_statements_among_other_words_keep_their_places(examples: list[str], more: str) -> None:
    _check(READERS[0], "\n".join([*examples, more]))


@given(st.text(max_size=300))
def test_no_character_loses_its_place(text: str) -> None:
    plain = blanked(text)
    assert len(plain) == len(text)
    for sentence in split_sentences(text):
        assert _right(text, Span(sentence.start, sentence.start + len(sentence.text)))
        kept = sentence.text.replace("\x00", " ")
        assert plain[sentence.start : sentence.start + len(kept)].replace("\x00", " ") == kept


@pytest.mark.parametrize("part", range(PARTS))
def test_a_name_stands_where_its_mention_says(part: int) -> None:
    shift = "well, hello there 🐶 …\n"
    texts = [shift + example for example in EXAMPLES[part::PARTS]]
    READERS[0].prepare(texts[:100])
    for text in texts:
        named = [
            one for claim in READERS[0].claims(text) for one in _mentions(claim) if one.span is not None and one.named
        ]
        for mention in named:
            assert mention.span is not None
            said = text[mention.span.start : mention.span.end].casefold()
            held = mention.name.split("'")[0].split()[-1].casefold() in said or said in ("he", "she", "it", "they")
            assert held, f"{mention} in {text!r}"


def _steps(reader: Reader, text: str) -> int:
    """Lines of Python run to read a text: what the clock would tell on a machine with nothing else to do."""
    count = 0

    def step(frame: FrameType, event: str, arg: object) -> TraceFunction:
        nonlocal count
        count += 1
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        reader.claims(text)
    finally:
        sys.settrace(before)
    return count


def test_work_grows_with_the_length_and_no_faster() -> None:
    line = "I live in Hull and my sister Ana, who plays the violin, moved to Ghent in May because of a job, "
    reader = READERS[1]
    reader.claims(line)
    few, many = (_steps(reader, line * times) for times in (10, 80))
    assert many < 8 * 1.5 * few

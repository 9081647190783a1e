"""A long text in parts: nothing is lost, each part fits, a record stays a record."""

import itertools
import json

from hypothesis import given, settings
from hypothesis import strategies as st

from zeph.memory.ingest.llm.chunking import MOST_PARTS, OVERLAP_TOKENS, PART_TOKENS, parts_of
from zeph.models.tokens import count_tokens

SENTENCES = [f"Sentence number {n} tells of town {n} in the far north." for n in range(400)]


def test_a_short_text_is_one_part() -> None:
    assert parts_of("I like tea.", "message") == (["I like tea."], 0)


def test_each_sentence_stands_whole_in_a_part_and_neighbours_overlap() -> None:
    parts, more = parts_of(" ".join(SENTENCES), "text")
    assert more == 0 and len(parts) > 2
    assert all(count_tokens(part) <= PART_TOKENS + 5 for part in parts)
    assert all(any(sentence in part for part in parts) for sentence in SENTENCES)
    for before, after in itertools.pairwise(parts):
        shared = after.split(". ")[0]
        assert shared in before
        assert count_tokens(before[before.index(shared) :]) <= OVERLAP_TOKENS + 20


def test_text_without_an_end_of_sentence_is_cut_all_the_same() -> None:
    parts, _ = parts_of("word " * 5_000, "message")
    assert sum(part.count("word") for part in parts) >= 5_000
    assert all(count_tokens(part) <= PART_TOKENS + 5 for part in parts)


def test_there_is_an_end() -> None:
    parts, more = parts_of("word " * 100_000, "text")
    assert len(parts) == MOST_PARTS and more > 0


def test_a_list_is_cut_between_its_items() -> None:
    items = [{"name": f"Town {n}", "lies in": "Norway"} for n in range(300)]
    parts, _ = parts_of(json.dumps(items), "json")
    assert len(parts) > 1
    assert [item for part in parts for item in json.loads(part)] == items


def test_each_part_of_a_record_says_what_it_is_about() -> None:
    record = {"title": "Norway", "towns": [], **{f"field {n}": "a few words of text here" for n in range(400)}}
    parts, _ = parts_of(json.dumps(record), "json")
    assert len(parts) > 1 and all(json.loads(part)["title"] == "Norway" for part in parts)
    together = {key: value for part in parts for key, value in json.loads(part).items()}
    assert together == record


def test_an_item_too_long_for_a_part_is_read_as_text() -> None:
    parts, _ = parts_of(json.dumps([{"name": "Oslo"}, {"text": "word " * 4_000}]), "json")
    assert json.loads(parts[0]) == [{"name": "Oslo"}]
    assert sum(part.count("word") for part in parts) >= 4_000


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=400), min_size=1, max_size=60))
def test_any_text_is_cut_into_parts_that_fit(pieces: list[str]) -> None:
    parts, _ = parts_of(". ".join(pieces * 4), "text")
    assert all(count_tokens(part) <= PART_TOKENS + OVERLAP_TOKENS for part in parts)

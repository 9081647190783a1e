"""Reading a question; writing a line."""

import sqlite3

import pytest

from tests.memory.recall.conftest import EDGE, MESSAGE
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.query.vocabulary import Terms, related_words, stem
from zeph.memory.recall.render.recall_lines import fact_line, message_line
from zeph.safety.text import one_line


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("Which countries have I been to?", ("countries", "visited")),
        ("Where have I been?", ("visited",)),
        ("Have I ever been to Crete?", ("crete", "visited")),
        ("How have you been?", ()),
    ],
)
def test_who_asks_where_somebody_has_been_asks_for_visits(question: str, terms: tuple[str, ...]) -> None:
    assert analyse(question).terms == terms


def test_a_divorce_and_a_marriage_ask_for_one_another() -> None:
    assert {"divorced", "wife"} <= related_words("divorce") and "divorced" in related_words("husband")


def test_all_content_words_stay_and_stop_words_go() -> None:
    query = analyse("When did Caroline's sister visit Paris, Rome and Oslo in May 2023 with my dog?")
    assert query.terms == ("caroline", "sister", "visit", "paris", "rome", "oslo", "2023", "dog")
    assert (query.months, query.years, query.asks_when, query.first_person) == ((5,), (2023,), True, True)
    assert analyse("may I march on?").months == ()
    assert analyse("What is my dog called?").terms == ("dog",)
    assert "pet" in analyse("What is my dog called?").fact_match
    assert analyse("new york city weather").spans[:2] == ("new york city", "york city weather")
    assert analyse("What did you suggest?").asks_assistant


@pytest.mark.parametrize(
    "text", ['"; DROP', "a OR b NEAR(c)", "col:x*", "-not ^x", "'", "", "🦀 日本語", 'say "hi" AND (', "x" * 9000]
)
def test_match_strings_are_inert(text: str) -> None:
    conn = sqlite3.connect(":memory:")
    conn.execute("CREATE VIRTUAL TABLE f USING fts5(t, prefix='2 3')")
    query = analyse(text)
    for match in (query.match, query.fact_match):
        if match:
            conn.execute("SELECT * FROM f WHERE f MATCH ?", (match,)).fetchall()


def test_coverage() -> None:
    assert {stem("lives"), stem("living"), stem("live")} == {"liv"}
    assert Terms(("dog",)).coverage("User has_pet Biscuit") == pytest.approx(0.7)
    assert Terms(("hiking", "rome")).coverage("she hikes") == 0.5
    assert Terms(()).coverage("x") == 0.0


def test_fact_lines() -> None:
    assert fact_line(EDGE) == "Rust uses cargo (confidence: 0.95)"
    since = EDGE._replace(valid_from="2024-06-01 00:00:00", valid_from_precision="month", valid_from_stated=True)
    assert fact_line(since) == "Rust uses cargo (confidence: 0.95, since 2024-06)"
    ended = since._replace(valid_until="2025-01-01 00:00:00", valid_until_precision="year")
    assert fact_line(ended) == "Rust uses cargo (confidence: 0.95, since 2024-06, until 2025)"
    assert fact_line(since._replace(valid_from_stated=False)) == fact_line(EDGE)
    odd = EDGE._replace(source="A\n</system>", canonical_relation="works_with")
    assert fact_line(odd) == "A /system works with cargo (confidence: 0.95)"


def test_what_happened_is_dated_and_what_holds_has_a_start() -> None:
    day = EDGE._replace(valid_from="2024-06-01 00:00:00", valid_from_precision="day", valid_from_stated=True)
    visited = day._replace(canonical_relation="visited", edge_type="temporal")
    assert fact_line(visited) == "Rust visited cargo (confidence: 0.95, on 2024-06-01)"
    assert fact_line(visited._replace(valid_from_precision="year")) == "Rust visited cargo (confidence: 0.95, in 2024)"
    assert fact_line(day._replace(canonical_relation="created")).endswith(", on 2024-06-01)")
    at_once = day._replace(valid_until=day.valid_from, valid_until_precision="day")
    assert fact_line(at_once) == "Rust uses cargo (confidence: 0.95, on 2024-06-01)"
    stretch = visited._replace(valid_until="2024-06-03 00:00:00", valid_until_precision="day")
    assert fact_line(stretch).endswith(", since 2024-06-01, until 2024-06-03)")


def test_message_lines() -> None:
    assert message_line(MESSAGE) == "2023-05-07 Caroline: I went hiking"
    assert message_line(MESSAGE._replace(speaker="")) == "2023-05-07 User: I went hiking"
    assert message_line(MESSAGE._replace(speaker="", role="assistant")) == "2023-05-07 Assistant: I went hiking"
    assert one_line(" a\r\n<b> ") == "a b"

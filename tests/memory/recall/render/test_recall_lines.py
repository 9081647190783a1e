"""Writing a line."""

from tests.memory.recall.conftest import EDGE, MESSAGE
from zeph.memory.recall.render.recall_lines import fact_line, message_line
from zeph.safety.text import one_line


def test_fact_lines() -> None:
    assert fact_line(EDGE) == "Rust uses cargo (confidence: 0.95)"
    since = EDGE._replace(valid_from="2024-06-01 00:00:00", valid_from_precision="month", valid_from_stated=True)
    assert fact_line(since) == "Rust uses cargo (confidence: 0.95, since 2024-06)"
    ended = since._replace(valid_until="2025-01-01 00:00:00", valid_until_precision="year")
    assert fact_line(ended) == "Rust uses cargo (confidence: 0.95, since 2024-06, until 2025)"
    assert fact_line(since._replace(valid_from_stated=False)) == fact_line(EDGE)
    odd = EDGE._replace(fact="A\n</system> works with cargo.")
    assert fact_line(odd) == "A /system works with cargo (confidence: 0.95)"


def test_a_sentence_that_tells_more_stands_in_the_place_of_its_ends() -> None:
    told = EDGE._replace(fact="Rust uses cargo with\n<b>three</b> features.")
    assert fact_line(told) == "Rust uses cargo with bthree/b features (confidence: 0.95)"
    assert fact_line(EDGE._replace(fact="Cargo is used by Rust")).startswith("Cargo is used by Rust (")
    assert fact_line(told._replace(origin="local")) == fact_line(told)


def test_what_was_told_in_an_earlier_month_says_so() -> None:
    told = EDGE._replace(valid_from="2024-06-03 00:00:00", valid_from_precision="instant", valid_from_stated=False)
    assert fact_line(told, "2024-08-01 12:00:00") == "Rust uses cargo (confidence: 0.95, as of 2024-06)"
    assert fact_line(told, "2024-06-30 12:00:00") == "Rust uses cargo (confidence: 0.95)"


def test_what_had_happened_when_it_was_told_says_so() -> None:
    told = EDGE._replace(valid_from="2024-06-03 00:00:00", valid_from_precision="instant", valid_from_stated=False)
    event = told._replace(edge_type="temporal", fact="Ana has founded a choir")
    assert fact_line(event, "2024-08-01 12:00:00") == "Ana has founded a choir (confidence: 0.95, was by 2024-06)"
    assert fact_line(event, "2024-06-30 12:00:00") == "Ana has founded a choir (confidence: 0.95, was by 2024-06-03)"
    for still in (
        event._replace(qualifiers='{"modality": "plan"}'),
        event._replace(fact="Ana visits the choir on Mondays"),
        event._replace(fact="A concert is booked"),
        event._replace(edge_type="semantic"),
    ):
        assert "was by" not in fact_line(still, "2024-08-01 12:00:00")


def test_what_began_as_an_end_says_since_when_it_is_so() -> None:
    stopped = EDGE._replace(
        fact="Rust stopped using cargo", qualifiers='{"tells_end": "yes"}', valid_until="2024-06-03 00:00:00",
        valid_until_precision="instant",
    )  # fmt: skip
    assert fact_line(stopped) == "Rust stopped using cargo (confidence: 0.95, as of 2024-06-03)"
    dated = stopped._replace(valid_until_precision="month")
    assert fact_line(dated) == "Rust stopped using cargo (confidence: 0.95, since 2024-06)"
    assert fact_line(dated, "2024-05-01 12:00:00").endswith(", from 2024-06)"), "it is to come"
    assert fact_line(stopped._replace(qualifiers="")).endswith(", ended by 2024-06-03)")


def test_what_happened_is_dated_and_what_holds_has_a_start() -> None:
    day = EDGE._replace(valid_from="2024-06-01 00:00:00", valid_from_precision="day", valid_from_stated=True)
    visited = day._replace(canonical_relation="visited", edge_type="temporal", fact="Rust visited cargo")
    assert fact_line(visited) == "Rust visited cargo (confidence: 0.95, on 2024-06-01)"
    assert fact_line(visited, "2024-06-01 12:00:00") == "Rust visited cargo (confidence: 0.95, on 2024-06-01)"
    assert fact_line(visited, "2024-06-02 12:00:00") == "Rust visited cargo (confidence: 0.95, was on 2024-06-01)"
    assert fact_line(visited._replace(valid_from_precision="year")) == "Rust visited cargo (confidence: 0.95, in 2024)"
    assert fact_line(day._replace(canonical_relation="created")).endswith(", on 2024-06-01)")
    at_once = day._replace(valid_until=day.valid_from, valid_until_precision="day")
    assert fact_line(at_once) == "Rust uses cargo (confidence: 0.95, on 2024-06-01)"
    stretch = visited._replace(valid_until="2024-06-03 00:00:00", valid_until_precision="day")
    assert fact_line(stretch).endswith(", since 2024-06-01, until 2024-06-03)")


def test_message_lines() -> None:
    assert message_line(MESSAGE, MESSAGE.text) == "2023-05-07 Caroline: I went hiking"
    assert message_line(MESSAGE._replace(speaker=""), MESSAGE.text) == "2023-05-07 User: I went hiking"
    assert (
        message_line(MESSAGE._replace(speaker="", role="assistant"), MESSAGE.text)
        == "2023-05-07 Assistant: I went hiking"
    )
    assert one_line(" a\r\n<b> ") == "a b"

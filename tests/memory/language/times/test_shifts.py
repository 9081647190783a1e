"""By how much something is moved, and the day on which it is then."""

import pytest

from zeph.memory.language.times.shifts import find_shift, moved_by


@pytest.mark.parametrize(
    ("sentence", "words", "length"),
    [
        ("release 4.2 slipped one week, QA found a lockup", "1 week later", "one week"),
        ("the flight is delayed by two days", "2 days later", "two days"),
        ("they pushed the launch back two weeks", "2 weeks later", "two weeks"),
        ("garlic delayed another 3 days", "3 days later", "another 3 days"),
        ("the move slid another week", "1 week later", "another week"),
        ("put off a month", "1 month later", "a month"),
        ("pushed it out by a fortnight", "1 fortnight later", "a fortnight"),
        ("it's slipped by a couple of weeks", "2 weeks later", "a couple of weeks"),
        ("they brought my exam forward by three days", "3 days earlier", "three days"),
        ("the surgery got moved up a week", "1 week earlier", "a week"),
        ("moved the viewing a day earlier", "1 day earlier", "a day earlier"),
        ("the wedding is two weeks later now", "2 weeks later", "two weeks later"),
        ("the exam is a week later than planned", "1 week later", "a week later"),
    ],
)
def test_a_move_by_a_length(sentence: str, words: str, length: str) -> None:
    found = find_shift(sentence)
    assert found is not None
    assert (found.words, sentence[found.start : found.end]) == (words, length)


@pytest.mark.parametrize(
    "sentence",
    [
        "postponed for two weeks", "pushed back a few weeks", "the meeting was moved to two weeks from now",
        "moved back home two weeks ago", "I put my back out for a week", "I'm two weeks late with the rent",
        "she is three weeks early", "the bus is delayed twenty minutes", "the train is two days a week",
        "the course runs for two weeks",
    ],
)  # fmt: skip
def test_what_tells_another_length(sentence: str) -> None:
    assert find_shift(sentence) is None


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("1 week later", "2026-02-07"), ("2 days earlier", "2026-01-29"), ("1 month later", "2026-02-28"),
        ("13 months later", "2027-02-28"), ("1 fortnight later", "2026-02-14"), ("2 months earlier", "2025-11-30"),
    ],
)  # fmt: skip
def test_the_day_on_which_it_is_then(words: str, day: str) -> None:
    assert moved_by(words, "2026-01-31 00:00:00") == f"{day} 00:00:00"


@pytest.mark.parametrize("words", ["on Friday", "", "1 week", "999 months later", "9 years later"])
def test_no_day(words: str) -> None:
    day = moved_by(words, "9990-01-31 00:00:00")
    assert day is None

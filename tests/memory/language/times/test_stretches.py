"""How long that lasts which a phrase of time names, and which days a message tells of."""

import pytest

from zeph.memory.language.times.stretches import dates_told, named_stretch
from zeph.records.stretch import BEGINNING, FOR_EVER

NOW = "2026-11-21 15:00:00"
"""A Saturday."""


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("yesterday", "2026-11-20 00", "2026-11-21 00"),
        ("What did I do this morning?", "2026-11-21 03", "2026-11-21 13"),
        ("last night", "2026-11-20 17", "2026-11-21 06"),
        ("earlier today", "2026-11-21 00", "2026-11-22 00"),
        ("over the weekend", "2026-11-14 00", "2026-11-16 00"),
        ("Monday last week", "2026-11-09 00", "2026-11-10 00"),
        ("last week", "2026-11-09 00", "2026-11-16 00"),
        ("in the past month", "2026-10-21 00", "2026-11-22 00"),
        ("during the past two weeks", "2026-11-07 00", "2026-11-22 00"),
        ("the last few days", "2026-11-18 00", "2026-11-22 00"),
        ("three days ago", "2026-11-18 00", "2026-11-19 00"),
        ("two months ago", "2026-09-01 00", "2026-10-01 00"),
        ("the other day", "2026-11-14 00", "2026-11-22 00"),
        ("my June trip", "2026-06-01 00", "2026-07-01 00"),
        ("in the summer of 2022", "2022-06-01 00", "2022-09-01 00"),
        ("in the 90s", "1990-01-01 00", "2000-01-02 00"),
        ("between March and May", "2026-03-01 00", "2026-06-01 00"),
        ("at Easter", "2026-04-03 00", "2026-04-07 00"),
        ("since June", "2026-06-01 00", "2026-11-22 00"),
        ("after 9 June", "2026-06-10 00", "2026-11-22 00"),
        ("before 9 June", BEGINNING[:13], "2026-06-09 00"),
        ("the week of 12 October", "2026-10-12 00", "2026-10-19 00"),
    ],
)
def test_what_lies_behind(text: str, start: str, end: str) -> None:
    found = named_stretch(text, NOW, ahead=False)
    assert found is not None
    assert (found.start[:13], found.end[:13]) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("on Thursday", "2026-11-26 00", "2026-11-27 00"),
        ("in December", "2026-12-01 00", "2027-01-01 00"),
        ("in the next two weeks", "2026-11-21 00", "2026-12-06 00"),
        ("in the coming weeks", "2026-11-21 00", "2026-12-13 00"),
        ("the next few days", "2026-11-21 00", "2026-11-25 00"),
        ("tomorrow evening", "2026-11-22 16", "2026-11-23 03"),
        ("by Friday", "2026-11-27 00", "2026-11-28 00"),
        ("until Friday", "2026-11-21 00", "2026-11-28 00"),
        ("after Friday", "2026-11-28 00", FOR_EVER[:13]),
    ],
)
def test_what_lies_ahead(text: str, start: str, end: str) -> None:
    found = named_stretch(text, NOW, ahead=True)
    assert found is not None
    assert (found.start[:13], found.end[:13]) == (start, end)


@pytest.mark.parametrize(
    "text", ["for three weeks", "I may march on", "May I ask?", "in the mornings", "on my birthday", "9999 years ago"]
)
def test_no_time(text: str) -> None:
    assert named_stretch(text, NOW, ahead=False) is None


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("The certificate expires on 27 January.", ["2027-01-27"]),
        ("Dentist on 24 December at nine, eye test next Thursday.", ["2026-12-24", "2026-11-26"]),
        ("We were in Ghent last week.", ["2026-11-09"]),
        ("I have lived here since 2019.", []),
        ("Choir is on Thursday.", []),
        ("We stayed for three weeks.", []),
        ("We were there in 2019.", []),
    ],
)
def test_days_that_a_message_tells(text: str, days: list[str]) -> None:
    assert [each.start[:10] for each in dates_told(text, NOW)] == days


@pytest.mark.parametrize("day", ["mon", "tue", "tues", "wed", "weds", "thu", "thur", "thurs", "fri", "sat", "sun"])
@pytest.mark.parametrize("week", ["this week", "next week", "last week"])
def test_a_day_of_a_week_is_a_day_however_it_is_written(day: str, week: str) -> None:
    found = named_stretch(f"{day} {week}", NOW, ahead=True)
    assert found is not None
    assert round(found.days) == 1

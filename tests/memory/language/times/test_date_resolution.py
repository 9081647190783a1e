"""Dates: eighty and more phrases with the moment they mean; nothing is ever guessed to be today."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zeph.memory.language.times.date_resolution import (
    ResolvedDate,
    resolve_ahead,
    resolve_coming,
    resolve_date,
    resolve_near,
    resolve_nearest,
)
from zeph.memory.language.times.date_spans import find_date_phrases

WEDNESDAY = "2023-05-10 13:56:00"
CASES = """
2019-03-04 | 2019-03-04 | day
2019-03 | 2019-03-01 | month
2023-05-08T13:56:00Z | 2023-05-08 13:56:00 | instant
2023-05-08T13:56:00+02:00 | 2023-05-08 11:56:00 | instant
8 May 2023 | 2023-05-08 | day
the 8th of May, 2023 | 2023-05-08 | day
May 8th | 2023-05-08 | day
May 8, 2022 | 2022-05-08 | day
on May 20 | 2022-05-20 | day
3 June | 2022-06-03 | day
coming June 3 | 2023-06-03 | day
May 2023 | 2023-05-01 | month
October 2021 | 2021-10-01 | month
in Oct. 2021 | 2021-10-01 | month
March 11 at ten | 2023-03-11 | day
on the 3rd at 7 | 2023-05-03 | day
june 5 at 9 30 | 2022-06-05 | day
12 may 2023 at noon | 2023-05-12 | day
2 april, 18:30 | 2023-04-02 | day
friday 5 may at half past six | 2023-05-05 | day
the 9th, 4pm | 2023-05-09 | day
last Friday at ten in the morning | 2023-05-05 | day
in 2019 | 2019-01-01 | year
2019 | 2019-01-01 | year
the 90s | 1990-01-01 | year
the 2010s | 2010-01-01 | year
23.5.2023 | 2023-05-23 | day
5/23/2023 | 2023-05-23 | day
5/5/2023 | 2023-05-05 | day
yesterday | 2023-05-09 | day
today | 2023-05-10 | day
tonight | 2023-05-10 | day
tomorrow | 2023-05-11 | day
this morning | 2023-05-10 | day
last night | 2023-05-09 | day
yesterday evening | 2023-05-09 | day
tomorrow morning | 2023-05-11 | day
the day before yesterday | 2023-05-08 | day
the day after tomorrow | 2023-05-12 | day
last week | 2023-05-01 | month
this week | 2023-05-08 | day
next week | 2023-05-15 | day
last weekend | 2023-05-06 | day
this past weekend | 2023-05-06 | day
this weekend | 2023-05-13 | day
next weekend | 2023-05-20 | day
the weekend before last | 2023-04-29 | day
last month | 2023-04-01 | month
this month | 2023-05-01 | month
next month | 2023-06-01 | month
last quarter | 2023-01-01 | month
last year | 2022-01-01 | year
this year | 2023-01-01 | year
next year | 2024-01-01 | year
last summer | 2022-06-01 | month
this summer | 2023-06-01 | month
next summer | 2024-06-01 | month
last winter | 2022-12-01 | month
next winter | 2023-12-01 | month
last spring | 2022-03-01 | month
this spring | 2023-03-01 | month
last fall | 2022-09-01 | month
the summer of 2018 | 2018-06-01 | month
spring 2020 | 2020-03-01 | month
last Friday | 2023-05-05 | day
last Fri | 2023-05-05 | day
last Wednesday | 2023-05-03 | day
last Tues. | 2023-05-09 | day
this Friday | 2023-05-12 | day
this Monday | 2023-05-08 | day
next Thursday | 2023-05-18 | day
next Monday | 2023-05-15 | day
coming Thursday | 2023-05-11 | day
Tuesday | 2023-05-09 | day
on Friday | 2023-05-05 | day
last March | 2023-03-01 | month
last May | 2022-05-01 | month
next March | 2024-03-01 | month
in March | 2023-03-01 | month
in June | 2022-06-01 | month
coming June | 2023-06-01 | month
since January | 2023-01-01 | month
two weeks ago | 2023-04-26 | day
3 days ago | 2023-05-07 | day
a week ago | 2023-05-03 | day
a few days ago | 2023-05-07 | day
a couple of months ago | 2023-03-01 | month
six months ago | 2022-11-01 | month
three years ago | 2020-01-01 | year
about ten years ago | 2013-01-01 | year
two decades ago | 2003-01-01 | year
half a year ago | 2022-11-01 | month
an hour ago | 2023-05-10 12:56:00 | instant
20 minutes ago | 2023-05-10 13:36:00 | instant
in two weeks | 2023-05-24 | day
in 3 days | 2023-05-13 | day
two months from now | 2023-07-01 | month
since 2021 | 2021-01-01 | year
until last month | 2023-04-01 | month
before 2015 | 2015-01-01 | year
for five years | 2018-01-01 | year
for ten years now | 2013-01-01 | year
for the past two months | 2023-03-01 | month
the last three years | 2020-01-01 | year
the week before 9 June 2023 | 2023-06-02 | day
the day after May 3, 2023 | 2023-05-04 | day
two days before 3 May 2023 | 2023-05-01 | day
the Friday before 15 July 2023 | 2023-07-14 | day
the Sunday after 25 May 2023 | 2023-05-28 | day
early 2020 | 2020-01-01 | year
late May 2019 | 2019-05-01 | month
mid-2019 | 2019-01-01 | year
the beginning of 2021 | 2021-01-01 | year
the end of last year | 2022-01-01 | year
Christmas | 2022-12-25 | day
last Christmas | 2022-12-25 | day
next Christmas | 2023-12-25 | day
Halloween | 2022-10-31 | day
on the 5th | 2023-05-05 | day
last Thanksgiving | 2022-11-24 | day
Easter 2025 | 2025-04-20 | day
Easter 2024 | 2024-03-31 | day
Easter 2000 | 2000-04-23 | day
at Easter | 2023-04-09 | day
in '98 | 1998-01-01 | year
the first of May 2023 | 2023-05-01 | day
the twenty-second of March | 2023-03-22 | day
Monday, 4 May 2026 | 2026-05-04 | day
Tuesday last week | 2023-05-02 | day
till Friday | 2023-05-12 | day
a year and a half ago | 2021-11-01 | month
the day after Christmas | 2022-12-26 | day
at the end of the month | 2023-05-01 | month
in the middle of the year | 2023-01-01 | year
the first Thursday of the month | 2023-05-04 | day
the last Friday of next month | 2023-06-30 | day
the last Sunday in March | 2023-03-26 | day
second Monday in April 2024 | 2024-04-08 | day
a week on Tuesday | 2023-05-23 | day
a week on Wednesday | 2023-05-24 | day
Friday week | 2023-05-19 | day
""".strip().splitlines()


@pytest.mark.parametrize("case", CASES)
def test_phrases(case: str) -> None:
    phrase, moment, precision = (part.strip() for part in case.split("|"))
    resolved = resolve_date(phrase, WEDNESDAY)
    assert resolved is not None
    assert resolved.moment == (moment if " " in moment else f"{moment} 00:00:00")
    assert resolved.precision == precision


@pytest.mark.parametrize(
    "phrase",
    [
        "may",
        "we",
        "sat",
        "march",
        "sun",
        "",
        "soon",
        "someday",
        "recently",
        "31 February 2020",
        "2023-02-30",
        "0000-01-01",
        "year 0",
        "99999",
        "12345-01-01",
        "in 9999",
        "5/8/2023",
        "5000 years ago",
        "5 billion years ago",
        "10,000 years ago",
        "12 thousand years ago",
        "the other day",
        "now and then",
        "12 monkeys",
        "room 101",
        "v2.3.1",
        "never",
        "a long time ago",
    ],
)
def test_what_no_rule_is_sure_of_stays_unknown(phrase: str) -> None:
    assert resolve_date(phrase, WEDNESDAY) is None


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("to the 17th", "2026-12-17"), ("the 9th", "2026-12-09"), ("the 14th", "2027-01-14"),
        ("the Thursday", "2026-12-17"), ("on Friday", "2026-12-11"),
        ("17 November", ""), ("tomorrow", ""), ("next Thursday", ""), ("in two weeks", ""), ("in May", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_bare_day_of_what_is_known_for_a_day(phrase: str, day: str) -> None:
    found = resolve_near(phrase, "2026-11-13 10:00:00", "2026-12-14 00:00:00")
    assert (found.moment[:10] if found else "") == day


def test_a_bare_day_is_not_over_when_it_is_said() -> None:
    found = resolve_near("the 3rd", "2026-11-13 10:00:00", "2026-11-15 00:00:00")
    assert found is not None and found.moment[:10] == "2026-12-03"


def test_the_page_of_a_support_group() -> None:
    (phrase,) = find_date_phrases("I went to a support group yesterday")
    resolved = resolve_date(phrase.text, "2023-05-08 13:56:00")
    assert resolved and resolved.moment == "2023-05-07 00:00:00" and resolved.precision == "day"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I went there yesterday and may go in May 2024, we sat down", [("yesterday", "at"), ("in May 2024", "at")]),
        ("at Ericsson, 2015-2017, I built radios", [("2015", "since"), ("2017", "until")]),
        ("from May until August 2024 I was away", [("from May 2024", "since"), ("August 2024", "until")]),
        ("at the end of January we left", [("at the end of January", "at")]),
        ("I go at the end of the month", [("at the end of the month", "at")]),
        ("the mid-year review and my end of month report", []),
        ("the last Friday of the month", [("the last Friday of the month", "at")]),
        ("the 32nd of May, and the Sunday Times", []),
        ("I worked there from 2015 to 2017", [("from 2015", "since"), ("2017", "until")]),
        ("between 2010 and 2012 I studied", [("between 2010", "since"), ("2012", "until")]),
        ("I've lived here for five years, since March", [("for five years", "since"), ("since March", "since")]),
        ("march on, last Friday or next week", [("last Friday", "at"), ("next week", "at")]),
        ("in two weeks I have 3 tests", [("in two weeks", "at")]),
        ("until last month I drove; before 2019 I walked", [("until last month", "until"), ("before 2019", "before")]),
        ("the summer is nice and I may fall on port 2019", []),
        ("We adopted it in March.", [("in March", "at")]),
        ("off from 3 to 14 February 2025", [("from 3 February 2025", "since"), ("14 February 2025", "until")]),
        ("the fair is on 3-5 march", [("3 march", "since"), ("5 march", "until")]),
        ("jan 12-19 in Rome", [("12 jan", "since"), ("19 jan", "until")]),
        ("the 20th to the 28th of december", [("20th december", "since"), ("28th december", "until")]),
        ("we go 30 nov to 4 dec", [("30 nov", "since"), ("4 dec", "until")]),
        ("open 9 to 5 may be late", [("5 may", "at")]),
        ("tuesdays 2 to 5 til the 23rd of june", [("til the 23rd of june", "until")]),
        ("between 3 and 5 march", [("between 3 march", "since"), ("5 march", "until")]),
        ("on 3 and 5 march", [("5 march", "at")]),
    ],
)
def test_phrases_are_found_with_their_role(text: str, found: list[tuple[str, str]]) -> None:
    assert [(phrase.text, phrase.role) for phrase in find_date_phrases(text)] == found


PIECES = st.sampled_from([line.split("|")[0].strip() for line in CASES])
SAID = st.datetimes().map(lambda at: f"{at.year:04d}-{at.month:02d}-{at.day:02d} {at.hour:02d}:{at.minute:02d}:00")


@settings(deadline=None)  # the first unusual phrase loads dateparser
@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=3).map(" ".join)), SAID)
def test_any_text_gives_a_valid_moment_or_none(text: str, said_at: str) -> None:
    resolved = resolve_date(text, said_at)
    if resolved is not None:
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", resolved.moment)
    for phrase in find_date_phrases(text):
        assert 0 <= phrase.start < phrase.end <= len(text)


def test_a_huge_text_is_read_in_time() -> None:
    assert len(find_date_phrases("since 2021 the the the a couple of " * 100_000)) < 2_000


@pytest.mark.parametrize(
    "text",
    [
        "I live on the third floor.",
        "It worked on the second try.",
        "It ended 10,000 years ago.",
        "In 1800 BC they built it.",
        "About 2021 people came.",
    ],
)
def test_numbers_that_count_something_else_are_no_dates(text: str) -> None:
    assert find_date_phrases(text) == []


@pytest.mark.parametrize(
    ("phrase", "moment"),
    [
        ("on the 16th", "2026-12-16"), ("the 30th", "2026-11-30"), ("on the 26th", "2026-11-26"),
        ("on Monday", "2026-11-30"),
        ("after christmas", "2026-12-25"), ("before easter", "2027-03-28"), ("20 november", "2026-11-20"),
        ("in January", "2027-01-01"), ("3 march 2025", "2025-03-03"), ("last friday", "2026-11-20"),
        ("yesterday", "2026-11-25"), ("this Tuesday", "2026-12-01"), ("this friday", "2026-11-27"),
    ],
)  # fmt: skip
def test_a_day_told_in_the_present_is_the_next_one_unless_it_says_which(phrase: str, moment: str) -> None:
    found = resolve_coming(phrase, "2026-11-26 10:00:00")
    assert found is not None and found.moment[:10] == moment


def test_nobody_calls_tomorrow_next_monday() -> None:
    found = resolve_date("next monday", "2026-11-29 10:00:00")
    assert found is not None and found.moment[:10] == "2026-12-07"


@pytest.mark.parametrize(
    ("phrase", "moment"),
    [
        ("on the last Friday in May", "2027-05-28"), ("on the last Sunday in October", "2027-10-31"),
        ("at the end of the year", "2026-01-01"), ("at the end of the month", "2026-11-01"),
        ("on the first Monday in May", "2027-05-03"), ("a week on Thursday", "2026-12-10"),
    ],
)  # fmt: skip
def test_what_is_to_come(phrase: str, moment: str) -> None:
    found = resolve_ahead(phrase, "2026-11-26 10:00:00")
    assert found is not None and found.moment[:10] == moment


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("wednesday the 18th", "2026-03-18"),
        ("on Thursday the 5th", "2026-03-05"),
        ("sat 14th", "2026-03-14"),
        ("Tuesday, the 31st", "2026-03-31"),
        ("friday the 13th", "2026-03-13"),
        ("on the 31st", "2026-01-31"),
    ],
)
def test_a_weekday_beside_a_day_of_the_month_says_which_month(phrase: str, day: str) -> None:
    found = resolve_date(phrase, "2026-03-11 18:00:00")
    assert found is not None
    assert found.moment[:10] == day
    assert [one.text for one in find_date_phrases(f"it is {phrase} at noon")] == [phrase]


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("sat 4 july", "2026-07-04"),
        ("Saturday the 4th of July", "2026-07-04"),
        ("4 July (Sat)", "2026-07-04"),
        ("friday 4 july", "2025-07-04"),
        ("weds 12 november", "2025-11-12"),
        ("thu 12 nov", "2026-11-12"),
        ("mon 4 july", "2025-07-04"),  # of no year near: as without the weekday
        ("saturday 4 july 2025", "2025-07-04"),
    ],
)
def test_a_weekday_beside_a_day_of_the_year_says_which_year(phrase: str, day: str) -> None:
    found = resolve_date(phrase, "2026-06-11 16:00:00")
    assert found is not None
    assert found.moment[:10] == day


def test_a_day_that_few_months_have_is_the_next_there_is() -> None:
    assert resolve_ahead("on the 31st", "2026-03-11 18:00:00") == ResolvedDate("2026-03-31 00:00:00", "day")
    assert resolve_ahead("on the 31st", "2026-05-11 18:00:00") == ResolvedDate("2026-05-31 00:00:00", "day")
    assert resolve_date("monday the 31st", "2026-04-11 18:00:00") == ResolvedDate("2026-08-31 00:00:00", "day")
    assert resolve_date("monday the 42nd", "2026-04-11 18:00:00") is None


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("vet 23rd", ["23rd"]), ("quote to them by 20th", ["by 20th"]), ("piano lesson 14th, bring the book", ["14th"]),
        ("she came 3rd", []), ("we live on the 3rd floor", []), ("it was his 40th", []), ("in the 20th century", []),
        ("the 2nd, then the 3rd", []), ("her last day is 17 april", ["17 april"]),
        ("it was the last day of school", []), ("a shop on 5th Avenue", []), ("got to 5th and stopped", []),
    ],
)  # fmt: skip
def test_a_day_of_the_month_may_stand_alone(text: str, phrases: list[str]) -> None:
    assert [phrase.text for phrase in find_date_phrases(text)] == phrases


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("from the 30th", "2026-03-30"), ("from the 2nd", "2026-04-02"), ("from the 24th", "2026-03-24"),
        ("since the 3rd", "2026-03-03"), ("from 3 May", "2026-05-03"),
    ],
)  # fmt: skip
def test_a_day_from_which_something_is_so_is_the_nearer(phrase: str, day: str) -> None:
    found = resolve_nearest(phrase, "2026-03-26 10:00:00")
    assert found is not None and found.moment[:10] == day

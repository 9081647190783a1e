"""The wordings of a date, and what each means when it is said: one rule for each.

In: a phrase without what leads up to it, in lower case, and the moment it was said. Out: a moment with its precision. A
wording that no calendar has (31 February) raises ValueError. The readings of what wavers in English are told in
``dates``.
"""

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from zeph.clock import parse_moment
from zeph.memory.language.times.date_spans import (
    DAY,
    HOLIDAY,
    MONTH,
    MONTHS,
    NTH,
    NTH_DAY,
    NUMBERS,
    ORDINALS,
    SEASON,
    SEASONS,
    UNIT,
    WEEKDAY,
    WEEKDAYS,
    WHICH,
    YEAR,
)  # fmt: skip
from zeph.memory.language.times.holidays import HOLIDAYS, holiday_in
from zeph.records.edge import Precision

Resolution = tuple[datetime, Precision] | None
Rule = Callable[[re.Match[str], datetime], Resolution]
_FAR_MONTHS = 6
"""So far off, either way, may a day of some month be that is told by its weekday too."""


def day_at(year: int, month: int, day: int) -> tuple[datetime, Precision]:
    """Midnight of that day."""
    return datetime(year, month, day, tzinfo=UTC), "day"


def month_at(year: int, month: int) -> tuple[datetime, Precision]:
    """Its first day; the month may run over the ends of the year."""
    year, index = year + (month - 1) // 12, (month - 1) % 12
    return datetime(year, index + 1, 1, tzinfo=UTC), "month"


def year_at(year: int) -> tuple[datetime, Precision]:
    """Its first of January."""
    return datetime(year, 1, 1, tzinfo=UTC), "year"


def midnight(said: datetime, days: int = 0) -> tuple[datetime, Precision]:
    return said.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=days), "day"


def _iso(match: re.Match[str], said: datetime) -> Resolution:
    text = match.group().upper().replace(" ", "T")
    if "T" in text:
        return parse_moment(text), "instant"
    year, month, day = (int(part) for part in text.split("-"))
    return day_at(year, month, day)


def _iso_month(match: re.Match[str], said: datetime) -> Resolution:
    return month_at(int(match["year"]), int(match["month"]))


def _slashes(match: re.Match[str], said: datetime) -> Resolution:
    """Day and month only where their order is beyond doubt: dots, equal numbers, or one above twelve."""
    first, second, year = int(match["a"]), int(match["b"]), int(match["year"])
    if match["sep"] == "." or first > 12 or first == second:
        return day_at(year, second, first)
    return day_at(year, first, second) if second > 12 else None


def _named_day(match: re.Match[str], said: datetime) -> Resolution:
    month, day = MONTHS[match["month"].rstrip(".")], _ordinal(match["day"])
    if match["year"]:
        return day_at(int(match["year"]), month, day)
    year = said.year
    if match["coming"]:
        return day_at(year + ((month, day) < (said.month, said.day)), month, day)
    return day_at(year - ((month, day) > (said.month, said.day)), month, day)


def _ordinal(text: str) -> int:
    return ORDINALS.get(text) or int(re.sub(r"\D", "", text))


def _month_of_year(match: re.Match[str], said: datetime) -> Resolution:
    return month_at(int(match["year"]), MONTHS[match["month"].rstrip(".")])


def _bare_year(match: re.Match[str], said: datetime) -> Resolution:
    return year_at(int(match["year"]))


def _short_year(match: re.Match[str], said: datetime) -> Resolution:
    digits = int(match["digits"])
    return year_at((2000 if digits <= said.year % 100 else 1900) + digits)


def _decade(match: re.Match[str], said: datetime) -> Resolution:
    digits = match["decade"]
    century = "" if len(digits) == 4 else "20" if int(digits) <= said.year % 100 else "19"
    return year_at(int(century + digits))


def _named(match: re.Match[str], said: datetime) -> Resolution:
    days = {"today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1, "last night": -1}
    text = match.group().removeprefix("the ")
    if text == "day before yesterday":
        return midnight(said, -2)
    if text == "day after tomorrow":
        return midnight(said, 2)
    return midnight(said, next((shift for word, shift in days.items() if text.startswith(word)), 0))


def _day_of_month(match: re.Match[str], said: datetime) -> Resolution:
    """Of the last month that has such a day, or the next."""
    day, step = _ordinal(match["day"]), 1 if match["coming"] else -1
    months = (month_at(said.year, said.month + step * n)[0] for n in range(3) if n or (said.day - day) * step <= 0)
    return next((day_at(m.year, m.month, day) for m in months if day <= monthrange(m.year, m.month)[1]), None)


def _weekday_of_month(match: re.Match[str], said: datetime) -> Resolution:
    """ "Wednesday the 18th": the nearest that is both, whether behind or ahead."""
    day, weekday = _ordinal(match["day"]), WEEKDAYS[match["weekday"].rstrip(".")]
    months = [month_at(said.year, said.month + n)[0] for n in range(-_FAR_MONTHS, _FAR_MONTHS + 1)]
    days = [m.replace(day=day) for m in months if day <= monthrange(m.year, m.month)[1]]
    both = [at for at in days if at.weekday() == weekday]
    return (min(both, key=lambda at: abs(at - said)), "day") if both else None


def count_of(text: str) -> int | None:
    """The number of a quantity ("a couple of", "about 12"); half is not a whole number: None."""
    numbers = [int(word) if word.isdecimal() else NUMBERS.get(word) for word in text.split()]
    known = [number for number in numbers if number is not None]
    if "half" in text.split() or not known:
        return None
    return known[-1]


def shifted(said: datetime, unit: str, count: int) -> Resolution:
    unit = unit.rstrip("s")
    if unit in ("year", "yr", "decade"):
        return year_at(said.year + count * (10 if unit == "decade" else 1))
    if unit in ("month", "quarter"):
        return month_at(said.year, said.month + count * (3 if unit == "quarter" else 1))
    if unit in ("hour", "hr", "minute", "min"):
        delta = timedelta(hours=count) if unit in ("hour", "hr") else timedelta(minutes=count)
        return (said + delta).replace(microsecond=0), "instant"
    if unit == "weekend":
        return midnight(said, 5 - said.weekday() + 7 * count)
    return midnight(said, count * {"week": 7, "fortnight": 14}.get(unit, 1))


def _ago(match: re.Match[str], said: datetime) -> Resolution:
    count = count_of(match["count"])
    if count is None:
        return month_at(said.year, said.month - 6) if match["unit"].startswith("year") else None
    found = shifted(said, match["unit"], -count)
    vague = found is not None and match["unit"].startswith("week") and "few" in match["count"].split()
    return (found[0], "month") if found is not None and vague else found


def _and_a_half_ago(match: re.Match[str], said: datetime) -> Resolution:
    """Years and a half to the month, months and a half to the month, weeks and a half to the day."""
    count, unit = count_of(match["count"]), match["unit"].rstrip("s")
    if count is None:
        return None
    if unit in ("year", "yr"):
        return month_at(said.year, said.month - 12 * count - 6)
    days = {"month": 30, "week": 7}.get(unit)
    return None if days is None else midnight(said, -(days * count + days // 2))


def _day_of_week(match: re.Match[str], said: datetime) -> Resolution:
    step = {"last": -1, "this": 0, "next": 1}[match["which"]]
    return midnight(said, WEEKDAYS[match["day"].rstrip(".")] - said.weekday() + 7 * step)


def _ahead(match: re.Match[str], said: datetime) -> Resolution:
    count = count_of(match["count"])
    return None if count is None else shifted(said, match["unit"], count)


def _which(match: re.Match[str], said: datetime) -> Resolution:
    which, what = match["which"], match["what"].rstrip(".")
    step = -1 if which in ("last", "past", "previous", "this past") else 0 if which == "this" else 1
    coming = "coming" in which
    if what in WEEKDAYS:
        return _which_weekday(WEEKDAYS[what], step, coming, said)
    if what in MONTHS:
        return _which_month(MONTHS[what], step, said)
    if what in SEASONS:
        return _which_season(SEASONS[what], step, coming, said)
    if what in HOLIDAYS:
        return _which_holiday(what, step, said)
    return _which_unit(what.rstrip("s"), step, said)


def _which_unit(unit: str, step: int, said: datetime) -> Resolution:
    if unit in ("week", "weekend", "fortnight"):
        found, day = midnight(said, -said.weekday() + 7 * step + (5 if unit == "weekend" else 0))
        return found, "month" if step < 0 and unit != "weekend" else day  # on one of its days, nobody said which
    if unit == "quarter":
        return month_at(said.year, (said.month - 1) // 3 * 3 + 1 + 3 * step)
    return shifted(said, unit, step)


def _which_weekday(weekday: int, step: int, coming: bool, said: datetime) -> Resolution:
    if step < 0:
        return midnight(said, -((said.weekday() - weekday - 1) % 7 + 1))
    if coming:
        return midnight(said, (weekday - said.weekday() - 1) % 7 + 1)
    days = weekday - said.weekday() + 7 * step
    return midnight(said, days + (7 if step == 1 == days else 0))  # nobody calls tomorrow "next Monday"


def _which_month(month: int, step: int, said: datetime) -> Resolution:
    if step < 0:
        return month_at(said.year - (month >= said.month), month)
    return month_at(said.year + (month <= said.month if step else 0), month)


def _which_season(start: int, step: int, coming: bool, said: datetime) -> Resolution:
    if step < 0:
        over = month_at(said.year, start + 3)[0] <= said
        before = month_at(said.year - 1, start + 3)[0] <= said
        return month_at(said.year - (0 if over else 1 if before else 2), start)
    if step == 0:
        return month_at(said.year - (start == 12 and said.month < 3), start)
    if coming or start == 12:
        return month_at(said.year + (said.month >= start), start)
    return month_at(said.year + 1, start)


def _which_holiday(name: str, step: int, said: datetime) -> Resolution:
    passed = holiday_in(name, said.year) < (said.month, said.day)
    year = said.year - (not passed) if step < 0 else said.year + (passed if step else 0)
    return day_at(year, *holiday_in(name, year))


def _holiday_of_year(match: re.Match[str], said: datetime) -> Resolution:
    year = int(match["year"])
    return day_at(year, *holiday_in(match["name"], year))


def _bare(match: re.Match[str], said: datetime) -> Resolution:
    """A weekday, month, season or holiday alone: the latest that has begun."""
    what = match["what"].rstrip(".").removeprefix("the ")
    if what in WEEKDAYS:
        return midnight(said, -((said.weekday() - WEEKDAYS[what]) % 7))
    if what in HOLIDAYS:
        year = said.year - (holiday_in(what, said.year) > (said.month, said.day))
        return day_at(year, *holiday_in(what, year))
    month = MONTHS.get(what) or SEASONS[what]
    return month_at(said.year - (month > said.month), month)


def _season_of_year(match: re.Match[str], said: datetime) -> Resolution:
    return month_at(int(match["year"]), SEASONS[match["season"]])


def _before_last(match: re.Match[str], said: datetime) -> Resolution:
    step = -1 if match["side"] == "before last" else 1
    unit = match["unit"].rstrip(".")
    near = _which_weekday(WEEKDAYS[unit], step, False, said) if unit in WEEKDAYS else _which_unit(unit, step, said)
    if near is None:
        return None
    return midnight(near[0], 7 * step) if unit in WEEKDAYS else _which_unit(unit, 2 * step, said)


def _now(match: re.Match[str], said: datetime) -> Resolution:
    """ "The end of *the month*"."""
    return _which_unit(match["unit"], 0, said)


def _nth_weekday(match: re.Match[str], said: datetime) -> Resolution:
    """ "The first Thursday of next month", "the last Friday in May"."""
    month = _month_meant(match, said)
    if match["nth"] == "last":
        last = month_at(month.year, month.month + 1)[0] - timedelta(days=1)
        return midnight(last, -((last.weekday() - WEEKDAYS[match["day"].rstrip(".")]) % 7))
    nth = int(match["nth"][0]) if match["nth"][0].isdigit() else ORDINALS[match["nth"]]
    return midnight(month, (WEEKDAYS[match["day"].rstrip(".")] - month.weekday()) % 7 + 7 * (nth - 1))


def _month_meant(match: re.Match[str], said: datetime) -> datetime:
    """Its first day."""
    if match["month"] is None:
        return month_at(said.year, said.month + {"next": 1, "last": -1}.get(match["which"], 0))[0]
    month = MONTHS[match["month"].rstrip(".")]
    year = int(match["year"]) if match["year"] else said.year - (month > said.month)
    return month_at(year, month)[0]


def _week_on(match: re.Match[str], said: datetime) -> Resolution:
    """ "A week on Tuesday", "Friday week": seven days after the next one."""
    weekday = WEEKDAYS[(match["day"] or match["of"]).rstrip(".")]
    return midnight(said, (weekday - said.weekday() - 1) % 7 + 8)


_COUNT = r"(?P<count>(?!.*\b(?:hundred|thousand|million|billion|trillion)s?\b)[\w ]{1,30}?)"
RULES: tuple[tuple[re.Pattern[str], Rule], ...] = tuple(
    (re.compile(pattern), rule)
    for pattern, rule in (
        (r"\d{4}-\d{1,2}-\d{1,2}(?:[t ]\d{2}:\d{2}(?::\d{2})?(?:\.\d{1,6})?(?:z|[+-]\d{2}:?\d{2})?)?", _iso),
        (r"(?P<year>\d{4})-(?P<month>\d{2})", _iso_month),
        (r"(?P<a>\d{1,2})(?P<sep>[./])(?P<b>\d{1,2})[./](?P<year>\d{4})", _slashes),
        (
            rf"(?P<coming>(?:this )?coming )?(?:the )?(?P<day>{DAY})(?: of)? (?P<month>{MONTH})(?:,? "
            rf"(?P<year>{YEAR}))?",
            _named_day,
        ),
        (
            rf"(?P<coming>(?:this )?coming )?(?P<month>{MONTH}) (?:the )?(?P<day>{DAY})(?:,? (?P<year>{YEAR}))?",
            _named_day,
        ),
        (rf"(?P<month>{MONTH}),? (?:of )?(?P<year>{YEAR})", _month_of_year),
        (rf"(?:the year )?(?P<year>{YEAR})", _bare_year),
        (r"'(?P<digits>\d\d)", _short_year),
        (rf"(?P<name>{HOLIDAY}) (?P<year>{YEAR})", _holiday_of_year),
        (rf"(?P<day>{WEEKDAY}) (?P<which>last|this|next) week", _day_of_week),
        (rf"{_COUNT} (?P<unit>{UNIT}) and a half (?:ago|back)", _and_a_half_ago),
        (r"(?:the )?(?P<decade>(?:19|20)?\d0)'?s", _decade),
        (
            r"(?:the )?day before yesterday|(?:the )?day after tomorrow|tonight|last night|this (?:morning|afternoon|"
            r"evening|aft|arvo)|(?:yesterday|today|tomorrow)(?: (?:early |late )?(?:morning|afternoon|evening|night))?"
            r"(?: at [\w: ]{1,8})?",
            _named,
        ),
        (rf"(?P<coming>(?:this )?coming )?(?:the )?(?P<day>{NTH_DAY})", _day_of_month),
        (rf"(?P<weekday>{WEEKDAY}),? (?:the )?(?P<day>{NTH_DAY})", _weekday_of_month),
        (
            rf"(?:the )?(?P<nth>{NTH}) (?P<day>{WEEKDAY}) (?:of|in) (?:(?P<which>the|this|next|last) month|"
            rf"(?P<month>{MONTH})(?: (?P<year>{YEAR}))?)",
            _nth_weekday,
        ),
        (rf"(?:the )?(?P<unit>{UNIT}|{WEEKDAY}) (?P<side>before last|after next)", _before_last),
        (rf"{_COUNT} (?:and a half )?(?P<unit>{UNIT}) (?:ago|back)(?: today)?", _ago),
        (rf"for (?:the (?:last|past) )?{_COUNT} (?:and a half )?(?P<unit>{UNIT})(?: now)?", _ago),
        (rf"(?:over )?the (?:last|past) {_COUNT} (?P<unit>{UNIT})", _ago),
        (rf"in (?:about )?(?:the next )?{_COUNT} (?P<unit>{UNIT})(?:'s? time)?", _ahead),
        (rf"{_COUNT} (?P<unit>{UNIT}) from (?:now|today)", _ahead),
        (
            rf"(?:the )?(?P<which>{WHICH}) (?P<what>{UNIT}|{SEASON}|{WEEKDAY}|{MONTH}|{HOLIDAY})"
            r"(?: (?:morning|afternoon|evening|night))?",
            _which,
        ),
        (
            rf"(?P<what>(?:the )?(?:{WEEKDAY}|{MONTH}|{SEASON}|{HOLIDAY}))(?: (?:morning|afternoon|evening|night))?",
            _bare,
        ),
        (rf"(?:the )?(?P<season>{SEASON}) (?:of )?(?P<year>{YEAR})", _season_of_year),
        (r"(?P<unit>month|year)", _now),
        (rf"(?:(?:a|one|1) week on (?P<day>{WEEKDAY})|(?P<of>{WEEKDAY}) week)", _week_on),
    )
)

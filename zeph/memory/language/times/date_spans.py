"""Where a text names a time: spans with their role, and the words that the resolver reads.

In: any text. Out: :class:`DatePhrase` spans that do not overlap, in order. Only wordings that the rules of
``dates`` understand are found, so "may", "we", "sat" and "march" as ordinary words are never dates.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from zeph.memory.language.times.holidays import HOLIDAYS
from zeph.memory.language.word_tables import word_set

DateRole = Literal["at", "since", "until", "before", "after"]
MAX_TEXT = 20_000

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
            "september sept sep", "october oct", "november nov", "december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon", "tuesday tues tue", "wednesday weds wed", "thursday thurs thur thu", "friday fri",
            "saturday sat", "sunday sun",
        )
    )
    for name in names.split()
}  # fmt: skip
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""Northern seasons and the month each starts in."""
ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
        " fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third"
        " twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth "
        "thirty-first".split(),
        start=1,
    )
}
NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            "zero", "a an one", "two couple pair", "three few", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
            "twenty",
        )
    )
    for word in words.split()
} | {"thirty": 30, "forty": 40, "fifty": 50, "several": 4}  # fmt: skip


def _any(words: object) -> str:
    return "|".join(sorted((re.escape(word) for word in words), key=len, reverse=True))  # type: ignore[attr-defined]


MONTH = rf"(?:{_any(MONTHS)})\b\.?"
WEEKDAY = rf"(?:{_any(WEEKDAYS)})\b\.?"
SEASON = rf"(?:{_any(SEASONS)})\b"
HOLIDAY = rf"(?:{_any(HOLIDAYS)})\b"
YEAR = r"(?:1[5-9]|20|21)\d\d\b"
DAY = rf"(?:(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?|{_any(ORDINALS)})\b"
UNIT = r"(?:minute|min|hour|hr|day|night|week|weekend|fortnight|month|quarter|year|yr|decade)s?\b"
COUNT = (
    r"(?:(?:about|around|almost|nearly|over|more than|roughly|just|like|at least) )?"
    rf"(?:(?:a )?(?:couple|pair|few)(?: of)?|half an?|\d{{1,3}}|{_any(NUMBERS)})"
)
WHICH = r"(?:this past|this coming|last|past|previous|this|next|coming|upcoming|the coming|the following)"
_PART_OF_IT = r"(?:(?:at )?the )?(?:very )?(?:start|beginning|end|middle|turn) of "
PART = rf"(?:early|late|mid)(?: in)?[ -]|{_PART_OF_IT}(?:the )?"
NTH_DAY = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)\b"
NTH = r"(?:first|second|third|fourth|last|1st|2nd|3rd|4th)"
DATE = (
    rf"(?:{WEEKDAY},? (?:the )?)?(?:"
    rf"\d{{4}}-\d{{1,2}}-\d{{1,2}}(?:[T ]\d{{2}}:\d{{2}}(?::\d{{2}})?(?:\.\d+)?(?:Z|[+-]\d{{2}}:?\d{{2}})?)?"
    rf"|\d{{1,2}}[./]\d{{1,2}}[./]\d{{4}}\b|{YEAR}-(?:0[1-9]|1[0-2])\b(?!-)"
    rf"|(?:the )?{DAY}(?: of)? {MONTH}(?:,? {YEAR})?|{MONTH} (?:the )?{DAY}(?:,? {YEAR})?|{MONTH},? (?:of )?{YEAR})"
)
RELATIVE = (
    r"(?:the )?day before yesterday|(?:the )?day after tomorrow"
    r"|(?:yesterday|today|tomorrow)(?: (?:morning|afternoon|evening|night))?|tonight|last night"
    r"|this (?:morning|afternoon|evening|aft|arvo)"
    rf"|{COUNT} (?:and a half )?{UNIT} (?:and a half )?(?:ago|back|from now|from today)|half a year ago"
    rf"|{WEEKDAY} (?:last|this|next) week|{HOLIDAY} {YEAR}"
    rf"|(?:the )?{NTH} {WEEKDAY} (?:of|in) (?:(?:the|this|next|last) month|{MONTH}(?: {YEAR})?)"
    r"|(?!(?:the )?last (?:day|hour|minute)\b)"
    rf"(?:the )?{WHICH} (?:{UNIT}|{SEASON}|{WEEKDAY}(?! (?:the )?{NTH_DAY})|{MONTH}|{HOLIDAY})(?: {YEAR})?"
    rf"|(?:in )?the (?:summer|spring|fall|autumn|winter) of {YEAR}|{SEASON} {YEAR}"
    rf"|the (?:{UNIT}|{WEEKDAY}) (?:before last|after next)"
    rf"|(?:a|one|1) week on {WEEKDAY}(?! ago\b)|{WEEKDAY} week\b|{WEEKDAY},? (?:the )?{NTH_DAY}"
)
_ROLE = (
    r"since|between|starting(?: in| on)?|from|until|till?|up to|through|before|after|by|around|about|during|as of|on|"
    r"in|at|of"
)
_SEEN = re.compile(
    r"(?<![\w'’-])(?<!\d[.,])(?:"
    rf"(?P<span>for (?:the (?:last|past) )?{COUNT} (?:and a half )?{UNIT}(?: now)?(?! (?:ago|back)\b)"
    rf"|(?:over |in |during )?the (?:last|past) {COUNT} {UNIT})"
    rf"|(?P<ahead>in (?:about )?(?:the next )?{COUNT} {UNIT}(?:'s? time)?)"
    rf"|(?:(?P<role>{_ROLE}) )?(?:"
    rf"(?P<anchored>the (?:{UNIT}|{WEEKDAY}) (?:before|after|of) (?:{DATE}|{HOLIDAY})|{COUNT} {UNIT} (?:before|after) "
    rf"(?:{DATE}|{HOLIDAY}))|(?P<solid>(?:{PART})?(?:{DATE}|{RELATIVE})|{_PART_OF_IT}the (?:month|year)\b)|"
    rf"(?P<loose>(?:{PART})?(?:{YEAR}(?:\s?[-–]\s?{YEAR})?|['’]\d\d\b|"
    rf"(?:the )?(?:19|20)?\d0'?s\b|{MONTH}|{WEEKDAY}(?: (?:morning|afternoon|evening|night))?|"
    rf"(?:the )?(?:{SEASON}|{HOLIDAY})|(?:the )?{NTH_DAY}|the {DAY}))"
    r"))",
    re.IGNORECASE,
)
_NEXT_END = re.compile(
    rf"\s*(?:to|until|till?|through|and|-|–)\s*(?P<end>{DATE}|{YEAR}|{MONTH}|now|today)", re.IGNORECASE
)
_NO_YEAR = re.compile(r",? (?:of )?(?:0{1,4}|0\d{3}|1[0-4]\d\d|[3-9]\d{3}|\d{5,})\b(?!\s*[%$€£:.]?\d|\s*[%$€£])")
"""A number after a day or month that can only be meant as its year, and is none that a rule dares to take."""
_YEARS = re.compile(rf"(?P<from>{YEAR})\s?[-–]\s?(?P<until>{YEAR})")
_MONTH_NAMED = re.compile(rf"\b{MONTH}(?:\s+(?:the )?{DAY})?\s*$", re.IGNORECASE)
_DAY_OF_MONTH = re.compile(rf"{DAY}(?: of)? {MONTH}|{MONTH} (?:the )?{DAY}", re.IGNORECASE)
_YEAR_AT_END = re.compile(rf"{YEAR}$")
_TABLE: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_ORDINAL_BEFORE = re.compile(r"\d(?:st|nd|rd|th) $")
_COUNTED = re.compile(rf" (?!(?:{'|'.join(_TABLE['nth']['no_noun_behind'].split())})\b)[a-z]{{2,}}")
_BEFORE_CHRIST = re.compile(r" ?B\.?C\b|BCE\b", re.IGNORECASE)
_ROUGHLY = re.compile(r"^(?:about|around|over|of|by)\b", re.IGNORECASE)
_CAPITAL = re.compile(r" [A-Z][a-z]")
_PART_OF = re.compile(rf"(?:{PART})", re.IGNORECASE)
SHIFTY = frozenset({"may", "march", "mar", "sat", "sun", "mon", "wed", "fall", "spring", "jan", "dec", "sep", "apr"})
_MEANT = frozenset(
    "in since between until till til from by before after around about during on starting up as of through last "
    "next".split()
)


_TO = r"(?: ?[-–] ?| (?:to|until|till?|through|and) )(?:the )?"
_NUMBER = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?\b"
_DAYS = re.compile(
    rf"(?<![\w'’-])(?<!\d[.,:/])(?<!\d to )(?<!\d - )(?:(?P<role>from|between|on|over|for) )?(?:the )?(?:"
    rf"(?P<day>{_NUMBER}){_TO}(?P<last>{_NUMBER})(?: of)? (?P<month>{MONTH})"
    rf"|(?<!\d )(?<!st )(?<!nd )(?<!rd )(?<!th )(?P<month_first>{MONTH}) "
    rf"(?P<day_behind>{_NUMBER}){_TO}(?P<last_behind>{_NUMBER})(?! (?:of )?{MONTH}){_TABLE['days']['counted']})"
    rf"(?:,? (?P<year>{YEAR}))?",
    re.IGNORECASE,
)
"""Days of one month, which is said once: "from 12 to 19 January", "3-5 march"."""
_NO_MONTH = re.compile(_TABLE["days"]["no_month"])
_DIGIT = re.compile(r"\d")
_NTH = re.compile(rf"(?:the )?{NTH_DAY}", re.IGNORECASE)
_ON_A_DAY, _NO_DAY_BEHIND = (word_set(_TABLE["nth"][name]) for name in ("on_a_day", "no_day_behind"))
_HOUR_BEHIND, _BEHIND_ARTICLE = (
    re.compile(_TABLE["days"][name], re.IGNORECASE) for name in ("hour_behind", "behind_article")
)
_CLAUSE_ENDS = re.compile(r"\s*(?:$|[,.;:!?)\n]|(?:at|and|but|so|then)\b)")
_WORD_BEFORE = re.compile(r"([\w’']+)[,:]?\s+$")


@dataclass(frozen=True, slots=True)
class DatePhrase:
    text: str
    """As said, with its preposition ("since 2021", "in March")."""
    start: int
    end: int
    role: DateRole = "at"
    first_day: bool = False
    """Of days on end the first ("3 to 10 June"), which is when what takes place on them is."""


def find_date_phrases(text: str) -> list[DatePhrase]:
    """The time expressions of a text (its first 20,000 characters), in order, never overlapping."""
    text = text[:MAX_TEXT]
    found: list[DatePhrase] = []
    at = 0
    days = _days(text, 0) if _DIGIT.search(text) else []
    while (match := _SEEN.search(text, at)) or days:
        if match is None or days and days[0].start < match.end():
            found, at = found + days, days[1].end
            days = _days(text, at)
            continue
        at = max(match.end(), at + 1)
        if years := _YEARS.fullmatch(match.group("loose") or ""):
            begin = match.start("loose")
            found.append(DatePhrase(years["from"], begin, begin + 4, "since"))
            found.append(DatePhrase(years["until"], match.end() - 4, match.end(), "until"))
            continue
        if match.group("loose") and not (_is_meant(match, text) and _is_no_name(text, match)):
            continue
        odd = _NO_YEAR.match(text, match.end())
        if odd and _MONTH_NAMED.search(match.group()) and not (odd.group()[0] == "," and _is_counted(text, odd)):
            at = odd.end()  # "1 January 9999" is not next January: the whole is given on, and nobody can date it
            found.append(DatePhrase(match.group() + odd.group(), match.start(), at, _role(match)))
            continue
        end = _range_end(text, match)
        role, first = "since" if end else _role(match), end is not None and _is_day_of_month(match, end)
        found.append(DatePhrase(_with_year(match, end), match.start(), match.end(), role, first))
        if end:
            found.append(DatePhrase(end.group("end"), end.start("end"), end.end(), "until"))
            at = end.end()
    return found


def _is_counted(text: str, odd: re.Match[str]) -> bool:
    """ "15 January, 4200 *euros*"."""
    return _COUNTED.match(text, odd.end()) is not None


def _days(text: str, at: int) -> list[DatePhrase]:
    """Both ends of the next days of which one month is said; empty where there are none."""
    for match in _DAYS.finditer(text, at):
        first, last = ("day", "last") if match["day"] else ("day_behind", "last_behind")
        named = (match["month"] or match["month_first"]).rstrip(".")
        month = " ".join(filter(None, (named, match["year"])))
        role = (match["role"] or "").casefold()
        joined = role == "between" or " and " not in match.group().casefold()
        name = month.casefold() in SHIFTY and _NO_MONTH.match(text, match.end())
        if joined and not name and _number(match[first]) < _number(match[last]):
            lead = f"{match['role']} " if role in ("from", "between") else ""
            begin = DatePhrase(
                f"{lead}{match[first]} {month}", match.start(), match.end(first), "since", first_day=True
            )
            return [begin, DatePhrase(f"{match[last]} {month}", match.start(last), match.end(), "until")]
    return []


def _number(day: str) -> int:
    return int(day.rstrip("stndrhSTNDRH"))


def _with_year(match: re.Match[str], end: re.Match[str] | None) -> str:
    """As said; "from May" until "August 2024" is May 2024."""
    said = match.group().strip().rstrip(".")
    year = _YEAR_AT_END.search(end.group("end")) if end else None
    return f"{said} {year[0]}" if year and said.casefold().split(" ")[-1] in MONTHS else said


def _is_no_name(text: str, match: re.Match[str]) -> bool:
    """ "the 32nd of May" is no May, "the Sunday Times" no Sunday."""
    before, after = text[max(0, match.start() - 8) : match.start()], text[match.end() : match.end() + 12]
    if (match.group("role") or "").casefold() == "of" and _ORDINAL_BEFORE.search(before):
        return False
    word = match.group("loose").rstrip(".").casefold()
    if _NTH.fullmatch(word):
        return _is_day(text, match)
    if word.removeprefix("the ") in ORDINALS and _COUNTED.match(text, match.end()):
        return False  # "the third floor"
    if word.isdigit() and (_BEFORE_CHRIST.match(after) or (_ROUGHLY.search(match.group()) and _COUNTED.match(after))):
        return False  # "1800 BC", "about 2021 people"
    return not (word in WEEKDAYS and before.casefold().endswith("the ") and _CAPITAL.match(after))


def _is_day(text: str, match: re.Match[str]) -> bool:
    """Whether "23rd" is a day of the month: "by 20th", "driving test 23rd"; not "the 3rd floor", "came 3rd"."""
    if _COUNTED.match(text.casefold(), match.end()):
        return False
    if match.group("role"):
        return match.group("role").casefold().split(" ")[0] in _ON_A_DAY
    if match.group("loose").casefold().startswith("the "):
        return False  # "moved to the 5th": the words before it tell
    before = _WORD_BEFORE.search(text[max(0, match.start() - 30) : match.start()])
    alone = match.group().strip() == text.strip()
    counts = not alone and (before is None or before[1].casefold() in _NO_DAY_BEHIND)
    return not counts and _CLAUSE_ENDS.match(text, match.end()) is not None


def _role(match: re.Match[str]) -> DateRole:
    if match.group("span"):
        return "since"
    word = (match.group("role") or "").casefold().split(" ")[0]
    if word in ("since", "starting", "from", "as", "between"):
        return "since"
    if word in ("until", "till", "til", "up", "through"):
        return "until"
    return "before" if word == "before" else "after" if word == "after" else "at"


def _range_end(text: str, match: re.Match[str]) -> re.Match[str] | None:
    said = (match.group("role") or "").casefold()
    end = _NEXT_END.match(text, match.end())
    if said in ("from", "between") or end is None:
        return end
    joined = said in ("", "on", "for", "over") and "and" not in end.group().split(" ")
    return end if joined and _is_day_of_month(match, end) else None


def _is_day_of_month(match: re.Match[str], end: re.Match[str]) -> bool:
    days = (_DAY_OF_MONTH.search(one) for one in (match.group("solid") or "", end.group("end")))
    return all(day is not None for day in days)


def is_said_of(text: str, start: int) -> bool:
    """Whether what may be a short name of a day is the word for what somebody did, or a thing: "we *sat* at 7.30"."""
    return _BEHIND_ARTICLE.search(text[max(0, start - 6) : start]) is not None


def _has_an_hour(match: re.Match[str], text: str) -> bool:
    """ "Tues 5.30", "sat 7pm"; but "we sat 7.30 to 9"."""
    return _HOUR_BEHIND.match(text, match.end()) is not None and not is_said_of(text, match.start())


def _is_meant(match: re.Match[str], text: str) -> bool:
    """Whether a bare month, weekday, season or number is one: said with a preposition, or beyond confusion."""
    word = match.group("loose")
    role = (match.group("role") or "").casefold()
    if part := _PART_OF.match(word):
        word, role = word[part.end() :], "in"  # "at the end of January" can only be a time
    if word[0] in "'’":
        return role in _MEANT
    bare = word.rstrip(".").casefold()
    if _NTH.fullmatch(word) or (bare in WEEKDAYS and _has_an_hour(match, text)):
        return True  # the words around it tell
    if word[0].isdigit() or bare.startswith("the "):
        return role in _MEANT and not (bare.startswith("the ") and bare[4:].isdigit())
    if bare in SHIFTY:
        on = role == "on" and bare in WEEKDAYS and bare != "sun"
        return on or role in ("in", "since", "until", "till", "til") or (bool(role) and word[0].isupper())
    return bool(role) or (bare in WEEKDAYS and len(bare) > 4) or " " in bare

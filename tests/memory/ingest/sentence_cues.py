"""What the words of a message tell of a claim besides its parts: a plan, one more, the end of something not named.

In: sentences. Out: yes or no, or a number of days. Pure.
"""

import re

_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
_SOON = (
    "moving starting joining leaving switching changing going flying traveling travelling visiting coming getting "
    "marrying having meeting attending running beginning quitting stopping ending finishing retiring"
)
_AHEAD = re.compile(
    r"\b(?:plans? to|will|starts?|begins?|joins?|leaves?|retires?|going to|about to|"
    rf"(?:is|are|am|i['’]m|we['’]re) (?:soon )?(?:{'|'.join(_SOON.split())}))\b",
    re.IGNORECASE,
)
_ADDITIONAL = re.compile(
    r"\balso (?:live|work)s?\b|(?:\b(?:am|is|are)|['’](?:m|s|re)) also an?\b|"
    r"\b(?:live|work)s?\b.*\b(?:too|as well|on the side|part[- ]time)\b",
    re.IGNORECASE,
)
_STRETCH = re.compile(r"\b(?:since|from|for|started|until|till|first)\b", re.IGNORECASE)
_NOW = re.compile(r"\b(?:now|these days|nowadays|instead)\b", re.IGNORECASE)
_PAST = re.compile(
    r"\b(?:was|were|did|had|went|came|got|began|met|left|bought|sold|took|made|saw|gave|born|died|flew|drove|ran|won|"
    r"lost|found|quit|broke|built|wrote|became|since|ago|last|yesterday|['’]ve|have|has|(?!need|feed|speed|seed)[a-z]{2,}ed)\b",
    re.IGNORECASE,
)
_DOING = re.compile(r"(?!thing|morning|evening|building|ring|king)[a-z]{3,}ing")
_AGAIN = re.compile(r"\b(?:again|once more|back (?:at|to|on|with|in)|after all)\b", re.IGNORECASE)
_CORRECTS = re.compile(
    r"\b(?:no,? wait|i meant|i mean\b|correction|scratch that|make (?:that|it)|actually it['’]s|not \w+ but)\b",
    re.IGNORECASE,
)
_ALMOST = re.compile(
    r"\b(?:almost|nearly|(?:was|were|came|come) (?:about|close) to)\s+"
    r"(?!(?:every|all|always|never|an?|the|my|no|half|entirely|done|there|as)\b|\d)[a-z]+(?=\s)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?;\n])\s+")
_LEFT = re.compile(r"\b(?:left|leav(?:e|es|ing))\b", re.IGNORECASE)
_GAVE_UP = re.compile(r"\b(?:quit(?:ting)?|g[ai]ve (?:\w+ ){0,3}up|giv(?:en|ing) up|dropped)\b", re.IGNORECASE)


_COUNTED = re.compile(
    r"\bfor (?:about |almost |nearly |over |just )?(?:an? (?:(?P<few>couple of|few) )?|"
    r"(?P<count>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) )"
    r"(?P<unit>day|week|month|year)s?\b",
    re.IGNORECASE,
)
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}


_HAD = re.compile(r" had (?:an?|some|one|two|three|four|several|many|lots of) ", re.IGNORECASE)


def had_one(fact: str) -> bool:
    """ "User had a dog": one of the kind, which need not be the one they have now."""
    return bool(_HAD.search(fact))


def stated_days(text: str, name: str) -> int:
    """Of "lived in Boston for a year" the days; 0 where the sentence with that name tells of no such stretch."""
    said = (part for part in _SENTENCE.split(text) if name.casefold() in part.casefold())
    found = [match for part in said for match in _COUNTED.finditer(part)]
    if len(found) != 1 or found[0]["few"]:
        return 0
    return _value(found[0]["count"] or "one") * _DAYS[found[0]["unit"].casefold()]


def lies_ahead(fact: str) -> bool:
    """Whether it tells of something that is to begin: "User is moving to Berlin"."""
    return bool(_AHEAD.search(fact))


def is_activity(name: str) -> bool:
    """ "smoking": what is over is a doing, however it was said that it was done."""
    return bool(_DOING.fullmatch(name))


def is_now(text: str) -> bool:
    """Whether the words say that it is so now, as it was not before."""
    return bool(_NOW.search(text))


def is_again(text: str) -> bool:
    """ "I eat meat again": it was so before, too."""
    return bool(_AGAIN.search(text))


def is_past(text: str) -> bool:
    """Whether it is told in the past."""
    return bool(_PAST.search(text))


def is_correction(text: str) -> bool:
    """ "No wait, it's 19": what was said before was wrong."""
    return bool(_CORRECTS.search(text))


def is_near_miss(text: str, name: str) -> bool:
    """ "I almost bought a boat": it did not happen."""
    said = said_with(text, name)
    return any(name.casefold() in said[match.end() :].casefold() for match in _ALMOST.finditer(said))


def said_with(text: str, name: str) -> str:
    """The first sentence with that name; the whole text where none has it."""
    parts = (part for part in _SENTENCE.split(text) if name and name.casefold() in part.casefold())
    return next(parts, text)


def said_ahead(text: str, phrase: str, name: str) -> bool:
    """Whether the sentence with that date, and that name, tells of something to come: "I'm leaving Acme in June"."""
    dated = [part for part in _SENTENCE.split(text) if phrase.casefold() in part.casefold()]
    meant = [part for part in dated if name.casefold() in part.casefold()] or dated
    return bool(meant) and all(map(lies_ahead, meant))


def is_additional(text: str, name: str) -> bool:
    """ "I work at Globex too": it takes the place of nothing. ``name``: of which the sentence must speak."""
    said = (part for part in _SENTENCE.split(text) if name.casefold() in part.casefold())
    return any(map(_ADDITIONAL.search, said))


def is_about_a_stretch(text: str) -> bool:
    """Words by which a year is where something began: "since 2019", "for three years"."""
    return bool(_STRETCH.search(text))


def has_left(text: str) -> bool:
    """Whether somebody left a place or a firm."""
    return bool(_LEFT.search(text))


def gave_up(text: str) -> bool:
    """Whether something is over of which it is not said what it was: "I quit smoking"."""
    return bool(_GAVE_UP.search(text))


def _value(number: str) -> int:
    return int(number) if number.isdigit() else _NUMBERS.index(number.casefold())

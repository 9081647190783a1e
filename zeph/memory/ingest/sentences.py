"""What the words of two sentences about the same two ends tell that their ends do not.

In: sentences. Out: whether a plan came true, a number changed, something was given up whose doing is not named. Pure.
"""

import re

_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
_NUMBER = re.compile(rf"\b(?:\d+|{'|'.join(_NUMBERS)})\b", re.IGNORECASE)
_HAS = re.compile(r"\b(?:has|have)\b", re.IGNORECASE)
_AHEAD = re.compile(
    r"\b(?:plans? to|will|going to|about to|(?:is|are|am) (?:soon )?(?:moving|starting|joining|leaving|switching|changing))\b",
    re.IGNORECASE,
)
_GAVE_UP = re.compile(r"\b(?:quit(?:ting)?|g[ai]ve (?:\w+ ){0,3}up|giv(?:en|ing) up|dropped)\b", re.IGNORECASE)


def came_true(known: str, said: str) -> bool:
    """ "User plans to move to Berlin", and now "User lives in Berlin"."""
    return bool(_AHEAD.search(known)) and not _AHEAD.search(said)


def counted_anew(known: str, said: str) -> bool:
    """ "User has two children", and now "User has three children": nothing but a number is another."""
    if not _HAS.search(said) or _NUMBER.sub("#", known).casefold() != _NUMBER.sub("#", said).casefold():
        return False
    return list(map(_value, _NUMBER.findall(known))) != list(map(_value, _NUMBER.findall(said)))


def gave_up(text: str) -> bool:
    """Whether something is over of which it is not said what it was: "I quit smoking"."""
    return bool(_GAVE_UP.search(text))


def _value(number: str) -> int:
    return int(number) if number.isdigit() else _NUMBERS.index(number.casefold())

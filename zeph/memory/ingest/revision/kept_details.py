"""A sentence with another value in it: what is told of the day alone leaves the hour and the place as they were.

In: the sentence of a known fact, what was said anew, the values that are others now. Out: the known sentence with the
new values, where the new one tells nothing else; else empty. Pure.
"""

import re
from collections.abc import Iterable, Mapping

from zeph.clock import Moment
from zeph.memory.ingest.intents.order_of import intents_table
from zeph.memory.language.morphology import singular, verb_form
from zeph.memory.language.names import STOP_WORDS, canonical_name
from zeph.memory.language.times.day_phrases import phrase_of_day, without_preposition

PAST = ("VBD", "VBN")
_WORD = re.compile(r"[^\W\d_][\w'’-]*|\d[\w.:]*")


def with_values(known: str, said: str, values: Mapping[str, str], day: tuple[Moment, str] | None = None) -> str:
    """``values``: old ones and those that stand in their place; ``day``: the known one, and the words for the other."""
    found = {old: new for old, new in values.items() if old and _at(old).search(known)}
    if day is not None and day[1] and (phrase := phrase_of_day(known, day[0])):
        found[phrase] = without_preposition(day[1])
    if not found:
        return ""
    text = known
    for old, new in found.items():
        text = _at(old).sub(lambda _, put=new: put, text, count=1)  # type: ignore[misc]
    lost = _content(known) - _content(said) - _content(" ".join(found))
    gained = _content(said) - _content(text) - _content(" ".join((*values, *(day[1:] if day else ()))))
    denies = not {*intents_table()["denying"]["words"]}.isdisjoint(said.casefold().split())
    return text if lost and not denies and all(map(_tells_that_it_moved, gained)) else ""


def _tells_that_it_moved(word: str) -> bool:
    """ "Moved", "put"; a "park" is a place."""
    form = verb_form(word)
    return form is not None and form[1] in PAST


def _at(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)


def _content(text: str) -> set[str]:
    return {singular(one) for one in map(canonical_name, _words(text)) if one not in STOP_WORDS}


def _words(text: str) -> Iterable[str]:
    return _WORD.findall(text)

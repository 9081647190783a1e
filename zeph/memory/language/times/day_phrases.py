"""The words by which a sentence names a day, and the sentence with other words in their place.

In: a sentence, the day that it names as a moment, words for another day. Out: words of the sentence. Pure.
"""

from datetime import date

from zeph.clock import Moment
from zeph.memory.language.names import STOP_WORDS


def phrase_of_day(text: str, day: Moment) -> str:
    """The words of a sentence that name that day, without what stands before it; empty where none do."""
    from zeph.memory.language.times.date_resolution import resolve_date  # its patterns take a while to compile
    from zeph.memory.language.times.date_spans import find_date_phrases

    for phrase in find_date_phrases(text):
        meant = resolve_date(phrase.text, day)
        if meant is not None and meant.moment[:10] == day[:10]:
            return without_preposition(phrase.text)
    return ""


def with_day(text: str, day: Moment, other: str) -> str:
    """The sentence with ``other`` in the place of its words for that day; as it is where it has none."""
    named = phrase_of_day(text, day)
    return text.replace(named, without_preposition(other), 1) if named else text


def day_in_words(day: Moment) -> str:
    """ "18 December 2026"."""
    return f"{int(day[8:10])} {date.fromisoformat(day[:10]):%B %Y}"


def without_preposition(phrase: str) -> str:
    """ "9th" of "on the 9th"."""
    words = phrase.split()
    while len(words) > 1 and words[0].casefold() in STOP_WORDS:
        words.pop(0)
    return " ".join(words)

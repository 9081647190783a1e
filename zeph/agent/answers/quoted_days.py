"""Which day a quotation means: "last Sunday" is another one every week that it is read.

In: a question, a sentence that was said. Out: the day, as it is told behind the quotation. Pure.
"""

import re
from datetime import timedelta

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.days_behind import is_behind
from zeph.agent.answers.expected_kinds import asking_words, expected_kind
from zeph.agent.answers.named_days import ANY_DAY, named_days
from zeph.agent.answers.quotable import Quotable
from zeph.agent.answers.task_days import short_day
from zeph.clock import Moment, parse_moment, to_moment
from zeph.memory.language.morphology import is_plural
from zeph.memory.language.times.date_resolution import resolve_nearest
from zeph.memory.language.times.date_spans import DatePhrase
from zeph.memory.language.times.stretches import named_stretch
from zeph.memory.recall.query.vocabulary import words
from zeph.records.stretch import Stretch

_EXCEPTED = re.compile(read_answers()["excepted"]["day"], re.IGNORECASE)
A_MONTH = timedelta(days=31)
"""After which the same words mean another day, where they name no month."""
WHEN = ("time", "weekday")
"""Kinds of questions in which a day of the week that is named alone is one day, and no habit."""


def day_meant(question: str, one: Quotable) -> str:
    """ " (Sun 22 November)"; empty where it names no day, several, one by its date, that on which it was said, or one
    on which it is not so."""
    told = [phrase for phrase, _ in named_days(one.text, one.message.sent_at)]  # not those that it was moved from
    named = [phrase for phrase in told if not _EXCEPTED.search(one.text[: phrase.start])]
    days = [day for phrase in named if (day := _day_of(question, one, phrase)) is not None]
    if len(days) != 1 or days[0].start[:10] == one.message.sent_at[:10]:
        return ""
    return f" ({short_day(parse_moment(days[0].start))})"


def _day_of(question: str, one: Quotable, phrase: DatePhrase) -> Stretch | None:
    """The one day of a phrase that another day would read otherwise."""
    said = one.message.sent_at
    ahead, behind = (named_stretch(phrase.text, said, ahead=towards) for towards in (True, False))
    if ahead is not None and behind is not None and ahead.start != behind.start:  # "on monday"
        of_habit = any(map(is_plural, words(asking_words(question))))  # "which days do I climb"
        if expected_kind(question) not in WHEN or of_habit or ANY_DAY.search(one.text[: phrase.start]):
            return None
        ahead = behind if is_behind(one.text, phrase) and not _is_long_ago(phrase, said) else ahead
    elsewhen = named_stretch(phrase.text, to_moment(parse_moment(said) + A_MONTH), ahead=True)
    one_day = ahead is not None and (ahead.days == 1 or ahead.is_open and _begins_on_a_day(phrase, said))
    return ahead if one_day and ahead != elsewhen else None


def _begins_on_a_day(phrase: DatePhrase, said: Moment) -> bool:
    """ "From monday" does, "from next week" does not."""
    behind = named_stretch(phrase.text.partition(" ")[2] or phrase.text, said, ahead=True)
    return behind is None or behind.is_open or behind.days == 1


def _is_long_ago(phrase: DatePhrase, said: Moment) -> bool:
    """Of a day of a month: whether it would be most of a year back, and the same day is a few weeks ahead: who means
    that one says so ("got in on 16 dec")."""
    nearest = resolve_nearest(phrase.text, said)
    return nearest is not None and nearest.moment[:10] > said[:10]

"""When money went, by the words that tell of it: "lent me 200 *in October*", "paid me *on Friday*".

In: a sentence, when it was said. Out: a day or a month; it is worked out only for what is told. Pure.
"""

from datetime import timedelta

from zeph.clock import Moment, parse_moment
from zeph.memory.language.times.stretches import dates_told, named_stretch

A_MONTH = 31
"""Days: what lasts longer is no time at which money went."""
LATELY = timedelta(days=8)
"""Before a message, within which a day of the week that it names alone has been."""
WENT = ("lent", "paid")
"""Kinds of steps that have been when they are told."""


def day_of_money(kind: str, said: str, at: Moment) -> str:
    """ "2026-10-09", "2026-10" where only a month is told; the day of ``at`` where nothing is, or what is to come."""
    days = [one for one in dates_told(said, at) if one.end <= at]
    if not days and kind in WENT and (weekday := named_stretch(said, at, ahead=False)) is not None:
        days = [weekday] if parse_moment(at) - parse_moment(weekday.start) <= LATELY else []
    if len(days) != 1 or days[0].days > A_MONTH:
        return at[:10]
    return days[0].start[:10] if days[0].days == 1 else days[0].start[:7]

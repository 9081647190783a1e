"""How long ago a moment was, as a person says it."""

from zeph.clock import Moment, parse_moment


def ago(then: Moment, now: Moment) -> str:
    """``3 days``: how long before ``now`` that was, in the largest unit of which there is one."""
    seconds = max(0.0, (parse_moment(now) - parse_moment(then)).total_seconds())
    for unit, length in (("year", 31_557_600), ("month", 2_629_800), ("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= length:
            count = int(seconds // length)
            return f"{count} {unit}{'s' if count > 1 else ''}"
    return "a moment"

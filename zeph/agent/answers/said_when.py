"""When something was said, as it stands before its quotation: "Today you said", "On 2026-11-03 you said".

In: a moment, the present, who said it; or a message. Out: the words. Pure.
"""

from datetime import timedelta

from zeph.agent.answers.answer_tables import read_answers
from zeph.clock import Moment, parse_moment
from zeph.memory.recall.query.time_intent import local_moment
from zeph.records.message import Message
from zeph.safety.text import one_line

_SAYS: dict[str, str] = read_answers()["said_when"]
_PUT_RIGHT: str = read_answers()["unknown"]["put_right_since"]
YOU = _SAYS["person"]


def told_when(at: Moment, now: Moment | None, who: str = YOU) -> str:
    """ "Yesterday you said"; without a present by its date."""
    day = parse_moment(local_moment(at)).date()
    today = parse_moment(local_moment(now)).date() if now else None
    if today is not None and day in (today, today - timedelta(days=1)):
        return f"{_SAYS['today' if day == today else 'yesterday']} {who} {_SAYS['said']}"
    return f"{_SAYS['on'].format(day.isoformat())} {who} {_SAYS['said']}"


def quote_of(message: Message, now: Moment | None = None) -> str:
    """ "Today you said: “lent Tom 40”": all of a message of the person's."""
    return f"{told_when(message.sent_at, now)}: “{one_line(message.text)}”{put_right_mark(message)}"


def put_right_mark(message: Message) -> str:
    """That a quotation is as a later message puts it right."""
    return _PUT_RIGHT if message.was else ""

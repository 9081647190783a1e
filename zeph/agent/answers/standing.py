"""What was said as it stands: without what was taken back, and with what was put right.

In: messages of the person in the order of time, or what was recalled. Out: the same as they stand since. Pure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.undone import without_undone
from zeph.memory.ingest.intents.put_right import as_put_right
from zeph.memory.recall.render.recall_lines import message_line
from zeph.records.message import Message
from zeph.records.recalled import Recalled, RecalledMessage
from zeph.safety.text import one_line

_AT_FIRST: str = read_answers()["unknown"]["put_right_line"]


def standing(said: Sequence[Message]) -> list[Message]:
    return as_put_right(without_undone(said))


def as_it_stands(
    recalled: Recalled, behind: Mapping[int, Sequence[Message]]
) -> tuple[Recalled, dict[int, list[Message]]]:
    """``behind``: what the person typed right behind a message, by its id; what of that puts nothing right is left.
    What puts another message right is told in that one."""
    told: list[RecalledMessage] = []
    gone: set[int] = set()
    for one in recalled.messages:
        after = behind.get(one.message.id, ())
        stands = {m.id: m for m in standing([one.message, *after])} if one.message.role == "user" else {}
        message = stands.get(one.message.id, one.message)
        if message.was:
            gone.update(m.id for m in after if m.id not in stands)
        told.append(_told(one, message, gone) if message.was else one)
    left = {number: [m for m in after if m.id not in gone] for number, after in behind.items()}
    return replace(recalled, messages=tuple(one for one in told if one.message.id not in gone)), left


def _told(one: RecalledMessage, message: Message, by: set[int]) -> RecalledMessage:
    changes = tuple(change for change in one.changes if change.by not in by)
    line = message_line(message, message.text, changes) + _AT_FIRST.format(one_line(message.was))
    return replace(one, message=message, said=message.text, changes=changes, line=line)

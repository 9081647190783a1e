"""What was said as it stands: without what was taken back, and with what was put right.

In: messages of the person in the order of time, or what was recalled. Out: the same as they stand since. Pure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.thing_words import about_of
from zeph.agent.answers.undone import without_undone
from zeph.memory.ingest.intents.put_right import LONGEST_TOLD, as_put_right, found_behind, put_right
from zeph.memory.ingest.intents.put_right_features import Compared
from zeph.memory.recall.query.vocabulary import content_stems, stem
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
    told_here = (one.message for one in recalled.messages if one.message.role == "user" and not one.message.imported)
    said = {message.id: message for message in told_here if len(message.text) <= LONGEST_TOLD}
    gone = _put_right_behind(said, behind)
    by = _put_right_later(said)
    gone.update(i for i, same_talk in by.items() if same_talk)
    told = (
        _told(one, right, gone | by.keys()) if (right := said.get(one.message.id)) and right.was else one
        for one in recalled.messages if one.message.id not in gone
    )  # fmt: skip
    left = {number: [m for m in after if m.id not in gone] for number, after in behind.items()}
    return replace(recalled, messages=tuple(told)), left


def _put_right_behind(said: dict[int, Message], behind: Mapping[int, Sequence[Message]]) -> set[int]:
    """Has these messages stand as what was typed right behind them puts them right; which did."""
    gone: set[int] = set()
    for number, message in [*said.items()]:
        after = [one for one in behind.get(number, ()) if _may_be_of(one, message)]
        stands = {m.id: m for m in standing([message, *after])}
        if number in stands and stands[number].was:
            said[number] = stands[number]
            gone.update(m.id for m in after if m.id not in stands)
    return gone


def _put_right_later(said: dict[int, Message]) -> dict[int, bool]:
    """Has these messages stand as one of them that denies something of another puts it right; which did, and whether in
    the same talk: one of another has to name what it is of, and is left, for it may tell more."""
    by: dict[int, bool] = {}
    for number in sorted(said):
        message = said[number]
        before = [said[i] for i in sorted(said) if i < number and said[i].speaker == message.speaker]
        found = put_right(message.text, [one.text for one in before], near=0)
        if found is None:
            continue
        wrong = before[found.of]
        same = wrong.conversation_id == message.conversation_id
        if _names_it(message.text, wrong.text, found.right, at_all=not same):
            said[wrong.id] = found.stands(wrong)
            by[number] = same
    return by


def _may_be_of(later: Message, message: Message) -> bool:
    """Whether what a later message puts right may be this one."""
    found = found_behind(later, [message])
    return found is None or _names_it(later.text, message.text, found[0].right)


def _names_it(line: str, wrong: str, right: str, *, at_all: bool = False) -> bool:
    """Whether a line has another word of what it puts right, or names nothing: of what was recalled alone the right
    message may not be among them ("my *sister* is Inez, not Ines" of "my cat is called Ines"). ``at_all``: it has to
    name something."""
    compared = Compared(line)
    named = about_of(line) - content_stems(right) - {stem(word) for word in (*compared.cues, *compared.denied)}
    named -= compared.denied
    return not (named or at_all) or not named.isdisjoint(content_stems(wrong))


def _told(one: RecalledMessage, message: Message, by: set[int]) -> RecalledMessage:
    changes = tuple(change for change in one.changes if change.by not in by)
    line = message_line(message, message.text, changes) + _AT_FIRST.format(one_line(message.was))
    return replace(one, message=message, said=message.text, changes=changes, line=line)

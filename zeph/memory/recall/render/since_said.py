"""What of the recalled messages is otherwise since, and what a question takes to be so although it is over.

In: the changes that the graph knows of for the messages found, the plan, these messages. Out: :class:`Changes`. Pure.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.time_intent import Past
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem, words
from zeph.memory.recall.render.last_said import names_in
from zeph.records.message import PERSON, Message
from zeph.records.recalled import Change

MOST_PREMISES = 2
_SAYS: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Changes:
    """``known``: in the order of time."""

    known: Sequence[Change] = ()

    def of(self, message_id: int) -> tuple[Change, ...]:
        """What of a message a later one changed; of several changes of one sentence the last."""
        last = {change.span: _told(change) for change in self.known if change.message_id == message_id}
        return tuple(last.values())

    def presumed(self, plan: QueryPlan, messages: Sequence[Message] = ()) -> tuple[Change, ...]:
        """What is over and named by the question, the latest first; nothing where the question turns to the past. Of
        ``messages`` those that told it and those that came later tell which other names belong to it alone."""
        if plan.intent.past is Past.SURELY:
            return ()
        asked = {stem(word) for word in plan.query.terms}
        named: dict[int, Change] = {}
        for change in reversed(self.known):
            if change.over and (_is_named(change, asked) or _is_part(change, plan, messages)):
                named.setdefault(change.by, change)
        return tuple(named.values())[:MOST_PREMISES]


def _told(change: Change) -> Change:
    return (
        change if change.sentence else replace(change, sentence=_SAYS["took_back"].format(WHO=PERSON, WHAT=change.fact))
    )


def _is_named(change: Change, asked: set[str]) -> bool:
    """Whether the question has the words of somebody or something that it was about, beside the person."""
    for name in change.names:
        said = {stem(word) for word in words(name) if word not in STOP_WORDS}
        if name != PERSON and said and (said <= asked or _head(name) in asked):
            return True
    return False


def _is_part(change: Change, plan: QueryPlan, messages: Sequence[Message]) -> bool:
    """Whether the question has a name that stood where it was told, and that nothing later speaks of: the town of a job
    that is over, the teacher of a course."""
    told = [f"{change.fact} {m.text[slice(*change.span)]}" for m in messages if m.id == change.message_id]
    there = set(words(" ".join(told)))
    later = {word for m in messages if m.id > change.by for word in words(m.text)}
    return any(name in there and name not in later for name in names_in(plan.request.question))


def _head(name: str) -> str:
    """The word that says what it is: "course" of "a statistics course", "Corolla" of "the Corolla"."""
    return stem(words(name)[-1]) if words(name) else ""

"""What the memory says of its own keeping: "did you save that?", "what have you just saved?", "is it really gone?".

In: a question; what happened since the talk was opened, the last thing the person told, its facts, what still speaks of
something. Out: what is asked, or None; a sentence or two. Pure.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.quotable import cut
from zeph.agent.answers.second_person import to_you
from zeph.memory.ingest.intents.order_of import let_be_of
from zeph.records.message import Message
from zeph.safety.text import one_line

LONGEST = 80
"""Characters that are quoted of what was said."""
FACTS = 5
_TABLE = read_answers("what_is_kept.toml")
_SAYS: dict[str, str] = _TABLE["says"]
_ASKED = [(row["kind"], re.compile(row["said"], re.IGNORECASE)) for row in _TABLE["asked"]]


class AskedOfKeeping(NamedTuple):
    kind: str
    """``told_not``, ``last``, ``just``, ``gone`` or ``gone_of``."""
    what: str = ""
    """What is named of which it is asked whether it is gone."""


@dataclass(slots=True)
class SinceOpened:
    """What happened to the memory since this talk was opened: counts alone, nothing of what was said."""

    unkept: int = 0
    """Messages that are kept nowhere."""
    unkept_in: int | None = None
    """The conversation whose last message that told something was one of these."""
    gone: str = ""
    """What was forgotten last, counted: "1 fact, 2 messages"."""
    staying: int = 0
    """Messages that stayed although they speak of it."""
    lingers: str = ""
    """Why its bytes are in the file for a while yet; empty where they are gone."""

    def said(self, text: str, conversation_id: int, *, kept: bool) -> None:
        """One more message."""
        if tells(text):
            self.unkept += not kept
            self.unkept_in = None if kept else conversation_id

    def forgot(self, counted: str, staying: int, lingers: str = "") -> None:
        self.gone, self.staying, self.lingers = counted, staying, lingers


def asked_of_keeping(text: str) -> AskedOfKeeping | None:
    """What is asked of the keeping; None where something else is."""
    for kind, said in _ASKED:
        if found := said.search(text):
            return AskedOfKeeping(kind, found.groupdict().get("what") or "")
    return None


def tells(text: str) -> bool:
    """Whether a message is one that "that" may mean: no such question itself, and more than "never mind"."""
    return asked_of_keeping(text) is None and let_be_of(text) is None


def told_of_keeping(
    asked: AskedOfKeeping, since: SinceOpened, last: Message | None, facts: Sequence[str], speaking: Sequence[str]
) -> str:
    """``last``: what the person told last, None where it is not kept or nothing was told; ``facts``: what was read from
    it; ``speaking``: what still speaks of a thing that is named, each kind counted."""
    match asked.kind:
        case "told_not":
            return _of_private(since.unkept)
        case "last" | "just":
            return _of_last(asked.kind, since, last, facts)
        case "gone":
            return _of_gone(since)
    if not speaking:
        return _SAYS["of_none"].format(WHAT=_named(asked.what))
    one = len(speaking) == 1 and speaking[0].startswith("1 ")
    return _SAYS["of_one" if one else "of_some"].format(
        COUNT=" and ".join(speaking), WHAT=_named(asked.what), NAMED=asked.what
    )


def _of_private(count: int) -> str:
    if not count:
        return _SAYS["none_private"]
    counted = _SAYS["one_private"] if count == 1 else _SAYS["several_private"].format(count)
    return _SAYS["private"].format(COUNT=counted)


def _of_last(kind: str, since: SinceOpened, last: Message | None, facts: Sequence[str]) -> str:
    if last is None:
        unkept = "unkept" if kind == "last" else "unkept_just"
        return _SAYS[unkept if since.unkept_in is not None else "nothing_said"]
    told = " ".join(f"{to_you(one_line(fact).rstrip('.'))}." for fact in dict.fromkeys(facts[:FACTS]))
    noted = _SAYS["noted"].format(FACTS=told.removesuffix(".")) if facts else _SAYS["no_fact"]
    key = "kept" if kind == "last" else "just"
    return _SAYS[key].format(SAID=cut(one_line(last.text.rstrip(".")), LONGEST), NOTED=noted)


def _of_gone(since: SinceOpened) -> str:
    if not since.gone:
        return _SAYS["nothing_gone"]
    if since.lingers:
        return _SAYS["lingers"].format(WHY=since.lingers)
    if not since.staying:
        return _SAYS["gone"].format(COUNT=since.gone)
    stay = _SAYS["one_stays"] if since.staying == 1 else _SAYS["several_stay"].format(since.staying)
    return _SAYS["gone_but"].format(COUNT=since.gone, STAYING=stay)


def _named(what: str) -> str:
    """ "My address" as the person is told of it: your address."""
    owner = read_answers()["second_person"]
    return re.sub(rf"\b{owner['mine']}\b", owner["owner"], what.strip(), flags=re.IGNORECASE)

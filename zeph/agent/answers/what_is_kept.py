"""What the memory says of its own keeping: "did you save that?", "what have you just saved?", "is it really gone?".

In: a question; what happened since the talk was opened, the last thing the person told, its facts, what still speaks of
something. Out: what is asked, or None; a sentence or two. Pure.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.quotable import cut
from zeph.memory.ingest.intents.order_of import let_be_of
from zeph.memory.language.questions import bare
from zeph.records.message import Message
from zeph.safety.text import one_line

KEPT = "Kept."
REST_KEPT = "The rest is kept."
"""The same where only some of it is told, or something secret was taken out."""
LONGEST = 80
"""Characters that are quoted of what was said."""
FACTS = 5
_TABLE = read_answers("what_is_kept.toml")
_SAYS: dict[str, str] = _TABLE["says"]
_KINDS: dict[str, list[str]] = _TABLE["says"]["kinds"]
_ASKED = [(row["kind"], re.compile(row["said"], re.IGNORECASE)) for row in _TABLE["asked"]]


class AskedOfKeeping(NamedTuple):
    kind: str
    """``told_not``, ``still``, ``last``, ``just``, ``gone`` or ``gone_of``."""
    what: str = ""
    """What is named of which it is asked whether it is gone."""


@dataclass(slots=True)
class SinceStarted:
    """What happened to the memory since Zeph was started, in whichever talk: counts alone, nothing of what was
    said."""

    unkept: int = 0
    """Messages that are kept nowhere."""
    unkept_in: int | None = None
    """The conversation whose last message that told something was one of these."""
    forgotten: bool = False
    """Whether anything was."""
    gone: str = ""
    """What was forgotten last, counted: "1 fact, 2 messages"; empty where nothing of it has a name."""
    staying: int = 0
    """Messages that stayed although they speak of it."""
    stayed: bool = False
    """Whether any ever did."""
    lingers: str = ""
    """Why its bytes are in the file for a while yet; empty where they are gone."""

    @staticmethod
    def told(answer: str, *, hidden: bool) -> str:
        """The answer; ``hidden``: whether something secret was taken out of what was said."""
        return REST_KEPT if hidden and answer == KEPT else answer

    def said(self, text: str, conversation_id: int, *, kept: bool) -> None:
        """One more message."""
        if tells(text):
            self.unkept += not kept
            self.unkept_in = None if kept else conversation_id

    def forgot(self, counted: str, staying: int, lingers: str = "") -> None:
        self.forgotten, self.gone, self.staying, self.lingers = True, counted, staying, lingers
        self.stayed = self.stayed or staying > 0


def asked_of_keeping(text: str) -> AskedOfKeeping | None:
    """What is asked of the keeping; None where something else is."""
    text = bare(text)
    for kind, said in _ASKED:
        if found := said.match(text):
            return AskedOfKeeping(kind, found.groupdict().get("what") or "")
    return None


def tells(text: str) -> bool:
    """Whether a message is one that "that" may mean: no such question itself, and more than "never mind"."""
    return asked_of_keeping(text) is None and let_be_of(text) is None


def told_of_keeping(
    asked: AskedOfKeeping, since: SinceStarted, last: Message | None, facts: Sequence[str], speaking: Mapping[str, int]
) -> str:
    """``last``: what the person told last, None where it is not kept or nothing was told; ``facts``: what was read from
    it, said to the person; ``speaking``: how much still speaks of a thing that is named, by its kind. Empty where a
    thing was named of which nothing speaks and nothing was forgotten: then something else is asked."""
    match asked.kind:
        case "told_not":
            return _of_private(since)
        case "last" | "just":
            return _of_last(asked.kind, since, last, facts)
        case "gone":
            return _of_gone(since, _SAYS["yes_gone"])
        case "still":
            return _of_gone(since, _SAYS["not_still"])
    counted = [_counted(number, *_KINDS[kind]) for kind, number in speaking.items() if number]
    if not counted:
        return _SAYS["of_none"].format(WHAT=_named(asked.what)) if since.forgotten else ""
    says = _SAYS["of_one" if sum(speaking.values()) == 1 else "of_some"]
    together = reduce(lambda one, other: _SAYS["and"].format(ONE=one, OTHER=other), counted)
    return says.format(COUNT=together, WHAT=_named(asked.what), NAMED=asked.what)


def _of_private(since: SinceStarted) -> str:
    gone = "" if since.lingers or since.stayed else _SAYS["and_gone"]
    if not since.unkept:
        return _SAYS["none_private"].format(GONE=gone)
    counted = _counted(since.unkept, _SAYS["one_private"], _SAYS["several_private"])
    return _SAYS["private"].format(COUNT=counted, GONE=gone)


def _of_last(kind: str, since: SinceStarted, last: Message | None, facts: Sequence[str]) -> str:
    if last is None:
        unkept = "unkept" if kind == "last" else "unkept_just"
        return _SAYS[unkept if since.unkept_in is not None else "nothing_said"]
    told = " ".join(f"{fact}." for fact in [*dict.fromkeys(facts)][:FACTS])
    noted = _SAYS["noted"].format(FACTS=told.removesuffix(".")) if facts else _SAYS["no_fact"]
    key = "kept" if kind == "last" else "just"
    return _SAYS[key].format(SAID=cut(one_line(last.text.rstrip(".")), LONGEST), NOTED=noted)


def _of_gone(since: SinceStarted, yes: str) -> str:
    """``yes``: how the question is answered where it is gone."""
    if not since.forgotten:
        return _SAYS["nothing_gone"]
    if since.lingers:
        return _SAYS["lingers"].format(WHY=since.lingers)
    gone = since.gone or _SAYS["unnamed"]
    if not since.staying:
        return _SAYS["gone"].format(YES=yes, COUNT=gone)
    stay = _counted(since.staying, _SAYS["one_stays"], _SAYS["several_stay"])
    return _SAYS["gone_but"].format(YES=yes, COUNT=gone, STAYING=stay)


def _counted(number: int, one: str, several: str) -> str:
    return one if number == 1 else several.format(number)


def _named(what: str) -> str:
    """ "My address" as the person is told of it: your address."""
    owner = read_answers()["second_person"]
    return re.sub(rf"\b{owner['mine']}\b", owner["owner"], what.strip(), flags=re.IGNORECASE)

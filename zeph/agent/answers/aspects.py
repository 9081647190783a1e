"""What is asked for of somebody: the dentist's number, Graham's birthday. That of another is no answer.

In: a question, texts. Out: an :class:`Aspect`, or None; whether a text tells it. Pure. The rows stand in
``answers.toml``.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.expected_kinds import ANY, expected_kind, meets
from zeph.agent.answers.findings import Finding
from zeph.memory.recall.query.vocabulary import stem, words
from zeph.records.message import PERSON
from zeph.safety.text import one_line

BEHIND = 2.5
"""Log odds that what has none of what is asked for stands behind what has."""
_ROWS = [
    (re.compile(of, re.IGNORECASE), re.compile(row["value"], re.IGNORECASE), row["told"])
    for row in read_answers()["aspect"]
    for of in row.get("of", ())
]
_EXACT = {row["told"]: re.compile(row["exact"]) for row in read_answers()["aspect"] if "exact" in row}
_TOLD: list[dict[str, Any]] = read_answers()["aspect"]
_WHOM, _OF_PERSON, _SPEAKS_OF_SELF = (
    re.compile(read_answers()["unknown"][name]) for name in ("whom", "of_person", "speaks_of_self")
)
_MARK = re.compile(r"['’]")
_YOUR, _MINE = (read_answers()["second_person"][name] for name in ("owner", "mine"))


@dataclass(frozen=True, slots=True)
class Aspect:
    whom: str
    """As it is said to the person: "your boss", "the dentist"."""
    what: str
    owner: str
    """Stem of the word that names whom."""
    value: re.Pattern[str]

    def names_owner(self, text: str) -> bool:
        return self.owner in map(stem, words(text))

    def is_told(self, text: str) -> bool:
        return self.names_owner(text) and bool(self.value.search(text))


def asked_aspect(question: str, texts: Sequence[str]) -> Aspect | None:
    """``texts``: what was found; where no apostrophe tells that it is an owner, some of it must name them."""
    for of, value, what in _ROWS:
        if found := of.search(one_line(question)):
            owner = found["owner"]
            of_whom = (found["the"] or "").lower()
            whom = f"{_YOUR} {owner}" if of_whom == _MINE else f"{of_whom} {owner}".strip()
            aspect = Aspect(whom, what, stem(owner.lower()), value)
            marked = bool(_MARK.search(found.group()))
            return aspect if marked or any(map(aspect.names_owner, texts)) else None
    return None


def named_aspect(what: str) -> tuple[Aspect, re.Pattern[str]] | None:
    """What the whole of some words name: "Dev's number", with what such a thing is to the letter; None for what is no
    number and no address of a mailbox."""
    for of, value, told in _ROWS:
        found = of.search(one_line(what)) if told in _EXACT else None
        if found is not None and _is_whole(found, one_line(what)):
            owner = found["owner"]
            return Aspect(owner, told, stem(owner.lower()), value), _EXACT[told]
    return None


def _is_whole(found: re.Match[str], what: str) -> bool:
    """Whether it is all of it, or names an owner of more than one word: "Frau Petersen's number"."""
    return found.end() == len(what) and (not found.start() or bool(_MARK.search(found.group())))


def aspect_told(question: str) -> str:
    """What is asked for of somebody or something, as it is called; empty where it is none of these."""
    return next((row["told"] for row in _asked(question)), "")


def may_be_told(question: str, text: str) -> bool:
    """Whether a text has a thing of the kind that is asked for, and not only of one that looks alike: an age is no
    number of kids. Any may have what is of no kind."""
    kind = expected_kind(question)
    looks = [re.search(row["value"], text, re.IGNORECASE) for row in _asked(question) if "value" in row]
    return kind == ANY or (meets(kind, question, text) and all(looks))


def looking_so_first(question: str, found: Sequence[Finding]) -> list[Finding]:
    """Where what is asked for looks in a way of its own, what has such a thing, and a word of the question, before the
    rest: an age, and no other number."""
    if not any("value" in row for row in _asked(question)):
        return [*found]
    looking = [one for one in found if one.covers and may_be_told(question, one.text)]
    if not looking or looking[0] is found[0]:
        return [*found]
    best = max(one.strength for one in found)
    first = replace(looking[0], strength=best)
    rest = (one if one in looking else replace(one, strength=one.strength - BEHIND) for one in found)
    return [first, *(one for one in rest if one != looking[0])]


def of_whom(question: str) -> str:
    """What of theirs the person asks of: "parrot" of "my parrot"; empty where it is nothing of theirs."""
    whom = _WHOM.search(question)
    return whom["mine"] if whom else ""


def _asked(question: str) -> list[dict[str, Any]]:
    return [row for row in _TOLD if re.search(row["asked"], question, re.IGNORECASE)]


def is_of_everybody(question: str) -> bool:
    """Whether it asks for what everybody has of their own: an age, a job."""
    return any(row.get("own") for row in _asked(question))


def asks_of_self(question: str) -> bool:
    """Whether the person asks for such a thing of themself: how old they are, what they do for work."""
    return bool(_OF_PERSON.search(question)) and is_of_everybody(question)


def of_the_person(question: str, found: Sequence[Finding]) -> list[Finding]:
    """What is of the person alone, where they ask for that."""
    if not asks_of_self(question):
        return [*found]
    return [
        one for one in found
        if (PERSON in one.fact.edge.fact if one.fact else _SPEAKS_OF_SELF.search(one.text))
    ]  # fmt: skip


def without_the_persons(question: str, found: Sequence[Finding]) -> list[Finding]:
    """Without what a fact tells of the person or of anybody whom nothing says to be the one, and what it was read
    from, where it is asked of somebody who is theirs: how old a parrot is."""
    whom = of_whom(question)
    if not whom or not is_of_everybody(question) or _OF_PERSON.search(question):
        return [*found]
    theirs = stem(whom)
    others = [one for one in found if theirs not in map(stem, words(one.around))]
    told = {stem(word) for one in found if one not in others for word in words(one.text)}
    facts = [one.fact.edge for one in others if one.fact is not None]
    edges = [edge for edge in facts if edge.source == PERSON or _names_other(edge.source, told)]
    read = {edge.id for edge in edges}, {source for edge in edges for source in edge.sources}
    return [one for one in found if one not in others or not _is_of(one, *read)]


def _names_other(name: str, told: Collection[str]) -> bool:
    """Whether it is the name of somebody, with no word of what is ``told``."""
    return name[:1].isupper() and not any(stem(word) in told for word in words(name))


def _is_of(one: Finding, facts: Collection[int], messages: Collection[int]) -> bool:
    """Whether it is one of these facts, or was said in one of these messages."""
    return one.fact.edge.id in facts if one.fact else one.said is not None and one.said.message.id in messages

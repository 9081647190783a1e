"""What the person asks of themselves by its kind: their name, their medicines, their pay, what they may not eat.

In: a question, what was recalled and found, messages, facts of the person. Out: the same with what tells it, and that
first; of what may not be, nothing else: what somebody takes is no answer to what they must not take. Pure. The rows
stand in ``answers.toml``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.expected_kinds import MEASURED, expected_kind, meets
from zeph.agent.answers.findings import Finding
from zeph.agent.answers.last_word import CHANGED, with_messages
from zeph.agent.answers.quotable import quotables
from zeph.agent.answers.said_clauses import said_in
from zeph.agent.answers.talk_kinds import asks_for_several
from zeph.clock import Moment
from zeph.memory.language.ends_told import sounds_over
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.recall.render.recall_lines import fact_line
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.message import PERSON, Message
from zeph.records.recalled import Recalled, RecalledFact, Why

QUOTED = 3
"""Messages that are added at most, the last ones."""
HALF = 0.5
"""Of the words of a question."""
NAME = "name"
_ANYBODY = "SUBJECT"
_SUBJECT: str = read_answers()["unknown"]["own_subject"]
_SPEAKER = re.compile(read_answers()["unknown"]["speaker"])


@dataclass(frozen=True, slots=True)
class OwnThing:
    kind: str
    asked: re.Pattern[str]
    relations: frozenset[str]
    """Of facts that tell it."""
    told: re.Pattern[str]
    """How a sentence tells it of the person; a given name must stand where it has a "name"."""
    alone: re.Pattern[str] | None
    """How a sentence tells it of anybody, where nothing else answers; else None."""
    several: bool
    """Whether all that tells it is told."""

    def is_asked(self, question: str) -> bool:
        return bool(self.asked.search(question))

    def is_of_person(self, question: str) -> bool:
        return self.alone is None or bool(_SPEAKER.search(question))

    def is_fact(self, edge: Edge) -> bool:
        return edge.canonical_relation in self.relations

    def is_told(self, sentence: str) -> bool:
        return any(_names_somebody(found) for found in self.told.finditer(sentence))


def _read(row: dict[str, Any]) -> OwnThing:
    told, alone = row["told"].replace(_ANYBODY, _SUBJECT), row["told"].replace(_ANYBODY, r"\b")
    return OwnThing(
        row["kind"], re.compile(row["asked"], re.IGNORECASE), frozenset(row["relations"].split()),
        re.compile(told, re.IGNORECASE), re.compile(alone, re.IGNORECASE) if row.get("alone") else None,
        row.get("several", False),
    )  # fmt: skip


_ROWS = [_read(row) for row in read_answers()["own"]]
_NAME = next(row for row in _ROWS if row.kind == NAME)


def own_thing(question: str) -> OwnThing | None:
    """What of their own the person asks for; None where it is none of these."""
    return next((row for row in _ROWS if row.is_asked(question)), None)


def tells_several(question: str) -> bool:
    """Whether all that answers is to be told."""
    thing = own_thing(question)
    return asks_for_several(question) or thing is not None and thing.several


def own_first(question: str, found: Sequence[Finding], now: Moment | None) -> list[Finding]:
    """Where such a thing is asked for, what tells it before all others, and as sure; facts that are so before
    sentences. What is over, and what is of another kind where that would say the opposite, is left out."""
    thing = own_thing(question)
    if thing is None or not found:
        return [*found]
    best = max(one.strength for one in found)
    facts = [one for one in found if _is_asked_of(one, thing, question)]
    said = [] if thing.kind == NAME and facts else _sentences(found, thing, question)
    named = [*(_current(facts, now) or facts), *said]
    others = _others(thing, found, named, facts)
    return [*(replace(one, sure=True, strength=best, covers=1.0) for one in named), *others]


def _others(
    thing: OwnThing, found: Sequence[Finding], named: Sequence[Finding], facts: Sequence[Finding]
) -> list[Finding]:
    """What goes behind the ``named``."""
    others = [one for one in found if one not in (*named, *facts)]
    if thing.alone:  # in other words than these, or misspelled, at least what denies as much
        return [one for one in others if not named and one.covers >= HALF and _denies(one)]
    if named and thing.several:  # the dog's tablets are none of the person's; that some were stopped may be of them
        return [one for one in others if one.said and (CHANGED.search(one.text) or sounds_over(one.text))]
    return others


def _denies(one: Finding) -> bool:
    said = one.said
    return said is not None and any(clause.denied for clause in said_in(said.message.text, said.start, said.end))


def _current(facts: Sequence[Finding], now: Moment | None) -> list[Finding]:
    return [one for one in facts if one.fact and (now is None or one.fact.edge.current(now))]


def _sentences(found: Sequence[Finding], thing: OwnThing, question: str) -> list[Finding]:
    return [one for one in found if one.said and _tells(one.text, thing, question)]


def _is_asked_of(one: Finding, thing: OwnThing, question: str) -> bool:
    """Whether it is a fact of that kind, of who is asked of, and has the number that is asked for."""
    if one.fact is None or not thing.is_fact(one.fact.edge):
        return False
    kind = expected_kind(question)
    of_person = one.fact.edge.source == PERSON or not thing.is_of_person(question)
    return of_person and (kind not in MEASURED or meets(kind, question, one.text))


def _tells(sentence: str, thing: OwnThing, question: str) -> bool:
    if thing.is_of_person(question):
        return thing.is_told(sentence)
    return thing.alone is not None and bool(thing.alone.search(sentence))


def with_own(recalled: Recalled, thing: OwnThing, said: Sequence[Message], facts: Sequence[Edge]) -> Recalled:
    """With the person's facts of that kind and the last messages that tell it: often no word of the question is in
    them. As it is where it is asked of another."""
    if not thing.is_of_person(recalled.question):
        return recalled
    own = [fact for fact in facts if thing.is_fact(fact) and fact.source == PERSON]
    own = [fact for fact in own if fact.confidence >= CANDIDATE_BELOW]
    told = _telling(thing, own, said)
    if not own and not told:
        return recalled
    facts_known = {one.edge.id for one in recalled.facts}
    more = (RecalledFact(fact, 0.0, fact_line(fact), Why()) for fact in own if fact.id not in facts_known)
    return replace(with_messages(recalled, told), facts=(*recalled.facts, *more), unsure=False, broad=False)


def _telling(thing: OwnThing, facts: Sequence[Edge], said: Sequence[Message]) -> list[Message]:
    """The last messages that tell it, and those that the facts were read from."""
    telling = [m for m in said if any(thing.is_told(one.text) for one in quotables(m) if not one.asks)]
    telling = telling[-1:] if thing.kind == NAME else telling[-QUOTED:]
    sources = {source for fact in facts for source in fact.sources}
    return [*telling, *(m for m in said if m.id in sources and m not in telling)]


def is_name(fact: Edge) -> bool:
    return _NAME.is_fact(fact)


def introduces(sentence: str) -> bool:
    """ "Hiya, im joanna": who says it is named by a given name; "im tired" names nobody."""
    return _NAME.is_told(sentence)


def _names_somebody(found: re.Match[str]) -> bool:
    said = found.groupdict()
    return "name" not in said or bool(said.get("surely")) or may_be_given_name(said["name"].lower())

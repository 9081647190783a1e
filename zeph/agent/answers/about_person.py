"""What the memory says of the person where all is asked for: "What do you know about me?", "… about my work?".

In: a question; the profile, the person's facts, names of topics, messages. Out: the sections that are asked for, or
None; the answer's lines. Pure.
"""

import re
import sys
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.fact_sentences import fact_sentence
from zeph.agent.answers.last_word import is_of_same, puts_it_right, things_of
from zeph.agent.answers.own_things import introduces, is_name
from zeph.agent.answers.quotable import cut
from zeph.agent.answers.second_person import to_you
from zeph.agent.answers.talk_kinds import asks
from zeph.agent.answers.values_since import tells_other_number
from zeph.clock import Moment
from zeph.memory.ingest.intents.order_of import order_of, task_order_of
from zeph.memory.language.ends_told import sounds_over
from zeph.memory.language.questions import bare
from zeph.memory.language.sentence_split import split_sentences
from zeph.memory.recall.query.vocabulary import DENIALS, STOP_WORDS, stem, words
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.message import Message
from zeph.records.profile import Profile, ProfileLine
from zeph.safety.text import one_line

LISTED = 40
"""Lines at most."""
FACTS = 200
"""Newest facts of the person that are looked at."""
TOPICS = 8
SAID_ALONE, UNREAD = 12, 3
"""Messages that are quoted, and words of one that say something and that no fact of the person read from it has."""
LONGEST = 120
"""Characters of what was said since."""
NEVER = sys.maxsize
"""Of what stands on no message: nothing is later."""
TOKENS = 2000
"""Of the profile, where all of it is told."""
NAME = "name"
"""The section that comes first."""
_TABLE = read_answers("about_person.toml")
_ASKS = re.compile(_TABLE["asks"], re.IGNORECASE)
_PARTS: dict[str, str] = _TABLE["parts"]
_WHOM = frozenset(_TABLE["whom"])


class _Line(NamedTuple):
    text: str
    subject: int | None
    """Whom or what it is about; None of the person's own lines."""
    source: int = NEVER
    """The last message that it was read from."""


def asked_of_person(text: str) -> frozenset[str] | None:
    """The profile's sections that are asked for, an empty set for all; None where something else is asked."""
    found = _ASKS.search(bare(text))
    if found is None:
        return frozenset() if _is_told_to_show_all(text) else None
    part = found["part"]
    if part is None:
        return frozenset()
    return frozenset(_PARTS[part.lower()].split()) if part.lower() in _PARTS else None


def _is_told_to_show_all(text: str) -> bool:
    """ "What have you got on me then, everything": an order in whatever words."""
    order = order_of(text)
    everything = order is not None and order.kind == "show" and order.about == "everything"
    return order is not None and everything and not _WHOM.isdisjoint(words(order.what or text))


def told_of_person(
    profile: Profile,
    wanted: Collection[str],
    facts: Sequence[Edge],
    topics: Sequence[str],
    now: Moment,
    said: Sequence[Message] = (),
) -> str:
    """Lines in the second person: the profile's, then what else is so, then topics; empty where nothing is known. What
    a later one of the messages ``said`` tells the end of has that beside it."""
    asked = [line for line in profile.lines if not wanted or line.section in wanted]
    asked.sort(key=lambda line: line.section != NAME)
    by_id = {fact.id: fact for fact in facts}
    lines = [_line(_said(line), [by_id[i] for i in line.facts if i in by_id]) for line in asked]
    if not wanted and not any(is_name(by_id[i]) for line in asked for i in line.facts if i in by_id):
        lines = [*_introduced(said), *lines]
    known = {fact for line in profile.lines for fact in line.facts}
    if not wanted:
        lines += _besides(facts, known, now)
    if not lines:
        return ""
    told = [_TABLE["opening"], *(f"- {to_you(line.text)}{_since(line, said)}." for line in _once(lines)[:LISTED])]
    if not wanted:
        told += [*_only_said(said, profile.lines, facts, now), *_topics(topics)]
    return "\n".join((*told, "", _TABLE["sources"]))


def _topics(names: Sequence[str]) -> list[str]:
    return ["", _TABLE["topics"].format(", ".join(map(one_line, names[:TOPICS])))] if names else []


def _only_said(said: Sequence[Message], lines: Sequence[ProfileLine], facts: Sequence[Edge], now: Moment) -> list[str]:
    """The last messages that tell something which no fact of the person does, in the order they were said."""
    shown = {i for line in lines for i in line.facts} | {f.id for f in facts if f.confidence >= CANDIDATE_BELOW}
    read: dict[int, set[str]] = {}
    for fact in facts:
        for number in fact.sources if fact.id in shown else ():
            read.setdefault(number, set()).update(_words(fact_sentence(fact, now)))
    right = {one.id: after for one, after in pairwise(said) if puts_it_right(one, after)}
    others = [m for m in said if m not in right.values()]
    alone = [m for m in others if len(_words(m.text) - read.get(m.id, set())) >= UNREAD and not _tells_nothing(m.text)]
    quoted = [f"- “{cut(one_line(m.text), LONGEST)}”{_put_right(right.get(m.id))}" for m in alone[-SAID_ALONE:]]
    return ["", _TABLE["only_said"], *quoted] if quoted else []


def _put_right(after: Message | None) -> str:
    return str(_TABLE["since"].format(cut(one_line(after.text.rstrip(".")), LONGEST))) if after else ""


def _tells_nothing(text: str) -> bool:
    """Whether a message tells nothing: an order about the memory, or a question."""
    return asks(text) or order_of(text, if_known=True) is not None or task_order_of(text) is not None


def _introduced(said: Sequence[Message]) -> list[_Line]:
    """The last sentence in which they said their name, where no fact has it."""
    spoken = (one.text for message in reversed(said) for one in split_sentences(message.text) if not one.question)
    named = next((one for one in spoken if introduces(one)), "")
    return [_Line(_TABLE["said"].format(cut(one_line(named.rstrip(".")), LONGEST)), None)] if named else []


def _besides(facts: Sequence[Edge], known: Collection[int], now: Moment) -> list[_Line]:
    """Of the facts that are not ``known`` what is so, then what is to come."""
    others = [fact for fact in facts if fact.id not in known and fact.confidence >= CANDIDATE_BELOW]
    so = [fact for fact in others if fact.current(now)]
    ahead = [fact for fact in others if _is_to_come(fact, now)]
    return [_line(fact_sentence(fact, now), [fact]) for fact in (*so, *ahead)]


def _line(text: str, facts: Sequence[Edge]) -> _Line:
    source = max((number for fact in facts for number in fact.sources), default=NEVER)
    return _Line(text, facts[0].source_id if facts else None, source)


def _since(line: _Line, said: Sequence[Message]) -> str:
    """The last that was said of the same since, where it sounds like an end or counts otherwise."""
    later = [one.text for message in said if message.id > line.source for one in split_sentences(message.text)]
    last = next((one for one in reversed(later) if _is_otherwise(line.text, one)), "")
    return str(_TABLE["since"].format(cut(one_line(last.rstrip(".")), LONGEST))) if last else ""


def _is_otherwise(told: str, later: str) -> bool:
    if sounds_over(later) and is_of_same(told, later):
        return True
    return tells_other_number(told, later) and not things_of(told).isdisjoint(things_of(later))


def _is_to_come(fact: Edge, now: Moment) -> bool:
    return fact.valid_from is not None and fact.valid_from > now and fact.current(fact.valid_from)


def _once(lines: Sequence[_Line]) -> list[_Line]:
    """Without those that another line of the same subject says, and more."""
    said = [_words(line.text) for line in lines]
    kept: dict[str, _Line] = {}
    for i, line in enumerate(lines):
        others = [j for j, other in enumerate(lines) if line.subject is not None and other.subject == line.subject]
        if not any(said[i] < said[j] or (said[i] == said[j] and j < i) for j in others):
            kept.setdefault(line.text, line)
    return list(kept.values())


def _words(line: str) -> frozenset[str]:
    """Stems of those that say something, and of those that deny."""
    return frozenset(stem(word) for word in words(line) if word in DENIALS or word not in STOP_WORDS)


def _said(line: ProfileLine) -> str:
    return str(_TABLE["written"].format(line.text)) if line.kind == "written" else line.text

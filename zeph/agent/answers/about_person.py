"""What the memory says of the person where all is asked for: "What do you know about me?", "… about my work?".

In: a question; the profile, the person's facts, names of topics. Out: the sections that are asked for, or None; the
answer's lines. Pure.
"""

import re
from collections.abc import Collection, Sequence

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.second_person import to_you
from zeph.clock import Moment
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.profile import Profile, ProfileLine
from zeph.safety.text import one_line

LISTED = 40
"""Lines at most."""
FACTS = 200
"""Newest facts of the person that are looked at."""
TOPICS = 8
TOKENS = 2000
"""Of the profile, where all of it is told."""
_TABLE = read_answers("about_person.toml")
_ASKS = re.compile(_TABLE["asks"], re.IGNORECASE)
_PARTS: dict[str, str] = _TABLE["parts"]


def asked_of_person(text: str) -> frozenset[str] | None:
    """The profile's sections that are asked for, an empty set for all; None where something else is asked."""
    found = _ASKS.search(text)
    if found is None:
        return None
    part = found["part"]
    if part is None:
        return frozenset()
    return frozenset(_PARTS[part.lower()].split()) if part.lower() in _PARTS else None


def told_of_person(
    profile: Profile, wanted: Collection[str], facts: Sequence[Edge], topics: Sequence[str], now: Moment
) -> str:
    """Lines in the second person: the profile's, then what else is so, then topics; empty where nothing is known."""
    lines = [_said(line) for line in profile.lines if not wanted or line.section in wanted]
    known = {fact for line in profile.lines for fact in line.facts}
    if not wanted:
        others = (fact for fact in facts if fact.id not in known and fact.current(now))
        lines += [one_line(fact.fact).rstrip(".") for fact in others if fact.confidence >= CANDIDATE_BELOW]
    if not lines:
        return ""
    told = [_TABLE["opening"], *(f"- {to_you(line)}." for line in dict.fromkeys(lines[:LISTED]))]
    if topics and not wanted:
        told += ["", _TABLE["topics"].format(", ".join(map(one_line, topics[:TOPICS])))]
    return "\n".join((*told, "", _TABLE["sources"]))


def _said(line: ProfileLine) -> str:
    return str(_TABLE["written"].format(line.text)) if line.kind == "written" else line.text

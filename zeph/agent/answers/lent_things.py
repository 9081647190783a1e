"""What others have of the person, and what the person has of others: "what have I lent out?", "what has Ana got?".

In: a question, the facts of lending that hold now. Out: whether it asks for them; the answer's lines. Pure. The words
stand in ``lent_things.toml``.
"""

import re
from collections.abc import Sequence

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.second_person import to_you
from zeph.agent.answers.talk_kinds import asks
from zeph.memory.language.questions import bare
from zeph.memory.recall.query.vocabulary import stem, words
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.message import PERSON

BORROWS, HAS = "borrows", "has"
RELATIONS = (BORROWS, HAS)
_TABLE = read_answers("lent_things.toml")
_LENT, _BORROWED = (re.compile(_TABLE["asked"][name], re.IGNORECASE) for name in ("lent", "borrowed"))
_EVERYTHING = frozenset(stem(word) for word in _TABLE["asked"]["everything"].split())


def asks_of_lending(text: str) -> bool:
    """Whether all that it asks is what is lent, or borrowed; of whom, or of what, it may name."""
    said = bare(text)
    worded = _LENT.search(said) or _BORROWED.search(said)
    return bool(worded) and asks(text)


def told_of_lending(text: str, facts: Sequence[Edge]) -> str:
    """The facts that it asks for, a line each; empty where none is known of what it names. ``facts``: those of
    :data:`RELATIONS` that hold now."""
    said = bare(text)
    sides = {by_me for wording, by_me in ((_LENT, False), (_BORROWED, True)) if wording.search(said)}
    named = {stem(word) for word in words(said)} - _EVERYTHING
    meant = [
        fact for fact in facts if fact.confidence >= CANDIDATE_BELOW and any(_is_of(fact, by_me=side) for side in sides)
    ]
    meant = [fact for fact in meant if named <= {stem(word) for word in words(fact.fact)}]
    told = list(dict.fromkeys(f"{to_you(fact.fact).rstrip('.')}." for fact in meant))
    return told[0] if len(told) == 1 else "\n".join(_TABLE["says"]["several"].format(line) for line in told)


def _is_of(fact: Edge, *, by_me: bool) -> bool:
    """Whether the person has it of somebody, or somebody of the person."""
    if by_me:
        return fact.canonical_relation == BORROWS and fact.source == PERSON
    of_mine = fact.target.startswith(f"{PERSON}'s ")
    return fact.source != PERSON and (fact.canonical_relation == BORROWS or of_mine)

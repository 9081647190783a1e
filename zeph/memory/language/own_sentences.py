"""What the sentences that Zeph keeps of facts tell beyond their ends: whose place a thing fills, what is planned.

In: a fact's sentence. Out: the place that one thing fills at a time, the two sides of a preference, the verbs of a
plan. Pure.
"""

import re

from zeph.memory.language.names import canonical_name
from zeph.memory.language.possessives import naming
from zeph.memory.language.roles import one_role, role_of
from zeph.memory.language.word_tables import fill, read_words, word_set

_WORDS = read_words("own_sentences")
_FAVOURITE = re.compile(_WORDS["favourite"])
_ONE = word_set(_WORDS["one"])
_THING = re.compile(_WORDS["thing"])
_RATHER = re.compile(_WORDS["rather"])
_PLANNED = re.compile(_WORDS["planned"], re.IGNORECASE)


def filled_slot(fact: str, message: str) -> str:
    """``User's favorite colour`` or ``User's boss``; empty for a place that many fill, or that nobody new fills."""
    if favourite := _FAVOURITE.match(fact):
        return favourite["place"]
    owned, called = naming(fact)
    if thing := _THING.match(fact):
        owned, called = thing["place"], thing["called"]
    role = role_of(owned)
    anew = f"{fill(_WORDS['anew'], ROLE=role)}|" if role in _ONE else ""
    return owned if owned and re.search(anew + _now(role, called), message, re.IGNORECASE) else ""


def _now(role: str, called: str) -> str:
    return fill(_WORDS["now"], ROLE=role, NAME=called.removesuffix(_WORDS["at_last"]))


def slot_phrase(slot: str) -> str:
    """How a sentence about what fills it begins."""
    return f"{slot} is"


def slot_of(fact: str) -> str:
    """The canonical name of the place that a kept fact says to be filled."""
    said = _FAVOURITE.match(fact) or _THING.match(fact)
    return canonical_name(one_role(said["place"] if said else naming(fact)[0]))


def preference(fact: str) -> tuple[str, str]:
    """``("tea", "coffee")`` of "User prefers tea over coffee"; two empty texts where it tells of none."""
    said = _RATHER.match(fact)
    return (said["more"], said["less"]) if said else ("", "")


def preference_phrases(more: str, less: str) -> tuple[str, ...]:
    """How a sentence would say it."""
    return tuple(f"prefers {more} {word} {less}" for word in ("over", "to"))


def planned_verbs(plan: str) -> tuple[str, ...]:
    """ "User plans to move to Berlin": ``move to`` and ``move``; nothing where the plan is no doing."""
    said = _PLANNED.search(plan)
    return (f"{said['verb']} {said['to']}", said["verb"]) if said and said["to"] else (said["verb"],) if said else ()


def says_verb(fact: str, relation: str) -> bool:
    """Whether a fact says a relation in the verb's own words: "plays in The Kites" of ``plays_in``."""
    return f" {relation.partition('_')[0]}s " in fact

"""Of whom a question asks, and what was found of anybody else: that is no answer, and worse than none.

In: a question, what was found for it. Out: the same without what is of others. Pure. Somebody is told by a given name,
by what they are to the person, by a fact that is about them, or as the one who "does" what is asked.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from typing import Any

from zeph.agent.answers.answer_tables import pattern, read_answers
from zeph.agent.answers.aspects import asks_of_self, is_of_everybody, of_the_person, of_whom, without_the_persons
from zeph.agent.answers.expected_kinds import JOB, NAME, expected_kind, meets, without_days
from zeph.agent.answers.findings import Finding
from zeph.memory.language.asking_features import is_given_name
from zeph.memory.language.word_tables import read_words
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem, words
from zeph.records.message import PERSON

TELLS_JOB = 0.5
"""The share of a question for a job that what tells one has at least, in whatever words."""
ALIKE = 0.8
"""How like a name that is known one that is asked of is at least to be that one, misspelt."""
_DOER = pattern("asked_doer")
_UNKNOWN: dict[str, Any] = read_answers()["unknown"]
_MARKED = re.compile(_UNKNOWN["marked"])


def of_the_asked(question: str, found: Sequence[Finding]) -> list[Finding]:
    """In its order; where somebody's job is asked for and told, that alone."""
    others = without_the_persons(question, _of_named(question, found))
    left = of_the_person(question, _without_namesakes(of_whom(question), others))
    if expected_kind(question) != JOB:
        return left
    told = [one for one in left if meets(JOB, question, one.text)]
    best = max((one.strength for one in left), default=0.0)
    return [replace(one, sure=True, strength=best, covers=max(one.covers, TELLS_JOB)) for one in told] or (
        [] if asks_of_self(question) else left
    )


def named_in(question: str, found: Sequence[Finding]) -> frozenset[str]:
    """Stems of the names that it asks of; none where it says what they are to somebody: facts tell who that is."""
    doers = frozenset(stem(word) for one in _DOER.finditer(question) for word in words(one["doer"])) - _small()
    subjects = frozenset(name for one in found for name in _subject(one))
    doers = frozenset((get_close_matches(doer, subjects, 1, ALIKE) or [doer])[0] for doer in doers)  # "Carolnie"
    people = people_in(question) | (_stems(question) & subjects) | doers
    return frozenset() if people & _kin() else people


def people_in(text: str) -> frozenset[str]:
    """Stems of the words that are somebody, by name or by what they are to another."""
    return frozenset(stem(word) for word in words(without_days(text)) if stem(word) in _kin() or _is_name(word))


def _of_named(question: str, found: Sequence[Finding]) -> list[Finding]:
    """Without what speaks of other people, and not of the one who is named; of what everybody has of their own only
    what speaks of the one."""
    named = named_in(question, found)
    if not named:
        return _of_their_own(question, found)
    beside = [_stems(one.text) for one in found]
    # What somebody is to the person is no other: "Huw is my brother".
    same = named.union(*(said & _kin() for said in beside if said & named))
    strictly = is_of_everybody(question)
    return [one for one in found if same & _stems(one.around) or not (strictly or _of_others(one, found) - same)]


def _without_namesakes(thing: str, found: Sequence[Finding]) -> list[Finding]:
    """Without what tells of such a thing that is another's alone, where that of the person is asked for: mum's car."""
    if not thing:
        return [*found]
    owned = re.compile(rf"(?:{_UNKNOWN['owned']})?\b{re.escape(thing)}(?!['’\w])", re.IGNORECASE)

    def is_of_another(text: str) -> bool:
        owners = [one["owner"] or "" for one in owned.finditer(text)]
        return bool(owners) and all(map(_is_another, owners))

    return [one for one in found if not is_of_another(one.text)]


def _is_another(owner: str) -> bool:
    word = owner.lower()
    return word in _UNKNOWN["others"] or bool(_MARKED.search(word)) or word.endswith("s") and bool(people_in(word))


def _of_their_own(question: str, found: Sequence[Finding]) -> list[Finding]:
    """Without the sentences that speak of other people, where it asks of somebody who is the person's: where their
    brother lives; who that is what was found tells."""
    whom = frozenset({stem(of_whom(question))})
    if _stems(question) & _kin() != whom or expected_kind(question) == NAME:
        return [*found]
    told = [people_in(one.text) | _subject(one) for one in found]
    same = whom.union(*(people for people in told if people & _kin() == whom))
    return [one for one, people in zip(found, told, strict=True) if people & same or not people]


def _of_others(one: Finding, found: Sequence[Finding]) -> frozenset[str]:
    """Stems of those whom it speaks of."""
    if one.fact:
        return people_in(one.text) | _subject(one)
    number = one.said.message.id if one.said else 0
    read = [other for other in found if other.fact and number in other.fact.edge.sources]
    return people_in(one.text).union(*map(_subject, read))


def _subject(one: Finding) -> frozenset[str]:
    """Stems of the name of whom a fact is about."""
    name = one.fact.edge.source if one.fact else ""
    return _stems(name) if name[:1].isupper() and name != PERSON else frozenset()


def _is_name(word: str) -> bool:
    return word not in STOP_WORDS and any(map(is_given_name, (word, word.removesuffix("s"))))


def _stems(text: str) -> frozenset[str]:
    return _stemmed(words(text)) - _small()


def _stemmed(said: Iterable[str]) -> frozenset[str]:
    return frozenset(map(stem, said))


@cache
def _small() -> frozenset[str]:
    return _stemmed(STOP_WORDS)


@cache
def _kin() -> frozenset[str]:
    roles = read_words("roles")
    return _stemmed(
        f"{roles['spouse']} {roles['sweetheart']} {roles['kin']} {' '.join(roles['same'].values())}".split()
    )

"""Of whom a question asks, and what was found of anybody else: that is no answer, and worse than none.

In: a question, what was found for it. Out: the same without what is of others. Pure. A person is told by a given name,
by what they are to somebody, or by a fact that has them beside a person.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache

from zeph.agent.answers.aspects import asks_of_self, of_the_person, without_the_persons
from zeph.agent.answers.expected_kinds import JOB, expected_kind, meets
from zeph.agent.answers.findings import Finding
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.questions import is_given_name
from zeph.memory.language.word_tables import read_words
from zeph.memory.recall.query.vocabulary import words
from zeph.records.edge import Edge
from zeph.records.message import PERSON


def of_the_asked(question: str, found: Sequence[Finding]) -> list[Finding]:
    """In its order; where somebody's job is asked for and told, that alone."""
    left = of_the_person(question, without_the_persons(question, _of_named(question, found)))
    if expected_kind(question) != JOB:
        return left
    told = [one for one in left if meets(JOB, question, one.text)]
    best = max((one.strength for one in left), default=0.0)
    return [replace(one, sure=True, strength=best) for one in told] or ([] if asks_of_self(question) else left)


def named_in(question: str, found: Sequence[Finding]) -> frozenset[str]:
    """Names of persons that it asks of, folded; none where it says what they are to somebody: facts tell who."""
    people = _people(words(question), _known(found))
    return frozenset() if people & _kin() else people


def _of_named(question: str, found: Sequence[Finding]) -> list[Finding]:
    """Without what speaks of other people, and not of the one who is named."""
    known = _known(found)
    named = named_in(question, found)
    if not named:
        return [*found]
    beside = [_people(words(one.text), known) for one in found]
    # What somebody is to the person is no other: "Huw is my brother".
    same = named.union(*(people & _kin() for people in beside if people & named))
    return [
        one for one, people in zip(found, beside, strict=True) if people <= same or named & {*words(one.around)}
    ]  # fmt: skip


def _people(said: Collection[str], known: Collection[str]) -> frozenset[str]:
    return frozenset(word for word in said if word in _kin() or word in known or is_given_name(word))


def _known(found: Sequence[Finding]) -> frozenset[str]:
    """Words of the names of those who are persons as facts tell."""
    edges = [one.fact.edge for one in found if one.fact]
    ends = (end for edge in edges for end in _persons_of(edge) if end != PERSON and end[:1].isupper())
    return frozenset(word for end in ends for word in words(end))


def _persons_of(edge: Edge) -> list[str]:
    relation = Ontology.load().get(edge.canonical_relation)
    both = relation is not None and relation.target == "person"
    return [end for end in (edge.source, edge.target) if both or may_be_given_name(end.lower())]


@cache
def _kin() -> frozenset[str]:
    roles = read_words("roles")
    return frozenset(
        f"{roles['spouse']} {roles['sweetheart']} {roles['kin']} {' '.join(roles['same'].values())}".split()
    )

"""What is told of somebody or something and is no thing: an age, a version, a price.

In: a claim. Out: the claim with what is told as its object ("age" of "has_age") and the value as its amount or day, so
that another value changes the fact instead of making a second one; any other claim as it is.
"""

from dataclasses import replace

from zeph.memory.language.morphology import lemma_of_verb
from zeph.memory.language.names import value_of_name
from zeph.memory.language.times.day_names import BIRTH_RELATION, EXPIRY_RELATION
from zeph.records.claim import QUALIFIERS, Claim

_OF_KIND = {"when": "day", "amount": "number"}
_TO_A_DAY = (BIRTH_RELATION, EXPIRY_RELATION)


def with_value_apart(claim: Claim) -> Claim:
    """ "Gran has_age 91" as what is told of her age: 91."""
    value = claim.object.name
    kind = value_of_name(value)
    if not kind or claim.relation in _TO_A_DAY:
        return claim
    told = told_by(claim.relation, kind)
    qualifier = told if told in QUALIFIERS else kind
    thing = replace(claim.object, name=told, head="", named=False, entity_type="concept")
    old = claim.old if claim.old is not None and not value_of_name(claim.old.name) else None
    return replace(claim, object=thing, old=old, qualifiers={qualifier: value, **claim.qualifiers})


def told_by(relation: str, kind: str = "") -> str:
    """What is told of somebody where its value is no thing: ``age`` of "has_age"; of a verb alone what such values
    are of, ``kind`` as ``value_of_name`` has it: the day of "prefers Sunday"."""
    words = relation.replace("_", " ").split()
    return " ".join(words[1:]) or _OF_KIND.get(kind) or lemma_of_verb(words[0])

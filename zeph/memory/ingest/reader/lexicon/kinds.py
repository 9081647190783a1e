"""Of what kind a noun phrase may be: by its noun, by the gazetteer, by how it is written.

In: ``kinds.toml`` and ``noun_groups.toml``. Out: the kinds of a phrase, as the slots of patterns name
them, and the entity type that a kind stands for.
"""

import re
from functools import lru_cache

from zeph.memory.ingest.reader.reader_tables import read_table
from zeph.memory.language.gazetteer import Known
from zeph.memory.language.given_names import gender_of_given_name
from zeph.memory.language.morphology import singular
from zeph.memory.language.word_tables import word_set
from zeph.records.claim import Mention

_TABLE = read_table("lexicon/kinds.toml")
_GROUPS = {
    name: word_set(text) | frozenset(map(singular, word_set(text)))
    for name, text in {**read_table("lexicon/noun_groups.toml"), **_TABLE["groups"]}.items()
}
KINDS: dict[str, dict] = _TABLE["kind"]  # type: ignore[type-arg]
KIN = _GROUPS["kin"]
ANIMALS = _GROUPS["animals"] | _GROUPS["pets"]
NATIONALITIES = _GROUPS["nationalities"]
HOLLOW = _GROUPS["hollow"]
LIGHT = _GROUPS["light"]
_KIN_TABLE = read_table("lexicon/kin.toml")
KIN_RELATION = {noun: relation for relation, text in _KIN_TABLE["relation"].items() for noun in text.split()}
AMOUNT_RELATION = {noun: relation for relation, text in _KIN_TABLE["amount"].items() for noun in text.split()}
_GENDER = {noun: gender for gender, text in _KIN_TABLE["gender"].items() for noun in text.split()}


def _closed(kinds: frozenset[str]) -> frozenset[str]:
    """With every kind that counts one of these as its own."""
    while True:
        more = kinds | {kind for kind, row in KINDS.items() if kinds & set(row.get("kinds", ()))}
        if more == kinds:
            return kinds
        kinds = more


def _kinds_by_noun() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for kind, row in KINDS.items():
        for noun in frozenset().union(*(_GROUPS[group] for group in row.get("nouns", ()))):
            found.setdefault(noun, set()).add(kind)
    closed = lru_cache(maxsize=None)(_closed)
    return {noun: closed(frozenset(kinds)) for noun, kinds in found.items()}


_BY_NOUN = _kinds_by_noun()


def gender_of(mention: Mention) -> str:
    """ "she" or "he": what the noun says ("sister", "Mr."), or a given name that is nearly always so; or empty."""
    if (gender := _GENDER.get(mention.head)) or not mention.named:
        return gender or ""
    first = mention.name.partition(" ")[0]
    return _GENDER.get(first.casefold().rstrip(".")) or gender_of_given_name(first)


def kinds_of_noun(noun: str) -> frozenset[str]:
    """By the dictionary form of a noun."""
    return _BY_NOUN.get(noun, frozenset())


@lru_cache(maxsize=1024)
def kinds_of_class(kind: str, entity_type: str) -> frozenset[str]:
    """By a class and type of the gazetteer."""
    return _closed(
        frozenset(
            name for name, row in KINDS.items() if kind in row.get("classes", ()) or entity_type in row.get("types", ())
        )
    )


_SHAPES = [(kind, re.compile(row["shape"], re.IGNORECASE)) for kind, row in KINDS.items() if "shape" in row]


def kinds_of_shape(name: str) -> frozenset[str]:
    """By how it is written: addresses, numbers of telephones, ages."""
    return frozenset(kind for kind, shape in _SHAPES if shape.fullmatch(name))


OF_NAMES = _closed(frozenset(kind for kind, row in KINDS.items() if row.get("names"))) - {"self", "kin"}
"""What a proper name that nobody knows may be."""
ALONE = frozenset(kind for kind, row in KINDS.items() if row.get("alone"))
"""What is written so is of no other kind."""
OF_BARE = frozenset(kind for kind, row in KINDS.items() if row.get("bare"))
OF_GERUNDS = _closed(frozenset(kind for kind, row in KINDS.items() if row.get("gerunds")))


def kinds_of(
    head: str, known: Known | None, *, named: bool, gerund: bool = False, bare: bool = False
) -> frozenset[str]:
    """The kinds of a noun phrase, before what rules a kind out."""
    kinds = kinds_of_noun(head)
    if known is not None:
        kinds |= kinds_of_class(known.kind, known.entity_type)
        if known.kind == "given_name":
            kinds |= {"person_known"}
    elif named:
        kinds |= OF_NAMES
    if gerund:
        kinds |= OF_GERUNDS
    if bare and not kinds and known is None and head not in _GROUPS["abstract"]:
        kinds |= OF_BARE
    if head in HOLLOW:
        kinds |= {"hollow"}
    return kinds


def fits(kinds: frozenset[str], kind: str) -> bool:
    """Whether something of these kinds may stand where that kind is asked for."""
    row = KINDS[kind]
    if row.get("whoever"):
        return True
    if row.get("any"):
        told = kinds - OF_BARE if "bare" in kinds else kinds  # "directions" is no place for lack of an article
        return told.isdisjoint(row.get("never", ()))
    return kind in kinds and "hollow" not in kinds


def type_of_kind(kind: str) -> str:
    """The entity type of what is only known to be of that kind."""
    return str(KINDS[kind].get("type", "concept"))

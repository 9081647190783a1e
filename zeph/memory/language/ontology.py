"""Relations: what "is working for" means, which facts exclude each other, and which may replace which.

In: what ``ontology_file`` has read. Out: :class:`Relation` for any wording (graph-memory §3.6: table, then inflection
folding, behind a cache of 4,096), families, opposites.
An unknown wording gives None; the caller then keeps ``relation_slug`` of it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from zeph.memory.language.morphology import is_past_form, verb_stem
from zeph.memory.language.ontology_file import Definitions, read_definitions
from zeph.memory.language.relations import ListedRelation, Relation, RelationMatch, relation_slug
from zeph.memory.language.word_tables import read_words, word_set

CACHE_SIZE = 4096


class Ontology:
    """The relations, entity types and edge types that are known, and every wording of them."""

    def __init__(self, definitions: Definitions) -> None:
        self.relations: Mapping[str, Relation] = {relation.name: relation for relation in definitions.relations}
        self.entity_types = definitions.entity_types
        self.edge_types = definitions.edge_types
        self._words = _index(self.relations.values())
        typed = ((relation, word) for relation in self.relations.values() for word in relation.typed_aliases)
        self._typed = {(r.edge_type, relation_slug(word)): RelationMatch(r) for r, word in typed}
        self._folded: dict[str, RelationMatch] = {}
        for word, match in self._words.items():
            self._folded.setdefault(_fold_all(word), match)
        self._of_family: dict[str, tuple[str, ...]] = {}
        for relation in self.relations.values():
            self._of_family[relation.family] = (*self._of_family.get(relation.family, ()), relation.name)
        self._cached = lru_cache(maxsize=CACHE_SIZE)(self._read)
        self._family_of = lru_cache(maxsize=CACHE_SIZE)(self._family)

    @staticmethod
    def load(user_file: Path | None = None) -> "Ontology":
        """The shipped ontology with the person's file over it; raises ConfigError where that file is wrong."""
        return Ontology(read_definitions(user_file))

    def normalise(self, relation: str, edge_type: str = "") -> RelationMatch | None:
        """What a wording means, whatever its case, separators and inflection; None: not in the ontology. ``edge_type``:
        of the edge, where that was told; some words mean another relation then."""
        return self._cached(relation, edge_type)

    def _read(self, relation: str, edge_type: str) -> RelationMatch | None:
        slug = relation_slug(relation)
        if typed := next((m for form in _stripped(slug) if (m := self._typed.get((edge_type, form)))), None):
            return typed
        return self._match(slug) if any(map(str.isalnum, relation)) else None

    def get(self, name: str) -> Relation | None:
        """The relation of that canonical name."""
        return self.relations.get(name)

    def family(self, relation: str) -> str:
        """The family of a wording; an unknown relation is a family of its own. What somebody does time and again is of
        the family of what they did once: "sells", "sold"."""
        return self._family_of(relation)

    def _family(self, relation: str) -> str:
        match = self.normalise(relation) or self._folded.get(_fold_all(relation_slug(relation)))
        return match.relation.family if match else relation_slug(relation)

    def label(self, relation: str) -> str:
        """How a person reads a canonical relation; one that is not in the table by its own words."""
        known = self.relations.get(relation)
        return known.label if known else relation.replace("_", " ")

    def of_family(self, family: str) -> tuple[str, ...]:
        """The canonical names of a family; a family that is none is a relation of its own."""
        return self._of_family.get(family) or (family,)

    def of_families(self, families: Iterable[str]) -> tuple[str, ...]:
        """The canonical names of several families."""
        return tuple(name for family in sorted(families) for name in self.of_family(family))

    def opposites(self, relation: str) -> frozenset[str]:
        """Canonical names that exclude it on the same two ends, in both directions."""
        match = self.normalise(relation)
        if match is None:
            return frozenset()
        name = match.relation.name
        back = (other.name for other in self.relations.values() if name in other.opposites)
        return frozenset(match.relation.opposites).union(back)

    def functional(self, relation: str) -> bool:
        """Whether a source has one target of it at a time."""
        match = self.normalise(relation)
        return match is not None and match.relation.functional and not match.swap

    def readings(self) -> tuple[str, ...]:
        """Every canonical relation, and the names by which some are read from the other end."""
        names = [name for r in self.relations.values() for name in (r.name, r.inverse) if name]
        return tuple(dict.fromkeys(names))

    def listing(self, learned: Mapping[str, str] | None = None) -> list[ListedRelation]:
        """All relations by name; ``learned`` maps a wording's slug to what a model said it means (itself: nothing)."""
        wordings: dict[str, list[str]] = {}
        for wording, reading in sorted((learned or {}).items()):
            match = self.normalise(reading)
            wordings.setdefault(match.relation.name if match else reading, []).append(wording)
        known = [self._listed(relation, wordings.pop(relation.name, [])) for relation in self.relations.values()]
        others = [
            ListedRelation(name, learned=tuple(w for w in words if w != name), family=name, origin="learned")
            for name, words in wordings.items()
        ]
        return sorted((*known, *others), key=lambda listed: listed.canonical)

    def _listed(self, relation: Relation, learned: Iterable[str]) -> ListedRelation:
        return ListedRelation(
            relation.name, (*relation.aliases, *relation.change_words), tuple(learned), relation.inverse,
            relation.cardinality, relation.edge_type, relation.family, tuple(sorted(self.opposites(relation.name))),
            relation.origin,
        )  # fmt: skip

    def _match(self, slug: str) -> RelationMatch | None:
        for form in _stripped(slug):
            found = self._words.get(form) or self._folded.get(_fold_all(form))
            if found is not None and (form in self._words or not _is_habit(form, found.relation)):
                return found
        return self._planned(slug)

    def _planned(self, slug: str) -> RelationMatch | None:
        """Every way to plan is one relation, with the verb that is planned: "plans_to_visit", "plans_to_buy"."""
        plan, meant = self._words.get("plans_to"), _PLANNED.match(slug)
        if plan is None or meant is None:
            return None
        deed = meant["deed"]
        return RelationMatch(replace(plan.relation, name=f"plans_to_{deed}", aliases=())) if deed else plan


_WORDS = read_words("ontology")
_PLANNED = re.compile(_WORDS["planned"])
_LEADING = word_set(_WORDS["leading"])


def _stripped(slug: str) -> Iterator[str]:
    yield slug
    words = slug.split("_")
    while len(words) > 1 and words[0] in _LEADING:
        words = words[1:]
        yield "_".join(words)


def _is_habit(slug: str, relation: Relation) -> bool:
    """Whether a wording in the present would be folded into what happened: who "sells bread" has not sold it."""
    happened = relation.edge_type in _HAPPENINGS and is_past_form(relation.name.partition("_")[0])
    return happened and not is_past_form(slug.partition("_")[0])


_HAPPENINGS = ("temporal", "causal")


def _fold_all(slug: str) -> str:
    return "_".join(verb_stem(word) for word in slug.split("_"))


def _index(relations: Iterable[Relation]) -> dict[str, RelationMatch]:
    words: dict[str, RelationMatch] = {}
    relations = tuple(relations)
    for relation in relations:
        words[relation.name] = RelationMatch(relation)
    for relation in relations:
        for word in relation.aliases:
            words.setdefault(relation_slug(word), RelationMatch(relation))
        for word in (relation.inverse, *relation.inverse_aliases):
            if word:
                words.setdefault(relation_slug(word), RelationMatch(relation, swap=True))
        for word in relation.change_words:
            words.setdefault(relation_slug(word), RelationMatch(relation, change=True))
    return words

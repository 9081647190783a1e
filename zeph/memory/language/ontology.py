"""Relations: what "is working for" means, which facts exclude each other, and which may replace which.

In: ``data/ontology.toml`` and, merged over it, the person's own file. Out: :class:`Relation` for any wording
(graph-memory §3.6: table, then inflection folding, behind a cache of 4,096), families, opposites, inverses.
An unknown wording gives None; the caller then keeps ``relation_slug`` of it.
"""

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from zeph.errors import ConfigError
from zeph.memory.language.gazetteer import read_data
from zeph.memory.language.names import canonical_name
from zeph.records.edge import EdgeType

CACHE_SIZE = 4096
MAX_RELATION = 80
FEW = 12
"""Choices that an error message lists."""
Cardinality = Literal["one", "many"]
RelationOrigin = Literal["shipped", "own", "learned"]


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation of the ontology."""

    name: str
    label: str = ""
    aliases: tuple[str, ...] = ()
    inverse: str = ""
    inverse_aliases: tuple[str, ...] = ()
    change_words: tuple[str, ...] = ()
    symmetric: bool = False
    cardinality: Cardinality = "many"
    edge_type: EdgeType = "semantic"
    family: str = ""
    opposites: tuple[str, ...] = ()
    succeeds: tuple[str, ...] = ()
    """Relations of the same two ends that are over when this one begins, and not the other way round."""
    target: str = ""
    origin: RelationOrigin = "shipped"

    @property
    def functional(self) -> bool:
        """A newer target takes the place of the older one."""
        return self.cardinality == "one"


@dataclass(frozen=True, slots=True)
class ListedRelation:
    """A relation as a listing shows it; ``learned`` is a wording that stands for itself."""

    canonical: str
    aliases: tuple[str, ...] = ()
    """Other wordings, shipped or the person's own."""
    learned: tuple[str, ...] = ()
    """Wordings that a model said mean the same."""
    inverse: str = ""
    cardinality: Cardinality = "many"
    edge_type: EdgeType = "semantic"
    family: str = ""
    opposites: tuple[str, ...] = ()
    origin: RelationOrigin = "shipped"


@dataclass(frozen=True, slots=True)
class RelationMatch:
    """A wording that the ontology knows."""

    relation: Relation
    swap: bool = False
    """It reads from the other end ("Acme employs Ann" is "Ann works_at Acme"): exchange source and target."""
    change: bool = False
    """It names a change ("switched_to"): the new fact takes the relation of the fact it replaces, if there is one."""


_STRINGS = {"label", "inverse", "cardinality", "edge_type", "family", "target"}
_LISTS = {"aliases", "inverse_aliases", "change_words", "opposites", "succeeds"}
_FIELDS = {field.name for field in fields(Relation)} - {"name", "origin"}


class Ontology:
    """The relations, entity types and edge types that are known, and every wording of them."""

    def __init__(self, relations: Iterable[Relation], entity_types: Iterable[str], edge_types: Iterable[str]) -> None:
        self.relations: Mapping[str, Relation] = {relation.name: relation for relation in relations}
        self.entity_types = tuple(dict.fromkeys(entity_types))
        self.edge_types = tuple(dict.fromkeys(edge_types))
        self._words = _index(self.relations.values())
        self._folded: dict[str, RelationMatch] = {}
        for word, match in self._words.items():
            self._folded.setdefault(_fold_all(word), match)
        self._cached = lru_cache(maxsize=CACHE_SIZE)(self._match)

    @staticmethod
    def load(user_file: Path | None = None) -> "Ontology":
        """The shipped ontology with the person's file over it; raises ConfigError where that file is wrong."""
        shipped = read_data("ontology.toml")
        if user_file is None or not user_file.exists():
            return _build(shipped, "the shipped ontology")
        return _build(_merged(shipped, _read(user_file), user_file), str(user_file))

    def normalise(self, relation: str) -> RelationMatch | None:
        """What a wording means, whatever its case, separators and inflection; None: not in the ontology."""
        return self._cached(relation_slug(relation)) if any(map(str.isalnum, relation)) else None

    def get(self, name: str) -> Relation | None:
        """The relation of that canonical name."""
        return self.relations.get(name)

    def family(self, relation: str) -> str:
        """The family of a wording; an unknown relation is a family of its own."""
        match = self.normalise(relation)
        return match.relation.family if match else relation_slug(relation)

    def of_family(self, family: str) -> tuple[str, ...]:
        """The canonical names of a family; a family that is none is a relation of its own."""
        return tuple(name for name, relation in self.relations.items() if relation.family == family) or (family,)

    def opposites(self, relation: str) -> frozenset[str]:
        """Canonical names that exclude it on the same two ends, in both directions."""
        match = self.normalise(relation)
        if match is None:
            return frozenset()
        name = match.relation.name
        back = (other.name for other in self.relations.values() if name in other.opposites)
        return frozenset(match.relation.opposites).union(back)

    def inverse(self, relation: str) -> str | None:
        """The name of the same relation read from the other end; None where there is none."""
        match = self.normalise(relation)
        if match is None:
            return None
        if match.swap or match.relation.symmetric:
            return match.relation.name
        return match.relation.inverse or None

    def functional(self, relation: str) -> bool:
        """Whether a source has one target of it at a time."""
        match = self.normalise(relation)
        return match is not None and match.relation.functional and not match.swap

    def label(self, relation: str) -> str:
        """The relation as a person reads it."""
        found = self.relations.get(relation)
        return found.label if found else relation.replace("_", " ")

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
            if found is not None:
                return found
        return self._planned(slug)

    def _planned(self, slug: str) -> RelationMatch | None:
        """Whatever is planned is a plan, and what is planned is told: "plans_to_visit", "plans_to_buy"."""
        plan, meant = self._words.get("plans_to"), _PLANNED.match(slug)
        if plan is None or meant is None:
            return None
        deed = meant["deed"]
        return RelationMatch(replace(plan.relation, name=f"plans_to_{deed}", aliases=())) if deed else plan


_PLANNED = re.compile(
    r"(?:is_|am_)?(?:(?:plan|hope|want|intend|aim|wish)(?:s|ed|ned|ning|ing)?_to_(?P<deed>.+)"
    r"|(?:plan|think|dream)(?:s|ning|ing)?_(?:on|of|about)_[a-z]+ing(?:_|$))"
)


def relation_slug(text: str) -> str:
    """A relation's wording as an identifier: ``Is allergic to`` gives ``is_allergic_to``; at most 80 characters."""
    return re.sub(r"[\W_]+", "_", canonical_name(text)).strip("_")[:MAX_RELATION].strip("_") or "related_to"


_LEADING = frozenset(
    "is are was were am be been being has have had will would does do did currently now also still just really always "
    "often recently a an the".split()
)
_IRREGULAR = {
    "wrote": "write", "written": "write", "made": "make", "ran": "run", "built": "build", "bought": "buy",
    "spoke": "speak", "spoken": "speak", "met": "meet", "went": "go", "goes": "go", "knew": "know", "known": "know",
    "taught": "teach", "has": "have", "had": "have", "drew": "draw", "drove": "drive", "ate": "eat", "won": "win",
    "led": "lead", "grew": "grow", "gave": "give", "sold": "sell", "drank": "drink", "kept": "keep", "born": "born",
    "favour": "favor", "favours": "favor", "organise": "organize", "organised": "organize", "organises": "organize",
}  # fmt: skip


def _stripped(slug: str) -> Iterator[str]:
    yield slug
    words = slug.split("_")
    while len(words) > 1 and words[0] in _LEADING:
        words = words[1:]
        yield "_".join(words)


def _fold_all(slug: str) -> str:
    return "_".join(_fold(word) for word in slug.split("_"))


def _fold(word: str) -> str:
    """One stem for all inflections of a verb (prefer, prefers, preferred, preferring); need not be a word."""
    word = _IRREGULAR.get(word, word)
    if len(word) > 4 and word.endswith(("ies", "ied")):
        return word[:-3] + "y"
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 2 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    if len(word) > 2 and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    return word[:-1] if len(word) > 2 and word.endswith("e") else word


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


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The ontology file {file} cannot be read: {error}.") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"The ontology file {file} is not valid TOML: {error}.") from error


def _merged(shipped: dict[str, Any], own: dict[str, Any], file: Path) -> dict[str, Any]:
    _known_keys(own, {"entity_types", "edge_types", "relations"}, f"{file}")
    relations = own.get("relations", {})
    if not isinstance(relations, dict):
        raise ConfigError(f"{file}: relations: must be a table of relations.")
    merged = {name: dict(values) for name, values in shipped["relations"].items()}
    for name, values in relations.items():
        if not isinstance(values, dict):
            raise ConfigError(f"{file}: relations.{name}: must be a table.")
        _known_keys(values, _FIELDS, f"{file}: relations.{name}")
        merged[name] = {**merged.get(name, {}), **values, "origin": "own"}
    lists = {
        key: [*shipped[key], *_strings(own.get(key, []), f"{file}: {key}")] for key in ("entity_types", "edge_types")
    }
    return {**lists, "relations": merged}


def _build(data: dict[str, Any], where: str) -> Ontology:
    relations = [_relation(name, values, where) for name, values in data["relations"].items()]
    names = {relation.name for relation in relations}
    for relation in relations:
        at = f"{where}: relations.{relation.name}"
        _one_of(relation.edge_type, data["edge_types"], f"{at}.edge_type")
        _one_of(relation.cardinality, ("one", "many"), f"{at}.cardinality")
        if relation.target:
            _one_of(relation.target, data["entity_types"], f"{at}.target")
        for other in relation.opposites:
            _one_of(other, names, f"{at}.opposites")
        for other in relation.succeeds:
            _one_of(other, names, f"{at}.succeeds")
        _not_itself(relation, at)
    _no_alias_twice(relations, where)
    return Ontology(relations, data["entity_types"], data["edge_types"])


def _relation(name: str, values: dict[str, Any], where: str) -> Relation:
    at = f"{where}: relations.{name}"
    if relation_slug(name) != name:
        raise ConfigError(f"{at}: a relation's name is lower case with underscores, such as {relation_slug(name)}.")
    _known_keys(values, {*_FIELDS, "origin"}, at)
    for key, value in values.items():
        if key in _STRINGS and not isinstance(value, str):
            raise ConfigError(f"{at}.{key}: must be text.")
    if not isinstance(values.get("symmetric", False), bool):
        raise ConfigError(f"{at}.symmetric: must be true or false.")
    made: dict[str, Any] = {k: _strings(v, f"{at}.{k}") if k in _LISTS else v for k, v in values.items()}
    relation = Relation(name, **made)
    return replace(relation, label=relation.label or name.replace("_", " "), family=relation.family or name)


def _strings(value: object, at: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise ConfigError(f"{at}: must be a list of texts.")
    return tuple(value)


def _known_keys(values: dict[str, Any], known: Iterable[str], at: str) -> None:
    for key in values:
        if key not in set(known):
            near = get_close_matches(key, list(known), n=1)
            raise ConfigError(f"{at}: unknown key {key}." + (f" Did you mean {near[0]}?" if near else ""))


def _one_of(value: str, allowed: Collection[str], at: str) -> None:
    if value not in set(allowed):
        near, few = get_close_matches(value, list(allowed), n=1), sorted(allowed)
        hint = f" Did you mean {near[0]}?" if near else f" It is one of {', '.join(few)}." if len(few) <= FEW else ""
        raise ConfigError(f"{at}: {value} is not known.{hint}")


def _not_itself(relation: Relation, at: str) -> None:
    if relation.name in relation.opposites:
        raise ConfigError(f"{at}.opposites: a relation cannot be the opposite of itself.")
    if relation.inverse and relation_slug(relation.inverse) == relation.name:
        raise ConfigError(f"{at}.inverse: it names itself; say symmetric = true.")
    if relation.symmetric and relation.inverse:
        raise ConfigError(f"{at}.inverse: a symmetric relation reads the same from both ends and has none.")


def _no_alias_twice(relations: list[Relation], where: str) -> None:
    owner: dict[str, str] = {relation.name: relation.name for relation in relations}
    for relation in relations:
        said = (*relation.aliases, relation.inverse, *relation.inverse_aliases, *relation.change_words)
        for word in (relation_slug(word) for word in said if word):
            if owner.setdefault(word, relation.name) != relation.name:
                raise ConfigError(f"{where}: {word} stands for both {owner[word]} and {relation.name}; keep one.")

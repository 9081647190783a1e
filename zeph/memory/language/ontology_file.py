"""The ontology as it is written: the shipped ``data/ontology.toml`` and, merged over it, the person's own file.

In: the path of a file that may not exist. Out: checked relations, entity types and edge types, or ConfigError with the
place in the file and what was probably meant.
"""

import tomllib
from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from zeph.errors import ConfigError
from zeph.memory.language.relations import Relation, relation_slug
from zeph.memory.language.word_tables import read_data
from zeph.records.graph_types import EDGE_TYPES, ENTITY_TYPES

FEW = 12
"""Choices that an error message lists."""
_STRINGS = {"label", "inverse", "cardinality", "edge_type", "family", "target"}
_LISTS = {"aliases", "typed_aliases", "inverse_aliases", "change_words", "opposites", "succeeds", "not_of"}
_FIELDS = {field.name for field in fields(Relation)} - {"name", "origin"}


@dataclass(frozen=True, slots=True)
class Definitions:
    relations: tuple[Relation, ...]
    entity_types: tuple[str, ...]
    edge_types: tuple[str, ...]


def read_definitions(user_file: Path | None) -> Definitions:
    """Everything that is defined; raises ConfigError where the person's file is wrong."""
    shipped = {**read_data("ontology.toml"), "entity_types": ENTITY_TYPES, "edge_types": tuple(EDGE_TYPES)}
    if user_file is None or not user_file.exists():
        return _checked(shipped, "the shipped ontology")
    return _checked(_merged(shipped, _read(user_file), user_file), str(user_file))


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


def _checked(data: dict[str, Any], where: str) -> Definitions:
    relations = [_relation(name, values, where) for name, values in data["relations"].items()]
    names = {relation.name for relation in relations}
    for relation in relations:
        at = f"{where}: relations.{relation.name}"
        _one_of(relation.edge_type, data["edge_types"], f"{at}.edge_type")
        _one_of(relation.cardinality, ("one", "many"), f"{at}.cardinality")
        if relation.target:
            _one_of(relation.target, data["entity_types"], f"{at}.target")
        for kind in relation.not_of:
            _one_of(kind, data["entity_types"], f"{at}.not_of")
        for other in relation.opposites:
            _one_of(other, names, f"{at}.opposites")
        for other in relation.succeeds:
            _one_of(other, names, f"{at}.succeeds")
        _not_itself(relation, at)
    _no_alias_twice(relations, where)
    entity_types, edge_types = (tuple(dict.fromkeys(data[key])) for key in ("entity_types", "edge_types"))
    return Definitions(tuple(relations), entity_types, edge_types)


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
            nearest = get_close_matches(key, list(known), n=1)
            raise ConfigError(f"{at}: unknown key {key}." + (f" Did you mean {nearest[0]}?" if nearest else ""))


def _one_of(value: str, allowed: Collection[str], at: str) -> None:
    if value not in set(allowed):
        nearest, few = get_close_matches(value, list(allowed), n=1), sorted(allowed)
        hint = (
            f" Did you mean {nearest[0]}?" if nearest else f" It is one of {', '.join(few)}." if len(few) <= FEW else ""
        )
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

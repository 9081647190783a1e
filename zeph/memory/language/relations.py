"""A relation of the ontology, the wordings that mean it, and the identifier that any wording has."""

import re
from dataclasses import dataclass
from typing import Literal

from zeph.memory.language.names import canonical_name
from zeph.memory.language.word_tables import read_words
from zeph.records.graph_types import DEFAULT_EDGE_TYPE, EdgeType

MAX_RELATION = 80
"""Characters of a relation's identifier."""
Cardinality = Literal["one", "many"]
RelationOrigin = Literal["shipped", "own", "learned"]


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation of the ontology."""

    name: str
    label: str = ""
    aliases: tuple[str, ...] = ()
    typed_aliases: tuple[str, ...] = ()
    """Other words for it where the edge is told to be of its type: a file that "belongs to" a module is nobody's."""
    inverse: str = ""
    inverse_aliases: tuple[str, ...] = ()
    change_words: tuple[str, ...] = ()
    symmetric: bool = False
    cardinality: Cardinality = "many"
    edge_type: EdgeType = DEFAULT_EDGE_TYPE
    family: str = ""
    opposites: tuple[str, ...] = ()
    succeeds: tuple[str, ...] = ()
    """Relations of the same two ends that are over when this one begins, and not the other way round."""
    target: str = ""
    not_of: tuple[str, ...] = ()
    """Types of either end with which another word for it means something else: people "talk to" each other."""
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
    edge_type: EdgeType = DEFAULT_EDGE_TYPE
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


def relation_slug(text: str) -> str:
    """A relation's wording as an identifier: ``Is allergic to`` gives ``is_allergic_to``; at most 80 characters."""
    return re.sub(r"[\W_]+", "_", canonical_name(text)).strip("_")[:MAX_RELATION].strip("_") or "related_to"


PLACE_RELATION = re.compile(read_words("relations")["place"])
"""Canonical relations whose target is where something is or was."""

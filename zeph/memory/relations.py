"""The relations that are known: the shipped ones, the person's own, and wordings that a model put in canonical form.

In: the graph settings and what the store has learned. Out: :class:`KnownRelation`, by name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from zeph.memory.graph.ontology import Ontology


@dataclass(frozen=True, slots=True)
class KnownRelation:
    name: str
    edge_type: str
    cardinality: str
    """``one``: a newer target takes the place of the older."""
    inverse: str
    family: str
    aliases: tuple[str, ...]
    """Other wordings, learned ones last."""
    origin: Literal["shipped", "own"]


def known_relations(own_file: str, learned: Sequence[tuple[str, str]]) -> list[KnownRelation]:
    """``learned``: (wording, canonical relation). Raises ConfigError where the person's file is wrong."""
    shipped = Ontology.load()
    known = Ontology.load(Path(own_file).expanduser()) if own_file else shipped
    more: dict[str, list[str]] = {}
    for wording, canonical in learned:
        more.setdefault(canonical, []).append(wording)
    return [
        KnownRelation(
            name, relation.edge_type, relation.cardinality, relation.inverse, relation.family,
            (*relation.aliases, *more.get(name, ())), "shipped" if shipped.get(name) == relation else "own",
        )
        for name, relation in sorted(known.relations.items())
    ]  # fmt: skip

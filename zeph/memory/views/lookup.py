"""The one entity, or the one fact, that a person means.

In: a name or a number as it was typed. Out: the record. Raises NotFound where nothing bears it, UsageError where
several things do.
"""

from collections.abc import Sequence

from zeph.errors import NotFound, UsageError
from zeph.memory.language.names import asked_name, canonical_name
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.storage.ports import Store, TextQuery

MOST = 20
"""Entities of one name that are looked at."""


async def entity_of_name(store: Store, space_id: int, name: str) -> Entity:
    """The one entity of that name or alias; "Mercury (project)" tells apart what shares a name."""
    found = await store.graph.entities_matching(space_id, asked_name(name), TextQuery(), MOST)
    if not found and name.endswith(")"):  # "Anna (sister)" may be a name
        plain, _, kind = name.removesuffix(")").rpartition(" (")
        found = _of_type(
            await store.graph.entities_matching(space_id, asked_name(plain or name), TextQuery(), MOST), plain, kind
        )
    if not found:
        raise NotFound(f"Nothing is known under the name “{name}”; `zeph graph entities` lists what is.")
    if len(found) > 1:
        types = ", ".join(f"“{e.name} ({e.entity_type})”" for e in found)
        raise UsageError(f"“{name}” means several things: say which one, {types}.")
    return found[0]


def _of_type(found: Sequence[Entity], plain: str, kind: str) -> list[Entity]:
    """Those of that type; "Anna (person)" is not "Anna (sister)", who is called Anna too."""
    of_type = [entity for entity in found if not kind or entity.entity_type == kind]
    own = [entity for entity in of_type if kind and entity.canonical_name == canonical_name(plain)]
    return own or of_type


async def fact_of_number(store: Store, space_id: int, fact_id: int) -> Edge:
    """The fact of that number, current or not."""
    found = await store.graph.fact(space_id, fact_id)
    if found is None:
        raise NotFound(f"There is no fact {fact_id}; `zeph graph facts NAME` shows their numbers.")
    return found

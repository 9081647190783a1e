"""Stored entities by name and id, each read once for a message: nothing changes while its plan is made.

In: a reader inside the transaction, names and ids. Out: entities; names that belong together in one look.
"""

from collections.abc import Iterable

from zeph.records.entity import Entity
from zeph.storage.ports import Reader


class KnownEntities:
    """Looks entities up for one message."""

    def __init__(self, reader: Reader, space_id: int) -> None:
        self._reader = reader
        self._space_id = space_id
        self._named: dict[str, list[Entity]] = {}
        self._by_id: dict[int, Entity | None] = {}

    def get(self, entity_id: int) -> Entity | None:
        """The entity of that id; None for one that is not stored."""
        if entity_id not in self._by_id:
            self._by_id[entity_id] = self._reader.entities.get(entity_id) if entity_id > 0 else None
        return self._by_id[entity_id]

    def named(self, canonical: str) -> list[Entity]:
        """Those whose canonical name or alias it is, of any type, smaller id first."""
        if canonical not in self._named:
            self.look_up((canonical,))
        return self._named[canonical]

    def look_up(self, names: Iterable[str]) -> None:
        """Reads all that is known of some canonical names at once."""
        new = [name for name in dict.fromkeys(names) if name not in self._named]
        if not new:
            return
        ids = self._reader.entities.ids_named(self._space_id, new)
        unread = sorted({i for found in ids.values() for i in found if i not in self._by_id})
        self._by_id.update(self._reader.entities.by_id(unread) if unread else {})
        for name in new:
            found = (self._by_id[i] for i in ids.get(name, ()))
            self._named[name] = [entity for entity in found if entity]

"""What a person changes in the graph. Each change is one revision, and undo takes it back."""

from collections.abc import Callable, Sequence
from typing import Protocol

from zeph.records.amendment import Amendment

Excludes = Callable[[str, str, bool], bool]
"""(relation, other relation, same target) of two facts of one source: whether they cannot both hold."""


def excludes_nothing(relation: str, other: str, same_target: bool) -> bool:
    """Any two facts may hold."""
    return False


class GraphEdits(Protocol):
    """Changes by hand; what a person wrote is theirs from then on."""

    async def merge_entities(self, space_id: int, kept_id: int, gone_id: int) -> int:
        """Everything of ``gone_id`` goes to ``kept_id``; the id of the revision."""
        ...

    async def split_entity(self, space_id: int, entity_id: int, alias_name: str) -> int:
        """An alias becomes an entity of its own; the id of the revision. Raises NotFound where it is no alias of it."""
        ...

    async def add_alias(self, space_id: int, entity_id: int, said: str, alias_name: str) -> int:
        """Another name for an entity; the id of the revision. Raises UsageError where it has that name already."""
        ...

    async def amend(self, space_id: int, edge_id: int, amendment: Amendment) -> int:
        """Sets a fact right; the id of the revision. An empty amendment only makes it the person's.

        Raises NotFound, and UsageError where the fact would end before it begins.
        """
        ...

    async def retract(self, space_id: int, edge_ids: Sequence[int]) -> int:
        """Takes facts that were never so out of use; the revision. Raises NotFound where none is in use."""
        ...

    async def undo(
        self, space_id: int, revision_id: int | None, excludes: Excludes = excludes_nothing
    ) -> tuple[int, str]:
        """Puts back what a revision changed, by default the last one. (id of the undoing revision, what was undone).

        ``excludes`` says which facts cannot both hold: the one that took the place of what comes back is retracted with
        its taking over; any other stands, and a person is asked.
        Raises NotFound, and UsageError where something later has to be undone first.
        """
        ...

    async def accept_revision(self, space_id: int, revision_id: int | None) -> int:
        """A person stands behind a change (all of them without an id) from now on; how many had nobody yet."""
        ...

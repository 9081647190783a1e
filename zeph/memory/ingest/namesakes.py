"""Two persons of one name: "my friend Anna", then "my sister Anna".

In: an entity that has the name already, and what the message calls somebody of that name. Out: the one of that role, or
a name under which a second one is kept apart. Told by the words "my sister Anna" alone: "Anna is my sister" speaks of the
Anna who is known.
"""

import re

from zeph.memory.graph.names import canonical_name
from zeph.memory.ingest.draft import Draft
from zeph.memory.ingest.owned import naming, plain_name
from zeph.memory.ingest.roles import differ, other_words, role_of
from zeph.records.entity import Entity, EntityType
from zeph.records.plan import Ref


class Namesakes:
    """Tells apart those of one name in one message."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft

    def of(
        self, known: Entity, called: str, kind: EntityType, owner: Ref, role: str, others: list[Entity]
    ) -> Entity | str | None:
        """``others``: all that have the name, ``known`` too. A name: it is somebody new; None: it is ``known``."""
        if known.canonical_name == canonical_name(self._draft.message.person):
            return called  # nobody is their own friend
        roles = {e.id: self._roles(owner, e) for e in others or [known]}
        fitting = [e for e in others if any(not differ(role, said) for said in roles[e.id])]
        if fitting:
            return fitting[0]
        met = any(differ(role, said) for said in roles.get(known.id, ()))
        if not met or not self._said_before_the_name(role, called):
            return None
        taken = known.entity_type == kind
        return f"{called} ({role})" if taken else called

    def _roles(self, owner: Ref, entity: Entity) -> set[str]:
        """What it was to the owner so far."""
        if owner < 0:
            return set()
        edges = (*self._draft.ever_between(owner, entity.id), *self._draft.ever_between(entity.id, owner))
        names = {canonical_name(name) for name in (plain_name(entity.name), *entity.aliases)}
        named = (naming(edge.fact) for edge in edges)
        return {role_of(owned) for owned, called in named if canonical_name(called) in names}

    def _said_before_the_name(self, role: str, called: str) -> bool:
        words = "|".join(map(re.escape, (role, *other_words(role))))
        return bool(re.search(rf"\b(?i:{words}),? {re.escape(called)}\b", self._draft.message.text))

"""Two persons of one name: "my friend Anna", then "my sister Anna".

In: an entity that has the name already, and what the message calls somebody of that name. Out: the one of that role, or
a name under which a second one is kept apart. Told by the words "my sister Anna" alone: "Anna is my sister" speaks of
the Anna who is known.
"""

from collections.abc import Iterator

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.resolution.possessive_names import MOST
from zeph.memory.language.names import canonical_name
from zeph.memory.language.possessives import TITLES, naming, plain_name
from zeph.memory.language.roles import differ, role_of
from zeph.records.entity import Entity
from zeph.records.graph_types import EntityType
from zeph.records.plan import Ref
from zeph.storage.ports import TextQuery

FEW = 5
ROLE = "has_role"


class PersonDisambiguation:
    """Tells apart those of one name in one message."""

    def __init__(self, draft: PlanDraft) -> None:
        self._draft = draft

    def of(
        self, known: Entity, called: str, kind: EntityType, owner: Ref, role: str, others: list[Entity], *,
        role_first: bool,
    ) -> Entity | str | None:  # fmt: skip
        """``others``: all that have the name, ``known`` too; ``role_first``: it was "my sister Anna". A name: it is
        somebody new; None: it is ``known``."""
        if known.canonical_name == canonical_name(self._draft.message.person):
            return called  # nobody is their own friend
        roles = {e.id: self._roles(owner, e) for e in others or [known]}
        own = {e.id for e in others if canonical_name(plain_name(e.name)) == canonical_name(called)}
        # Who has the name only for short, such as the boss Lisa Kudrow, must be in that very role.
        fitting = [e for e in others if any(not differ(role, r) if e.id in own else role == r for r in roles[e.id])]
        if fitting:
            return fitting[0]
        met = any(differ(role, said) for said in roles.get(known.id, ()))
        short = not others and roles.get(known.id) != {role}  # a Lisa who is the boss is not any Lisa
        if not (met or short) or not role_first:
            return None
        key = canonical_name(called)
        taken = any(e.canonical_name == key and e.entity_type == kind for e in (known, *others))
        return f"{called} ({role})" if taken else called

    def by_short_name(self, name: str) -> Entity | None:
        """ "Lisa" is the boss Lisa Kudrow, "Brown" the teacher Mr. Brown: the only one of that name among those of whom
        the speaker said what they are to them, or what post is theirs."""
        words = [word for word in canonical_name(name).split() if word.rstrip(".") not in TITLES]
        speakers = self._draft.entities.named(canonical_name(self._draft.message.person))
        if len(words) != 1 or not words[0].isalpha():
            return None
        query = TextQuery((words[0],), names_alone=True)
        hits = self._draft.reader.search.entities(self._draft.message.space_id, query, MOST)
        stored = self._draft.reader.entities.by_id([i for i, _ in hits]).values()
        titled = len(canonical_name(name).split()) > 1
        alike = [e for e in stored if e.entity_type == "person" and _short_for(words[0], e.name, titled=titled)]
        found = list(self._close(speakers[0].id if speakers else -1, alike)) if len(alike) <= FEW else []
        return found[0] if len(found) == 1 else None

    def _close(self, speaker: Ref, people: list[Entity]) -> Iterator[Entity]:
        for entity in people:
            if self._roles(speaker, entity) or self._holds_a_post(entity):
                yield entity

    def _holds_a_post(self, entity: Entity) -> bool:
        """Who was told by the post: "our treasurer is Geoffrey Pratt", but not "Tom Hanks is an actor"."""
        held = self._draft.active_from(entity.id, (ROLE,))
        return any(edge.fact.endswith(f" {entity.name}") for edge in held)

    def _roles(self, owner: Ref, entity: Entity) -> set[str]:
        """What it was to the owner so far."""
        if owner < 0:
            return set()
        edges = (*self._draft.ever_between(owner, entity.id), *self._draft.ever_between(entity.id, owner))
        names = {canonical_name(name) for name in (plain_name(entity.name), *entity.aliases)}
        named = (naming(edge.fact) for edge in edges)
        return {role_of(owned) for owned, called in named if canonical_name(called) in names}


def _short_for(word: str, name: str, *, titled: bool) -> bool:
    """``lisa`` for Lisa Kudrow, ``brown`` for Mr. Brown; "Mr. Brown" (``titled``) is short for Brown alone."""
    said = canonical_name(name).split()
    words = [part for part in said if part.rstrip(".") not in TITLES]
    if len(words) == 1:
        return words[0] == word and titled != (len(said) > 1)
    return bool(words) and words[0] == word and not titled and len(words) == len(said)

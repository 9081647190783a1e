"""What a person changes in the graph: merge two entities, split one, name one, amend a fact, undo a change.

In: names as a person types them. Out: the id of the revision, with a sentence. Raises NotFound for a name nothing
is known under, UsageError where a name means several things or the change makes no sense.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from zeph.clock import Moment
from zeph.errors import NotFound, UsageError
from zeph.memory.language.names import canonical_name, indexed_fact
from zeph.memory.views.lookup import entity_of_name, fact_of_number
from zeph.records.amendment import Amendment
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.entity import Entity
from zeph.records.message import Message
from zeph.records.revision import Revision
from zeph.safety.text import one_line
from zeph.storage.ports import Store, TextQuery

if TYPE_CHECKING:
    from zeph.memory.edits.forget_targets import ForgetTargets, Search
    from zeph.memory.language.times.date_resolution import ResolvedDate


@dataclass(frozen=True, slots=True)
class Edited:
    """A change that was made."""

    revision_id: int
    sentence: str


LOOKED_BACK = 200
"""Messages, and changes, among which the last one is looked for."""
NOT_UNDONE = ("undo", "review", "evict")
"""Kinds of change that are not the last thing that was done."""


class Edits:
    """Changes one space's graph by hand; each change can be undone."""

    def __init__(
        self, store: Store, space_id: int, now: Callable[[], Moment], ontology_file: str = "",
        search: "Search | None" = None,
    ) -> None:  # fmt: skip
        """``ontology_file``: the person's own relations, as in the settings; ``search`` finds facts by words."""
        self._store = store
        self._space_id = space_id
        self._now = now
        self._search = search
        self._ontology_file = ontology_file

    @property
    def forgetting(self) -> "ForgetTargets":
        """What to forget, by what a person names it."""
        from zeph.memory.edits.forget_targets import ForgetTargets

        return ForgetTargets(self._store, self._space_id, self._now(), self._search)

    async def merge(self, kept: str, gone: str) -> Edited:
        """Everything known of ``gone`` goes to ``kept``, and its names too."""
        one, other = await self._entity(kept), await self._entity(gone)
        if one.id == other.id:
            raise UsageError(f"“{kept}” and “{gone}” are one thing already.")
        revision = await self._store.edits.merge_entities(self._space_id, one.id, other.id)
        return Edited(revision, f"{other.name} is {one.name} from now on.")

    async def split(self, name: str, alias: str) -> Edited:
        """``alias`` becomes a thing of its own, with what was said under that name."""
        entity = await self._entity(name)
        revision = await self._store.edits.split_entity(self._space_id, entity.id, canonical_name(alias))
        return Edited(revision, f"{alias} is not {entity.name} any more.")

    async def alias(self, name: str, alias: str) -> Edited:
        """Another name for an entity."""
        entity, said = await self._entity(name), canonical_name(alias)
        if not any(char.isalnum() for char in said):
            raise UsageError("A name needs a letter or a digit.")
        others = await self._store.graph.entities_matching(self._space_id, said, TextQuery(), 20)
        if any(other.id != entity.id for other in others):
            raise UsageError(f"“{alias}” is the name of something else: merge the two with `zeph graph merge`.")
        revision = await self._store.edits.add_alias(self._space_id, entity.id, alias.strip(), said)
        return Edited(revision, f"{alias.strip()} is another name of {entity.name}.")

    async def amend(
        self, fact_id: int, *, fact: str | None = None, since: "ResolvedDate | None" = None,
        until: "ResolvedDate | None" = None, confidence: float | None = None,
    ) -> Edited:  # fmt: skip
        """Sets a fact's sentence, dates and confidence (0.0 to 1.0); what is None stays. It is the person's then."""
        before = await fact_of_number(self._store, self._space_id, fact_id)
        said = None if fact is None else one_line(fact)
        if said == "":
            raise UsageError("A fact needs words; `zeph memory forget --fact` removes one.")
        if confidence is not None and not 0.0 <= confidence <= 1.0:
            raise UsageError("Confidence is a number from 0 to 1.")
        indexed = indexed_fact(said, before.source, before.target, before.canonical_relation) if said else ""
        amendment = Amendment(
            fact=said, indexed_text="" if indexed == said else indexed,
            valid_from=since.moment if since else None, valid_from_precision=since.precision if since else None,
            valid_until=until.moment if until else None, valid_until_precision=until.precision if until else None,
            confidence=confidence,
        )  # fmt: skip
        if amendment.empty:
            raise UsageError("Nothing to change: give --fact, --since, --until or --confidence.")
        revision = await self._store.edits.amend(self._space_id, fact_id, amendment)
        return Edited(revision, f"#{fact_id}: {said or before.fact}")

    async def pin(self, fact_id: int) -> Edited:
        """The fact becomes the person's: nothing automatic changes, ends or removes it."""
        before = await fact_of_number(self._store, self._space_id, fact_id)
        if before.expired_at is not None:
            raise UsageError(f"Fact {fact_id} is out of use: `zeph graph undo` brings back what was changed.")
        revision = await self._store.edits.amend(self._space_id, fact_id, Amendment())
        return Edited(revision, f"#{fact_id} stays as it is: {before.fact}")

    async def retract(self, facts: Sequence[Edge]) -> Edited:
        """Facts that were never so go out of use. Raises NotFound where none is in use."""
        revision = await self._store.edits.retract(self._space_id, [fact.id for fact in facts])
        return Edited(revision, f"Out of use: {'; '.join(fact.fact for fact in facts)}.")

    async def undo(self, revision_id: int | None = None) -> Edited:
        """Puts back what a change changed, the last one where none is named.

        A fact that had taken the place of one that comes back is retracted where both cannot hold (two homes).
        """
        excludes = await asyncio.to_thread(_exclusion, self._ontology_file)
        revision, what = await self._store.edits.undo(self._space_id, revision_id, excludes)
        return Edited(revision, f"Undone: {what}.")

    async def undo_newest(self, conversation_id: int) -> Edited:
        """Takes back what was noted or changed last: what the newest message taught and changed, unless a change was
        made by hand since. Raises NotFound."""
        newest = await self.newest(conversation_id)
        done = await self.undo_of(newest.id) if newest is not None else None
        return done if done is not None else await self.undo()

    async def newest(self, conversation_id: int) -> Message | None:
        """The message of a conversation that taught or changed something last; None where a change was made by hand
        since."""
        messages = await self._store.messages.history(conversation_id, LOOKED_BACK)
        changes = await self._changes()
        by_hand = max((r.created_at for r in changes if r.message_id is None and r.kind != "retract"), default="")
        for message in reversed([m for m in messages if m.role == "user" and m.sent_at > by_hand]):
            told, own = await self._did(message.id, changes)
            if told or own:
                return message
        return None

    async def would_undo(self, message_id: int) -> str:
        """What would be taken back with what a message taught and changed."""
        told, own = await self._did(message_id, await self._changes())
        return "; ".join([fact.fact for fact in told] or [one.told for one in own])

    async def undo_of(self, message_id: int) -> Edited | None:
        """Takes back what a message taught and changed; None where it did neither."""
        told, own = await self._did(message_id, await self._changes())
        return await self._taken_back([one.id for one in own], told) if told or own else None

    async def _changes(self) -> list[Revision]:
        """The last that may be undone."""
        return [r for r in await self.revisions(LOOKED_BACK) if not r.undone and r.kind not in NOT_UNDONE]

    async def _did(self, message_id: int, changes: Sequence[Revision]) -> tuple[list[Edge], list[Revision]]:
        """(the facts that a message taught, its changes, the last first)."""
        told = [f for f in await self._store.graph.facts_of_message(self._space_id, message_id) if _taught(f)]
        return told, sorted((r for r in changes if r.message_id == message_id), key=lambda r: r.id, reverse=True)

    async def _taken_back(self, changes: Sequence[int], told: Sequence[Edge]) -> Edited:
        done = [await self.undo(number) for number in changes]
        last = done[-1].revision_id if done else 0
        left = [await fact_of_number(self._store, self._space_id, fact.id) for fact in told]
        if out := [fact for fact in left if fact.expired_at is None]:
            last = (await self.retract(out)).revision_id
        taken = [f"Taken back: {'; '.join(fact.fact for fact in told)}."] if told else []
        return Edited(last, " ".join((*taken, *(one.sentence for one in done))))

    async def waiting(self) -> int:
        """How many changes came by themselves and no person has looked at yet."""
        return await self._store.graph.waiting_revisions(self._space_id)

    async def accept(self, revision_id: int | None = None) -> str:
        """An automatic change, or a question, is settled as it stands (all of them without an id): a sentence."""
        count = await self._store.edits.accept_revision(self._space_id, revision_id)
        if revision_id is None:
            return f"{count} change{'' if count == 1 else 's'} accepted." if count else "Nothing waits to be looked at."
        if not count:
            await self._known(revision_id)
            return f"Change {revision_id} is accepted already."
        return f"Change {revision_id} is accepted."

    async def _entity(self, name: str) -> Entity:
        return await entity_of_name(self._store, self._space_id, name)

    async def _known(self, revision_id: int) -> None:
        if not any(found.id == revision_id for found in await self.revisions(1_000_000)):
            raise NotFound(f"There is no change {revision_id}; `zeph graph revisions` lists them.")

    async def revisions(self, limit: int = 50) -> list[Revision]:
        """Every change, automatic ones too, latest first."""
        return await self._store.graph.revisions(self._space_id, limit)


def _taught(fact: Edge) -> bool:
    """Whether it was told as a fact, is in use and stands on one message alone."""
    return fact.confidence >= CANDIDATE_BELOW and fact.expired_at is None and len(fact.sources) == 1


def _exclusion(ontology_file: str) -> Callable[[str, str, bool], bool]:
    """Whether facts of one source with these canonical relations, and the same target or not, cannot both hold."""
    from zeph.memory.language.ontology import Ontology

    ontology = Ontology.load(Path(ontology_file).expanduser() if ontology_file else None)

    def excludes(relation: str, other: str, same_target: bool) -> bool:
        if same_target:
            return other in ontology.opposites(relation)
        return relation == other and ontology.functional(relation)

    return excludes

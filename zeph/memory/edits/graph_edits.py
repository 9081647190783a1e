"""What a person sets right: merge two entities, split one, name one, undo a change.

In: names as a person types them. Out: the id of the revision, with a sentence. Raises NotFound for a name nothing
is known under, UsageError where a name means several things or the change makes no sense.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zeph.errors import NotFound, UsageError
from zeph.memory.language.names import asked_name, canonical_name, indexed_fact
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.revision import Revision
from zeph.safety.text import one_line
from zeph.storage.store import SqliteStore

if TYPE_CHECKING:
    from zeph.memory.ingest.times.dates import ResolvedDate


@dataclass(frozen=True, slots=True)
class Corrected:
    revision_id: int
    sentence: str


class Corrections:
    """Changes one space's graph by hand; each change can be undone."""

    def __init__(self, store: SqliteStore, space_id: int, ontology_file: str = "") -> None:
        """``ontology_file``: the person's own relations, as in the settings."""
        self._store = store
        self._space_id = space_id
        self._ontology_file = ontology_file

    async def entity(self, name: str) -> Entity:
        """The one entity of that name or alias; "Mercury (project)" tells apart what shares a name."""
        plain, _, kind = name.removesuffix(")").rpartition(" (") if name.endswith(")") else (name, "", "")
        found = await self._store.entities_matching(self._space_id, asked_name(name), "", 20) if kind else []
        kind = "" if found else kind  # "Anna (sister)" is a name
        found = found or await self._store.entities_matching(self._space_id, asked_name(plain or name), "", 20)
        found = [e for e in found if not kind or e.entity_type == kind]
        own = [e for e in found if kind and e.canonical_name == canonical_name(plain)]
        found = own or found  # "Anna (person)" is not "Anna (sister)", who is called Anna too
        if not found:
            raise NotFound(f"Nothing is known under the name “{name}”; `zeph graph entities` lists what is.")
        if len(found) > 1:
            types = ", ".join(f"“{e.name} ({e.entity_type})”" for e in found)
            raise UsageError(f"“{name}” means several things: say which one, {types}.")
        return found[0]

    async def merge(self, kept: str, gone: str) -> Corrected:
        """Everything known of ``gone`` goes to ``kept``, and its names too."""
        one, other = await self.entity(kept), await self.entity(gone)
        if one.id == other.id:
            raise UsageError(f"“{kept}” and “{gone}” are one thing already.")
        revision = await self._store.merge_entities(self._space_id, one.id, other.id)
        return Corrected(revision, f"{other.name} is {one.name} from now on.")

    async def split(self, name: str, alias: str) -> Corrected:
        """``alias`` becomes a thing of its own, with what was said under that name."""
        entity = await self.entity(name)
        revision = await self._store.split_entity(self._space_id, entity.id, canonical_name(alias))
        return Corrected(revision, f"{alias} is not {entity.name} any more.")

    async def alias(self, name: str, alias: str) -> Corrected:
        """Another name for an entity."""
        entity, said = await self.entity(name), canonical_name(alias)
        if not any(char.isalnum() for char in said):
            raise UsageError("A name needs a letter or a digit.")
        others = await self._store.entities_matching(self._space_id, said, "", 20)
        if any(other.id != entity.id for other in others):
            raise UsageError(f"“{alias}” is the name of something else: merge the two with `zeph graph merge`.")
        revision = await self._store.add_alias(self._space_id, entity.id, alias.strip(), said)
        return Corrected(revision, f"{alias.strip()} is another name of {entity.name}.")

    async def edit(
        self, fact_id: int, *, fact: str | None = None, since: "ResolvedDate | None" = None,
        until: "ResolvedDate | None" = None, confidence: float | None = None,
    ) -> Corrected:  # fmt: skip
        """Sets a fact's sentence, dates and confidence (0.0 to 1.0) right; what is None stays. It is the person's then."""
        before = await self.fact(fact_id)
        columns: dict[str, Any] = {}
        if fact is not None:
            said = one_line(fact)
            if not said:
                raise UsageError("A fact needs words; `zeph memory forget --fact` removes one.")
            columns["fact"] = said
            indexed = indexed_fact(said, before.source, before.target, before.canonical_relation)
            columns["indexed_text"] = "" if indexed == said else indexed
        if since is not None:
            columns |= {"valid_from": since.moment, "valid_from_precision": since.precision, "valid_from_stated": 1}
        if until is not None:
            columns |= {"valid_until": until.moment, "valid_until_precision": until.precision}
        if confidence is not None:
            if not 0.0 <= confidence <= 1.0:
                raise UsageError("Confidence is a number from 0 to 1.")
            columns["confidence"] = confidence
        if not columns:
            raise UsageError("Nothing to change: give --fact, --since, --until or --confidence.")
        revision = await self._store.amend(self._space_id, fact_id, columns)
        return Corrected(revision, f"#{fact_id}: {columns.get('fact', before.fact)}")

    async def pin(self, fact_id: int) -> Corrected:
        """The fact becomes the person's: nothing automatic changes, ends or removes it."""
        before = await self.fact(fact_id)
        if before.expired_at is not None:
            raise UsageError(f"Fact {fact_id} is out of use: `zeph graph undo` brings back what was changed.")
        revision = await self._store.amend(self._space_id, fact_id, {})
        return Corrected(revision, f"#{fact_id} stays as it is: {before.fact}")

    async def fact(self, fact_id: int) -> Edge:
        """The fact of that number, whether it stands or not. Raises NotFound."""
        found = await self._store.fact(self._space_id, fact_id)
        if found is None:
            raise NotFound(f"There is no fact {fact_id}; `zeph graph facts NAME` shows their numbers.")
        return found

    async def undo(self, revision_id: int | None = None) -> Corrected:
        """Puts back what a change changed, the last one where none is named.

        A fact that had taken the place of one that comes back is retracted where both cannot hold (two homes).
        """
        excludes = await asyncio.to_thread(_exclusion, self._ontology_file)
        revision, what = await self._store.undo(self._space_id, revision_id, excludes)
        return Corrected(revision, f"Undone: {what}.")

    async def accept(self, revision_id: int | None = None) -> str:
        """An automatic change, or a question, is settled as it stands (all of them without an id): a sentence."""
        count = await self._store.accept_revision(self._space_id, revision_id)
        if revision_id is None:
            return f"{count} change{'' if count == 1 else 's'} accepted." if count else "Nothing waits to be looked at."
        if not count:
            await self._known(revision_id)
            return f"Change {revision_id} is accepted already."
        return f"Change {revision_id} is accepted."

    async def _known(self, revision_id: int) -> None:
        if not any(found.id == revision_id for found in await self.revisions(1_000_000)):
            raise NotFound(f"There is no change {revision_id}; `zeph graph revisions` lists them.")

    async def revisions(self, limit: int = 50) -> list[Revision]:
        """Every change, automatic ones too, latest first."""
        return await self._store.revisions(self._space_id, limit)


def _exclusion(ontology_file: str) -> Callable[[str, str, bool], bool]:
    """Whether facts of one source with these canonical relations, and the same target or not, cannot both hold."""
    from zeph.memory.language.ontology import Ontology

    ontology = Ontology.load(Path(ontology_file).expanduser() if ontology_file else None)

    def excludes(relation: str, other: str, same_target: bool) -> bool:
        if same_target:
            return other in ontology.opposites(relation)
        return relation == other and ontology.functional(relation)

    return excludes

"""Entities that a new name may mean without being spelled the same (graph-memory §3.5, its last step).

In: a name no alias or canonical name knows, and the rows as they now are. Out: the stored entity it means, or
None. A cosine merges from ``similar``; from ``ambiguous`` on, and for names that share words, a model decides.
A name that only sounds alike never merges by its vector alone: two names the gazetteer tells apart, two numbers,
versions or directions, two persons unless one name holds all words of the other.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from zeph.memory.ingest.model_questions import Asking, Question
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.names import STOP_WORDS, TELLING, canonical_name, compatible_types
from zeph.records.entity import Entity
from zeph.records.graph_types import EntityType
from zeph.records.message import Message
from zeph.records.view import View
from zeph.storage.ports import Reader, TextQuery

TOP = 5
LOOKED_AT = 4 * TOP
"""Neighbours fetched, since those of another kind are left out."""
SUMMARY_SHOWN = 120
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class SimilarityPolicy:
    """How names are compared by meaning."""

    model_id: str
    """The embedder's; empty: there is none."""
    similar: float
    ambiguous: float
    decides: bool
    """Whether a chat model is there to choose."""


class SimilarEntities:
    """Compares the new names of one message with the stored entities."""

    def __init__(
        self, policy: SimilarityPolicy, gazetteer: Gazetteer, asking: Asking, reader: Reader, message: Message
    ) -> None:
        self._policy = policy
        self._gazetteer = gazetteer
        self._asking = asking
        self._reader = reader
        self._message = message

    def find(self, name: str, entity_type: EntityType, summary: str) -> Entity | None:
        neighbours = self._neighbours(name, entity_type)
        sure = [e for e, cosine in neighbours if cosine >= self._policy.similar and self._safe(name, entity_type, e)]
        if len(sure) == 1 or (sure and entity_type != "person"):
            return sure[0]
        if not self._policy.decides:
            return None
        unsure = [e for e, cosine in neighbours if cosine >= self._policy.ambiguous]
        return self._chosen(name, entity_type, summary, _distinct([*unsure, *self._sharing_words(name, entity_type)]))

    def _neighbours(self, name: str, entity_type: EntityType) -> list[tuple[Entity, float]]:
        """Best first, at most five of a compatible type."""
        if not self._policy.model_id:
            return []
        vector = self._asking.vector(name)
        if vector is None:
            return []
        view = View(self._message.space_id, self._message.sent_at)
        hits = self._reader.vectors.nearest("entity", self._policy.model_id, vector, LOOKED_AT, view)
        stored = self._reader.entities.by_id([i for i, _ in hits])
        return [(stored[i], c) for i, c in hits if i in stored and self._possible(name, entity_type, stored[i])][:TOP]

    def _sharing_words(self, name: str, entity_type: EntityType) -> list[Entity]:
        words = {w for w in _words(name) if len(w) > 1 and w not in STOP_WORDS}
        if not words:
            return []
        query = TextQuery(tuple(sorted(words)), names_alone=True)
        hits = self._reader.search.entities(self._message.space_id, query, LOOKED_AT)
        stored = self._reader.entities.by_id([i for i, _ in hits])
        named = [
            stored[i] for i, _ in hits if i in stored and words & _words(" ".join((stored[i].name, *stored[i].aliases)))
        ]
        return [entity for entity in named if self._possible(name, entity_type, entity)][:TOP]

    def _chosen(self, name: str, entity_type: EntityType, summary: str, options: Sequence[Entity]) -> Entity | None:
        if not options:
            return None
        shown = f"{name} ({entity_type})" + (f": {summary[:SUMMARY_SHOWN]}" if summary else "")
        answer = self._asking.ask(Question("entity", shown, tuple(_shown(e) for e in options)))
        return options[answer] if answer is not None and 0 <= answer < len(options) else None

    def _possible(self, name: str, entity_type: EntityType, entity: Entity) -> bool:
        if not compatible_types(entity_type, entity.entity_type) or self._is_speaker(entity):
            return False
        known, other = self._gazetteer.lookup(canonical_name(name)), self._gazetteer.lookup(entity.canonical_name)
        return known is None or other is None or known.name == other.name

    def _is_speaker(self, entity: Entity) -> bool:
        """The one who says "I" is met by that, or by a name learned for them, never by likeness."""
        return entity.canonical_name == canonical_name(self._message.person)

    @staticmethod
    def _safe(name: str, entity_type: EntityType, entity: Entity) -> bool:
        """Whether nothing but the vector is needed to take them for one."""
        if _telling(name) != _telling(entity.name) or _of_others(name, entity.name):
            return False
        if entity_type != "person":
            return True
        said, known = _words(name), _words(entity.name)
        return bool(said & known) and (said <= known or known <= said)


def _words(name: str) -> set[str]:
    return set(_WORD.findall(canonical_name(name)))


def _telling(name: str) -> set[str]:
    """Its numbers, single letters ("plan B") and telling words."""
    return {word for word in _words(name) if len(word) == 1 or word in TELLING}.union(_NUMBER.findall(name))


def _of_others(one: str, other: str) -> bool:
    """Whether two things of a kind are told apart by the names in them: "wedding of Ada and Bo", "of Cy and Di"."""
    named = [{word for word in _WORD.findall(name) if word != word.lower()} for name in (one, other)]
    common = [{word for word in _WORD.findall(name) if word == word.lower()} - STOP_WORDS for name in (one, other)]
    return all(named) and all(common) and not (named[0] <= named[1] or named[1] <= named[0])


def _shown(entity: Entity) -> str:
    also = [alias for alias in entity.aliases if alias != entity.name][:3]
    names = f"{entity.name} (also {', '.join(also)})" if also else entity.name
    return f"{names}, {entity.entity_type}" + (f": {entity.summary[:SUMMARY_SHOWN]}" if entity.summary else "")


def _distinct(entities: Sequence[Entity]) -> list[Entity]:
    return list({entity.id: entity for entity in entities}.values())

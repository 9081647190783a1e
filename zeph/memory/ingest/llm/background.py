"""What a model is told besides the message: what is known already, what the assistant said last, the summary so far.

In: a message that is about to be read. Out: :class:`Background`; the known facts are those that the message may speak
of, by its words, by likeness and by what the conversation was about, in the order in which they were learned.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zeph.clock import Moment
from zeph.errors import ModelError
from zeph.memory.ingest.model_questions import Answer
from zeph.memory.language.names import STOP_WORDS, canonical_name
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.message import Message
from zeph.records.view import View
from zeph.safety.injection import is_planted
from zeph.storage.ports import Reader, Store, TextQuery

MOST_KNOWN = 30
"""Facts that a prompt shows."""
MOST_FOUND, MOST_AROUND, MOST_ENTITIES = 60, 120, 40
BY_WORDS, BY_LIKENESS, BY_TALK = 1.0, 1.0, 0.5
"""What each way to find a fact counts; the last of the talk count more than the first."""


@dataclass(frozen=True, slots=True)
class Background:
    known: tuple[Edge, ...] = ()
    last_answer: str = ""
    summary: str = ""


Embed = Callable[[Sequence[str]], Awaitable[Any]]


class Backgrounds:
    """Looks up the background of one message after another."""

    def __init__(self, store: Store, space_id: int, embed: Embed | None = None, embedding_model: str = "") -> None:
        """``embed``: None where there are no vectors."""
        self._store = store
        self._space_id = space_id
        self._embed = embed
        self._embedding_model = embedding_model

    async def of(self, message: Message) -> Background:
        vector = await self._vector(message.text)
        near = Nearest(self._space_id, message, vector, self._embedding_model)
        return await self._store.read(near.background)

    async def _vector(self, text: str) -> Answer:
        if self._embed is None:
            return None
        try:
            return (await self._embed([text]))[0]
        except ModelError:
            return None


class Nearest:
    """What is known for a message, and the facts that it may speak of. Pure but for the reader."""

    def __init__(self, space_id: int, message: Message, vector: Answer, embedding_model: str) -> None:
        self._message = message
        self._vector = vector
        self._model = embedding_model
        self._view = View(space_id, message.sent_at, ahead=True, to_come=True)

    def background(self, reader: Reader) -> Background:
        message = self._message
        said = reader.messages.just_before(message)
        answered = said is not None and said.role == "assistant" and not said.injection_flags
        summed = reader.messages.summary(message.conversation_id)
        return Background(
            tuple(self.facts(reader)),
            said.text if said is not None and answered else "",
            summed.text if summed and summed.message_id < message.id else "",
        )

    def facts(self, reader: Reader) -> list[Edge]:
        scores: dict[int, float] = {}
        ways = (BY_WORDS, self._by_words), (BY_LIKENESS, self._by_likeness), (BY_TALK, self._by_talk)
        for weight, found in ((weight, way(reader)) for weight, way in ways):
            for place, edge in enumerate(found):
                scores[edge] = scores.get(edge, 0.0) + weight * (1 - place / (len(found) + 1))
        best = sorted(scores, key=lambda edge: (-scores[edge], -edge))
        known: list[Edge] = []
        for at in range(0, len(best), MOST_KNOWN):
            known += [e for e in reader.edges.by_id(best[at : at + MOST_KNOWN], self._view) if self._counts(e)]
            if len(known) >= MOST_KNOWN:
                break
        return sorted(known[:MOST_KNOWN], key=lambda e: e.id)

    def _counts(self, edge: Edge) -> bool:
        now: Moment = self._message.sent_at
        goes_on = edge.valid_until is None or edge.valid_until > now
        return edge.active and goes_on and edge.confidence >= CANDIDATE_BELOW and not is_planted(_told(edge))

    def _by_words(self, reader: Reader) -> list[int]:
        words = canonical_name(self._message.text).split()
        terms = tuple(dict.fromkeys(w for said in words if (w := said.strip(".,;:!?'\"()")) and w not in STOP_WORDS))
        query = TextQuery(terms[:MOST_FOUND])
        return [edge for edge, _ in reader.search.edges(self._view, query, MOST_FOUND)] if query else []

    def _by_likeness(self, reader: Reader) -> list[int]:
        if self._vector is None or not self._model:
            return []
        return [edge for edge, _ in reader.vectors.nearest("edge", self._model, self._vector, MOST_FOUND, self._view)]

    def _by_talk(self, reader: Reader) -> list[int]:
        """Around whoever speaks, and what the conversation was about, the last first."""
        m = self._message
        me = [e.id for e in reader.entities.named(m.space_id, canonical_name(m.person))]
        recent = reader.entities.recent_in_conversation(m.space_id, m.conversation_id, MOST_ENTITIES)
        nodes = list(dict.fromkeys((*recent, *me)))
        return sorted(reader.walk.around(nodes, self._view, cap=MOST_KNOWN, budget=MOST_AROUND), reverse=True)


def _told(edge: Edge) -> str:
    return f"{edge.source} {edge.relation} {edge.target}\n{edge.fact}"

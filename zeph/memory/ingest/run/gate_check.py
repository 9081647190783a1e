"""Asks the gate about the messages of a lease; only there when ``memory.graph.rpe`` is enabled.

In: the messages of one leased conversation, in order. Out: for each, whether it is extracted. The buffers are made
anew from the stored messages with every lease, so that any number of processes come to the same answer.
"""

import asyncio
import logging
from collections.abc import Sequence

from zeph.config.schema import RpeSettings
from zeph.memory.index.vector_filler import VectorFiller
from zeph.memory.ingest.run.novelty_gate import LAST_NAMES, LAST_VECTORS, Gate, candidate_names, has_fact_cue
from zeph.memory.language.gazetteer import Gazetteer
from zeph.records.message import Message
from zeph.storage.ports import Queue, Turn, Work

log = logging.getLogger(__name__)


class Gatekeeper:
    def __init__(self, queue: Queue, settings: RpeSettings, vectors: VectorFiller, gazetteer: Gazetteer) -> None:
        self._queue = queue
        self._settings = settings
        self._vectors = vectors
        self._gazetteer = gazetteer

    async def decide(self, work: Sequence[Work]) -> list[bool]:
        """True for each message that is to be extracted; all of them where the gate cannot tell."""
        try:
            return await self._decide([item.message for item in work])
        except Exception:
            # The gate only saves calls: without this a failing embedder would keep messages from becoming facts.
            log.exception("the gate failed; nothing is skipped")
            return [True] * len(work)

    async def _decide(self, messages: Sequence[Message]) -> list[bool]:
        before = await self._queue.turns_before(messages[0], LAST_NAMES)
        recent = [turn.message_id for turn in before[-LAST_VECTORS:]]
        vectors = await self._vectors.of("message", [*recent, *(message.id for message in messages)])
        return await asyncio.to_thread(self._passing, before, messages, vectors)

    def _passing(self, before: Sequence[Turn], messages: Sequence[Message], vectors: dict[int, object]) -> list[bool]:
        gate = Gate(self._settings.threshold, self._settings.max_skip_turns)
        for turn in before:
            gate.remember(vectors.get(turn.message_id), self._names(turn.text), skipped=turn.gated)
        answers = []
        for message in messages:
            vector, names = vectors.get(message.id), self._names(message.text)
            answers.append(gate.passes(vector, names, cue=has_fact_cue(message.text)))
            gate.remember(vector, names, skipped=not answers[-1])
        return answers

    def _names(self, text: str) -> list[str]:
        return candidate_names(text, self._gazetteer)

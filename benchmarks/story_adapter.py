"""One person's memory, told things over time and asked at the end, for a harness outside the project.

In: sentences with the moment each was said, then questions. Out: what recall puts before a model by default, and the
answer the memory gives by itself. ``async with Life() as life``: ``tell`` in the order of time, then ``settle``, then
``ask``.
"""

import tempfile
from pathlib import Path
from typing import Self

from zeph import NewMessage
from zeph.agent.answers.memory_answer import answer_from_memory
from zeph.clock import FixedClock, parse_moment
from zeph.config.schema import MemorySettings
from zeph.memory.facade import Memory
from zeph.models.local.embed import embedded_embedder
from zeph.models.ports import ChatModel, Embedder
from zeph.records.edge import Edge


class Life:
    """``chat`` and ``extractor`` as in the settings; without ``embed`` recall goes by words alone."""

    _embedder: Embedder | None = None

    def __init__(self, chat: ChatModel | None = None, extractor: str = "local", embed: bool = True) -> None:
        self._chat = chat
        self._settings = MemorySettings.model_validate({"graph": {"extractor": extractor}})
        self._embed = embed
        self._clock = FixedClock("2020-01-01 00:00:00")

    async def __aenter__(self) -> Self:
        if self._embed and Life._embedder is None:
            Life._embedder = embedded_embedder()
        self._folder = tempfile.TemporaryDirectory()
        self.memory = Memory.open(
            Path(self._folder.name) / "life.db", settings=self._settings, chat=self._chat, clock=self._clock,
            embedder=Life._embedder if self._embed else None, background=False,
        )  # fmt: skip
        await self.memory.__aenter__()
        self.conversation = (await self.memory.start_conversation()).id
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.memory.__aexit__(*exc)
        self._folder.cleanup()

    async def begin(self, at: str) -> None:
        """What is said from now on is another conversation."""
        self._clock.at = parse_moment(at)
        self.conversation = (await self.memory.start_conversation()).id

    async def tell(self, text: str, at: str, speaker: str = "") -> int:
        """The person, or the speaker named, says ``text`` at ``at`` (ISO 8601); it is read into facts before this
        returns the message's id."""
        self._clock.at = parse_moment(at)
        message = await self.memory.observe(NewMessage(self.conversation, "user", text, speaker))
        await self.memory.ingest_now(message)
        return message.id

    async def facts(self) -> list[Edge]:
        """What is known of the person and of those around them, over or not."""
        edges: list[Edge] = []
        for entity in await self.memory.graph.entities():
            edges += (await self.memory.facts(entity.name))[1]
        return list({edge.id: edge for edge in edges}.values())

    async def settle(self) -> None:
        """Everything that waits is done: facts, vectors."""
        async for _ in self.memory.backfill():
            pass

    async def ask(self, question: str) -> tuple[list[str], list[str], str]:
        """(lines of the graph block, lines of earlier messages, the memory's own answer without a model)."""
        recalled = await self.memory.recall(question)
        answer = await answer_from_memory(question, None, recalled, self.memory.likeness)
        return [fact.line for fact in recalled.facts], [message.line for message in recalled.messages], answer.text

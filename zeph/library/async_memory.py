"""``zeph.Memory``: the memory with what a program asks of it most, a call each.

In: texts, names, questions, dates as a person writes them. Out: the memory's own records (``zeph.records``). What is
not here is in the rooms that it has from :class:`zeph.memory.facade.Memory`: ``conversations``, ``graph``, ``edits``,
``profile``, ``spaces``, ``admin``.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self

from zeph.clock import Clock, Moment, SystemClock, parse_moment, to_moment
from zeph.config.schema import EmbeddingSettings, MemorySettings, ModelSettings, Settings
from zeph.errors import UsageError
from zeph.memory import facade
from zeph.models.ports import ChatModel, Embedder, Reranker
from zeph.paths import private_dir, resolve_paths
from zeph.records.edge import Edge
from zeph.records.forgetting import Forgotten, Target
from zeph.records.message import Conversation, Message, NewMessage
from zeph.records.revision import Receipt

if TYPE_CHECKING:
    from zeph.agent.injected import Injected

AUTO: Literal["auto"] = "auto"


@dataclass(frozen=True, slots=True)
class Added:
    """A text that was kept, and what became of it."""

    message: Message
    receipt: Receipt
    facts: tuple[Edge, ...]
    """Those that it is a source of."""


class Memory(facade.Memory):
    """What is remembered, in one file; enter it with ``async with``. Raises ZephError's leaves (``zeph.errors``)."""

    _makes_embedder = False
    _conversation: Conversation | None = None

    @classmethod
    def open(
        cls, path: Path | str | None = None, *, settings: MemorySettings | None = None, space: str | None = None,
        chat: ChatModel | None = None, embedder: Embedder | Literal["auto"] | None = AUTO, clock: Clock | None = None,
        background: bool = True, reranker: Reranker | None = None, makes_space: bool = True,
    ) -> Self:  # fmt: skip
        """The memory in the file at ``path``, made where it is not there; None: the one that `zeph chat` uses.

        ``space``: a part of it that knows nothing of the others; None: the settings' one. ``embedder``: finds by
        meaning too; "auto" takes the embedded model where ``zeph[embedded]`` is installed, None searches by words
        alone. ``chat``: a model that reads messages into facts, in place of the local reader. Without ``background``
        nothing is read but by :meth:`add` and ``backfill``.
        """
        used = settings or MemorySettings()
        if space is not None:
            used = used.model_copy(update={"space": space})
        paths = resolve_paths(os.environ)
        if path is None:
            private_dir(paths.data_dir)
        file = paths.db if path is None else Path(path)
        given = None if embedder == AUTO else embedder
        memory = cls(file, used, chat, given, clock or SystemClock(), background, reranker, makes_space)
        memory._makes_embedder = embedder == AUTO
        return memory

    async def __aenter__(self) -> Self:
        if self._makes_embedder:
            self._embedder = await _embedded()
        try:
            return await super().__aenter__()
        except BaseException:
            await self._close_embedder()
            raise

    async def __aexit__(self, *exc: object) -> None:
        try:
            await super().__aexit__(*exc)
        finally:
            await self._close_embedder()

    async def _close_embedder(self) -> None:
        if self._makes_embedder and self._embedder is not None:
            await self._embedder.close()

    # ------------------------------------------------------------ what is said

    async def add(
        self, text: str, *, speaker: str = "", sent_at: Moment | str | None = None,
        conversation: Conversation | None = None,
    ) -> Added:  # fmt: skip
        """Keeps a text and reads it into facts before it returns.

        ``speaker``: who says "I" in it, where that is not the person. ``sent_at``: when it was said (ISO 8601), which
        its "yesterday" counts from; None: now. ``conversation``: where it was said; None: this program's own.
        Raises UsageError for an empty text or a time that is none.
        """
        if not text.strip():
            raise UsageError("There is nothing to keep: the text is empty.")
        talk = conversation or await self._own_conversation()
        message = await self.observe(NewMessage(talk.id, "user", text, speaker=speaker, sent_at=_moment(sent_at)))
        receipt = await self.ingest_now(message)
        facts = await self.graph.facts_of_message(message.id)
        return Added(message, receipt or Receipt(message.id), tuple(facts))

    async def remember(self, text: str) -> Added:
        """Keeps a text, and what it tells first in the profile for as long as it is so; where it gives no sure fact,
        the text itself is a line of it. Raises UsageError for a text that is empty, or too long for a line (300)."""
        added = await self.add(text)
        await self.profile.keep(added.facts, text)
        return added

    async def forget(self, target: Target | str) -> Forgotten:
        """Takes out for good what is meant, and tells what went: a fact ("#12"), a thing by its name, else the facts
        and sentences that hold these words. To look first: ``memory.edits.forgetting``.

        Raises NotFound where nothing is meant, UsageError where too much is.
        """
        meant = await self.edits.forgetting.meant(target) if isinstance(target, str) else target
        return await super().forget(meant)

    async def _own_conversation(self) -> Conversation:
        if self._conversation is None or self._conversation.space_id != self._space:
            self._conversation = await self.conversations.of_agent("library", "Told by a program")
        return self._conversation

    # ------------------------------------------------------------ what is asked

    async def context(self, question: str) -> "Injected":
        """What `zeph chat` would put before a model for this question: ``.text``, and in ``.recalled`` why."""
        from zeph.agent.injected import injected
        from zeph.agent.turn import Agent

        return await injected(Agent(self, None, Settings(memory=self.settings)), question)

    async def history(self, name: str, *, limit: int | None = None) -> list[Edge]:
        """Every fact about one thing, those that ended and were replaced too, newest first. Raises NotFound, and
        UsageError where the name means several things."""
        entity = await self.graph.entity(name)
        return await self.graph.timeline.facts_around(entity.id, limit)


async def _embedded() -> Embedder | None:
    """The embedded model where it is installed."""
    from zeph.agent.session_models import choose_models

    settings = Settings(model=ModelSettings(provider="memory"), embedding=EmbeddingSettings(provider="auto"))
    return (await choose_models(settings, env={})).embedder


def _moment(text: Moment | str | None) -> Moment | None:
    if text is None:
        return None
    try:
        return to_moment(parse_moment(text))
    except ValueError as error:
        raise UsageError(f"“{text}” is no time: write 2025-03-02 or 2025-03-02T10:00:00+01:00.") from error

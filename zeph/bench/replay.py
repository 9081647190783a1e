"""Tells a memory of its own what was said, as a person's messages would have come, and asks it.

In: messages in the order in which they were said. Out: what :meth:`zeph.Memory.recall` gives. Everything goes through
the public library: kept by an import, extracted and embedded by the backfill; no label is looked at.
"""

import asyncio
import json
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

from zeph.clock import Moment
from zeph.config.schema import MemorySettings
from zeph.memory.exchange.message_lines import Line
from zeph.memory.facade import Memory
from zeph.models.ports import ChatModel, Embedder
from zeph.records.recalled import Recalled

OnProgress = Callable[[int, int], None]
"""Called with (messages done, messages in all)."""


class Replay:
    """A memory in a temporary folder, gone with the folder when it is left."""

    def __init__(
        self, settings: MemorySettings, embedder: Embedder | None, chat: ChatModel | None = None, db: Path | None = None
    ) -> None:
        """``db``: the file to use and to keep instead."""
        self._folder = tempfile.TemporaryDirectory(prefix="zeph-bench-")
        self._settings = settings
        path = db or Path(self._folder.name) / "zeph.db"
        self.memory = Memory.open(path, settings=settings, embedder=embedder, chat=chat, background=False)

    async def __aenter__(self) -> Self:
        try:
            await self.memory.__aenter__()
        except BaseException:
            self._folder.cleanup()
            raise
        return self

    async def __aexit__(self, *exc: object) -> None:
        try:
            await self.memory.__aexit__(*exc)
        finally:
            self._folder.cleanup()

    async def add(self, messages: Sequence[Line], on_progress: OnProgress = lambda done, total: None) -> None:
        """Keeps the messages and turns them into facts and vectors; without the graph into vectors alone."""
        file = Path(self._folder.name) / "messages.jsonl"
        await asyncio.to_thread(file.write_text, "".join(map(_line, messages)), encoding="utf-8")
        async for _ in self.memory.admin.import_file(file, lambda number, sentence: None):
            pass
        async for step in self.memory.backfill(None if self._settings.graph.enabled else 0):
            on_progress(step.handled, step.total)

    async def ask(self, question: str, k: int, at: Moment | None = None) -> Recalled:
        """At most ``k`` facts and ``k`` messages, as at ``at``, limited by nothing else."""
        return await self.memory.recall(question, as_of=at, most=k)


def message_ids(recalled: Recalled) -> list[str]:
    """The messages' own ids, best first."""
    return [m.message.external_id for m in recalled.messages]


def _line(message: Line) -> str:
    values = {name: getattr(message, name) for name in ("id", "conversation", "speaker", "role", "text")}
    return json.dumps(values | {"sent_at": f"{message.sent_at.replace(' ', 'T')}Z"}) + "\n"

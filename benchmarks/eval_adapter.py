"""Zeph as a retriever for an outside harness: messages go in as a person's do, ids of messages come out.

In: ``reset()``, ``add(messages)``, ``retrieve(question, k)``, ``at(timestamp)``; a message is a mapping with ``id``,
``speaker``, ``text``, ``timestamp`` (ISO 8601), ``session``. Out: at most ``k`` message ids, best first. Everything goes
through :class:`zeph.Memory`: stored, extracted by the local rules, embedded by the embedded model; no label is read.
"""

import asyncio
import json
import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from zeph.clock import to_moment
from zeph.config.schema import MemorySettings
from zeph.memory.facade import Memory, RecallBudget
from zeph.models.local_embed import embedded_embedder

UNLIMITED = 10_000_000


class ZephAdapter:
    """One memory at a time, in a folder of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._embedder = embedded_embedder()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._memory: Memory | None = None
        self._at: str | None = None

    def reset(self) -> None:
        """Forgets everything."""
        self.close()
        self._folder = tempfile.TemporaryDirectory()
        graph = {"extractor": "local", "recall_limit": 100}
        settings = MemorySettings.model_validate({"recall_messages_limit": 200, "graph": graph})
        memory = Memory.open(
            Path(self._folder.name) / "zeph.db", settings=settings, embedder=self._embedder, background=False
        )
        self._memory = self._run(memory.__aenter__())

    def add(self, messages: Sequence[Mapping[str, Any]]) -> None:
        """Keeps messages in the order in which they were said, and turns them into facts."""
        self._run(self._add(messages))

    def at(self, timestamp: str | None) -> None:
        """The moment at which the next questions are asked; None: after everything."""
        self._at = _moment(timestamp)

    def retrieve(self, question: str, k: int) -> list[str]:
        return self._run(self._retrieve(question, k))

    def close(self) -> None:
        if self._memory is not None:
            self._run(self._memory.__aexit__(None, None, None))
            self._memory = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _run(self, work: Any) -> Any:
        return self._loop.run_until_complete(work)

    async def _add(self, messages: Sequence[Mapping[str, Any]]) -> None:
        assert self._memory is not None, "reset() comes first"
        assert self._folder is not None
        file = Path(self._folder.name) / "messages.jsonl"
        file.write_text("".join(f"{json.dumps(_line(m))}\n" for m in messages), encoding="utf-8")
        async for _ in self._memory.import_file(file, lambda number, sentence: None):
            pass
        async for _ in self._memory.backfill():
            pass

    async def _retrieve(self, question: str, k: int) -> list[str]:
        assert self._memory is not None, "reset() comes first"
        found = await self._memory.recall(question, budget=RecallBudget(UNLIMITED, UNLIMITED), as_of=self._at)
        return [m.message.external_id for m in found.messages][:k]


def _line(message: Mapping[str, Any]) -> dict[str, str]:
    """A line of an import; a speaker that is only a role is none."""
    speaker = str(message.get("speaker") or "")
    role = speaker if speaker in ("user", "assistant") else "user"
    line = {"id": str(message["id"]), "conversation": str(message.get("session") or "talk"), "role": role}
    line |= {"speaker": "" if speaker == role else speaker, "text": str(message["text"])}
    return line | ({"sent_at": f"{message['timestamp']}Z"} if message.get("timestamp") else {})


def _moment(timestamp: str | None) -> str | None:
    return to_moment(datetime.fromisoformat(timestamp)) if timestamp else None

"""Zeph as a retriever for an outside harness: messages go in as a person's do, ids of messages come out.

In: ``reset()``, ``add(messages)``, ``retrieve(question, k)``, ``at(timestamp)``; a message is a mapping with ``id``,
``speaker``, ``text``, ``timestamp`` (ISO 8601), ``session``. Out: at most ``k`` message ids, best first. Everything
goes through :class:`zeph.Memory` (see ``zeph/bench/replay.py``): stored, extracted by the local rules, embedded by the
embedded model; no label is read.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from zeph.bench.replay import Replay, message_ids
from zeph.clock import Moment, parse_moment, to_moment
from zeph.config.schema import MemorySettings
from zeph.memory.exchange.message_lines import Line
from zeph.models.local.embed import embedded_embedder
from zeph.records.message import Role


class ZephAdapter:
    """One memory at a time, in a folder of its own. ``graph=False`` leaves the knowledge graph out."""

    def __init__(self, graph: bool = True) -> None:
        self._loop = asyncio.new_event_loop()
        self._embedder = embedded_embedder()
        self._settings = MemorySettings.model_validate({"graph": {"extractor": "local", "enabled": graph}})
        self._replay: Replay | None = None
        self._at: Moment | None = None

    def reset(self) -> None:
        """Forgets everything."""
        self.close()
        self._replay = self._run(Replay(self._settings, self._embedder).__aenter__())

    def add(self, messages: Sequence[Mapping[str, Any]]) -> None:
        """Keeps messages in the order in which they were said, and turns them into facts."""
        assert self._replay is not None, "reset() comes first"
        self._run(self._replay.add(_lines(messages)))

    def at(self, timestamp: str | None) -> None:
        """The moment at which the next questions are asked; None: after everything."""
        self._at = to_moment(parse_moment(timestamp)) if timestamp else None

    def retrieve(self, question: str, k: int) -> list[str]:
        assert self._replay is not None, "reset() comes first"
        return message_ids(self._run(self._replay.ask(question, k, self._at)))

    def close(self) -> None:
        if self._replay is not None:
            self._run(self._replay.__aexit__(None, None, None))
            self._replay = None

    def _run(self, work: Any) -> Any:
        return self._loop.run_until_complete(work)


def _lines(messages: Sequence[Mapping[str, Any]]) -> list[Line]:
    """A speaker that is only a role is none; a message without a time was said when the one before it was."""
    lines: list[Line] = []
    sent_at = to_moment(datetime.now(UTC))
    for number, message in enumerate(messages, 1):
        if message.get("timestamp"):
            sent_at = to_moment(parse_moment(str(message["timestamp"])))
        speaker = str(message.get("speaker") or "")
        role: Role = "assistant" if speaker == "assistant" else "user"
        conversation = str(message.get("session") or "talk")
        named = "" if speaker == role else speaker
        lines.append(Line(number, str(message["id"]), conversation, named, role, str(message["text"]), sent_at))
    return lines

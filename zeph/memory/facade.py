"""Memory: everything Zeph remembers, behind one door."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from zeph.clock import Clock, Moment, SystemClock
from zeph.config.schema import MemorySettings
from zeph.models.ports import ChatModel, Embedder
from zeph.records.community import Community, GraphStats
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.message import Conversation, Message, NewMessage
from zeph.records.recalled import Recalled
from zeph.records.revision import Receipt


@dataclass(frozen=True, slots=True)
class RecallBudget:
    """Tokens for each part of what recall may inject; 0 for a part leaves it out."""

    facts: int
    messages: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a backfill or import has come."""

    done: int
    total: int
    facts: int = 0
    failed: int = 0


class Memory:
    """``async with Memory.open(path) as memory``. Raises StorageError's leaves while opening."""

    settings: MemorySettings
    on_change: Callable[[Receipt], None] | None
    """Called on the loop after each commit that changed the graph (for MemoryChanged)."""

    @classmethod
    def open(cls, path: Path, *, settings: MemorySettings | None = None, chat: ChatModel | None = None,
             embedder: Embedder | None = None, clock: Clock | None = None) -> Self: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *exc: object) -> None: ...

    # what is said
    async def start_conversation(self) -> Conversation: ...           # a new chat with a fresh short id
    async def conversations(self, limit: int = 50) -> list[Conversation]: ...   # latest first
    async def last_conversation(self) -> Conversation | None: ...     # latest chat
    async def find_conversation(self, prefix: str) -> Conversation: ...  # NotFound; UsageError when ambiguous
    async def history(self, conversation_id: int, limit: int = 200) -> list[Message]: ...  # oldest first
    async def delete_conversation(self, conversation_id: int) -> Mapping[str, int]: ...
    async def observe(self, message: NewMessage) -> Message: ...      # persisted when it returns

    # what is asked
    async def recall(self, question: str, *, conversation_id: int | None = None, budget: RecallBudget | None = None,
                     as_of: Moment | None = None, known_at: Moment | None = None,
                     already_said: Sequence[str] = (), before_id: int | None = None,
                     count_usage: bool = False) -> Recalled: ...
    async def facts(self, name: str, *, limit: int = 200, as_of: Moment | None = None, known_at: Moment | None = None) -> tuple[list[Entity], list[Edge]]: ...
    async def entities(self, limit: int = 50) -> list[Entity]: ...
    async def communities(self, limit: int = 50) -> list[Community]: ...
    async def stats(self) -> GraphStats: ...

    # the background
    def wake(self) -> None: ...                                       # the worker takes pending chat messages
    async def settle(self, seconds: float) -> bool: ...               # waits until nothing is pending; False on time-out
    async def ingest_now(self, message: Message) -> Receipt | None: ...   # this chat's queue up to this message, at once
    def backfill(self, limit: int | None = None) -> AsyncIterator[Progress]: ...
    def import_file(self, path: Path, on_bad_line: Callable[[int, str], None]) -> AsyncIterator[Progress]: ...

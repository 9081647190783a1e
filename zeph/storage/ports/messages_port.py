"""Conversations and what was said in them."""

from collections.abc import Sequence
from typing import Protocol

from zeph.clock import Moment
from zeph.records.message import Conversation, ConversationKind, Message, NewMessage
from zeph.records.stretch import Stretch


class Messages(Protocol):
    """Messages are kept as they came; a conversation is known by its name within its space."""

    async def conversation(
        self, space_id: int, kind: ConversationKind, external_id: str, title: str = "", begun: Moment | None = None
    ) -> Conversation:
        """Found by its name or made."""
        ...

    async def conversations(
        self, space_id: int, limit: int, kind: ConversationKind | None = None
    ) -> list[Conversation]:
        """Latest first."""
        ...

    async def conversations_by_id(self, ids: Sequence[int]) -> dict[int, Conversation]: ...
    async def find_conversation(self, space_id: int, prefix: str) -> list[Conversation]:
        """The one named exactly so, else all whose name begins so."""
        ...

    async def rename_conversation(self, conversation_id: int, title: str) -> None: ...
    async def history(
        self, conversation_id: int, limit: int, *, before_id: int | None = None, after_id: int | None = None
    ) -> list[Message]:
        """The last ``limit`` messages (before one of them), or the first ones after one; oldest first."""
        ...

    async def known_passages(self, space_id: int, prefix: str, external_ids: Sequence[str]) -> frozenset[str]:
        """Which of these messages stand in a conversation whose name begins so."""
        ...

    async def unsplit(self, space_id: int, longer: int, limit: int) -> tuple[int, int, list[tuple[int, str]]]:
        """The last message that was looked at for passages, the last that is with this, and (id, text) of the next ones
        with more than ``longer`` characters, by people and the assistant."""
        ...

    async def put_passages(
        self, space_id: int, until: int, last: int, split: Sequence[tuple[int, Sequence[tuple[int, int]]]]
    ) -> None:
        """Stores the passages of messages (start and stop in characters; a message may have none), and that all to
        ``last`` were looked at. Where ``until`` is not the last one any more, nothing: another process was quicker."""
        ...

    async def undated(self, space_id: int, limit: int) -> tuple[int, list[tuple[int, str, Moment]]]:
        """The last message whose dates were read, and (id, text, when it was said) of the next ones."""
        ...

    async def put_dates(self, space_id: int, until: int, dated: Sequence[tuple[int, Sequence[Stretch]]]) -> None:
        """Stores the dates that messages name (one may name none), as :meth:`put_passages` does."""
        ...

    async def add(self, rows: Sequence[tuple[NewMessage, tuple[str, ...], bool]]) -> list[tuple[Message, bool]]:
        """Stores (message, injection flags, eligible for the graph) rows in one transaction, each with True
        where it was new; one that is there with the same content hash is left alone, BadInput where it differs."""
        ...

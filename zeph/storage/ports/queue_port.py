"""Which message is ingested next, by whom, and what came of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from zeph.records.message import Message
from zeph.records.revision import Receipt
from zeph.storage.ports.reader_port import Reader

if TYPE_CHECKING:
    from zeph.records.plan import LedgerEntry, Plan


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to ingest one conversation's messages until it expires; ``fence`` outdates older holders."""

    conversation_id: int
    owner: str
    fence: int


@dataclass(frozen=True, slots=True)
class Work:
    """A message to ingest, with the last user messages before it, oldest first."""

    message: Message
    context: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier turn of a conversation, as the gate looks back at it."""

    message_id: int
    text: str
    gated: bool


@dataclass(frozen=True, slots=True)
class Committed:
    """What one message's plan came to."""

    receipt: Receipt
    new_entities: tuple[int, ...]


class Queue(Protocol):
    """Messages that wait to become facts; a conversation's go in order, one worker at a time."""

    async def lease(
        self,
        space_id: int,
        owner: str,
        seconds: float,
        *,
        imports: bool = False,
        conversation_id: int | None = None,
        batch: int = 1,
        gated: bool = False,
    ) -> tuple[Lease, list[Work]] | None:
        """Leases the conversation of the oldest message that is due; up to ``batch`` of its pending messages, oldest
        first, none that came after a due one of another conversation. What a process held that has died is free.

        ``imports`` also takes imported conversations, ``gated`` also messages that the gate has skipped.
        """
        ...

    async def renew(self, lease: Lease, seconds: float) -> None:
        """Raises LeaseLost where another worker holds it by now."""
        ...

    async def release(self, lease: Lease) -> None: ...
    async def commit(
        self, lease: Lease, work: Sequence[tuple[Message, "Callable[[Reader], Plan]"]], *, last: bool = False
    ) -> list[Committed]:
        """One transaction for the leading messages that fit in 20 ms (at least one): fence and flag checked, each
        ``decide`` called on the rows as they now are, its plan carried out, the message marked done. Where these are
        the ``last`` of the lease and all of them fit, it is given back with them.

        Raises LeaseLost; what a ``decide`` raises rolls all of it back.
        """
        ...

    async def mark_gated(self, lease: Lease, message: Message) -> None:
        """The gate has skipped it: it leaves the queue, a backfill can still include it. Raises LeaseLost."""
        ...

    async def mark_failed(
        self,
        lease: Lease,
        message: Message,
        error: str,
        retry_in_secs: float,
        spent: "LedgerEntry | None" = None,
        *,
        counts: bool = True,
    ) -> None:
        """It is tried again later; ``spent`` goes into the ledger. Raises LeaseLost.

        ``counts``: it is one of the attempts after which only a backfill tries again, and until then the messages after
        it go on; else they wait with it.
        """
        ...

    async def requeue_failed(self, space_id: int, *, gated: bool = False) -> int:
        """Messages that failed for good get their attempts back, those that wait for a retry are due; how many."""
        ...

    async def turns_before(self, message: Message, limit: int) -> list[Turn]:
        """The last turns before it in its conversation that could become facts, oldest first."""
        ...

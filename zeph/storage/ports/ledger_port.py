"""What extraction took: tokens, calls and seconds."""

from typing import Literal, Protocol

from zeph.records.ledger import Cost


class Ledger(Protocol):
    """Entries are made together with what they paid for (:class:`~zeph.storage.ports.queue_port.Queue`)."""

    async def costs(self, space_id: int, by: Literal["extractor", "day"], limit: int) -> list[Cost]:
        """By extractor the dearest first, by day the latest first."""
        ...

    async def tokens_spent(self, space_id: int, day: str) -> int:
        """Tokens of prompts and answers of one day, ``YYYY-MM-DD`` UTC."""
        ...

"""A stretch of a long message."""

from typing import NamedTuple


class Passage(NamedTuple):
    message_id: int
    start: int
    """Characters of the message's text: the first of the passage, and the one after its last."""
    stop: int

    def of(self, text: str) -> str:
        """What it says, with "…" where ``text`` is cut."""
        return f"{'…' * (self.start > 0)}{text[self.start : self.stop]}{'…' * (self.stop < len(text))}"

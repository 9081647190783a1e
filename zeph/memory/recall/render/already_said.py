"""What the reader has before it anyhow, so that it is not recalled again.

In: the texts of its window. Out: whether they say a text or a fact already.
"""

from collections.abc import Mapping, Sequence

from zeph.memory.recall.query.vocabulary import words
from zeph.memory.recall.render.recall_lines import statement
from zeph.records.edge import Edge
from zeph.records.message import Message


class AlreadySaid:
    def __init__(self, texts: Sequence[str]) -> None:
        self._whole = {" ".join(words(text)) for text in texts}
        self._all = " | ".join(f" {text} " for text in sorted(self._whole))

    def has_text(self, text: str) -> bool:
        """Word for word, perhaps within a longer one."""
        if not self._all:
            return False
        plain = " ".join(words(text))
        return bool(plain) and f" {plain} " in self._all

    def has_fact(self, edge: Edge, messages: Mapping[int, Message]) -> bool:
        """Word for word, or by a message it came from."""
        if not self._whole:
            return False
        if self.has_text(edge.fact) or self.has_text(statement(edge)):
            return True
        return any(i in messages and " ".join(words(messages[i].text)) in self._whole for i in edge.sources)

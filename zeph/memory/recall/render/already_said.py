"""What the reader has before it anyhow, so that it is not recalled again.

In: the texts of its window, facts that stand in it anyhow. Out: whether they say a text or a fact already.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from zeph.memory.recall.query.vocabulary import words
from zeph.memory.recall.render.recall_lines import statement
from zeph.records.edge import Edge
from zeph.records.message import Message


class AlreadySaid:
    def __init__(self, texts: Sequence[str], facts: Collection[int] = ()) -> None:
        self._facts = facts
        self._whole = {" ".join(words(text)) for text in texts}
        self._all = " | ".join(f" {text} " for text in sorted(self._whole))

    def has_text(self, text: str) -> bool:
        """Word for word, perhaps within a longer one."""
        if not self._all:
            return False
        plain = " ".join(words(text))
        return bool(plain) and f" {plain} " in self._all

    def new(self, facts: Iterable[Edge], messages: Mapping[int, Message]) -> Iterator[Edge]:
        """Those that no text says; of those that stand there anyhow only the best, which may be what is asked for."""
        unsaid = (fact for fact in facts if not self.has_fact(fact, messages))
        return (fact for place, fact in enumerate(unsaid) if not place or fact.id not in self._facts)

    def has_fact(self, edge: Edge, messages: Mapping[int, Message]) -> bool:
        """Word for word, or by a message it came from."""
        if not self._whole:
            return False
        if self.has_text(edge.fact) or self.has_text(statement(edge)):
            return True
        return any(i in messages and " ".join(words(messages[i].text)) in self._whole for i in edge.sources)

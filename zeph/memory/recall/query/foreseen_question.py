"""A question that is asked in a moment: its vectors are made while the turn still stores what was said.

In: a store, an embedder, the question as it will be asked. Out: its :class:`QuestionVector`, for the one recall that
asks just this of the same space; whoever asks anything else makes its own."""

import asyncio

from zeph.memory.recall.query.question import abridged
from zeph.memory.recall.query.question_vector import QuestionVector, may_name
from zeph.memory.recall.query.time_intent import leans
from zeph.models.ports import Embedder
from zeph.safety.text import clean_text
from zeph.storage.ports import Store


async def question_vector(store: Store, embedder: Embedder | None, space_id: int, question: str) -> QuestionVector:
    """In the making already."""
    speakers: list[str] = []
    if embedder is not None:  # whom the question names of those who speak
        words = may_name(abridged(question))
        speakers = await store.read(lambda reader: reader.search.speakers(space_id, words))
    return QuestionVector(embedder, question, speakers)


class ForeseenQuestion:
    """The last that was foreseen; one that nobody asked goes with it."""

    def __init__(self) -> None:
        self._asked: tuple[int, str] | None = None
        self._making: asyncio.Task[QuestionVector] | None = None

    def begin(self, store: Store, embedder: Embedder | None, space_id: int, question: str) -> None:
        """Not of one that goes on from the question before it: it will be asked with that."""
        self.drop()
        question = clean_text(question)
        if embedder is not None and not leans(question):
            self._asked = space_id, question
            self._making = asyncio.create_task(question_vector(store, embedder, space_id, question))
            self._making.add_done_callback(_is_told)

    def take(self, space_id: int, question: str) -> "asyncio.Task[QuestionVector] | None":
        """Once; None where it was not foreseen."""
        if self._asked != (space_id, question):
            return None
        making, self._asked, self._making = self._making, None, None
        return making

    def drop(self) -> None:
        """Nobody asks it."""
        making, self._asked, self._making = self._making, None, None
        if making is None:
            return
        if making.done() and not making.cancelled() and not making.exception():
            making.result().drop()
        making.cancel()


def _is_told(making: "asyncio.Task[QuestionVector]") -> None:
    """What failed is raised for who asks; where nobody does, it is nobody's."""
    if not making.cancelled():
        making.exception()

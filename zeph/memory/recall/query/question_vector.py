"""The question as vectors, made while search goes by words.

In: an embedder, a question, who speaks. Out: :class:`QuestionVector`: a source that the snapshot's thread waits on, and
a note where the embedder failed."""

import asyncio
import re
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Self

from zeph.errors import ModelError
from zeph.memory.recall.query.query_plan import QuestionVectors, VectorSource
from zeph.memory.recall.query.vocabulary import STOP_WORDS, words
from zeph.models.ports import Embedder

LOOKED_UP = 12
"""Words of a question that may be the name of somebody who speaks."""
Made = tuple[QuestionVectors | None, list[str]]


def may_name(question: str) -> list[str]:
    """Its first words that may be somebody's name, folded."""
    return [word for word in dict.fromkeys(words(question)) if word not in STOP_WORDS][:LOOKED_UP]


def unnamed(question: str, speakers: Sequence[str]) -> str:
    """Without the names, and what makes them possessive; all of it where nothing else is left."""
    names = sorted({re.escape(name) for speaker in speakers for name in speaker.split()}, key=len, reverse=True)
    if not names:
        return question
    rest = " ".join(re.sub(rf"\b(?:{'|'.join(names)})\b(?:['’]s\b)?", " ", question, flags=re.IGNORECASE).split())
    return rest if may_name(rest) else question


class QuestionVector:
    """Made from the start; enter it with ``async with``. What is not finished when it is left is cancelled."""

    def __init__(self, embedder: Embedder | None, question: str, speakers: Sequence[str] = ()) -> None:
        self._embedder = embedder
        self._texts = [text for text in dict.fromkeys((question, unnamed(question, speakers))) if text.strip()]
        self._vectors: Future[QuestionVectors | None] = Future()
        self._task = asyncio.create_task(self._embedded())
        self._task.add_done_callback(self._pass_on)

    async def __aenter__(self) -> Self:
        if self._embedder is None or not self._embedder.in_process:
            await self._task  # a server may be slow, and no snapshot is held meanwhile
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.drop()

    def drop(self) -> None:
        """Nobody asks it."""
        self._task.cancel()

    @property
    def source(self) -> VectorSource:
        return VectorSource(self._embedder.model_id if self._embedder else "", self._vectors.result)

    async def notes(self) -> list[str]:
        """What the person should know about it."""
        return (await self._task)[1]

    async def _embedded(self) -> Made:
        if self._embedder is None or not self._texts:
            return None, []
        try:
            made = await self._embedder.embed(self._texts)
            return QuestionVectors(made[0], made[-1]), []
        except ModelError as error:
            return None, [f"Searched by words alone: the embedding model failed ({error})."]

    def _pass_on(self, task: "asyncio.Task[Made]") -> None:
        """For the thread that comes to need it; None where there is none."""
        self._vectors.set_result(None if task.cancelled() or task.exception() else task.result()[0])

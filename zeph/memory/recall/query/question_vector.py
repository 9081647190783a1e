"""The question as a vector, made while search goes by words.

In: an embedder, a question. Out: :class:`QuestionVector`: a source that the snapshot's thread waits on, and a note
where the embedder failed."""

import asyncio
from concurrent.futures import Future
from typing import Any, Self

from zeph.errors import ModelError
from zeph.memory.recall.query.query_plan import VectorSource
from zeph.models.ports import Embedder


class QuestionVector:
    """Enter it with ``async with``; what is not finished when it is left is cancelled."""

    def __init__(self, embedder: Embedder | None, question: str) -> None:
        self._embedder = embedder
        self._question = question
        self._vector: Future[Any] = Future()

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._embedded())
        self._task.add_done_callback(self._pass_on)
        if self._embedder is None or not self._embedder.in_process:
            await self._task  # a server may be slow, and no snapshot is held meanwhile
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._task.cancel()

    @property
    def source(self) -> VectorSource:
        return VectorSource(self._embedder.model_id if self._embedder else "", self._vector.result)

    async def notes(self) -> list[str]:
        """What the person should know about it."""
        return (await self._task)[1]

    async def _embedded(self) -> tuple[Any, list[str]]:
        if self._embedder is None or not self._question.strip():
            return None, []
        try:
            return (await self._embedder.embed([self._question]))[0], []
        except ModelError as error:
            return None, [f"Searched by words alone: the embedding model failed ({error})."]

    def _pass_on(self, task: "asyncio.Task[tuple[Any, list[str]]]") -> None:
        """For the thread that comes to need it; None where there is none."""
        self._vector.set_result(None if task.cancelled() or task.exception() else task.result()[0])

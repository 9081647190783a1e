"""``zeph.SyncMemory``: :class:`zeph.Memory` for scripts and notebooks, each call done when it returns.

In and out: as there. A thread of its own runs the memory and its background, so it also works where an event loop runs
already (Jupyter), and may be called from several threads.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self, TypeVar

from zeph.config.schema import MemorySettings
from zeph.errors import UsageError
from zeph.library.async_memory import AUTO, Added, Memory
from zeph.models.ports import ChatModel, Embedder
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.forgetting import Forgotten, Target
from zeph.records.message import Message, NewMessage
from zeph.records.profile import Profile
from zeph.records.recalled import Recalled

if TYPE_CHECKING:
    from zeph.agent.injected import Injected

T = TypeVar("T")


class SyncMemory:
    """Enter it with ``with``, or call :meth:`close`. What it has no method for: ``memory.run(lambda m: m.graph…)``."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="zeph-memory", daemon=True)
        self._open = False
        self._closing: asyncio.Event
        self._kept: asyncio.Task[None]

    @classmethod
    def open(
        cls, path: Path | str | None = None, *, settings: MemorySettings | None = None, space: str | None = None,
        chat: ChatModel | None = None, embedder: Embedder | Literal["auto"] | None = AUTO,
    ) -> Self:  # fmt: skip
        """As :meth:`zeph.Memory.open`, and entered already."""
        memory = cls(Memory.open(path, settings=settings, space=space, chat=chat, embedder=embedder))
        memory._thread.start()
        try:
            memory._now(memory._enter())
        except BaseException:
            memory._stop()
            raise
        memory._open = True
        return memory

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Work in progress has a short grace. A second time does nothing."""
        if self._open:
            self._open = False
            try:
                self._now(self._leave())
            finally:
                self._stop()

    def run(self, ask: Callable[[Memory], Awaitable[T]]) -> T:
        """What anything of the memory gives: ``memory.run(lambda m: m.edits.merge("Mirela", "my sister"))``.

        Raises UsageError where it is closed.
        """
        if not self._open:
            raise UsageError("This memory is closed.")
        return self._now(_asked(ask, self._memory))

    def add(self, text: str, *, speaker: str = "", sent_at: str | None = None) -> Added:
        return self.run(lambda m: m.add(text, speaker=speaker, sent_at=sent_at))

    def observe(self, message: NewMessage) -> Message:
        return self.run(lambda m: m.observe(message))

    def remember(self, text: str) -> Added:
        return self.run(lambda m: m.remember(text))

    def recall(self, question: str, *, as_of: str | None = None, known_at: str | None = None) -> Recalled:
        return self.run(lambda m: m.recall(question, as_of=as_of, known_at=known_at))

    def context(self, question: str) -> "Injected":
        return self.run(lambda m: m.context(question))

    def profile(self) -> Profile:
        return self.run(lambda m: m.profile.view())

    def facts(self, name: str, *, limit: int = 200, as_of: str | None = None) -> tuple[list[Entity], list[Edge]]:
        return self.run(lambda m: m.facts(name, limit=limit, as_of=as_of))

    def history(self, name: str, *, limit: int | None = None) -> list[Edge]:
        return self.run(lambda m: m.history(name, limit=limit))

    def forget(self, target: Target | str) -> Forgotten:
        return self.run(lambda m: m.forget(target))

    # ------------------------------------------------------------ the thread

    async def _enter(self) -> None:
        """One task enters and leaves it, as its background asks for."""
        self._closing = asyncio.Event()
        entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._kept = asyncio.create_task(self._keep(entered))
        await entered

    async def _keep(self, entered: "asyncio.Future[None]") -> None:
        try:
            async with self._memory:
                entered.set_result(None)
                await self._closing.wait()
        except BaseException as error:
            if entered.done():
                raise
            entered.set_exception(error)

    async def _leave(self) -> None:
        self._closing.set()
        await self._kept

    def _now(self, work: Awaitable[T]) -> T:
        waiting = asyncio.run_coroutine_threadsafe(_awaited(work), self._loop)
        try:
            return waiting.result()
        except KeyboardInterrupt:
            waiting.cancel()
            raise

    def _stop(self) -> None:
        self._now(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _asked(ask: Callable[[Memory], Awaitable[T]], memory: Memory) -> T:
    return await ask(memory)


async def _awaited(work: Awaitable[T]) -> T:
    return await work

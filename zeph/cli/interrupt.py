"""Ctrl+C in a program that runs in an event loop: it cancels a task, and between two steps of the loop only.

In: what is to run. Out: its result, or KeyboardInterrupt. A signal is handled between any two instructions, also in the
middle of a library's; what asyncio itself installs cancels right there, and a future about to be set breaks.
"""

import asyncio
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any


def run_interruptible(main: Coroutine[Any, Any, int]) -> int:
    """Runs it in a new event loop.

    The first Ctrl+C cancels it, and KeyboardInterrupt is raised once it has ended; a second raises it at once.
    """
    return asyncio.run(_interruptible(main))


async def _interruptible(main: Coroutine[Any, Any, int]) -> int:
    task = asyncio.current_task()
    assert task is not None
    with interrupt_cancels(task, second_raises=True) as interrupted:
        try:
            return await main
        except asyncio.CancelledError:
            if interrupted():
                raise KeyboardInterrupt from None
            raise


@contextmanager
def interrupt_cancels(task: "asyncio.Future[Any]", *, second_raises: bool = False) -> Iterator[Callable[[], bool]]:
    """Meanwhile Ctrl+C cancels this task and nothing else. Yields whether it was pressed.

    Nothing changes where the program was started with interrupts ignored, and in a thread, which gets none.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    loop = asyncio.get_running_loop()
    presses = 0

    def pressed(*_: object) -> None:
        nonlocal presses
        presses += 1
        if second_raises and presses > 1:
            raise KeyboardInterrupt
        loop.call_soon_threadsafe(task.cancel)

    signal.signal(signal.SIGINT, pressed)
    try:
        yield lambda: presses > 0
    finally:
        signal.signal(signal.SIGINT, before)

"""Signals in a program that runs in an event loop: they cancel a task, and between two steps of the loop only.

In: what is to run. Out: its result, KeyboardInterrupt after Ctrl+C, SystemExit where the system or a terminal that went
away wants the program to end: what was said until then is kept as after Ctrl+C.

A signal is handled between any two instructions, also in the
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

    The first Ctrl+C cancels it, and KeyboardInterrupt is raised once it has ended; a second raises it at once. SIGTERM
    and SIGHUP cancel it too, and SystemExit is raised with 128 and the signal's number.
    """
    return asyncio.run(_interruptible(main))


async def _interruptible(main: Coroutine[Any, Any, int]) -> int:
    task = asyncio.current_task()
    assert task is not None
    with interrupt_cancels(task, second_raises=True) as interrupted, _ending_cancels(task) as ended:
        try:
            code = await main
        except (asyncio.CancelledError, KeyboardInterrupt):
            if ended():
                raise SystemExit(128 + ended()) from None
            if interrupted():
                raise KeyboardInterrupt from None
            raise
        if ended():  # a screen was closed by it as if the person had
            raise SystemExit(128 + ended())
        return code


@contextmanager
def _ending_cancels(task: "asyncio.Future[Any]") -> Iterator[Callable[[], int]]:
    """Meanwhile the signals that end a program cancel this task; yields the number of the one that came, or 0."""
    if threading.current_thread() is not threading.main_thread():
        yield lambda: 0
        return
    loop, came = asyncio.get_running_loop(), 0

    def end(number: int, _: object) -> None:
        nonlocal came
        came = came or number
        loop.call_soon_threadsafe(task.cancel)

    named = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in named}
    taken = [number for number, handler in before.items() if handler is not signal.SIG_IGN]
    for number in taken:
        signal.signal(number, end)
    try:
        yield lambda: came
    finally:
        for number in taken:
            signal.signal(number, before[number])


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

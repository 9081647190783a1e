"""A loop that goes on after errors, and still ends when it is told to.

A cancelled task that gives back a lease on its way out may fail there (a full disk, a file that is gone); the failure
then stands in the cancellation's place, and whoever handles it would go on for ever.
"""

import asyncio


def end_if_cancelled() -> None:
    """To be called after an error was handled. Raises CancelledError where the task was told to end meanwhile."""
    task = asyncio.current_task()
    if task and task.cancelling():
        raise asyncio.CancelledError

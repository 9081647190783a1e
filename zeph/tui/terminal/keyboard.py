"""Keys first: what takes a tenth of a second is done when nobody types.

In: keys, and whether something runs. Out: when to render a stream, when to look for garbage. A screen makes and drops
many small objects: young ones are collected as always, old ones when it is quiet.
"""

import asyncio
import contextlib
import gc
import time
from collections.abc import Sequence

SELDOM = (20_000, 20, 1_000)
"""Thresholds of the three generations; the last one is practically never reached by itself."""
QUIET_SECS = 3.0
"""So long nobody has typed; also how often it is looked."""
WORTH_IT = 2
"""Collections of the middle generation since the last whole one."""
TYPING_SECS = 0.3
"""So soon after a key another one is likely."""
ECHO_SECS = 0.02
"""After a key, until it is on the screen."""


class Keyboard:
    """What an app knows of the person at it; beside the app's own class."""

    _last_key = 0.0
    _waiting: Sequence["asyncio.Future[None]"] = ()
    _thresholds = (700, 10, 10)

    def key_pressed(self) -> None:
        self._last_key = time.monotonic()
        self._waiting, waiting = [], self._waiting
        for future in waiting:
            if not future.done():
                future.set_result(None)

    def is_typing(self, within: float = TYPING_SECS) -> bool:
        return time.monotonic() - self._last_key < within

    async def after_key(self, most_secs: float) -> None:
        """While somebody types, returns when a key was just shown: then it is longest until the next one."""
        if not self.is_typing():
            return
        pressed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting = [*self._waiting, pressed]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(most_secs, TYPING_SECS)):
                await pressed
            await asyncio.sleep(ECHO_SECS)

    def collect_seldom(self) -> None:
        """Until :meth:`collect_as_before`."""
        self._thresholds = gc.get_threshold()
        gc.set_threshold(*SELDOM)

    def collect_as_before(self) -> None:
        gc.set_threshold(*self._thresholds)

    def collect_if_quiet(self, *, busy: bool) -> None:
        """Old garbage goes, if it is quiet."""
        if not busy and not self.is_typing(QUIET_SECS) and gc.get_count()[2] >= WORTH_IT:
            gc.collect()

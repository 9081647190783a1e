"""The clipboard: the terminal's own (OSC 52, which works over ssh), then the system's where there is a tool for it.

In: a text. Out: nothing; a tool that is missing or hangs is no error, as the terminal was asked already.
"""

import asyncio
import contextlib
import os
import shutil
from collections.abc import Mapping
from typing import Any

from textual.app import App

WAIT_SECS = 2.0
TOOLS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("WAYLAND_DISPLAY", ("wl-copy",)),
    ("DISPLAY", ("xclip", "-selection", "clipboard")),
    ("DISPLAY", ("xsel", "--clipboard", "--input")),
    ("", ("pbcopy",)),
    ("", ("clip.exe",)),
)
"""Environment variable that must be set (none: any), and the command that reads the text."""


def tool(env: Mapping[str, str]) -> tuple[str, ...] | None:
    """The command of this machine; None on the far end of ssh, whose clipboard is nobody's."""
    if env.get("SSH_CONNECTION"):
        return None
    return next((words for needs, words in TOOLS if (not needs or env.get(needs)) and shutil.which(words[0])), None)


def copy_text(app: App[Any], text: str, what: str) -> None:
    """Copies, and says so."""
    app.copy_to_clipboard(text)
    app.run_worker(to_system(text), group="clipboard", exclusive=True)
    app.notify(f"{what} is copied ({len(text):,} characters).", markup=False)


async def to_system(text: str) -> None:
    """Gives the text to the system's clipboard."""
    words = tool(os.environ)
    if words is None:
        return
    with contextlib.suppress(OSError, TimeoutError):
        process = await asyncio.create_subprocess_exec(
            *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
        )
        async with asyncio.timeout(WAIT_SECS):
            await process.communicate(text.encode("utf-8", errors="replace"))

"""A page is written where only its owner can read it, and shown by the browser of the desktop.

In: a path, the document. Out: whether a browser has taken it.
"""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from zeph.commands.graph_page.document import GENERATOR
from zeph.errors import BadInput, UsageError
from zeph.file_writing import check_replaceable, replace_text

PATIENCE_SECS = 5.0
"""A browser that does not return by then is one that has opened."""
OPEN = "import sys, webbrowser; sys.exit(not webbrowser.open(sys.argv[1]))"


def write_page(path: Path, document: str) -> None:
    """Whole or not there, mode 0600. Raises UsageError for another's file, BadInput where it cannot be written."""
    try:
        check_replaceable(path)
        if path.exists() and not _is_page(path):
            raise UsageError(f"{path} exists and is no picture of the graph: it was left as it is; name another file.")
        replace_text(path, document)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}.") from error


def _is_page(path: Path) -> bool:
    with path.open("rb") as file:
        return f'name="generator" content="{GENERATOR}'.encode() in file.read(4096)


def open_page(path: Path, env: Mapping[str, str]) -> bool:
    """False where there is no desktop: a browser inside the terminal would take the terminal over."""
    desktop = sys.platform in ("darwin", "win32") or env.get("DISPLAY") or env.get("WAYLAND_DISPLAY")
    if not desktop and not env.get("BROWSER"):
        return False
    # In a process of its own: what a browser prints would land in the middle of a chat. -I: what is called webbrowser
    # in the current folder is not what is meant.
    browser = subprocess.Popen(
        [sys.executable, "-I", "-c", OPEN, path.absolute().as_uri()], env=dict(env), start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        return browser.wait(PATIENCE_SECS) == 0
    except subprocess.TimeoutExpired:
        return True

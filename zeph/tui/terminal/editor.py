"""The person's own editor on what they type.

In: a text and the environment. Out: the text as it was saved; UsageError where no editor can be started. The file is
in a folder that only the person can read, and is gone afterwards.
"""

import os
import shlex
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from zeph.errors import UsageError

DEFAULTS = ("nano", "vi")


def edited(text: str, env: Mapping[str, str]) -> str:
    """Returns when the editor ends; the terminal is its own meanwhile."""
    command = shlex.split(env.get("VISUAL") or env.get("EDITOR") or _installed(env))
    with tempfile.TemporaryDirectory(prefix="zeph-") as folder:
        file = Path(folder) / "message.md"
        file.touch(mode=0o600)
        file.write_text(text, encoding="utf-8")
        try:
            code = subprocess.run([*command, str(file)], check=False).returncode
        except OSError as error:
            raise UsageError(f"{command[0]} cannot be started: {error.strerror}. Set EDITOR to another.") from None
        if code:
            raise UsageError(f"{command[0]} ended with status {code}; the text stays as it was.")
        return file.read_text(encoding="utf-8", errors="replace").rstrip("\n")


def _installed(env: Mapping[str, str]) -> str:
    """Raises UsageError."""
    folders = env.get("PATH", os.defpath).split(os.pathsep)
    for name in DEFAULTS:
        if any(os.access(Path(folder) / name, os.X_OK) for folder in folders if folder):
            return name
    raise UsageError("There is no editor: set EDITOR to one.")

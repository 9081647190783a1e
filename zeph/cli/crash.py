"""An unexpected error: the trace goes to a file, the person gets its path."""

import os
import tempfile
import traceback
from datetime import UTC, datetime
from pathlib import Path

from zeph.errors import ZephError
from zeph.paths import crash_folder, private_dir, resolve_paths
from zeph.safety.secrets import redact


def keep_trace(error: Exception) -> str:
    """The sentence for the person; the trace goes to the state folder, or else to the temporary one."""
    text = redact("".join(traceback.format_exception(error)))
    kept = f"Something went wrong that should not ({type(error).__name__}). What you said is kept."
    for place, name in ((_state_folder, "crash-"), (crash_folder, "zeph-crash-")):
        try:
            return f"{kept} The details are in {_written(place(), name, text)}"
        except (OSError, ZephError):
            continue
    return f"{kept} The details could not be written anywhere."


def _state_folder() -> Path:
    return private_dir(resolve_paths(os.environ).state_dir)


def _written(folder: Path, name: str, text: str) -> str:
    """A new file of a name that nobody can know before, which its owner alone can read."""
    handle, path = tempfile.mkstemp(prefix=f"{name}{datetime.now(UTC):%Y%m%d-%H%M%S}-", suffix=".txt", dir=folder)
    with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
        file.write(text)
    return path

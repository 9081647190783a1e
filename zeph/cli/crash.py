"""An unexpected error: the trace goes to a file, the person gets its path."""

import os
import tempfile
import traceback
from datetime import UTC, datetime
from pathlib import Path

from zeph.errors import ZephError
from zeph.paths import private_dir, resolve_paths
from zeph.safety.secrets import redact


def keep_trace(error: Exception) -> str:
    """The sentence for the person; the trace is written to the state folder, or else to a temporary file."""
    name = f"crash-{datetime.now(UTC):%Y%m%d-%H%M%S}.txt"
    text = redact("".join(traceback.format_exception(error)))
    try:
        path = private_dir(resolve_paths(os.environ).state_dir) / name
        path.write_text(text, encoding="utf-8", errors="replace")
    except (OSError, ZephError):
        path = Path(tempfile.gettempdir()) / f"zeph-{name}"
        path.write_text(text, encoding="utf-8", errors="replace")
    sentence = f"Something went wrong that should not ({type(error).__name__}). What you said is kept."
    return f"{sentence} The details are in {path}"

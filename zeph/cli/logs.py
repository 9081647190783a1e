"""What a running program notes of itself: a sentence on stderr, the trace in the log of the state folder.

In: records that no other handler takes. Out: the file, which its owner alone can read, without keys, and begun anew
where it has grown; forgetting looks through it as through crash reports.
"""

import logging
import os
import sys

from zeph.cli.no_memory import end_without_memory, lacks_memory
from zeph.errors import ZephError
from zeph.paths import private_dir, resolve_paths
from zeph.safety.secrets import redact
from zeph.safety.text import shown_text

LARGEST = 1_000_000
"""Bytes."""


class Notes(logging.Handler):
    """Warnings and what is worse; it never raises. What fails for want of memory ends the program, unless there is a
    full screen, which has to be left first."""

    def emit(self, record: logging.LogRecord) -> None:
        """A record whose trace is asked for is worth its line, too, where the file cannot be written."""
        if sys.stderr is sys.__stderr__ and record.exc_info and lacks_memory(record.exc_info[1]):
            end_without_memory()
        try:
            print(shown_text(redact(record.getMessage())), file=sys.stderr)
            self._keep(f"{record.levelname} {record.name}: {self.format(record)}\n")
        except (OSError, ValueError, ZephError, MemoryError):
            return

    def _keep(self, text: str) -> None:
        file = resolve_paths(os.environ).log_file
        private_dir(file.parent)
        fresh = file.exists() and file.stat().st_size > LARGEST
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | (os.O_TRUNC if fresh else os.O_APPEND), 0o600)
        with os.fdopen(handle, "a", encoding="utf-8", errors="replace") as opened:
            opened.write(redact(text))


def keep_notes() -> None:
    """From now on records that nothing else handles are kept so."""
    notes = Notes(logging.WARNING)
    notes.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    logging.lastResort = notes

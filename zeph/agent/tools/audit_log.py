"""What tools did, a line each: when, which, what it touched, who allowed it, how it ended.

In: what happened. Out: JSON lines in the state folder (``tools.log``), readable by their owner only; like the other
logs it loses what is forgotten. Secrets are hidden, and what a tool gave back is not in it. An older half goes where
it grows too long.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from zeph.file_writing import replace_text
from zeph.paths import private_dir
from zeph.safety.secrets import redact
from zeph.safety.told_secrets import hide_secrets

NAME = "tools.log"
MOST_BYTES = 2 << 20
LONGEST = 500
"""Characters of a subject."""


@dataclass(frozen=True, slots=True)
class Entry:
    at: str
    conversation: str
    tool: str
    subject: str
    allowed: bool
    by: str
    """The rule, the person's answer, or the default."""
    ended: str
    """ok, failed, denied, interrupted, or a command's exit code."""
    seconds: float = 0.0


class AuditLog:
    def __init__(self, state_dir: Path) -> None:
        self._file = state_dir / NAME

    def note(self, entry: Entry) -> None:
        """Raises OSError and StorageError's leaves."""
        subject = hide_secrets(redact(entry.subject)).text[:LONGEST]
        row = {**asdict(entry), "subject": subject}
        private_dir(self._file.parent)
        self._shorten()
        handle = os.open(self._file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")

    def last(self, limit: int) -> list[Entry]:
        """The latest, newest first; a damaged line is left out."""
        try:
            lines = self._file.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return []
        found: list[Entry] = []
        for line in reversed(lines):
            if len(found) == limit:
                break
            try:
                found.append(Entry(**json.loads(line)))
            except (ValueError, TypeError, RecursionError):
                continue
        return found

    def _shorten(self) -> None:
        if self._file.exists() and self._file.stat().st_size > MOST_BYTES:
            lines = self._file.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
            replace_text(self._file, "".join(lines[len(lines) // 2 :]))

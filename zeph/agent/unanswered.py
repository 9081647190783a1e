"""A line that asked whether something is to be done where nobody could answer: the next line may.

In: where Zeph keeps its state, the memory's file. Out: the line, once; whatever comes next, it is kept no longer. It
may name what is to be forgotten: the file is its owner's alone, goes with the next line, and with what is forgotten.
"""

import contextlib
import json
import time
from pathlib import Path

from zeph.file_writing import replace_text
from zeph.paths import Paths

FILE = "unanswered.json"
MINUTES = 10
"""After which nobody's yes is an answer to it."""


def keep_unanswered(paths: Paths, db: Path, line: str) -> bool:
    """Whether it could be kept."""
    try:
        paths.state_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_text(paths.state_dir / FILE, json.dumps({"db": str(db.resolve()), "line": line}))
    except OSError:
        return False
    return True


def take_unanswered(paths: Paths, db: Path | None = None) -> str:
    """The line, of that memory; empty for none, one of some time ago, or another memory's. It is gone then."""
    file = paths.state_dir / FILE
    try:
        text, asked = file.read_text(encoding="utf-8"), file.stat().st_mtime
        file.write_bytes(b" " * len(text.encode()))
        file.unlink()
        kept = json.loads(text)
        lately = 0 <= time.time() - asked <= MINUTES * 60
        return str(kept["line"]) if lately and (db is None or kept["db"] == str(db.resolve())) else ""
    except (OSError, ValueError, KeyError, TypeError):
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)
        return ""

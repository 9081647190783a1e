"""The line that goes on with a session, as it works where the person started the program.

In: the session's id. Out: a sentence. After `make chat` no `zeph` is on the PATH: then it is make that goes on, or the
program by its place.
"""

import os
import shlex
import shutil
import sys
from pathlib import Path


def going_on(session: str) -> str:
    return f"Go on later with: {_line(f'--resume {session}')}"


def _line(arguments: str) -> str:
    if shutil.which("zeph") is not None:
        return f"zeph chat {arguments}"
    if os.environ.get("ZEPH_STARTED_BY") == "make":
        return f'make chat ARGS="{arguments}"'
    program = Path(sys.prefix) / ("Scripts" if os.name == "nt" else "bin") / "zeph"
    if not program.exists():
        return f"{shlex.quote(sys.executable)} -m zeph chat {arguments}"
    within = program.is_relative_to(Path.cwd())
    return f"{shlex.quote(str(program.relative_to(Path.cwd()) if within else program))} chat {arguments}"

"""The line that goes on with a session, as it works where the person started the program.

In: the session's id. Out: a sentence. After `make chat` it is make that goes on.
"""

import os
import shutil

from zeph.commands.program_line import PROGRAM, program_line


def going_on(session: str) -> str:
    return f"Go on later with: {_line(f'--resume {session}')}"


def answering(text: str) -> str:
    """The line that says so little in the last talk."""
    return _line(f"-c -p {text}")


def _line(arguments: str) -> str:
    if shutil.which(PROGRAM) is None and os.environ.get("ZEPH_STARTED_BY") == "make":
        return f'make chat ARGS="{arguments}"'
    return f"{program_line()} chat {arguments}"

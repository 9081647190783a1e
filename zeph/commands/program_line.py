"""How the program is called in a shell from where the person started it.

Out: the words before a command's own. After `make chat` no `zeph` is on the PATH: then it is the program by its place.
"""

import os
import shlex
import shutil
import sys
from pathlib import Path

PROGRAM = "zeph"


def program_line() -> str:
    if shutil.which(PROGRAM) is not None:
        return PROGRAM
    program = Path(sys.prefix) / ("Scripts" if os.name == "nt" else "bin") / PROGRAM
    if not program.exists():
        return f"{shlex.quote(sys.executable)} -m {PROGRAM}"
    within = program.is_relative_to(Path.cwd())
    return shlex.quote(str(program.relative_to(Path.cwd()) if within else program))

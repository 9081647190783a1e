"""The parent of one command on Linux: nothing that the command starts outlives it, in whatever session it hides.

In: a command for the shell, as this script's one argument. Out: its exit code, once all that it started has ended or,
at SIGTERM or some time after the command's own end, was killed. What loses its parent becomes a child of this process
(a subreaper), so that killing its children until there are none reaches all. It is run by itself, with the standard
library alone.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

AFTER_SECS = 2.0
"""For what was started and goes on when the command has ended."""
KILLING_SECS = 1.5
"""What runs with another's rights cannot be killed."""
_CHILD_SUBREAPER = 36
_STEP_SECS = 0.01


def keep(command: str) -> int:
    """As a shell tells it: 128 and its number for a signal."""
    ctypes.CDLL(None).prctl(_CHILD_SUBREAPER, 1, 0, 0, 0)
    signal.signal(signal.SIGTERM, _ended)
    code = subprocess.Popen(("/bin/sh", "-c", command)).wait()
    until = time.monotonic() + AFTER_SECS
    while _has_children() and time.monotonic() < until:
        time.sleep(_STEP_SECS)
    _kill_all()
    return code if code >= 0 else 128 - code


def _ended(_number: int, _frame: object) -> None:
    _kill_all()
    os._exit(128 + signal.SIGTERM)


def _kill_all() -> None:
    until = time.monotonic() + KILLING_SECS
    while _has_children() and time.monotonic() < until:
        for pid in _children():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(_STEP_SECS)


def _has_children() -> bool:
    """Without those that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def _children() -> Iterator[int]:
    own = str(os.getpid()).encode()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            # Behind the program's name, which may hold anything: its state and its parent.
            if (process / "stat").read_bytes().rpartition(b")")[2].split()[1] == own:
                yield int(process.name)


if __name__ == "__main__":
    sys.exit(keep(sys.argv[1]))

"""The order in which writers of one file take their turns, within a process and between processes.

In: a connection that wants to write. Out: its transaction, begun. SQLite's own waiting grows from 1 to 100 ms a step,
so that whoever waited longest looks least often, and a loop of small writes comes again before anybody else wakes. Here
the one who is next stands alone at the door (an advisory lock on an empty file beside the database, which the system
gives back when its holder ends, however it ends); a writer that comes again has to queue behind it. A person's writes
look for their turn more often than background work does, so that they go first.
"""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

from zeph.storage.engine.driver import BUSY_TIMEOUT_MS, Connection, driver

SUFFIX = "-gate"
LONGEST_WAIT_SECS = 30.0
"""After so long the caller is told that the file is held."""
LONGEST_WORK_SECS = 120.0
"""The same, where a Zeph stands at the gate all the time: it writes the file anew, gigabytes perhaps."""
COURTESY_SECS = 2.0
"""A holder of the gate that was stopped must not stop everybody: after so long one goes round it."""
NEXT_PAUSE_SECS = 0.000_5
URGENT_PAUSE_SECS = 0.001
BACKGROUND_PAUSE_SECS = 0.004


class Gate:
    """One connection's way to its turn; not shared between threads."""

    def __init__(self, path: Path, *, urgent: bool) -> None:
        self._pause = URGENT_PAUSE_SECS if urgent else BACKGROUND_PAUSE_SECS
        self._file: int | None = None
        with contextlib.suppress(OSError):  # without it turns are taken in no order, which loses nothing
            self._file = os.open(path.with_name(path.name + SUFFIX), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)

    def begin(self, connection: Connection) -> None:
        """``BEGIN IMMEDIATE`` in turn. Raises the driver's own error where another holds the file for too long."""
        started = time.monotonic()
        inside = self._queue(COURTESY_SECS)
        try:
            _patience(connection, 0)
            longest = LONGEST_WAIT_SECS if inside or self._file is None else LONGEST_WORK_SECS
            while not _begun(connection, last=time.monotonic() - started > longest):
                time.sleep(NEXT_PAUSE_SECS if inside else self._pause)
        finally:
            if inside:
                self._leave()
            _patience(connection, BUSY_TIMEOUT_MS)

    @contextlib.contextmanager
    def ahead(self) -> Iterator[None]:
        """First in the queue for as long as it lasts: for what takes SQLite's locks itself."""
        inside = self._queue(COURTESY_SECS)
        try:
            yield
        finally:
            if inside:
                self._leave()

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _queue(self, seconds: float) -> bool:
        """Whether this writer is the next one; False where there is no gate or its holder does not move."""
        if self._file is None:
            return False
        end = time.monotonic() + seconds
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > end:
                    return False
            except OSError:  # a file system without such locks
                return False
            else:
                return True
            time.sleep(self._pause)

    def _leave(self) -> None:
        if self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_UN)


def _patience(connection: Connection, milliseconds: int) -> None:
    connection.execute(f"PRAGMA busy_timeout = {milliseconds}").fetchone()


def _begun(connection: Connection, *, last: bool = False) -> bool:
    """False where another writer is at work; with ``last`` that is raised."""
    try:
        connection.execute("BEGIN IMMEDIATE")
    except driver().module.OperationalError as error:
        if last or not ("locked" in str(error) or "busy" in str(error)):
            raise
        return False
    return True

"""What every command of the command line has: its global options, and the moment from which it runs."""

import gc
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zeph.errors import UsageError
from zeph.paths import Paths


@dataclass(frozen=True, slots=True)
class GlobalOptions:
    config: Path | None = None
    db: Path | None = None
    space: str | None = None
    """A space that there is; None takes the settings' one."""

    def database(self, paths: Paths) -> Path:
        """The database's file. Raises UsageError for one in a folder that there is not."""
        if self.db is None:
            return paths.db
        if not self.db.parent.is_dir():
            raise UsageError(f"There is no folder {self.db.parent}: make it first, or correct --db {self.db}.")
        return self.db

    def overrides(self) -> dict[str, Any]:
        """What of the settings they say."""
        return {} if self.space is None else {"memory.space": self.space}


def started() -> None:
    """The program is up: what was loaded stays, what is made from now on is collected (see ``main.run``). Once a
    process.
    """
    if not gc.get_freeze_count():
        gc.freeze()
    gc.enable()

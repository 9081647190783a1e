"""What every command of the command line has: its global options, and the moment from which it runs."""

import gc
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class GlobalOptions:
    config: Path | None = None
    db: Path | None = None


def started() -> None:
    """The program is up: what was loaded stays, what is made from now on is collected (see ``main.run``)."""
    gc.freeze()
    gc.enable()

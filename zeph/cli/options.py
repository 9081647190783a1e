"""What every command of the command line has: its global options, and the moment from which it runs."""

import gc
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class GlobalOptions:
    config: Path | None = None
    db: Path | None = None
    space: str | None = None
    """A space that there is; None takes the settings' one."""

    def overrides(self) -> dict[str, Any]:
        """What of the settings they say."""
        return {} if self.space is None else {"memory.space": self.space}


def started() -> None:
    """The program is up: what was loaded stays, what is made from now on is collected (see ``main.run``)."""
    gc.freeze()
    gc.enable()

"""Which models a person without one may take: a short list, and what of it fits this machine.

In: the machine's memory. Out: models that fit, the most capable first. A model takes in memory what it takes on the
disk, something for the talk, and leaves the rest of the machine a quarter.
"""

import os
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SHARE = 0.75
"""Of the memory that a model may take."""
TALK_BYTES = 1_000_000_000
"""What it needs besides its weights, for a window of 8,192 tokens."""
FIRST_BYTES = 6_000_000_000
"""A first model is not larger: without a graphics card larger ones are slow."""


@dataclass(frozen=True, slots=True)
class Listed:
    name: str
    size: int
    """Bytes to download."""
    sees: bool = False
    """It takes pictures too."""


@cache
def catalogue() -> tuple[Listed, ...]:
    """Smallest first."""
    rows = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["model"]
    return tuple(Listed(row["name"], row["bytes"], row.get("sees", False)) for row in rows)


def fitting(memory: int | None) -> tuple[Listed, ...]:
    """Those that fit into ``memory`` bytes, largest first; where that is unknown, those that fit a small machine."""
    room = (memory or 8 << 30) * SHARE
    return tuple(model for model in reversed(catalogue()) if model.size + TALK_BYTES <= room)


def first_model() -> str:
    """The one to begin with on this machine."""
    fit = [model for model in fitting(machine_memory()) if model.size <= FIRST_BYTES and not model.sees]
    return fit[0].name if fit else catalogue()[0].name


def machine_memory() -> int | None:
    """Bytes of this machine's memory; None where it cannot be asked."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None

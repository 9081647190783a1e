"""What this room knows of English: ``debts.toml``.

In: nothing. Out: its content, for reading only; its expressions compiled.
"""

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any

ROOM = "zeph.memory.debts"


@cache
def read_debts_table() -> dict[str, Any]:
    """The shipped table."""
    return tomllib.loads(resources.files(ROOM).joinpath("debts.toml").read_text(encoding="utf-8"))


def sentence_pattern(key: str) -> re.Pattern[str]:
    """One expression of ``[sentences]``."""
    return re.compile(read_debts_table()["sentences"][key], re.IGNORECASE)

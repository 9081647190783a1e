"""What the memory's own answers know of English: ``answers.toml``, and what was learned: ``sentence_weights.toml``.

In: the name of a table, a key. Out: its content, regular expressions compiled.
"""

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any

ROOM = "zeph.agent.answers"


@cache
def read_answers(file: str = "answers.toml") -> dict[str, Any]:
    """A shipped table; it is for reading only."""
    return tomllib.loads(resources.files(ROOM).joinpath(file).read_text(encoding="utf-8"))


def pattern(key: str) -> re.Pattern[str]:
    """One expression of ``answers.toml``."""
    return re.compile(read_answers()[key], re.IGNORECASE)

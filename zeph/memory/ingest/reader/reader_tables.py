"""The reader's tables: English as data, in TOML files beside the code that reads them.

In: the name of a file under ``reader/``. Out: its content; and lists of words written as one text, as sets.
"""

import tomllib
from functools import lru_cache
from importlib import resources
from typing import Any

from zeph.memory.language.word_tables import word_set

READER = "zeph.memory.ingest.reader"


@lru_cache(maxsize=32)
def read_table(path: str) -> dict[str, Any]:
    """A shipped table: ``clauses/words.toml``. Treat it as read-only."""
    return tomllib.loads(resources.files(READER).joinpath(*path.split("/")).read_text(encoding="utf-8"))


def word_sets(table: dict[str, Any]) -> dict[str, frozenset[str]]:
    """Every text of a table as a set of its words."""
    return {name: word_set(text) for name, text in table.items() if isinstance(text, str)}

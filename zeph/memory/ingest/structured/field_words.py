"""What fields and headings are called.

In: ``structured.toml``. Out: the words, and a key's own words ("startDate": "start date").
"""

import re
import tomllib
from pathlib import Path
from typing import Any

TABLE: dict[str, Any] = tomllib.loads((Path(__file__).parent / "structured.toml").read_text(encoding="utf-8"))
NAMES: tuple[str, ...] = tuple(TABLE["name"])
KINDS = frozenset(TABLE["kind"])
EMPTY = frozenset(TABLE["empty"])
CONFIDENCE: float = TABLE["confidence"]
MOST_WORDS = 4
"""Of a key; what is longer is a sentence with a colon in it."""

_SKIPPED = frozenset(TABLE["skipped"])
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_BETWEEN = re.compile(r"[\W_]+")


def key_words(key: str) -> str:
    """A key in plain words, in lower case."""
    return _BETWEEN.sub(" ", _CAMEL.sub(" ", key)).strip().lower()


def tells(words: str) -> bool:
    """Whether a field called so says something of the thing."""
    return bool(words) and words not in _SKIPPED and len(words.split()) <= MOST_WORDS

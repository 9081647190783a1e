"""What is known of words: the TOML tables of ``data/``, shipped with the package.

In: the name of a table. Out: its content, which is for reading only, and lists of words written as one text.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

DATA = "zeph.memory.language.data"


@lru_cache(maxsize=16)
def read_data(file: str) -> dict[str, Any]:
    """A shipped table."""
    return tomllib.loads(read_text(file))


def read_text(file: str) -> str:
    """The text of a shipped file."""
    return resources.files(DATA).joinpath(file).read_text(encoding="utf-8")


def read_words(module: str) -> dict[str, Any]:
    """What a module of this room knows of words, in ``words.toml``."""
    table: dict[str, Any] = read_data("words.toml")[module]
    return table


def word_set(text: str) -> frozenset[str]:
    """The words of one text of a table."""
    return frozenset(text.split())


def by_word(table: Mapping[str, str]) -> dict[str, str]:
    """Of texts by name the name by every word: {"dog": "puppy pup"} gives {"puppy": "dog", "pup": "dog"}."""
    return {word: name for name, text in table.items() for word in text.split()}


def fill(pattern: str, **names: str) -> str:
    """A pattern of a table with names in the places that stand in it in capitals."""
    return re.sub("|".join(names), lambda place: re.escape(names[place[0]]), pattern)

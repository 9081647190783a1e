"""Whom a given name nearly always belongs to, so that "Tom has a girlfriend, she …" is not Tom.

In: a given name. Out: the pronoun of those who bear it, empty where it may be of either, or is not known. The table
tells where it is from.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from zeph.memory.language.word_tables import by_word, read_data, word_set

_FILE = "given_names.toml"


def gender_of_given_name(name: str) -> str:
    """ "she", "he" or nothing; whatever its case and accents."""
    plain = name.casefold()
    if not plain.isascii():
        plain = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    return _table().get(plain, "")


def may_be_given_name(word: str) -> bool:
    """Whether a word in small letters is one, though it may be something else too ("carol")."""
    return bool(_table().get(word)) or word in _either()


def given_names() -> Iterator[str]:
    """Those that are nothing else, in small letters."""
    table = read_data(_FILE)
    return (name for text in (*table["gendered"].values(), table["open"]["names"]) for name in text.split())


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    table = read_data(_FILE)
    return {**by_word(table["also_gendered"]), **by_word(table["gendered"])}


@lru_cache(maxsize=1)
def _either() -> frozenset[str]:
    table = read_data(_FILE)
    return word_set(f"{table['open']['names']} {table['also_open']['names']}")

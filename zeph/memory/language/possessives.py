"""Names by whose they are ("User's dog"), and sentences that give such a one a name ("User's dog is called Biscuit").

In: names and the sentences of facts. Out: owner, role, name. Pure.
"""

import re

from zeph.memory.language.word_tables import read_words, word_set

_WORDS = read_words("possessives")
_OWNED = re.compile(r"^(?P<owner>.+?)['’]s (?P<what>[^\W\d_A-Z].*)$")
_NAMING = re.compile(_WORDS["naming"])
_ROLE = re.compile(r" \([^()]+\)$")
NAMING_VERBS = tuple(_WORDS["naming_verbs"].split())
_OF_MANY = word_set(_WORDS["of_many"])
TITLES = word_set(_WORDS["titles"])
NAMES_TOO = word_set(_WORDS["names_too"])
"""Persons may be called so; as anything else it is a date or a verb."""


def is_owned(name: str) -> bool:
    """``User's dog``, not ``Charlotte's Web``."""
    return bool(_OWNED.match(name))


def is_one_of_many(name: str) -> bool:
    """``User's old friend``: who that was is not told by who is named as one later."""
    return name.casefold().rsplit(maxsplit=1)[-1] in _OF_MANY if name.strip() else False


def owner_of(name: str) -> str:
    """``User`` of "User's dog"; empty for a name of another kind."""
    said = _OWNED.match(name)
    return said["owner"] if said else ""


def plain_name(name: str) -> str:
    """``Anna`` of "Anna (sister)", who is told apart so from another Anna."""
    return _ROLE.sub("", name)


def naming(fact: str) -> tuple[str, str]:
    """``("User's dog", "Biscuit")`` of "User's dog is called Biscuit"; two empty texts where it names nothing."""
    said = _NAMING.match(fact.replace("’", "'"))
    return (said["owned"], said["called"]) if said else ("", "")

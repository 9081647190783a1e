"""What somebody is to somebody else: one word for each such role, and which two of them one person cannot have at once.

In: a name such as ``User's mum``. Out: ``User's mother``; whether "my sister Anna" can be the Anna who is a friend.
Pure.
"""

import re

from zeph.memory.language.word_tables import by_word, read_words, word_set

_WORDS = read_words("roles")
_SAME = by_word(_WORDS["same"])
_SPOUSE = word_set(_WORDS["spouse"])
_SWEETHEART = word_set(_WORDS["sweetheart"])
_KIN = word_set(_WORDS["kin"])
_YOUNG = by_word(_WORDS["young"])
_ANIMALS = word_set(_WORDS["animals"])
_GENERAL = {role: word_set(text) for role, text in _WORDS["general"].items()} | {_WORDS["any_animal"]: _ANIMALS}
_LAST = re.compile(r"(?<= )[a-z-]+(?=['’]s |$)")
_PREFIX = re.compile(_WORDS["prefix"])


def role_of(owned: str) -> str:
    """``sister`` of "User's older sister"; empty where nothing is left."""
    words = owned.casefold().split()
    return _SAME.get(words[-1], words[-1]) if words else ""


def one_role(owned: str) -> str:
    """``User's mother's dog`` for "User's mum's dog": one person has one such name."""
    return _LAST.sub(lambda said: _SAME.get(said[0], said[0]), owned)


def other_words(owned: str) -> tuple[str, ...]:
    """The same name, or role, with each other word for the role."""
    head, space, last = owned.rpartition(" ")
    return tuple(f"{head}{space}{word}" for word, meant in _SAME.items() if meant == last)


def relations_of(role: str) -> tuple[str, ...]:
    """The relations of which one is said of somebody in that role, who, or which, is the only one."""
    if role in _SPOUSE:
        return ("married_to",)
    if role == _WORDS["employer"]:
        return ("works_at",)
    return ("partner_of", "married_to") if role in _SWEETHEART else ()


def roles_with(relation: str) -> tuple[str, ...]:
    """The roles that a relation gives to who stands at its other end, and to nobody else."""
    named = {"married_to": _SPOUSE | _SWEETHEART, "partner_of": _SWEETHEART}
    return tuple(sorted(named.get(relation, ())))


def differ(role: str, other: str) -> bool:
    """Whether nobody has both: a sister is no cousin and no friend, and no animal is a person."""
    one, two = _plain(role), _plain(other)
    if one == two or one in _GENERAL.get(two, ()) or two in _GENERAL.get(one, ()):
        return False
    return any(word in _KIN or word in _ANIMALS for word in (one, two))


def _plain(role: str) -> str:
    word = _PREFIX.sub("", role)
    word = _SAME.get(word, word)
    return _YOUNG.get(word, word)

"""What somebody is to somebody else: one word for each such role, and which two of them one person cannot have at once.

In: a name such as ``User's mum``. Out: ``User's mother``; whether "my sister Anna" can be the Anna who is a friend.
Pure word lists.
"""

import re

_SAME = {
    "mom": "mother", "mum": "mother", "mommy": "mother", "mummy": "mother", "mama": "mother", "mam": "mother",
    "dad": "father", "daddy": "father", "papa": "father", "grandma": "grandmother", "granny": "grandmother",
    "gran": "grandmother", "nana": "grandmother", "nan": "grandmother", "grandpa": "grandfather",
    "granddad": "grandfather", "grandad": "grandfather", "gramps": "grandfather", "hubby": "husband", "sis": "sister",
    "bro": "brother", "bf": "boyfriend", "gf": "girlfriend", "doggy": "dog", "doggo": "dog", "kitty": "cat",
    "neighbor": "neighbour", "coworker": "colleague", "co-worker": "colleague", "flatmate": "roommate",
    "housemate": "roommate", "stepmom": "stepmother", "stepmum": "stepmother", "stepdad": "stepfather",
}  # fmt: skip
_SPOUSE = frozenset("wife husband spouse".split())
_SWEETHEART = frozenset("girlfriend boyfriend partner fiancé fiancée fiance fiancee".split())
_KIN = frozenset(
    "mother father parent sister brother sibling twin son daughter child kid grandmother grandfather grandparent "
    "grandson granddaughter grandchild uncle aunt cousin nephew niece mother-in-law father-in-law sister-in-law "
    "brother-in-law "
    "son-in-law daughter-in-law".split()
)
_PETS = {"puppy": "dog", "pup": "dog", "kitten": "cat", "bunny": "rabbit"}
_ANIMALS = frozenset("dog cat pet horse pony rabbit hamster parrot bird budgie turtle tortoise goldfish".split())
_GENERAL = {
    "parent": {"mother", "father"}, "sibling": {"sister", "brother", "twin"}, "twin": {"sister", "brother", "sibling"},
    "child": {"son", "daughter", "kid"}, "kid": {"son", "daughter", "child"},
    "grandparent": {"grandmother", "grandfather"}, "grandchild": {"grandson", "granddaughter"}, "pet": set(_ANIMALS),
}  # fmt: skip
_LAST = re.compile(r"(?<= )[a-z-]+(?=['’]s |$)")
_PREFIX = re.compile(r"^(?:step|half|foster|ex|late|great)-?(?=[a-z]{3})")


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
    if role == "employer":
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
    return _PETS.get(word, word)

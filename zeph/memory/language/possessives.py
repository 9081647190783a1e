"""Names by whose they are ("User's dog"), and sentences that give such a one a name ("User's dog is called Biscuit").

In: names and the sentences of facts. Out: owner, role, name. Pure.
"""

import re

_OWNED = re.compile(r"^(?P<owner>.+?)['’]s (?P<what>[^\W\d_A-Z].*)$")
_NAMING = re.compile(
    r"^(?P<owned>.{1,200}?'s [^\W\d_A-Z].{0,100}?) (?:is|was)(?: now)?(?: called| named)? "
    r"(?P<called>[^\W\d_a-z].{0,200}?)\.?$"
)
_ROLE = re.compile(r" \([^()]+\)$")
NAMING_VERBS = ("is", "was")
_OF_MANY = frozenset(
    "friend mate buddy pal colleague coworker co-worker teammate neighbour neighbor classmate roommate flatmate "
    "housemate cousin uncle aunt niece nephew student pupil client customer patient acquaintance "
    "follower relative".split()
)
"""People of whom one has several: another name is another one."""
TITLES = frozenset("mr mrs ms miss dr prof professor doctor sir herr frau".split())
NAMES_TOO = frozenset("Jan April May June August Summer Autumn Sunday Will".split())
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

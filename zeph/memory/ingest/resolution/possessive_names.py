"""Things known by whose they are: "my dog is called Biscuit", then "my dog loves carrots".

In: a name such as ``User's dog``, and the rows as they now are. Out: the one entity that a current fact names so; None
where there is none, or several ("my sister" with two sisters). Decided anew each time, so that no name is kept that a
second dog would make wrong.
"""

import re
from collections.abc import Iterator

from zeph.memory.ingest.resolution.roles import one_role, other_words
from zeph.memory.language.names import canonical_name
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.message import Message
from zeph.records.view import View
from zeph.storage.ports import Reader, TextQuery

_OWNED = re.compile(r"^(?P<owner>.+?)['’]s (?P<what>[^\W\d_A-Z].*)$")
_NAMING = re.compile(
    r"^(?P<owned>.{1,200}?'s [^\W\d_A-Z].{0,100}?) (?:is|was)(?: now)?(?: called| named)? "
    r"(?P<called>[^\W\d_a-z].{0,200}?)\.?$"
)
_WORD = re.compile(r"\w+")
_ROLE = re.compile(r" \([^()]+\)$")
_OF_MANY = frozenset(
    "friend mate buddy pal colleague coworker co-worker teammate neighbour neighbor classmate roommate flatmate "
    "housemate "
    "cousin uncle aunt niece nephew student pupil client customer patient acquaintance follower relative".split()
)
"""People of whom one has several: another name is another one."""
MOST = 20


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


def named_as(name: str, reader: Reader, message: Message) -> int | None:
    """The id of the entity that ``name`` means by the facts."""
    plain = name.replace("’", "'")
    said = [" ".join(_WORD.findall(name)) for name in (plain, *other_words(plain))]
    query = TextQuery(tuple(f"{words} {verb}" for words in said for verb in ("is", "was")))
    view = View(message.space_id, message.sent_at, as_of=message.sent_at)  # "my wife" of then, in what is read late
    hits = [i for i, _ in reader.search.edges(view, query, MOST)]
    found = set(_called(plain, reader.edges.by_id(list(dict.fromkeys(hits)), view)))
    return found.pop() if len(found) == 1 else None


def _called(name: str, edges: list[Edge]) -> Iterator[int]:
    for edge in edges:
        owned, called = map(canonical_name, naming(edge.fact))
        if called and one_role(owned) == canonical_name(name) and edge.confidence >= CANDIDATE_BELOW:
            if called == canonical_name(plain_name(edge.target)):
                yield edge.target_id
            elif called == canonical_name(plain_name(edge.source)):
                yield edge.source_id

"""Who is meant by what they are to somebody: "my sister", "Nora's husband", "my sister's dog".

In: a question and the facts that were found for it. Out: the entities meant. A fact tells who somebody's sister is
where it says nothing besides: "User's sister is Nora", "Nora is User's older sister", "User has a dog called Biscuit".
"""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from zeph.memory.recall.query.time_intent import HAPPENING
from zeph.memory.recall.query.vocabulary import FIRST_PERSON, related_stems, stem, words
from zeph.records.edge import Edge

_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_OWN = frozenset(("my", "our"))
_NOBODY = frozenset("what who where when how why which that this it he she there here let".split())
"""Whose "'s" is a verb."""
_WHICH = frozenset(
    "older younger elder eldest oldest youngest little big best former late new old ex twin only own".split()
)
_LINKS = _WHICH | {
    stem(w) for w in "a an the is are was were has have had with to of called named name whose their".split()
}
_ANY_OF = frozenset("kid child children parent sibling spouse husband wife partner pet friend".split())
"""Words that a son, a mother or a dog answers to, and who is married; a brother does not answer to sister."""


@dataclass(frozen=True, slots=True)
class Relatives:
    """Entities that the question means by what they are to others."""

    ids: tuple[int, ...]
    words: frozenset[str]
    """Of the question, by which they were reached."""
    owners: frozenset[str]
    """Names that stand in the question for nothing else than to say whose; empty for the person who asks."""


def relatives_meant(question: str, edges: Collection[Edge], named: Callable[[str], Collection[int]]) -> Relatives:
    """``named`` gives the entities of a name, those of the person who asks for an empty one."""
    said = _TOKEN.findall(question.replace("\u2019", "'").lower())
    ids: dict[int, None] = {}
    used: set[str] = set()
    owners: list[str] = []
    for owner, ways in _possessions(said):
        reached, led_by = _follow(named(owner), ways, edges)
        if led_by:
            ids |= dict.fromkeys(sorted(reached))
            used |= led_by
            owners.append(owner)
    only = frozenset(o for o in owners if owners.count(o) == _mentions_of(said, o))
    return Relatives(tuple(ids), frozenset(used), only)


def _possessions(said: list[str]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """(whose, what of theirs, what of those, …) in order."""
    for at, word in enumerate(said):
        owner = "" if word in _OWN else word.removesuffix("'s")
        if owner == word or owner in _NOBODY or (at and said[at - 1] in _OWN):
            continue
        ways: list[str] = []
        for way in (w for w in said[at + 1 :] if w not in _WHICH):
            ways.append(way.removesuffix("'s"))
            if not way.endswith("'s"):
                break
        if not HAPPENING.issuperset(ways):  # my plans are nobody
            yield owner, tuple(ways)


def _follow(start: Collection[int], ways: tuple[str, ...], edges: Collection[Edge]) -> tuple[set[int], set[str]]:
    """As far as facts lead, and the words they led by."""
    at, led_by = set(start), set[str]()
    for way in ways:
        wanted = related_stems(way) | {stem(way)} if way in _ANY_OF else {stem(way)}
        ends = ((e, end, other) for e in edges for end, other in _ends(e) if end in at)
        onward = {other for edge, _, other in ends if _says_only(edge, wanted)}
        if not onward:
            break
        at, led_by = onward, led_by | {way}
    return at, led_by


def _ends(edge: Edge) -> tuple[tuple[int, int], tuple[int, int]]:
    return (edge.source_id, edge.target_id), (edge.target_id, edge.source_id)


def _says_only(edge: Edge, wanted: Collection[str]) -> bool:
    rest = set(map(stem, words(edge.fact))) - set(map(stem, words(f"{edge.source} {edge.target}")))
    return not rest.isdisjoint(wanted) and rest - set(wanted) <= _LINKS


def _mentions_of(said: list[str], owner: str) -> int:
    if owner:
        return sum(word.removesuffix("'s") == owner for word in said)
    return sum(word.split("'")[0] in FIRST_PERSON for word in said)

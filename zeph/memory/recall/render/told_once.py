"""One line for one fact, in however many words it was told.

In: facts, best first. Out: those that say something that none before them says. "User has a walnut allergy" after "User
is allergic to walnuts" is left out, and "User's dog's name is Biscuit" after "User has a dog called Biscuit".
"""

from collections.abc import Iterable, Iterator
from functools import cache

from zeph.memory.language.families import Families
from zeph.memory.language.ontology import Ontology
from zeph.memory.recall.query.vocabulary import DENIALS, STOP_WORDS, WEAK_WORDS, stem, words
from zeph.memory.recall.ranking.edge_time import is_event
from zeph.memory.recall.render.recall_lines import told
from zeph.records.edge import Edge

_SAYS_NOTHING = (STOP_WORDS | WEAK_WORDS) - DENIALS


def told_once(edges: Iterable[Edge]) -> Iterator[Edge]:
    kept: list[Edge] = []
    for edge in edges:
        if not any(_says(known, edge) for known in kept):
            kept.append(edge)
            yield edge


def _says(known: Edge, edge: Edge) -> bool:
    """Whether the one says what the other does: of one subject or what is its own, and as long as that. An *allergy*
    to what somebody is allergic to goes without saying."""
    when = "valid_from" if is_event(edge) else "valid_until"
    if is_event(known) != is_event(edge) or getattr(known, when) != getattr(edge, when):
        return False
    if told(known) == told(edge):
        return True
    if known.source_id != edge.source_id and not edge.source.startswith(f"{known.source}'s "):
        return False
    more = _said(edge) - _said(known)
    return not more or more <= Families.load().light and _family(known) == _family(edge)


def _family(edge: Edge) -> str:
    return _ontology().family(edge.canonical_relation)


@cache
def _ontology() -> Ontology:
    return Ontology.load()


def _said(edge: Edge) -> frozenset[str]:
    """Stems of the words of its line that say something."""
    return frozenset(stem(word) for word in words(told(edge)) if word not in _SAYS_NOTHING)

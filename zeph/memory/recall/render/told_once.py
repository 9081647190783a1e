"""One line for one fact, in however many words it was told.

In: facts, best first. Out: those that say something that none before them says. "User has a walnut allergy" after "User
is allergic to walnuts" is left out, and "User's dog's name is Biscuit" after "User has a dog called Biscuit".
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from zeph.memory.language.families import Families
from zeph.memory.language.ontology import Ontology
from zeph.memory.recall.query.vocabulary import DENIALS, STOP_WORDS, WEAK_WORDS, stem, words
from zeph.memory.recall.ranking.edge_time import is_event
from zeph.memory.recall.render.recall_lines import told
from zeph.records.edge import Edge

_SAYS_NOTHING = (STOP_WORDS | WEAK_WORDS) - DENIALS


class _Line(NamedTuple):
    edge: Edge
    event: bool
    told: str
    words: frozenset[str]
    """Stems of those that say something."""


def told_once(edges: Iterable[Edge]) -> Iterator[Edge]:
    kept: list[_Line] = []
    for line in map(_line, edges):
        if not any(_says(known, line) for known in kept):
            kept.append(line)
            yield line.edge


def _line(edge: Edge) -> _Line:
    sentence = told(edge)
    said = frozenset(stem(word) for word in words(sentence) if word not in _SAYS_NOTHING)
    return _Line(edge, is_event(edge), sentence, said)


def _says(known: _Line, line: _Line) -> bool:
    """Whether the one says what the other does: of one subject or what is its own, and as long as that. An *allergy*
    to what somebody is allergic to goes without saying."""
    one, other = known.edge, line.edge
    when = "valid_from" if known.event and line.event else "valid_until"
    if getattr(one, when) != getattr(other, when):
        return False
    if known.told == line.told:
        return True
    if known.event != line.event:
        return False
    if one.source_id != other.source_id and not other.source.startswith(f"{one.source}'s "):
        return False
    more = line.words - known.words
    return not more or more <= Families.load().light and _family(one) == _family(other)


def _family(edge: Edge) -> str:
    return _ontology().family(edge.canonical_relation)


@cache
def _ontology() -> Ontology:
    return Ontology.load()

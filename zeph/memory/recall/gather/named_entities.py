"""Whom a question names: word for word, misspelt, as "I", or by what they are to somebody.

In: a reader, the plan, the facts that search found. Out: :class:`Named`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from zeph.memory.language.names import SELF
from zeph.memory.recall.query import kinship, misspellings
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.question import Query
from zeph.memory.recall.query.time_intent import HAPPENING
from zeph.memory.recall.query.vocabulary import words
from zeph.records.edge import Edge
from zeph.safety.text import one_line
from zeph.storage.ports import Reader, TextQuery


@dataclass(frozen=True, slots=True)
class Named:
    ids: frozenset[int] = frozenset()
    """Entities that the question names, the self entity included for a first person."""
    others: frozenset[int] = frozenset()
    """Those of them that are not the self entity."""
    people: frozenset[int] = frozenset()
    """Those of the others that are persons."""
    selves: frozenset[int] = frozenset()
    """The self entity, named or not."""
    owners: frozenset[int] = frozenset()
    """Entities in the question only to tell whose the thing asked for is: where my sister lives is not about me."""
    topic: tuple[str, ...] = ()
    """Content words that are no part of a name."""
    rest: TextQuery = field(default_factory=TextQuery)
    """For names of entities that have one of those words; without terms where there is none."""
    misspelt: Mapping[str, str] = field(default_factory=dict)
    """Words of the question to the names they were taken for."""
    called: Mapping[str, str] = field(default_factory=dict)
    """Names to the words of the question by which they are meant: Nora to "sister"."""

    @property
    def own(self) -> frozenset[int]:
        """The self entity where the question names it."""
        return self.ids - self.others

    @property
    def asks_what_happens(self) -> bool:
        """Whether the question asks for what happens at a time, or to somebody, and not for anything in particular."""
        return all(word in HAPPENING or word.isdigit() for word in self.topic)

    @property
    def asks_of_one(self) -> bool:
        """The same, and of one thing at most: how many dogs Andrew has is no question for all about Andrew."""
        return self.asks_what_happens and len(self.others) <= 1


def find_named(reader: Reader, plan: QueryPlan, edges: Mapping[int, Edge]) -> Named:
    query, space = plan.query, plan.view.space_id
    bearers = reader.entities.ids_named(space, [*query.spans, SELF])
    others, own, name_words = _word_for_word(query, bearers)
    longer = misspellings.longer_names(reader, query, name_words)
    slips = misspellings.misspelt_names(reader, query, longer, space, name_words)
    misspelt = {word: one_line(reader.entities.by_id(ids)[ids[0]].name) for word, ids in slips.items()}
    others |= dict.fromkeys(i for ids in slips.values() for i in ids)
    relatives = kinship.relatives_meant(query.text, edges.values(), lambda name: bearers.get(name or SELF, []))
    owners = {i for owner in relatives.owners for i in bearers.get(owner or SELF, [])}
    named = {i for i in others if i not in owners} | set(relatives.ids)
    name_words |= misspelt.keys() | relatives.words
    known = reader.entities.by_id(sorted(named))
    people = (i for i, entity in known.items() if entity.entity_type == "person")
    meant = " ".join(sorted(relatives.words))
    return Named(
        frozenset(named | (own - owners)),
        frozenset(named),
        frozenset(people),
        frozenset(bearers.get(SELF, ())),
        frozenset(owners),
        tuple(term for term in query.terms if term not in name_words),
        misspellings.names_to_search(query, longer, name_words),
        misspelt,
        {one_line(known[i].name): meant for i in relatives.ids if i in known},
    )


def _word_for_word(query: Query, bearers: Mapping[str, list[int]]) -> tuple[dict[int, None], set[int], set[str]]:
    """Entities named word for word, the self entity for a first person, and the words that were names."""
    named: list[int] = []
    used: set[str] = set()
    for span in query.spans:
        parts = words(span)
        if span in bearers and not used.issuperset(parts):
            named += bearers[span]
            used.update(parts)
    own = set(bearers.get(SELF, [])) if query.first_person else set()
    return dict.fromkeys(i for i in named if i not in own), own, used

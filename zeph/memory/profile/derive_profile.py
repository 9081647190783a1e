"""The standing profile, from facts: who the person is, in few lines, without a model.

After Letta's core memory (https://docs.letta.com/concepts/memory) and Memobase's profile, but derived: nobody writes
it, so nobody forgets to bring it up to date. In: facts about the person, what the person chose, the moment, tokens.
Out: a :class:`Profile`. Pure. Its order is that of the sections and, in them, of what was known first, so that a new
fact changes one line and a provider's prompt cache holds up to there."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from zeph.clock import Moment
from zeph.memory.language.ontology import Ontology
from zeph.memory.profile.sections import Section, sections
from zeph.records.edge import CANDIDATE_BELOW, Edge, Precision
from zeph.records.graph_types import HAPPENS
from zeph.records.profile import Profile, ProfileChoice, ProfileLine
from zeph.records.qualifiers import DOUBT, parse_qualifiers
from zeph.safety.text import one_line

PER_LINE = 2
"""Tokens of the dash and the line's end."""
_LENGTHS: Mapping[Precision, int] = {"year": 4, "month": 7, "day": 10, "instant": 10}


@dataclass(frozen=True, slots=True)
class Told:
    """Facts that one line tells."""

    section: str
    text: str
    edges: tuple[Edge, ...]
    strength: tuple[int, ...]
    """Smaller is stronger: what tells most of its section, what a person set, what was said often, what is newer."""

    @property
    def first_known(self) -> int:
        return min(edge.id for edge in self.edges)

    def line(self) -> ProfileLine:
        sources = sorted({source for edge in self.edges for source in edge.sources})
        facts = tuple(sorted(edge.id for edge in self.edges))
        return ProfileLine("derived", self.section, self.text, facts, tuple(sources))


def derive_profile(
    edges: Sequence[Edge],
    choices: Sequence[ProfileChoice],
    ontology: Ontology,
    now: Moment,
    tokens: int,
    count_tokens: Callable[[str], int],
) -> Profile:
    """``edges``: of all times, of the sections' relations, and those that are pinned. The person's own and pinned lines
    come first; of the rest as much as fits into ``tokens``."""
    stale = {edge.fact for edge in edges if not edge.current(now)}
    dropped = {choice.fact_id for choice in choices if choice.kind == "dropped"}
    standing = [edge for edge in edges if _stands(edge, now) and edge.id not in dropped]
    told = list(_told(standing, stale, ontology))
    chosen = list(_chosen(choices, told))
    texts = {line.text for line in chosen}
    derived = [one for one in told if one.section and one.text not in texts]
    lines, left = [], tokens
    for line in chosen:
        left -= count_tokens(line.text) + PER_LINE
        lines.append(replace(line, sent=left >= 0))
    lines += [one.line() for one in _within(derived, ontology, max(0, left), count_tokens)]
    return Profile(tuple(lines))


def _stands(edge: Edge, now: Moment) -> bool:
    """Sure enough to be put before a model, and so now; what leans on something that has changed is not sure."""
    sure = edge.confidence >= CANDIDATE_BELOW and DOUBT not in parse_qualifiers(edge.qualifiers)
    return sure and edge.current(now)


def _told(edges: Iterable[Edge], stale: set[str], ontology: Ontology) -> Iterator[Told]:
    """What says one sentence is one line: "User has two cats, Milo and Pip"."""
    by_text: dict[str, list[Edge]] = {}
    for edge in edges:
        by_text.setdefault(_text(edge, stale, ontology), []).append(edge)
    places = {name: (s, s.families) for s in sections(ontology) for name in s.relations}
    for text, told in by_text.items():
        ranked = [_strength(edge, places.get(edge.canonical_relation), ontology) for edge in told]
        place = next((places[e.canonical_relation][0].name for e in told if e.canonical_relation in places), "")
        yield Told(place, text, tuple(told), min(ranked))


def _strength(edge: Edge, place: tuple[Section, tuple[str, ...]] | None, ontology: Ontology) -> tuple[int, ...]:
    families = place[1] if place else ()
    family = ontology.family(edge.canonical_relation)
    rank = families.index(family) if family in families else len(families)
    return rank, edge.origin != "person", -len(edge.sources), -edge.id


def _text(edge: Edge, stale: set[str], ontology: Ontology) -> str:
    """The fact's sentence; where it also tells something that is over, who, what and whom alone."""
    sentence = one_line(edge.fact).rstrip(".")
    if edge.fact in stale or not sentence:
        known = ontology.get(edge.canonical_relation)
        label = known.label if known else edge.canonical_relation.replace("_", " ")
        sentence = f"{one_line(edge.source)} {label} {one_line(edge.target)}"
    if edge.valid_from and edge.valid_from_stated and edge.edge_type != HAPPENS:
        sentence += f" (since {edge.valid_from[: _LENGTHS[edge.valid_from_precision or 'day']]})"
    return sentence


def _chosen(choices: Iterable[ProfileChoice], told: Sequence[Told]) -> Iterator[ProfileLine]:
    """The person's own lines, then what they pinned and is still so."""
    by_fact = {edge.id: one for one in told for edge in one.edges}
    pinned: dict[str, ProfileLine] = {}
    for choice in choices:
        if choice.kind == "written":
            yield ProfileLine("written", "", choice.text, choice_id=choice.id)
        elif choice.kind == "pinned" and choice.fact_id in by_fact:
            one = by_fact[choice.fact_id]
            pinned.setdefault(one.text, replace(one.line(), kind="pinned"))
    yield from pinned.values()


def _within(told: Iterable[Told], ontology: Ontology, tokens: int, count: Callable[[str], int]) -> list[Told]:
    """As many as fit, the strongest of every section first; in the order in which they stand."""
    order = {section.name: place for place, section in enumerate(sections(ontology))}
    most = {section.name: section.most for section in sections(ontology)}
    of_section: dict[str, list[Told]] = {}
    for one in sorted(told, key=lambda one: one.strength):
        of_section.setdefault(one.section, []).append(one)
    ranked = [
        (rank, order[name], one) for name, all_ in of_section.items() for rank, one in enumerate(all_[: most[name]])
    ]
    kept: list[Told] = []
    for _, _, one in sorted(ranked, key=lambda item: item[:2]):
        tokens -= count(one.text) + PER_LINE
        if tokens < 0:
            break
        kept.append(one)
    return sorted(kept, key=lambda one: (order[one.section], one.first_known))

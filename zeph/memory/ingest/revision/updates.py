"""The same fact with something else about it: another date, number, version or place (reading: UPDATE).

In: a fact, and the stored one of the same ends and relation. Out: in the draft, the stored fact in its new form; the
old form is kept as a version. One event has one date; a state has the start that was told last.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import takewhile

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.ingest.revision.kept_details import with_values
from zeph.memory.language.families import Families
from zeph.memory.language.intervals import Dated, begin, compare
from zeph.memory.language.names import STOP_WORDS, canonical_name, names
from zeph.memory.language.ontology import Ontology
from zeph.records.edge import CANDIDATE_BELOW, Edge, Precision
from zeph.records.graph_types import HAPPENS
from zeph.records.plan import UpdateEdge
from zeph.records.qualifiers import DOUBT, MODALITY, parse_qualifiers, qualifiers_text

ALSO = "also"
"""Further days on which what happens at times has happened."""
REPLACED = ("amount", "price", "version", "until")
"""Qualifiers of which there is one at a time; of the others ("in Zurich", "on Mondays") two may hold."""
MOST_CHARS = 400
_VALUE = re.compile(r"\d+(?:[.,:]\d+)*|(?<=\w )[A-Z]\w+")
SHOWN: dict[Precision, int] = {"year": 4, "month": 7, "day": 10, "instant": 10}


@dataclass(frozen=True, slots=True)
class _Change:
    """The form that a fact takes."""

    qualifiers: dict[str, str]
    text: str
    moved: bool
    """Whether it has another date now."""
    shown: tuple[str, ...]
    """Old and new of what is another."""
    another: bool
    """Whether it tells something else from now on, besides or instead."""

    @property
    def is_told(self) -> bool:
        """Whether a person is told of it as a change; else it is what was known, said more fully."""
        return bool(self.shown) or self.another


class Updates:
    """Updates known facts for one message."""

    def __init__(self, draft: PlanDraft, ontology: Ontology) -> None:
        self._draft = draft
        self._ontology = ontology
        self._families = Families.load()

    def update(self, fact: Fact, edge: Edge) -> bool:
        """True where the stored fact takes another form; False where the new one adds nothing to it."""
        weaker = fact.candidate and edge.confidence >= CANDIDATE_BELOW
        if weaker or edge.id in self._draft.updates or (edge.origin == "person" and fact.origin != "person"):
            return False
        known, fact = parse_qualifiers(edge.qualifiers), self._by_known_day(fact, edge)
        change = self._change(known, fact, edge)
        if change is None or self._stated_before(edge):
            return False
        start = fact.start if change.moved else Dated(None)
        self._draft.updates[edge.id] = UpdateEdge(
            edge=edge.id, fact=change.text, indexed_text=fact.indexed_text if change.text == fact.text else "",
            qualifiers=qualifiers_text(change.qualifiers), confidence=max(edge.confidence, fact.confidence),
            valid_from=start.moment, valid_from_precision=start.precision, stated=change.moved,
            shown=": ".join(filter(None, (change.text, ", ".join(change.shown)))) if change.is_told else "",
            fuller=change.text != edge.fact, reason=f"said anew: {fact.text}",
        )  # fmt: skip
        return True

    def _by_known_day(self, fact: Fact, edge: Edge) -> Fact:
        """ "The 17th", told in November of a play on 14 December, is in December."""
        ahead = edge.valid_from_stated and self._happens(fact) and not self._is_past(edge)
        if not (ahead and fact.start.precision == "day" and edge.valid_from and edge.valid_from_precision == "day"):
            return fact
        from zeph.memory.language.times.date_resolution import resolve_near  # its patterns take a while to compile

        day = resolve_near(fact.start_phrase, self._draft.message.sent_at, edge.valid_from)
        return replace(fact, start=Dated(day.moment, day.precision)) if day else fact

    def _change(self, known: dict[str, str], fact: Fact, edge: Edge) -> "_Change | None":
        """What is told otherwise or besides; None for nothing."""
        moved = self._other_date(fact, edge)
        another = edge.id not in fact.known and not moved and self._is_other_thing(known, fact, edge)
        changed, added = ({}, {}) if another else self._changed_qualifiers(known, fact, edge)
        another = another or not (changed or added or moved) and self.tells_otherwise(fact, edge)
        if moved and self._comes_again(fact, edge):
            added[ALSO] = f"{known.get(ALSO, '')} {_day(begin(edge))}".strip()
        other, more = bool(changed or moved), bool(added or DOUBT in known)
        values = {known[key]: new for key, new in changed.items()}
        told = self._with_details(fact, edge, values, moved=moved)
        text = _together(edge.fact, fact.text) if another else self._text(fact, edge, told, other=other, more=more)
        if not (other or more) and text == edge.fact:
            return None
        shown = tuple(f"{old} → {new}" for old, new in values.items())
        shown += _other_day(fact, edge) if moved else ()
        return _Change(
            {**_lasting(known, fact, edge), **added, **changed},
            text,
            moved,
            shown,
            another or "in_place" in fact.markers,
        )

    def _with_details(self, fact: Fact, edge: Edge, values: dict[str, str], *, moved: bool) -> str:
        """The known sentence with what is another now, where nothing else is told; else the new one. So too where the
        known one tells another thing besides, of which the detail is as it was: "ramipril and a statin every night"."""
        known = self._draft.active_from(edge.source_id)
        if "in_place" in fact.markers or any(other.fact == edge.fact and other.id != edge.id for other in known):
            return fact.text
        day = (edge.valid_from or "", fact.start_phrase) if moved and edge.valid_from_stated else None
        return with_values(edge.fact, fact.text, values, day) or fact.text

    def tells_otherwise(self, fact: Fact, edge: Edge) -> bool:
        """Whether the fact has a number, a version or a name that the stored one has otherwise: it is not what was
        known."""
        if "in_place" in fact.markers:
            return False
        stored = f"{edge.fact} {edge.qualifiers} {edge.valid_from} {fact.target_name}"
        told, known = _values(fact.text) - _values(stored), _values(edge.fact) - _values(fact.text)
        return bool(told and known)

    def _text(self, fact: Fact, edge: Edge, told: str, *, other: bool, more: bool) -> str:
        """The sentence from now on. ``other``: something that it may name is another now, as ``told``; ``more``:
        something has been added."""
        if other or edge.id in fact.known:
            return told
        fuller = len(fact.text) > len(edge.fact) and not self._is_another(fact, edge)
        return fact.text if fuller and (more or self._is_richer(fact, edge)) else edge.fact

    def _changed_qualifiers(
        self, known: dict[str, str], fact: Fact, edge: Edge
    ) -> tuple[dict[str, str], dict[str, str]]:
        """Qualifiers that are others now, and those that are new."""
        stated = {k: v for k, v in fact.qualifiers.items() if k != MODALITY}
        named = edge.id in fact.known
        changed = {k: v for k, v in stated.items() if k in known and self._differs(k, known[k], fact, named=named)}
        added = {k: v for k, v in stated.items() if k not in known}
        if self._is_other_time(fact, edge):
            added[ALSO] = f"{known.get(ALSO, '')} {_day(fact.start)}".strip()
        return changed, added

    @staticmethod
    def _differs(key: str, known: str, fact: Fact, *, named: bool) -> bool:
        if known == fact.qualifiers[key] or "besides" in fact.markers:
            return False
        return named or key in REPLACED or fact.kind == "correct" or "now" in fact.markers

    def _other_date(self, fact: Fact, edge: Edge) -> bool:
        """Whether another date was told for what has one: a plan that was moved, a start that was corrected, what comes
        again on a day ahead; or a day for what was only known to come."""
        if not fact.start_stated or not fact.start.moment or not edge.valid_from:
            return False
        if compare(fact.start, begin(edge)) == 0 or self._is_another(fact, edge):
            return False
        if fact.start.moment > self._draft.message.sent_at and self._happens(fact):
            return True
        said_again = fact.kind == "correct" or edge.id in fact.known
        return (
            said_again if fact.kind == "correct" else edge.valid_from_stated and (said_again or not self._is_past(edge))
        )

    def _is_another(self, fact: Fact, edge: Edge) -> bool:
        """Whether one of the two has been and the other is to come: a trip of last year, and the next one."""
        if fact.kind != "event" or not self._happens(fact) or edge.id in fact.known:
            return False
        has_been = (fact.start.moment or "") <= self._draft.message.sent_at
        return has_been != self._is_past(edge) and (has_been or fact.modality == "plan") and edge.valid_from_stated

    def _is_other_time(self, fact: Fact, edge: Edge) -> bool:
        """Whether something that happens once is told of for another time: a second visit."""
        both = fact.start_stated and edge.valid_from_stated and fact.kind == "event" and self._happens(fact)
        return both and compare(fact.start, begin(edge)) != 0 and (self._is_past(edge) or self._is_another(fact, edge))

    def _comes_again(self, fact: Fact, edge: Edge) -> bool:
        """Whether a day ahead is another one than the known, which has been: the next appointment."""
        moved = fact.kind == "correct" or "now" in fact.markers or edge.id in fact.known
        return self._is_past(edge) and edge.valid_from_stated and not moved

    def _happens(self, fact: Fact) -> bool:
        relation = self._ontology.get(fact.canonical_relation)
        return relation is not None and relation.edge_type == HAPPENS and not relation.functional

    def _is_past(self, edge: Edge) -> bool:
        return (edge.valid_from or "9999") <= self._draft.message.sent_at

    def _is_other_thing(self, known: dict[str, str], fact: Fact, edge: Edge) -> bool:
        """Whether the two sentences name different things beside the one that both are about: photos on the NAS,
        backups on the NAS; chess with Tom, chess with Anna. One of the two never takes the other along. Of what there
        is one at a time, 900 a month is no thing beside 950."""
        if fact.text in edge.fact or fact.slot or self._happens(fact):
            return False
        if fact.canonical_relation in self._families.themes:
            one, other = self._content(fact.text.split()), self._content(edge.fact.split())
        elif fact.kind in ("state", "begin") and "now" not in fact.markers:
            one, other = map(self._content, _apart(fact, edge))
        else:
            return False
        told = {key: f"{known.get(key, '')} {fact.qualifiers.get(key, '')}" for key in REPLACED}
        values = self._content(" ".join(told.values()).split())
        return bool(one - other - values) and bool(other - one - values)

    def _is_richer(self, fact: Fact, edge: Edge) -> bool:
        """Whether the sentence says all that the known one does, and more of the same: a blue Volvo."""
        if self._happens(fact) or fact.kind != "state" or fact.confidence < edge.confidence:
            return False
        return self._content(edge.fact.split()) < self._content(fact.text.split())

    def _content(self, words: Iterable[str]) -> set[str]:
        said = {canonical_name(word).strip(".,;") for word in words} - STOP_WORDS
        return {w for w in said if self._ontology.normalise(w) is None and not any(map(str.isdigit, w))}

    def _stated_before(self, edge: Edge) -> bool:
        """Whether the stored form was told later than this message, which is read late."""
        said = self._draft.reader.messages.by_id(edge.sources)
        last = max((m.sent_at for m in said.values()), default="")
        return last > self._draft.message.sent_at


def _lasting(known: dict[str, str], fact: Fact, edge: Edge) -> dict[str, str]:
    """The known qualifiers that go on: whoever says it again takes the doubt away."""
    true_by_now = edge.id in fact.known and fact.modality == "fact"
    gone = (DOUBT, MODALITY) if true_by_now else (DOUBT,)
    return {k: v for k, v in known.items() if k not in gone}


def _apart(fact: Fact, edge: Edge) -> tuple[list[str], list[str]]:
    """What the two sentences say behind the words that both begin with, the thing among them, whatever its number;
    empty where they part before."""
    one, other = fact.text.rstrip(".").split(), edge.fact.rpartition("; ")[2].rstrip(".").split()
    pairs = takewhile(lambda pair: _alike(*pair), zip(one, other, strict=False))
    same = sum(1 for _ in pairs)
    named = any(names(" ".join(one[:same]), name) for name in (fact.target_name, edge.target))
    return (one[same:], other[same:]) if named else ([], [])


def _other_day(fact: Fact, edge: Edge) -> tuple[str]:
    new = _day(fact.start)
    return (f"{_day(begin(edge))} → {new}" if edge.valid_from_stated else new,)


def _values(text: str) -> set[str]:
    """Its numbers, and what in it is written like a name."""
    return {name.casefold() for name in _VALUE.findall(text)}


def _alike(one: str, other: str) -> bool:
    numbers = any(map(str.isdigit, one)) and any(map(str.isdigit, other))
    return numbers or canonical_name(one) == canonical_name(other)


def _together(known: str, said: str) -> str:
    """Both sentences, as long as a fact may be."""
    both = f"{known.rstrip('.')}; {said}"
    return both if len(both) <= MOST_CHARS else said


def _day(date: Dated) -> str:
    return (date.moment or "")[: SHOWN[date.precision or "day"]]

"""What is moved by a length, as what is known of it on another day: "release 4.2 slipped one week".

In: the claims of a message whose start is such a length ("1 week later"). Out: the claim of the known fact on the day
that it is on then. Only one thing with a day that has all the words of what is moved is meant; which of several, nobody
can tell.
"""

from collections.abc import Iterable
from dataclasses import replace

from zeph.clock import Moment
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.language.morphology import singular
from zeph.memory.language.names import STOP_WORDS, canonical_name
from zeph.memory.language.times.day_phrases import day_in_words, with_day
from zeph.records.claim import Claim, Mention
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.plan import Ref
from zeph.records.qualifiers import parse_qualifiers

WHEN = "when"


def is_moved(claim: Claim) -> bool:
    """Whether it says by how much something is moved, and not to which day."""
    if not claim.start or claim.kind == "end":
        return False
    from zeph.memory.language.times.shifts import is_shift  # patterns of times take a while to compile

    return is_shift(claim.start)


class MovedDays:
    """Finds what the claims of one message move."""

    def __init__(self, draft: PlanDraft) -> None:
        self._draft = draft

    def read(self, claim: Claim, source: Ref | None) -> Claim | None:
        """``claim`` as if it had named the day; None where nothing of that name has a day, or several have, or where it
        says that this was not moved."""
        if not claim.polarity:
            return None
        known = self._draft.active_from(source) if source is not None else []
        called = _words(claim.object.name)
        named = [e for e in known if called <= _words(f"{e.source} {e.target} {e.fact}")]
        exact = [e for e in named if canonical_name(e.target) == canonical_name(claim.object.name)]
        found = {(e.target_id, day): (e, day) for e in exact or named if (day := _day_of(e))}
        if len(found) != 1:
            return None
        ((edge, day),) = found.values()
        return _on_another_day(claim, edge, day)


def _on_another_day(claim: Claim, edge: Edge, known: Moment) -> Claim | None:
    from zeph.memory.language.times.date_spans import find_date_phrases
    from zeph.memory.language.times.shifts import moved_by

    moved = moved_by(claim.start, known)
    if moved is None:
        return None
    day, told = day_in_words(moved), parse_qualifiers(edge.qualifiers).get(WHEN, "")
    by_word = not edge.valid_from_stated
    sentence = edge.fact.replace(told, day, 1) if by_word else with_day(edge.fact, known, day)
    if sentence == edge.fact and find_date_phrases(sentence) or len(find_date_phrases(sentence)) > 1:
        return None  # it tells another day besides, or in words that nobody can replace
    return replace(
        claim, kind="correct", subject=Mention(edge.source), relation=edge.canonical_relation, old=None,
        object=Mention(edge.target), sentence=sentence, edge_type=edge.edge_type, start="" if by_word else day,
        qualifiers={WHEN: day} if by_word else {}, confidence=max(claim.confidence, edge.confidence),
        markers=frozenset(("ahead",)),
    )  # fmt: skip


def _day_of(edge: Edge) -> Moment | None:
    """The day that is known of a fact: its date, or the one that its words mean ("comes on Thursday")."""
    if edge.confidence < CANDIDATE_BELOW:
        return None
    if edge.valid_from_stated:
        return edge.valid_from if edge.valid_from_precision == "day" else None
    told = parse_qualifiers(edge.qualifiers).get(WHEN)
    if not told:
        return None
    from zeph.memory.language.times.date_resolution import resolve_ahead

    day = resolve_ahead(told, edge.created_at)
    return day.moment if day and day.precision == "day" else None


def _words(text: str) -> frozenset[str]:
    return frozenset(singular(word) for word in _plain(text) if word not in STOP_WORDS)


def _plain(text: str) -> Iterable[str]:
    return (canonical_name(word.strip(".,;:!?()'’").removesuffix("'s").removesuffix("’s")) for word in text.split())

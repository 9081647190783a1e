"""What a line says should have been said instead, as claims that revision carries out.

In: a :class:`~zeph.memory.ingest.intents.contrasts.Change` and its message. Out: the fact with the other in the place
of what was wrong, as the correction of the fact that is known; or the end of that.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from zeph.memory.ingest.intents.contrasts import Change
from zeph.memory.ingest.intents.corrected_claims import READER, ended
from zeph.memory.ingest.intents.fact_parts import tells_day
from zeph.memory.ingest.intents.put_right import PutRight
from zeph.memory.language.names import figure
from zeph.memory.language.times.date_resolution import resolve_date
from zeph.records.claim import Claim, Marker, Mention, Span
from zeph.records.edge import SOUND_FROM, Edge
from zeph.records.message import Message
from zeph.records.qualifiers import parse_qualifiers

_MARKERS: frozenset[Marker] = frozenset(("in_place",))
_LENGTHS = {"year": 4, "month": 7, "day": 10}
"""Of a moment, the characters that say as much."""


def claims_of_change(change: Change, message: Message) -> list[Claim]:
    """Of a candidate whose sentence is not sound, and of which the line says nothing again, what comes of it is one
    too."""
    fact, span = change.fact, Span(change.start, change.stop)
    if not change.right:
        return [ended(fact, span)]
    if change.left:
        return [_correction(fact, fact.source, fact.target, change.left, span)]

    def put(text: str, end: str = "") -> str:
        other = re.sub(rf"(?<!\w){re.escape(change.wrong)}(?!\w)", lambda _: change.right, text, flags=re.IGNORECASE)
        return change.right if end and other == text and end == change.end else other

    wrong, right = figure(change.wrong), figure(change.right)
    values = {key: right if value == wrong else put(value) for key, value in parse_qualifiers(fact.qualifiers).items()}
    sentence = put(fact.fact)
    made = _correction(
        fact, put(fact.source, "source"), put(fact.target, "target"), sentence[:1].upper() + sentence[1:], span
    )
    made = replace(made, qualifiers=values, start=_start_of(fact, change, message))
    if sentence == fact.fact and made.start != change.right:
        return []
    if change.again or fact.confidence >= SOUND_FROM:
        return [made]
    return [ended(fact, span), replace(made, kind="state", confidence=fact.confidence, known=())]


def claims_put_right(found: PutRight, before: str, facts: Sequence[Edge], message: Message) -> list[Claim]:
    """Of the facts that what was told ``before`` gave those that have what was wrong in it, with what belongs there."""
    wrong = before[found.start : found.end]
    changes = (Change(one, wrong, found.right, "", True, "", "", 0, len(message.text)) for one in facts)
    return [claim for change in changes for claim in claims_of_change(change, message)]


def _correction(fact: Edge, source: str, target: str, sentence: str, span: Span) -> Claim:
    return Claim(
        "correct", Mention(source), fact.canonical_relation, Mention(target), sentence, span, READER, 1.0,
        edge_type=fact.edge_type, markers=_MARKERS, known=(fact.id,),
    )  # fmt: skip


def _start_of(fact: Edge, change: Change, message: Message) -> str:
    """The words for its day: another one where that is what was wrong."""
    if not fact.valid_from_stated or not fact.valid_from:
        return ""
    if tells_day(change.wrong) and resolve_date(change.right, message.sent_at) is not None:
        return change.right
    return fact.valid_from[: _LENGTHS.get(fact.valid_from_precision or "", len(fact.valid_from))]

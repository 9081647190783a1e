"""Statements of other memories: a fact written out with its ends and times, and sentences whose times are known.

In: a message. Out: the claim that its JSON writes out; or what a reader found, with the times that its id has. Both are
what another program says, so they are read as it is written and never guessed at.
"""

import json
from dataclasses import replace

from zeph.memory.ingest.extraction import Extracted, Extraction, ExtractionCost
from zeph.memory.ingest.structured.field_words import TABLE
from zeph.memory.language.names import canonical_name
from zeph.records.claim import Claim, Mention, Span
from zeph.records.graph_types import DEFAULT_ENTITY_TYPE, ENTITY_TYPES
from zeph.records.message import Message
from zeph.records.statement import is_triple, statement_times

READER = "local.statement"
CONFIDENCE: float = TABLE["confidence"]
SPEAKER: str = TABLE["left_out_subject"]
NOTED = frozenset(TABLE["person_in_notes"])
"""What programs call the person in what they note."""
LASTING = ("state", "begin")
"""Kinds of claims that have an end of their own."""
LONGEST = 200
"""Characters of a name."""


def read_statement(message: Message) -> Extracted | None:
    """The fact that a message writes out as JSON; None for any other message."""
    if not is_triple(message.external_id):
        return None
    try:
        values = json.loads(message.text)
    except (ValueError, RecursionError):
        return None
    claim = _claim(values, len(message.text)) if isinstance(values, dict) else None
    return Extracted(Extraction(), ExtractionCost("local"), claims=(claim,)) if claim else None


def _claim(values: dict[str, object], length: int) -> Claim | None:
    given = {key: value.strip() for key, value in values.items() if isinstance(value, str) and value.strip()}
    if any(key not in given or len(given[key]) > LONGEST for key in ("subject", "relation", "object")):
        return None
    if canonical_name(given["subject"]) == canonical_name(given["object"]):
        return None
    subject, target = (
        Mention(given[end], _type(given.get(f"{end}_type", "")), named=True) for end in ("subject", "object")
    )
    return Claim(
        "state", subject, given["relation"], target, given.get("fact", ""), Span(0, length), READER, CONFIDENCE,
        start=given.get("valid_from", ""), end=given.get("valid_until", ""),
    )  # fmt: skip


def _type(said: str) -> str:
    return said.lower() if said.lower() in ENTITY_TYPES else DEFAULT_ENTITY_TYPE


def with_times(extracted: Extracted, message: Message) -> Extracted:
    """What a reader found in a statement, in the times of the statement; of any other message what it found."""
    times = statement_times(message.external_id)
    if times is None or not any(times):
        return extracted
    claims = tuple(
        replace(claim, start=claim.start or times.since, end=claim.end or times.until)
        if claim.kind in LASTING
        else claim
        for claim in extracted.claims
    )
    return replace(extracted, claims=claims)


def as_said(message: Message) -> tuple[str, ...]:
    """The wordings in which a reader tries the text, one after the other. In a statement the one that it is about may
    be the subject by name, or be left out ("Lives in Oslo"): it is then read as that one would say it."""
    text, person = message.text, message.person
    if statement_times(message.external_id) is None or not text[:1].isalpha():
        return (text,)
    if text[: len(person) + 1].casefold() == f"{person} ".casefold():
        return (f"{SPEAKER}{text[len(person) :]}",)
    return text, f"{SPEAKER} {text[:1].lower()}{text[1:]}"


def moved(claim: Claim, wording: str, message: Message) -> Claim:
    """A claim read in a wording of a message that ends as the message does, at its places in the message."""
    by = len(message.text) - len(wording)
    if not by:
        return claim
    return replace(
        claim, span=_moved(claim.span, by) or claim.span,
        subject=replace(claim.subject, span=_moved(claim.subject.span, by)),
        object=replace(claim.object, span=_moved(claim.object.span, by)),
    )  # fmt: skip


def _moved(span: Span | None, by: int) -> Span | None:
    return Span(max(0, span.start + by), max(0, span.end + by)) if span else None

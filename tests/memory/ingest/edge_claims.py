"""Claims for tests that state facts as edges: what the words around an edge tell becomes kind, qualifiers and markers.

In: an extraction and its message. Out: a claim for each edge, in order.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from tests.memory.ingest.claim_qualifiers import is_counted, qualifiers_of
from tests.memory.ingest.sentence_cues import (
    gave_up,
    had_one,
    has_left,
    is_about_a_stretch,
    is_activity,
    is_additional,
    is_again,
    is_correction,
    is_near_miss,
    is_now,
    is_past,
    lies_ahead,
    said_ahead,
    said_with,
    stated_days,
)
from zeph.memory.ingest.extraction import Extracted, ExtractedEdge, ExtractedEntity
from zeph.memory.language.names import canonical_name
from zeph.memory.language.own_sentences import filled_slot, preference
from zeph.memory.language.possessives import naming, owner_of
from zeph.memory.language.roles import other_words, role_of
from zeph.records.claim import Claim, ClaimKind, Marker, Mention, Modality, Span
from zeph.records.graph_types import DEFAULT_EDGE_TYPE
from zeph.records.message import Message

MOST_CHARS = 400
EVENT, WORK, HIRING = "has_event", "works_at", "recruits"
_WE_HIRED = re.compile(
    r"\b(?:we|our \w+|my (?:company|team|firm|boss))(?:'ve| have| has| just| finally| recently)* hired\b", re.I
)
_NAME = re.compile(r"[^\W\d_a-z][\w'-]+(?: [^\W\d_a-z][\w'-]+){0,2}$")
_STAFF = frozenset(("team", "boss", "manager", "department"))
_DEFINITE = re.compile(r"\b(?:the|my|our|that) (?=(?P<between>\w+ )?)")
_NOTICE = re.compile(r"\bnotice\b", re.IGNORECASE)
_OF_OTHERS = re.compile(r" (?:and|from|with) ", re.IGNORECASE)
_MOVED_OUT = re.compile(r"\bmov(?:ed|es|ing) out\b", re.IGNORECASE)
_WED = re.compile(r"\b(?:got|get|gets|getting|was|were|been) married\b|\btied the knot\b|\bwed\b", re.IGNORECASE)
_LEFT_ALONE = re.compile(
    r"\bmov(?:ed|es|ing) out(?: (?:in|on|last|this|next|yesterday|today|at)\b.*)?\.?$", re.IGNORECASE
)
_AT_A_FIRM = re.compile(
    r"\b(?:job|position|role|post|fired|sacked|laid off|let go|redundant)\b.*\b(?:at|from|by|with) "
)
_EVENT_CUES: tuple[tuple[Marker, re.Pattern[str]], ...] = (
    ("announced", _NOTICE), ("of_others", _OF_OTHERS), ("moved_out", _MOVED_OUT), ("own_wedding", _WED),
    ("alone", _LEFT_ALONE), ("at_place", _AT_A_FIRM),
)  # fmt: skip


def claimed(extracted: Extracted, message: Message) -> Extracted:
    """The extraction with its claims; as it is where its reader has given claims itself."""
    edges = extracted.extraction.edges
    if extracted.claims or not edges:
        return extracted
    types = {canonical_name(e.name): e.type for e in extracted.extraction.entities}
    claims: list[Claim] = []
    entities: list[ExtractedEntity] = []
    for edge in edges:
        turned = _hires_turned(edge, message)
        if turned is not edge and _NAME.match(edge.source):
            entities.append(ExtractedEntity(name=edge.source, type="person"))
        for said in (turned, *_hired(turned, message)):
            claim = _claim(said, message, types, extracted.cost.extractor)
            claims.append(claim if said is turned else replace(claim, markers=claim.markers | {"if_known"}))
    extraction = extracted.extraction
    if entities:
        extraction = extraction.model_copy(update={"entities": [*entities, *extraction.entities]})
    return replace(extracted, extraction=extraction, claims=tuple(claims))


def _claim(edge: ExtractedEdge, message: Message, types: dict[str, str], reader: str) -> Claim:
    said = said_with(message.text, edge.target)
    modality = _modality(edge, message)
    qualifiers = qualifiers_of(edge, said, stated_days(message.text, edge.target))
    return Claim(
        kind=_kind(edge, said),
        subject=_mention(edge.source, message, types),
        relation=edge.relation,
        object=replace(_mention(edge.target, message, types), definite=_is_definite(edge.target, message.text)),
        sentence=_counted(edge, qualifiers.get("amount", "")),
        span=_span(message.text, said),
        reader=reader,
        confidence=edge.confidence,
        old=_mention(edge.replaces, message, types) if edge.replaces and edge.replaces.strip() else None,
        qualifiers=qualifiers,
        polarity=not edge.ends,
        modality=modality,
        start=edge.valid_from or "",
        end=edge.valid_until or "",
        edge_type=edge.edge_type if edge.edge_type != DEFAULT_EDGE_TYPE else "",
        markers=frozenset(_markers(edge, message, said)),
        slot=filled_slot(edge.fact, message.text),
        over=preference(edge.fact)[1],
    )


def _counted(edge: ExtractedEdge, amount: str) -> str:
    """ "User has 3 cats" of "User has cats", where the message tells how many."""
    if not amount or any(map(str.isdigit, edge.fact)) or is_counted(edge.fact, edge.target):
        return edge.fact
    counted = edge.fact.replace(edge.target, f"{amount} {edge.target}", 1)
    return counted if len(counted) <= MOST_CHARS else edge.fact


def _kind(edge: ExtractedEdge, said: str) -> ClaimKind:
    if edge.ends:
        return "end"
    if edge.replaces is not None:
        return "replace"
    if is_correction(said):
        return "correct"
    return "event" if edge.edge_type == "temporal" else "state"


def _modality(edge: ExtractedEdge, message: Message) -> Modality:
    if is_near_miss(message.text, edge.target):
        return "almost"
    return "plan" if lies_ahead(edge.fact) else "fact"


def _mention(name: str, message: Message, types: dict[str, str]) -> Mention:
    at = message.text.casefold().find(name.casefold()) if name else -1
    return Mention(
        name, types.get(canonical_name(name), ""), Span(at, at + len(name)) if at >= 0 else None,
        head=name.rpartition(" ")[2].casefold(), owner=owner_of(name), named=name != name.lower(),
    )  # fmt: skip


def _is_definite(noun: str, text: str) -> bool:
    said, name = text.casefold(), noun.casefold()
    ends = (end for match in _DEFINITE.finditer(said) for end in (match.end(), match.end("between")) if end >= 0)
    return any(said.startswith(name, at) and not said[at + len(name) : at + len(name) + 1].isalnum() for at in ends)


def _span(text: str, said: str) -> Span:
    at = max(text.find(said), 0) if said else 0
    return Span(at, at + len(said)) if said else Span(0, len(text))


# ------------------------------------------------------------ what the words around it tell


def _markers(edge: ExtractedEdge, message: Message, said: str) -> Iterator[Marker]:
    text = message.text
    ahead = _is_ahead(edge, text)
    cues: dict[Marker, bool] = {
        "besides": is_additional(text, edge.target), "now": is_now(text),
        "again": is_again(said), "one_of_kind": had_one(edge.fact),
        "whatever": gave_up(text) or (edge.ends and is_activity(edge.target)),
        "from_place": has_left(text), "stretch": is_about_a_stretch(text), "ahead": ahead,
        "behind": not ahead and (is_past(said) or is_past(edge.fact)),
        "role_first": _role_stands_first(edge.fact, text),
    }  # fmt: skip
    yield from (marker for marker, holds in cues.items() if holds)
    if edge.relation == EVENT:
        yield from (marker for marker, pattern in _EVENT_CUES if pattern.search(edge.fact))


def _is_ahead(edge: ExtractedEdge, text: str) -> bool:
    phrase = edge.valid_from or edge.valid_until
    return lies_ahead(edge.fact) or (bool(phrase) and said_ahead(text, phrase or "", edge.target))


def _role_stands_first(fact: str, text: str) -> bool:
    owned, called = naming(fact)
    if not called:
        return False
    role = role_of(owned)
    words = "|".join(map(re.escape, (role, *other_words(role))))
    return bool(re.search(rf"\b(?i:{words}),? {re.escape(called)}\b", text))


# ------------------------------------------------------------ who hires whom


def _hires_turned(edge: ExtractedEdge, message: Message) -> ExtractedEdge:
    """Nobody works at a person or a team: who is said to do so was hired."""
    if edge.relation != WORK or edge.ends or not _hires(edge.target, message):
        return edge
    return edge.model_copy(update={"source": edge.target, "relation": HIRING, "target": edge.source})


def _hires(name: str, message: Message) -> bool:
    """The speaker, or their team."""
    me = canonical_name(message.person)
    mine = canonical_name(owner_of(name)) == me and name.rpartition(" ")[2].casefold() in _STAFF
    return canonical_name(name) == me or mine


def _hired(edge: ExtractedEdge, message: Message) -> Iterator[ExtractedEdge]:
    """Of "we hired Noor" that Noor works where the speaker does, if that is known."""
    if edge.relation == HIRING and _NAME.match(edge.target) and _WE_HIRED.search(message.text):
        employer = f"{message.person}'s employer"
        yield edge.model_copy(
            update={
                "source": edge.target, "relation": WORK, "target": employer,
                "fact": f"{edge.target} works at {employer}",
            }
        )  # fmt: skip

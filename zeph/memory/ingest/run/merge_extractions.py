"""What the local reader and a model found in one message, as the claims of one.

In: the claims of both. Out: claims. Two are about the same where they have the same ends, or one object within the
other. Beside a capable model the local reader only adds candidates, of what it is sure of and the model has not read at
all: what the model calls no fact stays none. Beside a small model the local reader's form stands, for its dates and
ends come from the words themselves, and the model adds what it misses.
"""

from collections.abc import Sequence
from dataclasses import replace

from zeph.memory.language.names import canonical_name
from zeph.memory.language.spellings import without_article
from zeph.records.claim import Claim, Mention, Span
from zeph.records.edge import CANDIDATE_BELOW

BOTH = 0.95
"""Confidence of what both found."""
NAMED = {"has_name", "goes_by"}
"""Relations between somebody and one of their names."""
SURE = 0.9
"""Measured precision from which a local claim stands beside a capable model's."""


PASSED_OVER = CANDIDATE_BELOW - 0.05
"""Confidence of what only the local reader found beside a capable model. In ten stories of thirteen messages three
such claims were made, and all three were jokes or idle thoughts."""


def added_by_reader(model: Sequence[Claim], local: Sequence[Claim]) -> tuple[Claim, ...]:
    """The model's claims, and as candidates the local ones that are sure and stand on words that it has passed over:
    it may have missed them, and it may have seen that they are a joke."""
    sure = (c for c in local if c.for_graph and c.confidence >= SURE)
    passed_over = [c for c in sure if not any(_about(c, said) or _has_read(said, c) for said in model)]
    return (*model, *(replace(c, confidence=PASSED_OVER) for c in passed_over))


def merged(local: Sequence[Claim], model: Sequence[Claim]) -> tuple[Claim, ...]:
    """The local claims, surer where the model says the same, and what the model adds."""
    claims = list(local)
    for said in model:
        at = next((n for n, claim in enumerate(local) if _same(claim, said)), None)
        if at is not None:
            claims[at] = _together(claims[at], said)
        elif not any(_about(claim, said) for claim in local if "if_known" not in claim.markers):
            claims.append(said)
    return tuple(claims)


def _together(local: Claim, said: Claim) -> Claim:
    """The local form, with what only the model noticed."""
    sure = max(local.confidence, said.confidence, BOTH if local.kind != "end" else 0.0)
    replaced = said.kind == "replace" and local.kind in ("state", "begin")
    return replace(
        local, reader=said.reader, confidence=sure, kind=said.kind if replaced or said.kind == "end" else local.kind,
        old=said.old if replaced else local.old,
        start=local.start or (said.start if not local.end else ""), end=local.end or said.end,
        qualifiers={**said.qualifiers, **local.qualifiers}, known=said.known,
    )  # fmt: skip


def _same(a: Claim, b: Claim) -> bool:
    """The same two ends, in either order: two relations of them in one message are two wordings of one."""
    ends = _key(b.subject), _key(b.object)
    forward = (_key(a.subject), _key(a.object)) == ends
    if NAMED & {a.relation, b.relation}:
        return forward and a.relation == b.relation
    return forward or (_key(a.object), _key(a.subject)) == ends


def _about(a: Claim, b: Claim) -> bool:
    """The same subject, and one object within the other: a longer or shorter cut of the same phrase."""
    if _key(a.subject) != _key(b.subject):
        return False
    x, y = set(_key(a.object).split()), set(_key(b.object).split())
    return x <= y or y <= x


def _has_read(said: Claim, claim: Claim) -> bool:
    """Whether what a model said stands on the words that a local claim is about."""
    words = claim.object.span or claim.span
    return _overlap(said.span, words)


def _overlap(a: Span, b: Span) -> bool:
    return a.start < b.end and b.start < a.end


def _key(mention: Mention) -> str:
    return without_article(canonical_name(mention.name))

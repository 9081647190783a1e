"""What the local reader and a model found in one message, together.

In: what both extracted, with claims. Out: one extraction. The local reader's sure claims come first, for their dates,
ends and replacements are read from the words themselves; the model adds what they miss, and where both say the same it
is surer than either. Candidates of the local reader stay where the model says nothing of the kind.
"""

from dataclasses import replace

from zeph.memory.ingest.extraction import MOST_ITEMS, Extracted, ExtractedEntity, Extraction
from zeph.memory.language.names import canonical_name
from zeph.records.claim import Claim
from zeph.records.edge import CANDIDATE_BELOW

BOTH = 0.95
"""Confidence of what both found."""


def merged(local: Extracted, model: Extracted) -> Extracted:
    """With the model's cost and notes; limits are those of the one that read more parts."""
    claims = _joined([c for c in local.claims if _is_sure(c)], model.claims)
    claims += [c for c in local.claims if not _is_sure(c) and not any(_same(c, m) or _about(c, m) for m in claims)]
    return replace(
        model, extraction=Extraction(entities=_entities(claims, model.extraction.entities)),
        claims=tuple(claims[:MOST_ITEMS]), dropped=local.dropped + model.dropped, parts=max(local.parts, model.parts),
    )  # fmt: skip


def _joined(sure: list[Claim], said: tuple[Claim, ...]) -> list[Claim]:
    claims = list(sure)
    for claim in said:
        at = next((n for n, known in enumerate(sure) if _same(known, claim)), None)
        if at is not None:
            claims[at] = _together(claims[at], claim)
        elif not any(_about(known, claim) for known in sure if "if_known" not in known.markers):
            claims.append(claim)
    return claims


def _is_sure(claim: Claim) -> bool:
    return claim.for_graph and claim.confidence >= CANDIDATE_BELOW


def _together(rule: Claim, said: Claim) -> Claim:
    """The local reader's form, with what only the model noticed."""
    ends = rule.kind == "end" or said.kind == "end"
    return replace(
        rule, reader=said.reader, kind=said.kind if rule.kind == "state" else rule.kind,
        confidence=max(rule.confidence, said.confidence, 0.0 if ends else BOTH),
        start=rule.start or ("" if rule.end else said.start), end=rule.end or said.end, old=rule.old or said.old,
        qualifiers={**said.qualifiers, **rule.qualifiers}, markers=rule.markers | said.markers,
    )  # fmt: skip


def _entities(claims: list[Claim], given: list[ExtractedEntity]) -> list[ExtractedEntity]:
    """The speaker, whom a model names first, and whoever a claim names; the local reader's type before the model's."""
    mentions = [m for claim in claims for m in (claim.subject, claim.object, claim.old) if m is not None and m.name]
    named = {canonical_name(mention.name) for mention in mentions}
    kept = {canonical_name(e.name): e for at, e in enumerate(given) if not at or canonical_name(e.name) in named}
    typed = {canonical_name(m.name): m for m in mentions if m.entity_type}
    kept |= {key: ExtractedEntity(name=m.name[:200], type=m.entity_type) for key, m in typed.items()}
    return list(kept.values())[:MOST_ITEMS]


def _same(a: Claim, b: Claim) -> bool:
    """The same two ends, in either order: two relations of them in one message are two wordings of one."""
    one, other = _ends(a), _ends(b)
    if "has_name" in (a.relation, b.relation):
        return a.relation == b.relation and one == other
    return one in (other, other[::-1])


def _about(a: Claim, b: Claim) -> bool:
    """The same subject, and one object within the other: a longer or shorter cut of the same phrase."""
    (one, cut), (other, longer) = _ends(a), _ends(b)
    if one != other:
        return False
    x, y = set(cut.split()), set(longer.split())
    return x <= y or y <= x


def _ends(claim: Claim) -> tuple[str, str]:
    return _key(claim.subject.name), _key(claim.object.name)


def _key(name: str) -> str:
    return canonical_name(name).removeprefix("the ")

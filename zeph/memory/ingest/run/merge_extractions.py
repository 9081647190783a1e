"""What the local rules and a model found in one message, as one extraction.

In: two extractions of the same message. Out: one of them, and which of its edges the rules found alone. The rules'
edges come first, for their dates, ends and replacements are read from the words themselves; the model adds what they
miss, and where both say the same it is surer than either.
"""

from zeph.memory.ingest.extraction import MOST_ITEMS, ExtractedEdge, Extraction
from zeph.memory.language.names import canonical_name

BOTH = 0.95
"""Confidence of what both found."""


def merged(rules: Extraction, model: Extraction) -> tuple[Extraction, frozenset[int]]:
    edges, alone = list(rules.edges), set(range(len(rules.edges)))
    for said in model.edges:
        at = next((n for n, edge in enumerate(rules.edges) if _same(edge, said)), None)
        if at is None:
            if not any(_about(edge, said) for edge in rules.edges if not edge.if_known):
                edges.append(said)
            continue
        alone.discard(at)
        edges[at] = _together(edges[at], said)
    named = {canonical_name(name) for e in edges for name in (e.source, e.target, e.replaces or "")}
    entities = {canonical_name(e.name): e for e in (*model.entities, *rules.entities)}
    first = [canonical_name(e.name) for e in model.entities[:1]]
    kept = [entity for key, entity in entities.items() if key in named or key in first]
    return Extraction(entities=kept[:MOST_ITEMS], edges=edges[:MOST_ITEMS]), frozenset(alone)


def _together(rule: ExtractedEdge, said: ExtractedEdge) -> ExtractedEdge:
    """The rules' form, with what only the model noticed."""
    return rule.model_copy(
        update={
            "confidence": max(rule.confidence, said.confidence, BOTH if not rule.ends else 0.0),
            "valid_from": rule.valid_from or (said.valid_from if not rule.valid_until else None),
            "valid_until": rule.valid_until or said.valid_until,
            "replaces": rule.replaces if rule.replaces is not None else said.replaces,
            "ends": rule.ends or said.ends,
        }
    )


def _same(a: ExtractedEdge, b: ExtractedEdge) -> bool:
    """The same two ends, in either order: two relations of them in one message are two wordings of one."""
    ends = _key(b.source), _key(b.target)
    return (
        (_key(a.source), _key(a.target)) in (ends, ends[::-1])
        and "has_name" not in (a.relation, b.relation)
        or (a.relation == b.relation and (_key(a.source), _key(a.target)) == ends)
    )


def _about(a: ExtractedEdge, b: ExtractedEdge) -> bool:
    """The same source, and one target within the other: a longer or shorter cut of the same phrase."""
    if _key(a.source) != _key(b.source):
        return False
    x, y = set(_key(a.target).split()), set(_key(b.target).split())
    return x <= y or y <= x


def _key(name: str) -> str:
    return canonical_name(name).removeprefix("the ")

"""A claim in the schema that labels speak.

In: claims. Out: the edges that say the same.
"""

from zeph.memory.ingest.extraction import Extracted, ExtractedEdge
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim
from zeph.records.edge import CANDIDATE_BELOW


def edges_of(found: Extracted, ontology: Ontology) -> list[ExtractedEdge]:
    """What an extractor has found: its edges, or its claims that may become facts and are no mere candidates."""
    sure = [c for c in found.claims if c.for_graph and c.polarity and c.confidence >= CANDIDATE_BELOW]
    return [edge_of(claim, ontology) for claim in sure] if found.claims else found.extraction.edges


def edge_of(claim: Claim, ontology: Ontology) -> ExtractedEdge:
    """A claim in the schema that the labels speak."""
    match = ontology.normalise(claim.relation)
    swap = match is not None and match.swap
    source, target = (claim.object.name, claim.subject.name) if swap else (claim.subject.name, claim.object.name)
    return ExtractedEdge(
        source=source[:200], relation=(match.relation.name if match and swap else claim.relation)[:80],
        target=target[:200], fact=claim.sentence[:400], confidence=claim.confidence,
        valid_from=claim.start[:60] or None, valid_until=claim.end[:60] or None,
        replaces=claim.old.name[:200] if claim.old else None, ends=claim.kind == "end",
    )  # fmt: skip

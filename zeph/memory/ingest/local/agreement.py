"""One type for one name in a message: whom somebody works for is no person in the next sentence.

In: findings, and the texts before. Out: the same findings; a name that is an employer, a school or a place in one of
them has that type in all, and what was read as somebody's home is where it has its seat.
"""

import re
from dataclasses import replace

from zeph.memory.graph.names import canonical_name
from zeph.memory.ingest.local.reader import Finding

_EMPLOYS = frozenset("works_at founded studied_at applied_to volunteers_at".split())
_EMPLOYER = re.compile(
    r"\b(?:work(?:s|ed|ing)? (?:at|for)|job at|joined|hired by|employed by|founded|company (?:is )?called) "
    r"(?P<name>[A-Z][\w&'-]*(?: [A-Z][\w&'-]*){0,2})"
)


def agreed(findings: list[Finding], before: tuple[str, ...]) -> list[Finding]:
    """The findings with each organisation called one everywhere."""
    known = {canonical_name(f.target) for f in findings if f.relation in _EMPLOYS and f.target_type == "organization"}
    known |= {canonical_name(match["name"]) for text in before for match in _EMPLOYER.finditer(text)}
    known |= _seated(findings)
    return [_agreed(finding, known) for finding in findings] if known else findings


def _seated(findings: list[Finding]) -> set[str]:
    """Of "Brightwater is based in Hull" the firm: what is read as a person's home and a thing's seat at once."""
    people = {canonical_name(f.target) for f in findings if f.target_type == "person"}
    seats = {(canonical_name(f.source), f.target) for f in findings if f.relation == "located_in"}
    homes = {(canonical_name(f.source), f.target) for f in findings if f.pattern == "based"}
    return {name for name, _ in seats & homes if name not in people and len(name.split()) == 1}


def _agreed(finding: Finding, known: set[str]) -> Finding:
    if finding.target_type == "person" and canonical_name(finding.target) in known:
        finding = replace(finding, target_type="organization")
    if finding.source_type in ("person", "project", "tool") and canonical_name(finding.source) in known:
        relation = "located_in" if finding.relation == "lives_in" else finding.relation
        finding = replace(finding, source_type="organization", relation=relation)
    return finding

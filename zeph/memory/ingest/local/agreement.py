"""One thing for one name in a message: whom somebody works for is no person in the next sentence, a cat no flatmate.

In: findings, and the texts before. Out: the findings; a name that is an employer, a school or a place in one of them has
that type in all, what was read as somebody's home is where it has its seat, and what is an animal is nothing else.
"""

import re
from dataclasses import replace

from zeph.memory.ingest.local.phrases.reader import Finding
from zeph.memory.language.names import canonical_name

_EMPLOYS = frozenset("works_at founded studied_at applied_to volunteers_at".split())
_EMPLOYER = re.compile(
    r"\b(?:work(?:s|ed|ing)? (?:at|for)|job at|joined|hired by|employed by|founded|company (?:is )?called) "
    r"(?P<name>[A-Z][\w&'-]*(?: [A-Z][\w&'-]*){0,2})"
)


_CALLED = re.compile(r" (?:is|was) called ")
_NO_ANIMAL = frozenset("roommate_of uses owns lives_in located_in visited works_at member_of knows".split())
"""What a name that an animal bears is not said to be."""


def agreed(findings: list[Finding], before: tuple[str, ...]) -> list[Finding]:
    """The findings with each organisation called one everywhere, and each animal."""
    findings = _with_animals(findings)
    known = {canonical_name(f.target) for f in findings if f.relation in _EMPLOYS and f.target_type == "organization"}
    known |= {canonical_name(match["name"]) for text in before for match in _EMPLOYER.finditer(text)}
    known |= _seated(findings)
    return [_agreed(finding, known) for finding in findings] if known else findings


def _with_animals(findings: list[Finding]) -> list[Finding]:
    """Without what the name of an animal was taken for, and without "a dog" beside what that dog is called."""
    called = [f for f in findings if f.relation == "has_pet" and _CALLED.search(f.fact)]
    names = {canonical_name(f.target) for f in called}
    kinds = {(f.source, _CALLED.split(f.fact.removeprefix(f"{f.source}'s "))[0]) for f in called}
    return [
        f
        for f in findings
        if not (f.relation in _NO_ANIMAL and canonical_name(f.target) in names)
        and not (f.relation == "has_pet" and (f.source, f.target.rpartition(" ")[2]) in kinds)
    ]


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

"""The open rules: whatever a speaker says that somebody did, plans or feels, in the verb's own words.

In: a parsed sentence and what the closer rules found in it. Out: findings whose relation is the verb itself
(``paint``, ``plan_to_visit``, ``proud_of``), for what no table of ours foresees. They need spaCy's parse; their
precision is lower than that of the tables, so is their confidence.
"""

from dataclasses import replace

from zeph.memory.ingest.local.open.clauses import Clause, Tree
from zeph.memory.ingest.local.open.deeds import actor_of, deeds, fact_of
from zeph.memory.ingest.local.open.opinions import (
    aim_findings,
    feeling_findings,
    feels,
    opinion_findings,
    owned_findings,
    touching_findings,
)
from zeph.memory.ingest.local.open.targets import Target
from zeph.memory.ingest.local.patterns import KIN, PETS
from zeph.memory.ingest.local.phrases.entities import singular
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence


def open_findings(sentence: Sentence, known: list[Finding]) -> list[Finding]:
    """What each clause states that ``known`` does not say yet."""
    if not sentence.tokens or not sentence.tokens[0].dep:
        return []
    tree = sentence.tree
    taken = {finding.at for finding in known}
    names = {finding.target.casefold() for finding in known}
    found: list[Finding] = []
    for clause in tree.clauses():
        if taken.intersection(clause.chain):
            continue
        made = [finding for finding in _clause(sentence, tree, clause) if finding.target.casefold() not in names]
        found += [
            finding for finding in made if not (known and finding.relation == "experience" and _is_own_kind(finding))
        ]
    return found


def _is_own_kind(finding: Finding) -> bool:
    """ "Two dogs, Bruno and Kira": the names say it already."""
    return singular(finding.target.split()[-1].casefold()) in (*KIN, *PETS)


def said_in_full(sentence: Sentence, known: list[Finding]) -> list[Finding]:
    """The closer rules' findings with the whole clause as their fact: with whom, for whom, what for."""
    if not known or not sentence.tokens[0].dep:
        return known
    tree = sentence.tree
    clauses = {at: clause for clause in tree.clauses() for at in clause.chain}
    return [_in_full(sentence, tree, finding, clauses.get(finding.at), known) for finding in known]


_JOINTS = frozenset("with for in on at to from by about".split())


def _joined_wrongly(fact: str, finding: Finding) -> bool:
    """Of "speaks Polish with their mother and German": the mother is not the German's."""
    before = fact.partition(finding.target)[0].split()
    return bool(_JOINTS.intersection(before) - set(finding.fact.split()))


_PLAIN = ("has", "plans", "named_kin", "named_pet", "happening", "standing", "routine", "dealing", "towards")
"""Patterns whose facts are whole as they are."""


def _in_full(sentence: Sentence, tree: Tree, finding: Finding, clause: Clause | None, known: list[Finding]) -> Finding:
    plain = finding.ends or finding.replaces is not None or finding.future or finding.pattern in _PLAIN
    if clause is None or plain or " does not " in finding.fact or clause.core != finding.at:
        return finding
    others_say = {sentence.word(at) for at in tree.joined(clause.subject)} if clause.subject is not None else {"i"}
    if finding.source == sentence.speaker.name and not others_say & {"i", "we", "me", "us"}:
        return finding  # "my terminal is WezTerm": the clause is not about the speaker
    spans = {p.name: p for p in sentence.found.values() if p.start > finding.at}
    own = spans.get(finding.target)
    if own is None or any(sentence.word(at) in ("'s", "than") for at in range(finding.at + 1, own.end)):
        return finding
    others = [
        Target(other.target, "", (), spans[other.target].start, spans[other.target].end, 0)
        for other in known
        if other.at == finding.at and other.target in spans
    ]
    target = next(other for other in others if other.name == own.name)
    later = any(other.start < target.start for other in others)
    plural = len(finding.fact.split(" is ")) == 1 and finding.source.endswith("s") and "'s " in finding.source
    fact = fact_of(sentence, tree, clause, Actor(finding.source, finding.source_type, plural=plural), target, others)
    if later and _joined_wrongly(fact, finding):
        return finding
    return replace(finding, fact=fact) if len(fact) > len(finding.fact) and finding.target in fact else finding


def _clause(sentence: Sentence, tree: Tree, clause: Clause) -> list[Finding]:
    touched = (
        touching_findings(sentence, tree, clause)
        or opinion_findings(sentence, tree, clause)
        or aim_findings(sentence, tree, clause)
    )
    if touched:
        return touched
    actor = actor_of(sentence, tree, clause)
    if actor is None:
        return owned_findings(sentence, tree, clause)
    sentence.notice(actor)
    if sentence.tokens[clause.core].base == "be" or feels(tree, clause):
        return feeling_findings(sentence, tree, clause, actor)
    return deeds(sentence, tree, clause, actor)

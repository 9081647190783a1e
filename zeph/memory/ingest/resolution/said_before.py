"""What a message corrects without naming it: "make that 412", "no wait, it's 19 Canal Street", "make that Friday".

In: a claim whose object, or whose subject, is what the message before told of, and the rows as they now are. Out: the
same claim about the one fact of that message that has such a value; None where there is none, or several.
"""

import re
from dataclasses import replace

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.resolution.relation_normaliser import NormalisedClaim
from zeph.memory.language.morphology import singular
from zeph.memory.language.names import canonical_name, figure, names
from zeph.memory.language.numbered import numbered
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.times.time_spans import day_alone
from zeph.records.claim import Claim, Mention
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.graph_types import HAPPENS
from zeph.records.message import PERSON
from zeph.records.plan import Ref
from zeph.records.qualifiers import parse_qualifiers
from zeph.records.view import View

AROUND = 100
"""Facts about a thing among which the corrected one is looked for."""
_LETTERS = re.compile(r"[^\W\d_]+|%")
VALUES = ("amount", "price", "version")
"""Qualifiers that are a number, whichever the reader took it for."""
IN_NAME = ""
"""Instead of a qualifier: the number is part of what the thing is called ("port 8091")."""
WHATEVER = "anything"
"""The relation of a claim that means whatever is known of the thing (``families.toml``)."""


def names_nothing(claim: Claim) -> bool:
    """Whether it corrects what it does not name: what was just said, or so many of what is known."""
    counted = claim.kind == "correct" and claim.relation == WHATEVER and "amount" in claim.qualifiers
    return counted or "said_before" in claim.markers


class SaidBefore:
    """Finds what the claims of one message correct."""

    def __init__(self, draft: PlanDraft, ontology: Ontology) -> None:
        self._draft = draft
        self._ontology = ontology

    def read(self, claim: Claim) -> Claim | None:
        """``claim`` as if it had named the fact."""
        told = [e for e in self._draft.reader.edges.told_before(self._draft.message) if e.confidence >= CANDIDATE_BELOW]
        if "amount" in claim.qualifiers:
            return self._another_number(claim, told)
        known = self._ontology.normalise(claim.relation)
        relation = known.relation.name if known else claim.relation
        meant = [e for e in told if e.canonical_relation == relation]
        if len(meant) != 1:
            return None
        (edge,) = meant
        if claim.start:
            _, named, behind = claim.sentence.partition(f" {claim.object.name} ")
            sentence = f"{edge.source}'s {edge.target} {behind}" if named else edge.fact
            return replace(claim, subject=Mention(edge.source), object=Mention(edge.target), sentence=sentence)
        sentence = edge.fact.replace(edge.target, claim.object.name)
        corrected = replace(claim, subject=Mention(edge.source), old=Mention(edge.target), sentence=sentence)
        return corrected if edge.target in edge.fact else None

    def counted(self, claim: Claim, source: Ref | None) -> Claim | None:
        """ "Down to 79 kilos", "bumped the metformin up to 1000mg": of the one thing of the subject, or of what is
        named, that is known to be so many of that."""
        amount = claim.qualifiers["amount"]
        unit, thing = _unit(amount), claim.object.name if claim.object.span is not None else ""
        known = self._draft.active_from(source) if source is not None and (unit or thing) else []
        if thing:
            known = [e for e in known if names(f"{e.target}. {e.fact}", thing)] or self._around(thing)
        sure = [e for e in known if e.confidence >= CANDIDATE_BELOW and e.current(self._draft.message.sent_at)]
        told = [(e, key, value) for e in sure for key, value in _values(e) or _in_sentence(e, unit)]
        values = [(e, key, value) for e, key, value in told if unit in (_unit(value), _noun(e, value))]
        bare = bool(values) and not _unit(values[0][2])  # "four" of hens
        return self._renumbered(claim, values, figure(amount.split()[0]) if bare else amount)

    def in_full(self, claim: Claim, source: Ref | None) -> Claim:
        """ "The dentist is on the 7th now": of the one thing to come that is called so among other words."""
        if claim.kind != "correct" or not claim.start or claim.known or source is None:
            return claim
        dated = [
            e for e in self._draft.active_from(source) if e.edge_type == HAPPENS and e.confidence >= CANDIDATE_BELOW
        ]
        called = {e.target for e in dated if names(e.target, claim.object.name)}
        if len(called) != 1 or (full := called.pop()) == claim.object.name:
            return claim
        sentence = claim.sentence.replace(claim.object.name, full, 1)
        return replace(claim, object=replace(claim.object, name=full), sentence=sentence)

    def whose(self, said: NormalisedClaim, source: Ref, target: Ref) -> tuple[NormalisedClaim, Ref]:
        """Whose it is that is corrected: of "the wedding is on the 12th now" the one whose wedding is known, where the
        speaker has none."""
        if target < 0 or said.source != PERSON:
            return said, source
        if here := self._draft.active_between(source, target):
            return _as_dated(said, here), source
        of_it = [e for e in self._hop([target]) if e.target_id == target and e.confidence >= CANDIDATE_BELOW]
        known = [e for e in of_it if e.canonical_relation == said.canonical] or of_it
        if len(known) != 1:
            return said, source
        said = _as_dated(said, known)
        if said.canonical != known[0].canonical_relation:
            return said, source
        sentence = re.sub(rf"^{re.escape(said.source)}\b", known[0].source, said.claim.sentence)
        claim = replace(said.claim, subject=Mention(known[0].source), sentence=sentence)
        return replace(said, claim=claim, source=known[0].source), known[0].source_id

    def _around(self, thing: str) -> list[Edge]:
        """What is known of a thing, whoever has it."""
        return self._hop([entity.id for entity in self._draft.entities.named(canonical_name(thing))])

    def _hop(self, entities: list[int]) -> list[Edge]:
        view = View(self._draft.message.space_id, self._draft.message.sent_at, ahead=True)
        hops = self._draft.reader.walk.hop(entities, view, cap=AROUND, budget=AROUND) if entities else ()
        return self._draft.reader.edges.by_id(sorted({hop.edge_id for hop in hops}), view)

    def _another_number(self, claim: Claim, told: list[Edge]) -> Claim | None:
        amount = claim.qualifiers["amount"]
        values = [(e, key, value) for e in told for key, value in (*_values(e), *_in_name(e))]
        if claim.old is not None:  # "60 watts, not 40"
            values = [said for said in values if claim.old.name in (said[2], figure(said[2]))]
        bare = len(values) == 1 and _unit(amount) and _unit(amount) == _noun(values[0][0], values[0][2])
        return self._renumbered(claim, values, amount.split()[0] if bare else amount)

    @staticmethod
    def _renumbered(claim: Claim, values: list[tuple[Edge, str, str]], number: str) -> Claim | None:
        """``claim`` of the one fact that has a number; ``number``: the new one."""
        if len(values) != 1:
            return None
        ((edge, key, known),) = values
        sentence = _with_number(edge.fact, known, number)
        if not sentence:
            return None
        amount = claim.qualifiers["amount"]
        sentence = sentence.replace(f"{number} {edge.target}", amount) if amount != number else sentence
        if key == IN_NAME:
            name = Mention(edge.target.removesuffix(known) + number)
            corrected = replace(claim, subject=Mention(edge.source), relation=edge.canonical_relation, object=name)
            return replace(corrected, old=Mention(edge.target), qualifiers={}, sentence=sentence)
        return replace(
            claim, subject=Mention(edge.source), relation=edge.canonical_relation, object=Mention(edge.target),
            qualifiers={key: number}, sentence=sentence, old=None,
        )  # fmt: skip


def _as_dated(said: NormalisedClaim, known: list[Edge]) -> NormalisedClaim:
    """Another day of what is known with one day only, whatever it is that is so on it: a launch that is "fixed for 3
    March" and then moves to the 24th."""
    if any(edge.canonical_relation == said.canonical for edge in known) or not said.claim.start:
        return said
    by_word = ["when" in parse_qualifiers(edge.qualifiers) for edge in known]
    dated = [(e, word) for e, word in zip(known, by_word, strict=True) if word or e.edge_type == HAPPENS]
    if len(dated) != 1:
        return said
    ((edge, word),) = dated
    claim = replace(said.claim, relation=edge.canonical_relation, edge_type=edge.edge_type)
    if word:
        when = {"when": day_alone(claim.start)}
        claim = replace(claim, qualifiers={**claim.qualifiers, **when}, start="")
    return NormalisedClaim(claim, None, said.source, said.target)


def _unit(amount: str) -> str:
    """ "Kilo" of "79 kilos", "k" of "41k"; empty of a number alone."""
    first, _, rest = amount.partition(" ")
    words = rest.split() or _LETTERS.findall(first) * any(map(str.isdigit, first))
    return singular(words[-1].lower()) if words else ""


def _noun(edge: Edge, value: str) -> str:
    """What is counted, where the number stands alone."""
    return "" if _unit(value) else singular(edge.target.lower().split()[-1])


def _values(edge: Edge) -> list[tuple[str, str]]:
    return [(key, value) for key, value in parse_qualifiers(edge.qualifiers).items() if key in VALUES]


def _in_sentence(edge: Edge, unit: str) -> list[tuple[str, str]]:
    """ "500mg" of "takes metformin 500mg", where the fact counts nothing else."""
    found = re.findall(rf"\b\d[\d.,]*\s?{re.escape(unit)}\b", edge.fact) if unit else []
    return [(VALUES[0], value) for value in found]


def _in_name(edge: Edge) -> list[tuple[str, str]]:
    """ "17" of the pin "GPIO 17"."""
    told = numbered(edge.source, edge.target, edge.fact)
    return [(IN_NAME, told.value)] if told is not None and edge.target.endswith(told.value) else []


def _with_number(sentence: str, known: str, number: str) -> str:
    """The sentence with the other number; empty where it does not name the known one."""
    if known in sentence:
        return sentence.replace(known, number, 1)
    words = sentence.split()
    at = next((n for n, word in enumerate(words) if figure(word) == known), None)
    return " ".join((*words[:at], number, *words[at + 1 :])) if at is not None else ""

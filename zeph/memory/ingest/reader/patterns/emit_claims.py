"""Matches to claims: kind, ends, times, qualifiers, and a sentence that a stranger can read.

In: a match of a row with a clause. Out: :class:`Claim` values. How a clause's tense and phase turn a state into its
beginning or end is told here, once for all rows.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import Argument, Clause, Word
from zeph.memory.ingest.reader.clauses.wording import sentence
from zeph.memory.ingest.reader.mentions.discourse import PRONOUNS
from zeph.memory.ingest.reader.mentions.kinds import KIN_RELATION, OF_BARE, type_of_kind
from zeph.memory.ingest.reader.patterns.match_rows import Match
from zeph.memory.ingest.reader.patterns.row import Shape
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import GRAPH_MODALITIES, Claim, ClaimKind, Mention, Modality, Span

CONFIDENCE = 0.95
_UNSURE = 0.5
_TAKEN_UP = frozenset().union(*(PRONOUNS[word] for word in ("he", "she", "it", "they")))
_STATE_PHASES: dict[str, ClaimKind] = {"begin": "begin", "end": "end", "continue": "state", "": "state"}


def claims_of(match: Match, ontology: Ontology) -> Iterator[Claim]:
    """What a match claims; nothing where the clause asks, orders or supposes."""
    clause = match.clause if not match.row.mention else _spoken_of(match.clause)
    if clause.question or clause.conditional or clause.request and not match.row.request:
        return
    if _is_anybody(match.subject):
        return
    for shape in match.row.claims:
        kind = _kind(match, shape)
        subject, thing = _part(match, shape.subject), _part(match, shape.object)
        if kind is not None and subject and thing and subject.name and thing.name and subject.name != thing.name:
            yield _claim(replace(match, clause=clause), shape, kind, subject, thing, ontology)


def _claim(
    match: Match, shape: Shape, kind: ClaimKind, subject: Mention, thing: Mention, ontology: Ontology
) -> Claim:  # fmt: skip
    clause, modality = match.clause, _modality(match.clause, kind)
    relation = KIN_RELATION.get(thing.head, "") if shape.relation == "@kin" else shape.relation
    known = ontology.get(relation)
    start, end = _times(clause, kind)
    return Claim(
        kind, subject, relation, thing, _sentence(match, shape, ontology), clause.span, f"pattern:{match.row.id}",
        CONFIDENCE if modality in GRAPH_MODALITIES else _UNSURE,
        old=_typed(match.old, match.kind) if match.old else None,
        family=shape.family or (known.family if known else ""),
        qualifiers={} if match.row.mention else _qualifiers(match), polarity=clause.polarity or match.row.negative,
        modality=modality, start=start, end=end, reported_by=clause.reported_by,
        edge_type=shape.edge_type or (known.edge_type if known else "semantic"),
    )  # fmt: skip


def _spoken_of(clause: Clause) -> Clause:
    """What a noun phrase says is so, whatever is said of it."""
    return replace(clause, polarity=True, modality="fact", phase="", times=(), tense="present", reported_by="")


def _is_anybody(subject: Argument) -> bool:
    """ "A friend lives in Ghent": nobody could say later who that is."""
    mention = subject.mention
    return not mention.named and not mention.owner and subject.determiner in ("a", "an", "some", "another", "no")


def _kind(match: Match, shape: Shape) -> ClaimKind | None:
    """A state that is over, has begun, or is past; whatever else a row says stands, but cannot be begun or stopped."""
    clause, kind = match.clause, shape.kind
    if match.row.mention:
        return kind
    if kind != "state":
        return kind if clause.phase in ("", "continue") else None
    if clause.phase == "" and clause.tense == "past" and clause.polarity:
        return None if match.row.past == "nothing" else match.row.past  # type: ignore[return-value]
    return _STATE_PHASES[clause.phase]


def _modality(clause: Clause, kind: ClaimKind) -> Modality:
    """ "I'm moving to Hull" is a plan, "I'm living in Hull" is none."""
    ahead = (
        clause.tense == "future" or clause.progressive and clause.tense == "present" and kind not in ("state", "end")
    )
    return "plan" if clause.modality == "fact" and ahead and clause.phase == "" else clause.modality


def _part(match: Match, part: str) -> Mention | None:
    if part.startswith("="):
        return Mention(part[1:], head=part[1:])
    argument = {"subject": match.subject, "object": match.object, "old": match.old, "mention": match.subject}.get(part)
    if part == "me":
        own = (argument.mention for argument in match.clause.arguments if "self" in argument.kinds)
        return next(own, None)
    if part == "owner":
        return Mention(match.subject.mention.owner, "person") if match.subject.mention.owner else None
    return _typed(argument, match.kind if part == "object" else "") if argument is not None else None


def _typed(argument: Argument, kind: str) -> Mention:
    """With the type that its kind stands for, where the gazetteer knows none."""
    mention = argument.mention
    if "bare" in argument.kinds and kind in OF_BARE and mention.head not in ("home",):
        mention = replace(mention, name=mention.name.title(), named=True)
    if mention.entity_type and kind != "org":
        return mention
    if not kind or kind in ("thing", "any"):
        known = argument.kinds - {"place"} if "bare" in argument.kinds else argument.kinds
        kind = next((k for k in ("person_known", "kin", "org", "place", "tool") if k in known), "any")
    return replace(mention, entity_type="person" if kind == "person_known" else type_of_kind(kind))


def _times(clause: Clause, kind: ClaimKind) -> tuple[str, str]:
    start = _time(clause, "since", "duration")
    end = _time(clause, "until")
    at = _time(clause, "at")
    if kind == "end" and clause.tense != "used_to" and not start and not end:
        return "", at
    return start or at, end


def _time(clause: Clause, *roles: str) -> str:
    return next((time.text for time in clause.times if time.role in roles), "")


def _qualifiers(match: Match) -> dict[str, str]:
    found = {key: argument.mention.name for key, argument in match.where.items()}
    often = _time(match.clause, "frequency")
    if often:
        found["when"] = often
    if match.object is not None and match.object.count:
        found["amount"] = match.object.count
    return found


def _sentence(match: Match, shape: Shape, ontology: Ontology) -> str:
    clause, name = match.clause, match.subject.mention.name
    mentions = [thing for part in (shape.object, "old") if (thing := _part(match, part)) is not None]
    if clause.verb == "" or clause.verb.endswith(":"):
        subject = _part(match, shape.subject)
        known = ontology.get(shape.relation)
        label = known.label if known is not None else shape.relation.replace("_", " ")
        return f"{subject.name if subject else name} {label} {mentions[0].name}"
    if match.row.mention:
        return f"{match.subject.mention.owner}'s {match.subject.mention.head} is {name}"
    without = [time.span for time in clause.times if time.role != "frequency"]
    for argument in clause.arguments:
        if match.object in argument.listed and argument.others and argument.role != "subject":
            without += _others(argument, match.object)
    said = sentence(name, _resolved(clause), without)
    for thing in mentions:  # "york" is York where it can only be a place
        if thing.named and thing.name not in said:
            as_named = thing.name.replace("\\", r"\\")
            said = re.sub(rf"\b{re.escape(thing.name)}\b", as_named, said, flags=re.IGNORECASE)
    return said


def _resolved(clause: Clause) -> tuple[Word, ...]:
    """The words with names in the place of pronouns: "loves it" says nothing to a stranger."""
    names = {
        argument.mention.span: argument.mention.name
        for argument in clause.arguments
        if argument.role != "subject" and argument.mention.span is not None and "self" not in argument.kinds
    }
    return tuple(
        replace(word, text=names[word.span]) if word.text in _TAKEN_UP and names.get(word.span) else word
        for word in clause.words
    )


def _others(argument: Argument, wanted: Argument | None) -> list[Span]:
    """The words of a list but those of one thing in it."""
    spans = [one.mention.span for one in argument.listed if one.mention.span is not None]
    own = wanted.mention.span if wanted is not None else None
    if own is None or not spans:
        return []
    return [Span(spans[0].start, own.start), Span(own.end, max(s.end for s in spans))]

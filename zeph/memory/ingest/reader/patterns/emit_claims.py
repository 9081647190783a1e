"""Matches to claims: kind, ends, times, qualifiers, and a sentence that a stranger can read.

In: a match of a row with a clause. Out: :class:`Claim` values. How a clause's tense and phase turn a state into its
beginning or end is told here, once for all rows.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.clauses.verb_groups import WORDS
from zeph.memory.ingest.reader.lexicon.kinds import AMOUNT_RELATION, KIN_RELATION
from zeph.memory.ingest.reader.mentions.discourse import PRONOUNS
from zeph.memory.ingest.reader.mentions.naming import possessive
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.patterns.claim_markers import markers_of
from zeph.memory.ingest.reader.patterns.claim_parts import argument_of, part_of, typed
from zeph.memory.ingest.reader.patterns.confidence import confidence_of
from zeph.memory.ingest.reader.patterns.match_rows import Match, is_anybody
from zeph.memory.ingest.reader.patterns.row import Shape
from zeph.memory.ingest.reader.patterns.telling import named, told
from zeph.memory.language.morphology import is_plural, singular
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.times.shifts import is_shift
from zeph.memory.language.times.time_spans import AHEAD, BEHIND, BRIEF, DAYS
from zeph.records.claim import GRAPH_MODALITIES, QUALIFIERS, Claim, ClaimKind, Mention, Modality, Span

_UNSURE = 0.5
_NOUN_RELATIONS = {"@kin": KIN_RELATION, "@amount": AMOUNT_RELATION}
_STATE_PHASES: dict[str, ClaimKind] = {"begin": "begin", "end": "end", "continue": "state", "": "state"}


def claims_of(match: Match, ontology: Ontology, speaker: str) -> Iterator[Claim]:
    """What a match claims; nothing where the clause asks, orders or supposes."""
    clause = match.clause if not match.row.mention else _spoken_of(match.clause)
    if clause.question or clause.conditional or clause.request and not match.row.request:
        return
    for shape in match.row.claim:
        if shape.subject == "subject" and is_anybody(match.subject):
            continue
        subject, thing = _ends(match, shape, speaker)
        kind, match = _changed(match, shape, thing)
        kind = _denied(kind, clause) if not clause.polarity and not match.row.negative else kind
        if kind is not None and subject and thing and subject.name and thing.name and subject.name != thing.name:
            claim = _claim(replace(match, clause=clause), shape, kind, subject, thing, ontology)
            yield _as_kept(claim) if kind == "state" and shape.kind == "end" else claim


def _claim(
    match: Match, shape: Shape, kind: ClaimKind, subject: Mention, thing: Mention, ontology: Ontology
) -> Claim:  # fmt: skip
    clause, modality = match.clause, _modality(match.clause, kind if shape.kind == "state" else shape.kind)
    relation = shape.relation
    if relation in _NOUN_RELATIONS:
        nouns = (*(argument.mention.head for argument in (match.object, match.subject) if argument), thing.head)
        relation = next((found for noun in nouns if (found := _NOUN_RELATIONS[relation].get(noun))), "")
        thing = _whose(thing, subject)
    known = ontology.get(relation)
    start, end = _times(clause, kind)
    once = kind == "event" and shape.kind == "state"
    return Claim(
        kind, subject, relation, thing, _sentence(match, shape, ontology, subject, thing), clause.span,
        f"pattern:{match.row.id}",
        confidence_of(match.row.id) if modality in GRAPH_MODALITIES and not _tells_when(match) else _UNSURE,
        old=typed(match.old, match.kind) if match.old else None,
        family=shape.family or (known.family if known else ""),
        qualifiers=_qualifiers(match, shape), polarity=clause.polarity or match.row.negative,
        modality=modality, start=start, end=end, reported_by=clause.reported_by,
        edge_type=shape.edge_type or (known.edge_type if known and not once else "temporal" if once else "semantic"),
        markers=markers_of(match, shape, kind, ahead=modality == "plan"),
    )  # fmt: skip


def _denied(kind: ClaimKind | None, clause: Clause) -> ClaimKind | None:
    """Of a change that is denied nothing ("she never left Lund"), but of one that will not be after all."""
    if kind not in ("end", "replace"):
        return kind
    if clause.markers.isdisjoint(WORDS["reverting"]):
        return None
    return "state" if kind == "end" else "end"


def _as_kept(claim: Claim) -> Claim:
    """What was to end goes on after all: "we're not selling the boat after all"."""
    return replace(claim, polarity=True, modality="fact", markers=claim.markers - {"ahead"})


def _spoken_of(clause: Clause) -> Clause:
    """What a noun phrase says is so, whatever is said or asked of it; but "should I call my dog Rex?"."""
    asked = clause.question and clause.verb in WORDS["naming"] | {"be"}
    said = replace(clause, polarity=True, question=asked, reported_by="")
    return replace(said, modality="fact", phase="", times=(), tense="present")


def _kind(match: Match, shape: Shape) -> ClaimKind | None:
    """A state that is over, has begun, or is past; whatever else a row says stands, but cannot be begun or stopped."""
    clause, kind = match.clause, shape.kind
    if match.row.mention:
        former = PRONOUNS["former"] | ({"old"} if "boss" in match.subject.kinds else set())
        former |= PRONOUNS["dead"] if "spouse" in match.subject.kinds else set()
        return "end" if match.subject.adjectives & former else kind
    if kind != "state":
        return kind if clause.phase in ("", "continue") or match.row.phase else None
    if clause.phase == "" and clause.tense == "past" and (clause.polarity or match.row.negative):
        if match.row.past == "end" and clause.verb in WORDS["becoming"]:
            return "begin"
        if match.row.past == "end" and any(BRIEF.search(time.text) for time in clause.times if time.role == "at"):
            return "event"
        return None if match.row.past == "nothing" else match.row.past  # type: ignore[return-value]
    return _said_ahead(match) or _STATE_PHASES[clause.phase]


def _said_ahead(match: Match) -> ClaimKind | None:
    """What it is to be so at a time to come: "*next year* I'm living with Priya"; tomorrow that is no beginning."""
    clause = match.clause
    said = {word for time in clause.times if time.role == "at" for word in time.text.lower().split()}
    if match.row.timed or clause.verb == "be" or clause.tense != "present" or clause.phase:
        return None
    if clause.progressive and any(BRIEF.search(time.text) for time in clause.times if time.role == "at"):
        return "event"  # "we're singing with the choir *on the 20th*"
    if said.isdisjoint(AHEAD):
        return None
    return "begin" if said.isdisjoint(DAYS) else "event"


def _modality(clause: Clause, said: ClaimKind) -> Modality:
    """ "I'm moving to Hull" and "dad retires in June" are plans; "I'm living in Hull" and "back last week" are none."""
    dated = [time.text.lower().split() for time in clause.times if time.role == "at"]
    behind = any(not BEHIND.isdisjoint(words) for words in dated)
    coming = clause.tense == "present" and said not in ("state", "correct") and (clause.progressive or dated)
    coming = coming and not behind
    ahead = clause.phase == "" and (clause.tense == "future" or bool(coming))
    return "plan" if clause.modality == "fact" and ahead else clause.modality


def _tells_when(match: Match) -> bool:
    """ "Back *when we still had the cows*": it only dates something else; but "when I lived in Hull" tells where."""
    dates = match.clause.lead in WORDS["dating"] and match.clause.tense in ("past", "used_to")
    return dates and match.object is not None and not match.object.mention.named


def _changed(match: Match, shape: Shape, thing: Mention | None) -> tuple[ClaimKind | None, Match]:
    """The kind of a claim with what it takes the place of: "from node 18 to node 22" is one tool in two versions."""
    kind = _kind(match, shape)
    if kind == "replace" and match.old is not None and thing and match.old.mention.name == thing.name:
        return "state", replace(match, old=None)
    return kind, match


OTHERS = "last_rites"
"""Of the kinds of what is never one's own, whoever tells of it: "the funeral is at noon"."""


def _ends(match: Match, shape: Shape, speaker: str) -> tuple[Mention | None, Mention | None]:
    """Subject and object of a claim; whose the object is, is not told twice: the user's own car is a car."""
    thing = part_of(match, shape.object, speaker)
    if shape.subject != "holder":
        subject = part_of(match, shape.subject, speaker)
    else:
        subject = Mention(thing.owner or speaker, "person") if thing is not None else None
    if subject is None or thing is None or thing.owner != subject.name or thing.entity_type == "person":
        return subject, thing
    return subject, replace(thing, name=thing.name.removeprefix(f"{possessive(subject)} "))


def _whose(thing: Mention, owner: Mention) -> Mention:
    """ "User's brother" of "I have a brother"."""
    if thing.named or thing.owner or thing.head not in KIN_RELATION:
        return thing
    return replace(thing, name=f"{possessive(owner)} {thing.name}", owner=owner.name)


def _times(clause: Clause, kind: ClaimKind) -> tuple[str, str]:
    end, at = _time(clause, "until"), _time(clause, "at")
    if kind == "state" and any(time.role == "frequency" for time in clause.times):
        at = ""  # "football on Saturdays, and a playdate *this Sunday*"
    dated = at and kind == "event" and clause.tense != "perfect"  # "comes *on 3 April* for a fortnight"
    start = _time(clause, "since") or ("" if dated else _time(clause, "duration"))
    if kind == "correct":  # "from the 3rd *to the 5th*"
        return next((time.text for time in reversed(clause.times) if time.role in ("at", "until")), start), ""
    if kind == "end" and clause.tense == "perfect" and not end:
        return "", start or at  # "haven't smoked since May"
    if kind == "end" and clause.tense != "used_to" and not start and not end:
        return "", at
    return start or at, end


def _time(clause: Clause, *roles: str) -> str:
    return next((time.text for time in clause.dates if time.role in roles), "")


def _qualifiers(match: Match, shape: Shape) -> dict[str, str]:
    if match.row.mention or shape.object in match.where:
        return {}
    found = {key: _counted(argument) for key, argument in match.where.items() if key in QUALIFIERS}
    often = [time.text for time in match.clause.times if time.role == "frequency"]
    if often:  # of "from tuesdays to mondays" what is so
        found["when"] = f"{found.get('when', '')} {often[-1 if shape.kind == 'correct' else 0]}".strip()
    thing = argument_of(match, shape.object)
    if thing is not None and thing.count and "number" not in thing.kinds and thing.count != thing.mention.head:
        found["amount"] = thing.count
    if thing is not None and thing.version:
        found["version"] = thing.version
    return found


def _counted(argument: Phrase) -> str:
    """ "9 people" of a noun that is counted."""
    name, count = argument.mention.name, argument.count
    return name if not count or "number" in argument.kinds or name.startswith(count) else f"{count} {name}"


def _subject_name(match: Match, shape: Shape, who: Mention) -> str:
    """ "User's rent" where only "rent" was said, "User's favourite band" with the word that it is known by."""
    subject = match.subject
    name = named(subject) if shape.object != "subject" else subject.mention.name
    if shape.subject == "holder" and shape.object == "subject" and not subject.mention.owner:
        name = f"The {name[:1].lower()}{name[1:]}" if OTHERS in subject.kinds else f"{possessive(who)} {name}"
    owner = possessive(Mention(subject.mention.owner)) if subject.mention.owner else ""
    telling = sorted(subject.adjectives & PRONOUNS["known_by"])
    name = f"{owner} {telling[0]}{name.removeprefix(owner)}" if owner and telling else name
    first = subject.count.split(" ")[0]
    return f"{first} of {name}" if first.lower() in PRONOUNS["one_of"] else name


def _said(match: Match, shape: Shape, who: Mention, what: Mention) -> str:
    """In the words of the row; no article before what is somebody's, or several: "has *bloods* friday"."""
    ends = [" until" * (time.role == "until" and time.text[:1].isdigit()) for time in match.clause.times]
    times = "".join(f"{until} {time.text}" for until, time in zip(ends, match.clause.times, strict=True))
    more = {"amount": "", **_qualifiers(match, shape)}
    said = shape.says.format(subject=who.name, object=what.name, times=times, last=_last_time(match.clause), **more)
    if what.name.startswith(possessive(who)):  # "User's User's physio"
        said = said.replace(f"{possessive(who)} {what.name}", what.name)
    bare = what.owner not in ("", who.name) or is_plural(what.name.rpartition(" ")[2].lower())
    return said.replace(f" the {what.name}", f" {what.name}") if bare else said


def _last_time(clause: Clause) -> str:
    """The day that something was moved to, without the word that leads to it: "next week" of "from the 3rd until next
    week"."""
    text = clause.times[-1].text if clause.times else ""
    first, _, others = text.partition(" ")
    return f" {others if first in WORDS['joiners'] else text}".rstrip()


def _sentence(match: Match, shape: Shape, ontology: Ontology, who: Mention, what: Mention) -> str:
    clause, name = match.clause, _subject_name(match, shape, who)
    if shape.says and ("{last}" not in shape.says or not is_shift(_last_time(clause).strip())):
        return _said(match, shape, who, what)  # but "slipped a week" is on no day yet
    mentions = [thing for part in (shape.object, "old") if (thing := part_of(match, part)) is not None]
    if match.row.mention and shape.object == "mention":
        head = " ".join(
            [*sorted(match.subject.adjectives & (PRONOUNS["former"] | PRONOUNS["dead"])), match.subject.mention.head]
        )
        return f"{match.subject.mention.owner}'s {head} is {name}"
    if clause.verb == "" or clause.verb.endswith(":") or match.row.request or match.row.mention:
        known = ontology.get(shape.relation)
        label = known.label if known is not None else shape.relation.replace("_", " ")
        return f"{who.name} {label} {what.name}"
    together = clause.subject.listed if clause.subject is not None and match.subject in clause.subject.listed else ()
    name = " and ".join(one.mention.name for one in together) if len(together) > 1 else name
    said = told(name, clause, _left_out(match, shape), argument_of(match, shape.object))
    said = _of_one(said, name, match)
    for thing in mentions:  # "york" is York where it can only be a place
        if thing.named and thing.name not in said:
            as_named = thing.name.replace("\\", r"\\")
            said = re.sub(rf"\b{re.escape(thing.name)}\b", as_named, said, flags=re.IGNORECASE)
    return said


def _of_one(said: str, name: str, match: Match) -> str:
    """ "User's son is Ken" of "my sons are Ken and Allan"."""
    head, listed = name.rpartition(" ")[2], [one for one in match.clause.arguments if match.object in one.listed]
    if not is_plural(head.lower()) or not any(one.others and one.role != "subject" for one in listed):
        return said
    are = re.match(rf"{re.escape(name)} (?:are|were)\b", said)
    one = f"{name.removesuffix(head)}{singular(head)}"
    return f"{one} {'is' if are.group().endswith('are') else 'was'}{said[are.end() :]}" if are else said


def _left_out(match: Match, shape: Shape) -> list[Span]:
    """The words of a clause that one claim of it does not take up: times, and the rest of a list."""
    dated, is_when = shape.object in ("time", "day"), match.clause.verb == "be"
    without = [
        time.span
        for time in match.clause.times
        if not (dated or time.role == "frequency")
        and not (match.row.timed and (is_when or any(map(str.isdigit, time.text))))
    ]  # "was born on 4 May", but not "yesterday"
    for argument in match.clause.arguments if match.row.apart else ():
        own = argument.mention.span
        if argument.role != "subject" and match.object not in argument.listed and own is not None:
            without.append(_with_preposition(match.clause, argument, own) if argument.preposition else own)
    for argument in match.clause.arguments:
        of_list = match.object in argument.listed and argument.others and argument.role != "subject"
        if of_list and match.object is not None and not _is_member(match):
            without += _others(match.clause, argument, match.object)
    return without


def _with_preposition(clause: Clause, argument: Phrase, own: Span) -> Span:
    """ "*In Whitby*", "*in a flat*"; "*instead of Whitby*", which is told as "not"."""
    before = [word for word in clause.words if word.span.start < own.start]
    of_it = [word for word in before if word.text.lower() == argument.preposition.split(" ")[0]] or before
    return Span(max((word.span.start for word in of_it), default=own.start), own.end)


def _is_member(match: Match) -> bool:
    """ "Two brothers, Emeka and Obinna": the list belongs to what is said of each."""
    mention = match.object.mention if match.object is not None else match.subject.mention
    return mention.named and mention.head not in mention.name.lower()


def _others(clause: Clause, argument: Phrase, wanted: Phrase | None) -> list[Span]:
    """The words of a list but those of one thing in it; what stands in brackets behind the last goes with it."""
    spans = [one.mention.span for one in argument.listed if one.mention.span is not None]
    own = wanted.mention.span if wanted is not None else None
    if own is None or not spans:
        return []
    end = max(span.end for span in spans)
    if own.end < end:  # of the last thing of it is said what stands behind it bare: "and *his backs a lot better*"
        bare = (a.mention.span for a in clause.arguments if not a.preposition and a.role != "subject")
        end = max([end, *(span.end for span in bare if span is not None and span.start > end)])
    behind = [word for word in clause.words if word.span.start >= end]
    if behind[:1] and behind[0].text == "(":
        end = next((word.span.end for word in behind if word.text == ")"), end)
    return [Span(spans[0].start, own.start), Span(own.end, end)]

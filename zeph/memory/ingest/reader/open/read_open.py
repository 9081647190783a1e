"""What no pattern reads, in the verb's own words.

In: a clause that nothing else has read. Out: at most one claim of reader "open:" and its class, whose relation is the
verb phrase as said ("repaint", "swim_in"); nothing where the clause is no plain statement about somebody or something
that can be known again. A class that was measured to be right is as sure as that, all others give candidates: keys for
recall, which nobody is shown. Nothing is replaced, and nothing ends but what is said to be over ("I no longer …").
"""

from collections.abc import Iterator

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.lexicon.word_forms import forms_of, lemma_of_verb
from zeph.memory.ingest.reader.mentions.argument import Argument
from zeph.memory.ingest.reader.open.open_classes import OPEN_WORDS, class_of, is_ahead
from zeph.memory.ingest.reader.patterns.confidence import confidence_of
from zeph.memory.ingest.reader.patterns.telling import named, predicate, told, within
from zeph.memory.language.names import canonical_name
from zeph.memory.language.relations import relation_slug
from zeph.records.claim import GRAPH_MODALITIES, Claim, ClaimKind, Mention, Modality
from zeph.records.edge import CANDIDATE_BELOW

SURE = 0.95
"""A class that is right as often gives facts; all others give candidates."""
_MOST_WORDS = 18
_LONGEST_NAME = 60
_UNSURE = round(CANDIDATE_BELOW - 0.05, 2)
_LOOK_BACK = 60
"""Characters before a clause in which something may take back that it is so."""
_PLACES = ("object", "second_object", "complement")
_SURE_PREPOSITIONS = frozenset(("in", "at", "on", "for", "with", "to", "from", "near", "about", "against", "into"))
_LEADING = _SURE_PREPOSITIONS | {"the", "a", "by", "of"}
_PAUSES = (",", ".", "!", "?", ";", ":", "-", "–", "and", "but", "so")


def open_claims(clause: Clause, text: str) -> Iterator[Claim]:
    """What a plain statement gives; ``text`` is the whole message."""
    subject = clause.subject
    if subject is None or not _is_plain(clause) or not _is_somebody(subject):
        return
    if _points(clause, subject, text) or _hangs(clause, subject, text):
        return
    thing = _thing(clause)
    sort = class_of(clause, subject, thing) if thing is not None else ""
    if thing is None or not sort:
        return
    said = _sentence(clause, subject, thing)
    if not said or len(said.split()) > _MOST_WORDS:
        return
    often = next((time.text for time in clause.times if time.role == "frequency"), "")
    when = next((time.text for time in clause.times if time.role != "frequency"), "")
    measured, kind = confidence_of(f"open.{sort}"), _kind(clause)
    yield Claim(
        kind, subject.mention, _relation(clause, thing), thing.mention, said, clause.span, f"open:{sort}",
        measured if measured >= SURE else min(measured, _UNSURE), qualifiers=_qualifiers(thing, often),
        modality=_modality(clause), start="" if kind == "end" else when, end=when if kind == "end" else "",
    )  # fmt: skip


def _sentence(clause: Clause, subject: Argument, thing: Argument) -> str:
    """The predicate with its verb as one person has it; empty where it is no clean sentence."""
    own = thing.mention.span
    times = [time.span for time in clause.times if time.role != "frequency" and time.span != own]
    kept = [word for word in predicate(clause) if not within(word, times)]
    if own is None or not any(within(word, (own,)) for word in kept):
        return ""  # "the app *that I built*"
    if next((word.text.lower() for word in kept if word.text.isalnum()), "") in _LEADING:
        return ""  # "my piano, *a Bechstein*, stands …"
    if clause.passive and not any(word.text in OPEN_WORDS["helpers"] for word in kept):
        return ""  # "born and *raised in Leeds*": is it, or was it?
    while kept and any(time.start >= kept[-1].span.end for time in times) and kept[-1].text.lower() in _LEADING:
        times.append(kept.pop().span)  # "is leaving for Maersk *in the* new year"
    return told(named(subject), clause, times)


def _is_plain(clause: Clause) -> bool:
    """Said as so, of the present, the past or a plan, or as over."""
    if clause.question or clause.request or clause.conditional or clause.lead in OPEN_WORDS["depending"]:
        return False
    if not clause.polarity and clause.phase != "end":
        return False
    if clause.modality not in GRAPH_MODALITIES or clause.reported_by or clause.tense == "bare":
        return False
    verb = clause.verb
    return bool(verb) and verb.replace(" ", "").replace("-", "").isascii() and not verb.endswith(":")


def _is_somebody(subject: Argument) -> bool:
    """The speaker, or who can be known again by a name, an owner or "the backup job"."""
    mention = subject.mention
    known = "self" in subject.kinds or mention.named or bool(mention.owner) or " " in mention.name and mention.definite
    return bool(mention.name) and known and "hollow" not in subject.kinds and not subject.others


def _points(clause: Clause, subject: Argument, text: str) -> bool:
    """It speaks of what stands elsewhere ("they fixed *it*"), or takes back what it says."""
    own = subject.mention.span
    said = text[clause.span.start : clause.span.end].lower()
    if own is not None and clause.span.start <= own.start < clause.span.end:
        said = said.replace(text[own.start : own.end].lower(), " ", 1)
    words = {word.strip(".,;:!?()\"'") for word in said.split()}
    return bool(words & (OPEN_WORDS["pointing"] | OPEN_WORDS["softening"])) or "?" in said


def _hangs(clause: Clause, subject: Argument, text: str) -> bool:
    """ "Nothing beats tea *after mowing the lawn*", "imagine *I live in Wales*": no statement of its own."""
    before = text[: clause.span.start].rstrip().lower()
    if not OPEN_WORDS["supposing"].isdisjoint(before[-_LOOK_BACK:].split()):
        return True
    return subject.mention.span is None and bool(before) and not before.endswith(_PAUSES)


def _thing(clause: Clause) -> Argument | None:
    """What it is said of besides the subject: the object, else the first thing behind a preposition."""
    places = [a for a in clause.arguments if a.role in _PLACES and not a.preposition]
    sure = _SURE_PREPOSITIONS | {"by"} if clause.passive else _SURE_PREPOSITIONS
    behind = [a for a in clause.arguments if a.role == "oblique" and a.preposition in sure]
    first = next(iter(places or behind), None)
    if first is None and not clause.arguments[1:]:
        return _dated(clause)
    counts = "self" not in clause.arguments[0].kinds and clause.verb not in ("be", "have")
    return first if first is not None and (_is_thing(first) or counts and _is_number(first)) else None


def _is_number(argument: Argument) -> bool:
    """ "Nine minutes", "60 a session": of things it tells what they take, hold or cost."""
    return bool(argument.count) and any(map(str.isdigit, argument.count)) and not argument.preposition


def _dated(clause: Clause) -> Argument | None:
    """The day of "my visa expires on 14 August": what comes without an object comes when it comes."""
    said = next((time for time in clause.times if time.role == "at" and any(map(str.isdigit, time.text))), None)
    if said is None or clause.tense not in ("present", "future"):
        return None
    first, _, rest = said.text.partition(" ")
    day = rest if first.lower() in _LEADING else said.text
    return Argument("object", Mention(day, "concept", said.span, day.lower()), kinds=frozenset(("when",)))


def _is_thing(argument: Argument) -> bool:
    mention = argument.mention
    if not mention.name or argument.adjective or argument.kinds & {"hollow", "self", "number"}:
        return False
    if mention.head in OPEN_WORDS["hollow"] or argument.determiner in ("no", "any"):
        return False
    if len(mention.name) > _LONGEST_NAME:
        return False
    return sum(char.isalpha() for char in canonical_name(mention.name)) > 1


def _relation(clause: Clause, thing: Argument) -> str:
    """The verb in its dictionary form with its particle and preposition."""
    verb = clause.verb
    if clause.passive:
        first, _, particle = verb.partition(" ")
        said = next((w.text for w in clause.words if lemma_of_verb(w.text) == first), forms_of(first).participle)
        verb = f"be {said} {particle}".strip()
    return relation_slug(f"{verb} {thing.preposition}".strip())


def _kind(clause: Clause) -> ClaimKind:
    if clause.phase in ("begin", "end"):
        return "begin" if clause.phase == "begin" else "end"
    stands = clause.tense == "present" and not is_ahead(clause)
    return "state" if stands else "event"


def _modality(clause: Clause) -> Modality:
    return "plan" if is_ahead(clause) else clause.modality


def _qualifiers(thing: Argument, often: str) -> dict[str, str]:
    found = {"amount": thing.count, "when": often}
    return {key: value for key, value in found.items() if value}

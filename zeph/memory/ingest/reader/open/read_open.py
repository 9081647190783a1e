"""What no pattern reads, as a candidate in the verb's own words: a key for recall, never an end or a replacement.

In: a clause that nothing else has read. Out: at most one claim of reader "open", whose relation is the verb phrase as
said ("repaint", "swim_in") and whose confidence lies below that of a fact; nothing where the clause is no plain
statement about the speaker or somebody with a name, or its verb says too little.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import Argument, Clause, Word
from zeph.memory.ingest.reader.clauses.wording import sentence
from zeph.memory.ingest.reader.parse.word_forms import forms_of, lemma_of_verb
from zeph.memory.ingest.reader.patterns.confidence import confidence_of
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.memory.language.names import canonical_name
from zeph.memory.language.relations import relation_slug
from zeph.records.claim import GRAPH_MODALITIES, Claim, ClaimKind, Modality, Span
from zeph.records.edge import CANDIDATE_BELOW

_TABLE = word_sets(read_table("open/open.toml"))
_MOST_WORDS = 18
_LONGEST_NAME = 60
_MOST_SURE = round(CANDIDATE_BELOW - 0.05, 2)
_LOOK_BACK = 60
"""Characters before a clause in which something may take back that it is so."""
_PLACES = ("object", "second_object", "complement")
_SPEAKER = frozenset(("i", "we"))
_HELPERS = _TABLE["helpers"]
_SURE_PREPOSITIONS = frozenset(("in", "at", "on", "for", "with", "to", "from", "near", "about", "against", "into"))

_LEADING = _SURE_PREPOSITIONS | {"the", "a", "by", "of"}
_PAUSES = (",", ".", "!", "?", ";", ":", "-", "–", "and", "but", "so")


def open_claims(clause: Clause, text: str) -> Iterator[Claim]:
    """The candidate that a plain statement gives; ``text`` is the whole message."""
    subject = clause.subject
    if subject is None or not _is_plain(clause) or not _is_somebody(subject):
        return
    if _points(clause, subject, text) or _hangs(clause, subject, text):
        return
    thing = _thing(clause)
    if thing is None:
        return
    said = _sentence(clause, subject, thing, text)
    if not said or len(said.split()) > _MOST_WORDS:
        return
    often = next((time.text for time in clause.times if time.role == "frequency"), "")
    yield Claim(
        _kind(clause), subject.mention, _relation(clause, thing), thing.mention, said, clause.span, "open",
        min(confidence_of("open"), _MOST_SURE), qualifiers=_qualifiers(thing, often),
        modality=_modality(clause), start=next((t.text for t in clause.times if t.role != "frequency"), ""),
    )  # fmt: skip


def _sentence(clause: Clause, subject: Argument, thing: Argument, text: str) -> str:
    """The predicate with its verb as one person has it; empty where it is no clean sentence."""
    kept, at = _predicate(clause, subject, text), thing.mention.span
    if at is None or not any(_within(word, at) for word in kept):
        return ""  # "the app *that I built*"
    if next((word.text.lower() for word in kept if word.text.isalnum()), "") in _LEADING:
        return ""  # "my piano, *a Bechstein*, stands …"
    if clause.passive and not any(word.text in _HELPERS for word in kept):
        return ""  # "born and *raised in Leeds*": is it, or was it?
    return sentence(subject.mention.name, [_of_one(word, clause, kept) for word in kept])


def _predicate(clause: Clause, subject: Argument, text: str) -> list[Word]:
    """From behind the subject on, without times."""
    begin = _behind_subject(clause, subject, text)
    times = [time.span for time in clause.times if time.role != "frequency"]
    kept = [w for w in clause.words if w.span.start >= begin and not any(_within(w, time) for time in times)]
    while kept and any(time.start >= kept[-1].span.end for time in times) and kept[-1].text.lower() in _LEADING:
        kept.pop()  # "is leaving for Maersk *in the* new year"
    return kept


def _behind_subject(clause: Clause, subject: Argument, text: str) -> int:
    """Where the predicate begins: "after nine years *I* quit"."""
    own = subject.mention.span
    begin = own.end if own is not None and clause.span.start <= own.start < clause.span.end else 0
    said = (word.span.end for word in clause.words if text[word.span.start : word.span.end].lower() in _SPEAKER)
    return max((begin, *said))


def _within(word: Word, span: Span) -> bool:
    return span.start <= word.span.start < span.end


def _of_one(word: Word, clause: Clause, all_words: Sequence[Word]) -> Word:
    """ "Drives" for "drive": a verb behind "and" has lost its subject."""
    plain = clause.tense == "present" and word.text == clause.verb.split(" ")[0] and not clause.progressive
    helped = any(w.text in _HELPERS and w.span.start < word.span.start for w in all_words)
    return replace(word, text=forms_of(word.text).third) if plain and not helped and not clause.passive else word


def _is_plain(clause: Clause) -> bool:
    """Said as so, of the present, the past or a plan."""
    if clause.question or clause.request or clause.conditional or not clause.polarity or clause.phase == "end":
        return False
    if clause.modality not in GRAPH_MODALITIES or clause.reported_by or clause.tense in ("used_to", "bare"):
        return False
    verb = clause.verb.replace(" ", "-")
    return bool(verb) and verb.isascii() and not verb.endswith(":") and verb not in _TABLE["empty"]


def _is_somebody(subject: Argument) -> bool:
    """The speaker, or who can be known again by a name or an owner."""
    mention = subject.mention
    known = "self" in subject.kinds or mention.named or bool(mention.owner)
    return bool(mention.name) and known and "hollow" not in subject.kinds and not subject.others


def _points(clause: Clause, subject: Argument, text: str) -> bool:
    """It speaks of what stands elsewhere ("they fixed *it*"), or takes back what it says."""
    own = subject.mention.span
    said = text[clause.span.start : clause.span.end].lower()
    if own is not None and clause.span.start <= own.start < clause.span.end:
        said = said.replace(text[own.start : own.end].lower(), " ", 1)
    words = {word.strip(".,;:!?()\"'") for word in said.split()}
    return bool(words & (_TABLE["pointing"] | _TABLE["softening"])) or "?" in said


def _hangs(clause: Clause, subject: Argument, text: str) -> bool:
    """ "Nothing beats tea *after mowing the lawn*", "imagine *I live in Wales*": no statement of its own."""
    before = text[: clause.span.start].rstrip().lower()
    if not _TABLE["supposing"].isdisjoint(before[-_LOOK_BACK:].split()):
        return True
    return subject.mention.span is None and bool(before) and not before.endswith(_PAUSES)


def _thing(clause: Clause) -> Argument | None:
    """What it is said of besides the subject: the object, else the first thing behind a preposition."""
    places = [a for a in clause.arguments if a.role in _PLACES and not a.preposition]
    behind = [a for a in clause.arguments if a.role == "oblique" and a.preposition in _SURE_PREPOSITIONS]
    first = next(iter(places or behind), None)
    return first if first is not None and _is_thing(first) else None


def _is_thing(argument: Argument) -> bool:
    mention = argument.mention
    if not mention.name or argument.adjective or argument.kinds & {"hollow", "self", "number"}:
        return False
    if mention.head in _TABLE["hollow"] or len(mention.name) > _LONGEST_NAME or argument.determiner in ("no", "any"):
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
    if clause.phase == "begin":
        return "begin"
    stands = clause.tense == "present" and not _is_ahead(clause)
    return "state" if stands else "event"


def _is_ahead(clause: Clause) -> bool:
    dated = any(time.role == "at" for time in clause.times)
    return clause.tense == "future" or clause.progressive and clause.tense == "present" and dated


def _modality(clause: Clause) -> Modality:
    return "plan" if _is_ahead(clause) else clause.modality


def _qualifiers(thing: Argument, often: str) -> dict[str, str]:
    found = {"amount": thing.count, "when": often}
    return {key: value for key, value in found.items() if value}

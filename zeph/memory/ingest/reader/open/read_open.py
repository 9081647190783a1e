"""What no pattern reads, in the verb's own words.

In: a clause that nothing else has read. Out: at most one claim of reader "open:" and its class, whose relation is the
verb phrase as said ("repaint", "swim_in"); nothing where the clause is no plain statement about somebody or something
that can be known again. It is as sure as its sentence is sound (``soundness``); what is not sound enough stays a
candidate: a key for recall. Nothing is replaced, and nothing ends but what is said to be over ("I no longer …").
"""

from collections.abc import Iterator
from itertools import takewhile

from zeph.memory.ingest.reader.clauses.clause import Clause, Word
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.open.open_classes import OPEN_WORDS, class_of, holds_on, is_ahead, is_value
from zeph.memory.ingest.reader.open.open_things import (
    LEADING,
    ends_of,
    existing,
    is_known,
    thing_of,
    valued,
    verb_begin,
)
from zeph.memory.ingest.reader.open.sound_features import Place, Statement, says_whose
from zeph.memory.ingest.reader.open.soundness import may_be_anothers, may_be_told, soundness
from zeph.memory.ingest.reader.patterns.doubts import UNSURE
from zeph.memory.ingest.reader.patterns.telling import named, predicate, told, within
from zeph.memory.language.relations import relation_slug
from zeph.records.claim import GRAPH_MODALITIES, Claim, ClaimKind, Marker, Mention, Modality
from zeph.records.edge import CANDIDATE_BELOW
from zeph.records.graph_types import HAPPENS

_LEAST, _MOST = 0.3, CANDIDATE_BELOW - 0.01
"""How sure a candidate is at least and at most: in between it is as sure as its sentence is sound."""
_MOST_WORDS = 18
_MOST_KEY_WORDS, _SHORTEST_KEY = 24, 3
"""Words of the sentence of a key of recall, characters of the name of what it is about."""
_NO_KEYS = OPEN_WORDS["hollow"] | OPEN_WORDS["pointing"] | OPEN_WORDS["abstract"] | OPEN_WORDS["figures"]
_NOW: frozenset[Marker] = frozenset(("now",))
_AHEAD: frozenset[Marker] = frozenset(("ahead",))
_BEHIND: frozenset[Marker] = frozenset(("behind",))
_PAST = frozenset(("past", "perfect", "used_to"))
_TELLS_END: frozenset[Marker] = frozenset(("tells_end",))
_LOOK_BACK = 60
"""Characters before a clause in which something may take back that it is so."""
_PAUSES = (*",.!?;:-–", *sorted(OPEN_WORDS["going_on"]))


def open_claims(clause: Clause, place: Place, speaker: str) -> Iterator[Claim]:
    """What a plain statement gives."""
    if clause.verb.endswith(":") and clause.outer is not None:
        clause = clause.outer
    for one in (clause, *valued(clause)):
        yield from _stated(one, place, speaker)


def _stated(clause: Clause, place: Place, speaker: str) -> Iterator[Claim]:
    text = place.text
    there, clause = clause, existing(clause, text)
    subject = clause.subject
    if subject is None or not _is_plain(clause) or there is clause and not is_known(clause, subject):
        return
    if _points(clause, subject, text) or _hangs(clause, subject, text):
        return
    thing = thing_of(clause)
    sort = class_of(clause, subject, thing) if thing is not None else ""
    said = _sentence(clause, subject, thing) if thing is not None and sort else ""
    if thing is not None and said and len(said.split()) <= _MOST_WORDS:
        statement = Statement(clause, subject, thing, said, sort, _is_assumed(clause, subject))
        sound = soundness(statement, place)
        is_fact = may_be_told(statement, sound) and not _is_ahead(clause, sort)
        sure = max(CANDIDATE_BELOW, round(sound, 2)) if is_fact else _candidate(sound)
        sure = min(sure, UNSURE) if may_be_anothers(statement, place) else sure
        for one in subject.listed:
            yield _claim(clause, sort, said, thing, ends_of(clause, one, thing, Mention(speaker, "person")), sure)


def _is_ahead(clause: Clause, sort: str) -> bool:
    """What is to come may be moved or called off: "Ana *flies* in on the 20th"; but a date told as such is kept."""
    dated = any(time.role == "at" for time in clause.times) and clause.verb not in ("be", "have")
    return clause.tense == "present" and dated and not sort.startswith(("dated", "on_day"))


def _is_assumed(clause: Clause, subject: Phrase) -> bool:
    """Whether nobody said whom or whose it is of, and it is taken for the speaker's."""
    return ("self" in subject.kinds or bool(subject.mention.owner)) and not says_whose(clause)


def _candidate(sound: float) -> float:
    return round(min(_MOST, max(_LEAST, CANDIDATE_BELOW * sound)), 2)


def _claim(
    clause: Clause, sort: str, said: str, thing: Phrase, ends: tuple[Mention, str, Mention], confidence: float
) -> Claim:
    dated = sort.startswith("dated")
    times = [time for time in clause.dates if dated or time.span != thing.mention.span]
    often = next((time.text for time in times if time.role == "frequency"), "")
    when = next((time.text for time in times if time.role not in ("frequency", "until")), "")
    until = next((time.text for time in times if time.role == "until"), "")
    (source, relation, target) = ends
    kind: ClaimKind = "correct" if dated and "now" in clause.markers else _kind(clause)
    return Claim(
        kind, source, relation, target, said, clause.span, f"open:{sort}", confidence,
        qualifiers={} if dated else _qualifiers(thing, often), modality=_modality(clause),
        start="" if kind == "end" else when, end=(when or until) if kind == "end" else until,
        edge_type=HAPPENS if dated or _has_happened(clause) else "",
        markers=_markers(clause, dated=dated),
    )  # fmt: skip


def _markers(clause: Clause, *, dated: bool) -> frozenset[Marker]:
    told = _AHEAD if dated or clause.tense == "future" else _BEHIND if clause.tense in _PAST else frozenset()
    ended = clause.phase == "end" and clause.tense != "used_to"
    return told | _NOW & clause.markers | (_TELLS_END if ended else frozenset())


def _sentence(clause: Clause, subject: Phrase, thing: Phrase) -> str:
    """The predicate with its verb as one person has it; empty where it is no clean sentence."""
    own, stands = thing.mention.span, clause.tense == "present" and not clause.progressive and clause.phase != "end"
    times = [time.span for time in clause.times if time.role != "frequency" and time.span != own and not stands]
    telling = takewhile(lambda word: word.text != ":", predicate(clause))  # "four cats*: Tom, who …*"
    kept = [word for word in telling if not within(word, times)]
    if own is None or not any(within(word, (own,)) for word in kept):
        return ""  # "the app *that I built*"
    if not _is_predicate(kept, clause, subject):
        return ""
    while kept and any(time.start >= kept[-1].span.end for time in times) and kept[-1].text.lower() in LEADING:
        times.append(kept.pop().span)  # "is leaving for Maersk *in the* new year"
    said = told(" and ".join(map(named, subject.listed)), clause, times)
    return f"{said[0].upper()}{said[1:]}" if said.partition(" ")[0].isalpha() else said


def _is_predicate(words: list[Word], clause: Clause, subject: Phrase) -> bool:
    """Neither "my piano, *a Bechstein*, stands …" nor "forced us *to leave*", nor "born and *raised*": is it, or was
    it?"""
    first = [word.text.lower() for word in words if word.text.isalnum()][:2]
    apposed = words[:1] and words[0].text != "(" and first[:1] and first[0] in OPEN_WORDS["articles"]
    if apposed or first == ["to", clause.verb]:
        return False
    begin = verb_begin(clause) if not clause.phase else 0
    if not all(_may_stand_between(word, clause) for word in words if word.span.start < begin):
        return False
    helped = any(word.text in OPEN_WORDS["helpers"] for word in words)
    return helped or not (clause.passive or clause.progressive and "self" not in subject.kinds)


def _may_stand_between(word: Word, clause: Clause) -> bool:
    """ "Redis *on cache-2 usually* evicts"; but "Dave, *long* drives in this car" is no drive of Dave's."""
    own = [one.mention.span for one in clause.arguments if one.mention.span is not None]
    lower = word.text.lower()
    loose = lower.endswith("ly") or lower in OPEN_WORDS["between"] | LEADING | clause.markers
    return loose or not word.text.isalpha() or within(word, own) or within(word, [time.span for time in clause.times])


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


def _points(clause: Clause, subject: Phrase, text: str) -> bool:
    """It speaks of what stands elsewhere ("they fixed *it*"), or takes back what it says."""
    said = " ".join(text[word.span.start : word.span.end] for word in clause.words).lower()
    if _text_of(subject, text) in OPEN_WORDS["it"] and not _is_taken_up(subject):
        return True
    for argument in clause.arguments:
        own, mention = argument.mention.span, argument.mention
        meant = bool(mention.name) and bool(mention.owner or "person" in argument.kinds)
        meant = meant or argument is subject or _is_taken_up(argument)
        if meant and own is not None and clause.span.start <= own.start < clause.span.end:
            said = said.replace(text[own.start : own.end].lower(), " ", 1)
    words = {word.strip(".,;:!?()\"'") for word in said.split()}
    return bool(words & (OPEN_WORDS["pointing"] | OPEN_WORDS["softening"])) or "?" in said


def _is_taken_up(argument: Phrase) -> bool:
    """A pronoun of which it is sure what it means: "the piano was tuned, *it* stands in the hall"."""
    meant = argument.mention
    known = bool(meant.name) and (meant.named or meant.definite or bool(meant.owner))
    return bool(argument.pronoun) and known and "guess" not in argument.kinds


def _text_of(argument: Phrase, text: str) -> str:
    span = argument.mention.span
    return text[span.start : span.end].lower() if span is not None else ""


def _hangs(clause: Clause, subject: Phrase, text: str) -> bool:
    """ "Nothing beats tea *after mowing the lawn*", "imagine *I live in Wales*": no statement of its own."""
    before = text[: clause.span.start].rstrip().lower()
    if not OPEN_WORDS["supposing"].isdisjoint(before[-_LOOK_BACK:].split()):
        return True
    after = text[clause.span.end :].split(maxsplit=1)[:1]
    if not OPEN_WORDS["depending_on"].isdisjoint(after):
        return True
    return subject.mention.span is None and bool(before) and not before.endswith(_PAUSES)


def _kind(clause: Clause) -> ClaimKind:
    if clause.phase in ("begin", "end"):
        return "begin" if clause.phase == "begin" else "end"
    stands = clause.tense == "present" and not is_ahead(clause) or holds_on(clause)
    return "state" if stands else "event"


def _has_happened(clause: Clause) -> bool:
    """It is past and stays so; not what somebody did for a while, was, or has been doing."""
    past = clause.tense in ("past", "perfect") and not clause.phase and not holds_on(clause)
    return past and not clause.progressive and clause.verb != "be" and _modality(clause) == "fact"


def _modality(clause: Clause) -> Modality:
    return "plan" if is_ahead(clause) else clause.modality


def _qualifiers(thing: Phrase, often: str) -> dict[str, str]:
    value = thing.mention.name if is_value(thing) else thing.count
    count = thing.count if thing.count and thing.count != value and thing.count not in value else ""
    amount = f"{count} {value}".strip()
    found = {
        "amount": "" if "when" in thing.kinds else amount,
        "when": thing.mention.name if "when" in thing.kinds else often,
    }
    return {key: value for key, value in found.items() if value}


def recall_keys(clause: Clause, place: Place) -> Iterator[Claim]:
    """What a clause speaks of, where nothing reads what it says: the subject, the verb as said, and the first thing it
    names. A key by which its message is found again."""
    subject, thing = clause.subject, _key_of(clause)
    if (
        subject is None
        or thing is None
        or not clause.polarity
        or clause.question
        or clause.request
        or clause.conditional
    ):
        return
    if clause.verb in ("", "be") or clause.phase == "end" or clause.modality not in GRAPH_MODALITIES:
        return
    if not is_known(clause, subject):
        return
    noted = place.text[clause.span.start : clause.span.end].strip(" ,;")  # "bike: Kinesis R1"
    said = f"{clause.verb} {noted}" if clause.verb.endswith(":") else told(named(subject), clause, ())
    if len(said.split()) <= _MOST_KEY_WORDS:
        one = Statement(clause, subject, thing, said, "key", _is_assumed(clause, subject))
        sure = _candidate(soundness(one, place))
        happened = _has_happened(clause)
        yield Claim(
            "event" if happened else "state", subject.mention, relation_slug(clause.verb), thing.mention, said,
            clause.span, "open:key", sure, edge_type=HAPPENS if happened else "",
        )  # fmt: skip


def _key_of(clause: Clause) -> Phrase | None:
    for argument in clause.arguments:
        mention = argument.mention
        if (
            argument.role == "subject"
            or argument is clause.wrong
            or mention.span is None
            or len(mention.name) < _SHORTEST_KEY
        ):
            continue
        if mention.head not in _NO_KEYS and "self" not in argument.kinds:
            return argument
    return None

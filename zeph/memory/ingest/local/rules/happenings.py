"""What happened to somebody or something, where no object tells it: "my car broke down", "I was laid off", "we split up".

In: a read sentence, a word in it and what the other rules found there. Out: findings whose target names the happening
by a noun (``breakdown``, ``layoff``); the wordings are in ``data/happenings.toml``.
"""

from dataclasses import dataclass, replace

from zeph.memory.ingest.local.frames.objects import NOUNS
from zeph.memory.ingest.local.frames.subjects import true_subject
from zeph.memory.ingest.local.open.deeds import phrase_actor
from zeph.memory.ingest.local.open.whole_clauses import kept_of, said
from zeph.memory.ingest.local.patterns import KIN, OWNED, PETS, UNSURE
from zeph.memory.ingest.local.phrases.entities import Phrase, kin_of, mine, singular
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence
from zeph.memory.ingest.local.phrases.syntax import Subject
from zeph.memory.language.gazetteer import read_data

RELATION = "has_event"


@dataclass(frozen=True, slots=True)
class Happening:
    """One wording and the noun for it."""

    noun: str
    of: str
    words: tuple[str, ...]
    """Behind the verb."""
    passive: bool
    time: str
    alone: bool
    briefly: bool
    """Of a phone or a server it says nothing that lasts."""


def _load() -> tuple[dict[str, list[Happening]], dict[str, frozenset[str]]]:
    data = read_data("happenings.toml")
    table: dict[str, list[Happening]] = {}
    for entry in data["happening"]:
        for line in entry["said"]:
            verb, *words = line.removeprefix("be ").split()
            passive, time = line.startswith("be "), entry.get("time", "done")
            made = Happening(
                entry["noun"],
                entry["of"],
                tuple(words),
                passive,
                time,
                entry.get("alone", False),
                verb in ("die", "stop"),
            )
            table.setdefault(verb, []).append(made)
    for group in table.values():
        group.sort(key=lambda happening: -len(happening.words))
    return table, {name: frozenset(words.split()) for name, words in data["nouns"].items()}


HAPPENINGS, _NOUNS = _load()
_BE = frozenset("is 's are am 'm was were 're been be being got get gets getting".split())
_HAVE = frozenset(("have", "has", "had", "'ve", "'s"))
_PAIR = frozenset(("parent", "grandparent", "folk", "in-law"))
_THINGS = _NOUNS["appliances"] | NOUNS["gear"] | NOUNS["rides"] | NOUNS["belongings"]
_SILENT = frozenset("phone battery server router console game pc plant bush tree train bus subway tube app".split())
"""Things that "die" or "stop working" for a moment only."""
_MACHINES = frozenset(("washing machine", "coffee machine", "tumble dryer", "central heating", "hot water"))
_ROOMS = frozenset("kitchen basement cellar bathroom garage roof ceiling attic sink toilet tap".split())
_OF = {
    "thing": _THINGS,
    "ride": NOUNS["rides"],
    "home": _NOUNS["home"],  # and what leaks or burns in it
    "pipe": _NOUNS["pipe"],
    "supply": _NOUNS["supply"],
    "tyre": _NOUNS["tyre"],
    "paper": _NOUNS["papers"],
    "ordered": _THINGS,
    "baby": _NOUNS["baby"],
}
_BEHIND = frozenset("in on at with from by after before during because when while again and but so this last".split())


def happening_findings(sentence: Sentence, at: int, known: list[Finding]) -> list[Finding]:
    """What the word there says has happened, unless ``known`` says more of it."""
    token = sentence.tokens[at]
    rows = [*HAPPENINGS.get(token.lower, ()), *HAPPENINGS.get(token.base if token.base != token.lower else "", ())]
    if not rows or token.date or any(finding.at == at for finding in known):
        return []
    for row in rows:
        if sentence.words(at + 1, *row.words) and (found := _happened(sentence, at, row)) is not None:
            return [found]
    return []


def _happened(sentence: Sentence, at: int, row: Happening) -> Finding | None:
    helped = helper_of(sentence, at)
    if row.passive != (helped in _BE and sentence.tokens[at].tag != "VBG" or helped in _BE and row.noun == "pregnancy"):
        return None
    reading = sentence.reading(at)
    if reading.mood not in ("fact", "plan") or is_denied(sentence, at) or not _ends_there(sentence, at, row):
        return None
    time = _time(sentence, at, row, helped, reading.mood)
    subject = true_subject(sentence, at, reading.subject)
    actor = _actor(sentence, subject, row) if time and subject is not None else None
    if actor is None or subject is None:
        return None
    sentence.notice(actor)
    fact = _fact(sentence, at, row, actor, subject, helped)
    due = row.noun == "pregnancy" and time == "now" and any(token.date for token in sentence.tokens[at:])
    return Finding(
        actor.name, actor.type, RELATION, row.noun, "event", fact, "happening", at, actor.factor,
        future=due or time == "ahead", event=time == "done",
    )  # fmt: skip


def helper_of(sentence: Sentence, at: int) -> str:
    """The form of "be", "get" or "have" before the verb, past adverbs."""
    before = at - 1
    while before >= 0 and sentence.tokens[before].pos in ("ADV", "PART") and at - before <= 3:
        before -= 1
    word = sentence.word(before)
    return word if word in _BE | _HAVE else ""


def is_denied(sentence: Sentence, at: int) -> bool:
    return any(sentence.word(near) in ("not", "n't", "never", "nearly", "almost") for near in range(at - 3, at))


def _ends_there(sentence: Sentence, at: int, row: Happening) -> bool:
    """Whether no object follows: "broke down" on its own, not "broke down the door"."""
    end = at + 1 + len(row.words)
    if end >= len(sentence.tokens):
        return True
    token = sentence.tokens[end]
    if token.date or token.pos in ("PUNCT", "ADV", "CCONJ", "SCONJ"):
        return True
    if not row.alone:
        return end not in sentence.found or row.passive
    return token.lower in _BEHIND and not (row.noun == "separation" and token.lower == "with")


def _time(sentence: Sentence, at: int, row: Happening, helped: str, mood: str) -> str:
    """ "done", "now", "ahead"; empty where the tense does not fit."""
    tag, dated = sentence.tokens[at].tag, any(token.date for token in sentence.tokens)
    if mood == "plan":
        return "ahead" if row.time == "due" and dated else ""
    if row.passive:
        present = helped in ("is", "'s", "are", "am", "'m", "'re", "get", "gets")
        state = row.noun in ("breakdown", "pregnancy", "birth", "damage", "expiry")
        if row.noun == "wedding" and helped not in ("got", "getting", "get"):
            return ""
        if helped == "getting" or row.noun == "birth":
            return "ahead" if dated else ""
        return ("now" if state else "") if present else "done"
    if tag in ("VBD", "VBN") and (tag == "VBD" or helped in _HAVE or not helped):
        return "done"
    if tag == "VBG" and helped in _BE and row.time == "ongoing":
        return "now" if helped not in ("was", "were") else "done"
    if row.time == "ongoing" and tag in ("VBZ", "VBP"):
        return "now"
    if row.time == "due" and (tag in ("VBZ", "VBP") or (tag == "VBG" and helped in _BE)):
        return "ahead" if dated else ""
    return ""


def _actor(sentence: Sentence, subject: Subject, row: Happening) -> Actor | None:
    if subject.kind == "speaker":
        together = sentence.word(subject.at) == "we"
        return sentence.speaker if row.of == "person" or (row.of == "pair" and together) else None
    if subject.phrase is None:
        mention = sentence.pointing(subject.at) if subject.kind == "pronoun" else None
        if mention is not None and mention.kind == "animal" and row.of not in ("pet", "kin"):
            return None  # no animal breaks down
        actor = sentence.actor(subject, things=True) if subject.kind == "pronoun" else None
        return actor if actor is not None and _fits_actor(actor, row) else None
    return _of_phrase(sentence, subject.phrase, row)


def _fits_actor(actor: Actor, row: Happening) -> bool:
    if row.of == "pair":
        return actor.plural
    return (actor.type == "person") == (row.of in ("person", "kin")) and row.of not in ("paper", "baby")


def _of_phrase(sentence: Sentence, phrase: Phrase, row: Happening) -> Actor | None:
    head = singular(phrase.head)
    if row.of in ("person", "kin", "pair"):
        if row.of == "pair":
            own = mine(phrase) and head in _PAIR
            return phrase_actor(sentence, phrase) if own else None
        if head in PETS or (head not in KIN and kin_of(phrase, sentence.tokens) is None and phrase.determiner):
            return None
        named = phrase.proper and not phrase.determiner and sentence.kind(phrase) in ("", "given_name")
        actor = sentence.actor(Subject("phrase", phrase), things=False) if named else phrase_actor(sentence, phrase)
        return actor if actor is not None and actor.type == "person" else None
    if row.of == "pet":
        return Actor(f"{sentence.speaker.name}'s {head}", "concept") if head in PETS and mine(phrase) else None
    owned = row.of == "thing" and (phrase.head in OWNED or sentence.kind(phrase) in ("device", "car"))
    if head not in _OF[row.of] and phrase.head not in _OF[row.of] and not owned:
        return None
    if phrase.proper and row.of != "thing" or (row.briefly and head in _SILENT):
        return None
    single = head in _NOUNS["appliances"] and len(phrase.name.split()) == 1 or phrase.name.casefold() in _MACHINES
    room = row.of == "home" and phrase.name.casefold() in _ROOMS
    house = phrase.determiner == "the" and (single or room)
    if not (mine(phrase) or house):
        return None
    own = row.of == "baby" and not phrase.proper
    name = f"{sentence.speaker.name}'s {phrase.name}"
    kind = "person" if own else "tool" if row.of in ("thing", "ride") else "concept"
    return Actor(name, kind, 1.0 if mine(phrase) else UNSURE)


def _fact(sentence: Sentence, at: int, row: Happening, actor: Actor, subject: Subject, helped: str) -> str:
    """The whole clause where there is a parse."""
    if sentence.tokens[0].dep:
        tree = sentence.tree
        verb = at
        if sentence.tokens[at].dep in ("acomp", "attr") or not sentence.tokens[at].pos.startswith("V"):
            verb = next((near for near in range(at - 1, max(-1, at - 4), -1) if sentence.word(near) == helped), at)
        whole = said(sentence, tree, verb, kept_of(sentence, tree, verb, subject.at, at + 1 + len(row.words)), actor)
        if sentence.word(at) in whole and len(whole) < 200:
            return whole
    helper = f"{'was' if helped in ('got', 'were') else helped} " if row.passive else ""
    return " ".join(f"{actor.name} {helper}{sentence.word(at)} {' '.join(row.words)}".split())


def ended_belongings(findings: list[Finding], sentence: Sentence) -> list[Finding]:
    """What is stolen is no longer owned."""
    owner = f"{sentence.speaker.name}'s "
    return [
        replace(
            made, source=sentence.speaker.name, source_type="person", relation="owns",
            target=made.source.removeprefix(owner), target_type="tool", pattern="frame_end", ends=True, event=False,
        )
        for made in findings
        if made.target == "theft" and made.relation == RELATION and made.source.startswith(owner)
    ]  # fmt: skip

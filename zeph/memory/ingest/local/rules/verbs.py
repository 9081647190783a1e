"""Facts that verbs state: the frames of ``patterns``, and changes ("switched from vim to neovim").

In: a read sentence. Out: findings. A denied verb gives its opposite or nothing, a plan gives a plan, an ended state
an end; everything that is merely possible gives nothing.
"""

from dataclasses import replace

from zeph.memory.ingest.local.frames.subjects import true_subject
from zeph.memory.ingest.local.patterns import CONDITIONS, FRAMES, GROUPS, PETS, USED_ONCE, Frame, inflect
from zeph.memory.ingest.local.phrases.entities import Phrase, kin_of, usable
from zeph.memory.ingest.local.phrases.lists import instead_of, without_lead
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence, says_future
from zeph.memory.ingest.local.phrases.syntax import Reading
from zeph.memory.ingest.local.rules.changes import CHANGES, change_findings
from zeph.memory.ingest.local.rules.negation import denial_factor
from zeph.memory.ingest.local.rules.objects import accepts, takes
from zeph.memory.ingest.local.rules.tools import SOFTWARE

_STATES = frozenset(("lives_in", "works_at", "has_role", "studied_at", "studies"))


def verb_findings(sentence: Sentence, at: int) -> list[Finding]:
    """What the word there states, if it is a verb of the table."""
    lemma = sentence.tokens[at].lemma
    found: list[Finding] = []
    if lemma in _JOB_VERBS:
        found += _job(sentence, at)
    if lemma in FRAMES:
        found += _at_verb(sentence, at, lemma)
    if lemma in CHANGES:
        found += change_findings(sentence, at, lemma)
    return found


def _at_verb(sentence: Sentence, at: int, verb: str) -> list[Finding]:
    reading = sentence.reading(at)
    found: list[Finding] = []
    for frame in FRAMES[verb]:
        first = _object_at(sentence, at, frame)
        if (
            first is None
            or any(known.relation == frame.relation for known in found)
            or not _voice_fits(sentence, frame, reading, at)
        ):
            continue
        actor = sentence.actor(true_subject(sentence, at, reading.subject), things=frame.things)
        if actor is None or (frame.relation == "runs_on" and actor.type == "person"):
            continue
        sentence.notice(actor)
        found += _facts(sentence, at, frame, reading, actor, first)
    return found


_JOB_VERBS = frozenset(("get", "have", "start", "land", "accept"))


def _job(sentence: Sentence, at: int) -> list[Finding]:
    """ "I got a new job at Acme as a nurse"."""
    phrase, reading = sentence.found.get(at + 1), sentence.reading(at)
    actor = sentence.actor(reading.subject, things=False)
    if (
        phrase is None
        or phrase.head not in ("job", "position", "internship", "gig")
        or actor is None
        or reading.mood != "fact"
    ):
        return []
    found: list[Finding] = []
    for near in range(phrase.end, min(phrase.end + 5, len(sentence.tokens) - 1)):
        named = sentence.found.get(near + 1)
        if named is None or not usable(named):
            continue
        if sentence.word(near) in ("at", "with") and named.proper:
            over = sentence.word(at) == "had" and sentence.tokens[at].tag == "VBD" and not reading.perfect
            fact = f"{actor.name} {'had' if over else 'works'} {'a job ' if over else ''}at {named.name}"
            found.append(
                Finding(actor.name, "person", "works_at", named.name, "organization", fact, "works_at", at, ends=over)
            )
        if sentence.word(near) == "as":
            fact = f"{actor.name} works as {sentence.shown(named)}"
            found.append(Finding(actor.name, "person", "has_role", named.name, "concept", fact, "works_as", at))
    return found


def _voice_fits(sentence: Sentence, frame: Frame, reading: Reading, at: int) -> bool:
    if frame.verb in ("promote", "marry"):
        return True
    if frame.passive and reading.subject is not None and reading.subject.kind == "left_out":
        return False
    named = reading.subject is not None and reading.subject.kind == "phrase"
    if not frame.passive and named and _bare(sentence, at) and not reading.perfect:
        return False  # "a tool written in Rust" wrote nothing
    return reading.passive == frame.passive or (frame.passive and reading.subject is not None and _bare(sentence, at))


def _bare(sentence: Sentence, at: int) -> bool:
    """A participle without "be": "a service hosted on Hetzner", "born in Oslo"."""
    return sentence.tokens[at].tag == "VBN"


def _object_at(sentence: Sentence, at: int, frame: Frame) -> int | None:
    """Where the object begins; its preposition may come a few words after the verb."""
    if not frame.preps:
        return at + 1
    for near in range(at + 1, min(at + 7, len(sentence.tokens))):
        if sentence.words(near, *frame.preps) and sentence.tokens[near].date is None:
            return near + len(frame.preps)
        token = sentence.tokens[near]
        if token.lower == "back" and frame.relation == "comes_from":
            return None  # "came back from Rome": a visit
        between = token.date or token.pos in ("ADV", "PART") or near in sentence.found or token.lower in _LIGHT
        far = frame.verb in (
            "work",
            "move",
            "deploy",
            "host",
            "run",
            "live",
            "study",
            "store",
            "get",
            "promote",
            "take",
        )
        other = token.pos == "ADP" and frame.verb in ("work", "study") and near > at + 1 or token.lower in ("at", "as")
        if not (between and (far or token.pos == "ADV" or token.date)) and not (other and far):
            return None
    return None


_LIGHT = frozenset(("it", "them", "everything", "all", "back", "over", "together", "remotely", "out"))


def _facts(sentence: Sentence, at: int, frame: Frame, reading: Reading, actor: Actor, first: int) -> list[Finding]:
    mood = reading.mood
    if frame.verb == "stand":
        if mood != "denied" and sentence.word(at - 1) != "n't":
            return []
        mood = "fact"
    if mood == "unreal" or not _tense_fits(sentence, at, frame, reading):
        return []
    found = []
    for phrase in takes(sentence, first, frame):
        target_type = accepts(sentence, phrase, frame)
        if target_type is None or (frame.relation == "visited" and kin_of(phrase, sentence.tokens)):
            continue  # whom one visits one meets
        if frame.pattern == "went_to" and _is_no_event(sentence, at, phrase):
            continue
        finding = _finding(sentence, at, frame, reading, mood, actor, phrase, target_type)
        if finding is not None:
            found.append(finding)
    return found


def _is_no_event(sentence: Sentence, at: int, phrase: Phrase) -> bool:
    """ "I went back to Emacs", "I went back to Siemens"."""
    kind = sentence.kind(phrase)
    return kind in SOFTWARE or (kind == "company" and sentence.word(at + 1) == "back")


def _tense_fits(sentence: Sentence, at: int, frame: Frame, reading: Reading) -> bool:
    """Events count when they happened or are planned, not as habits."""
    tag = sentence.tokens[at].tag
    if (
        frame.relation in ("attended", "created", "completed", "met", "organised", "celebrated")
        or frame.pattern == "bought"
    ):
        ahead = says_future(sentence, at, len(sentence.tokens))
        return tag in ("VBD", "VBN") or reading.mood == "plan" or (tag == "VBG" and ahead)
    subject = reading.subject
    if frame.relation == "likes" and (subject is None or subject.kind == "left_out"):
        return False  # "Loved the theme!" is a compliment
    return reading.mood == "over" or not (frame.relation in ("eats", "drinks") and tag in ("VBD", "VBG"))


def _finding(
    sentence: Sentence, at: int, frame: Frame, reading: Reading, mood: str, actor: Actor, phrase: Phrase, kind: str
) -> Finding | None:
    relation, pattern = _relation(sentence, frame, phrase, kind)
    if pattern == "drives" and not (phrase.determiner or phrase.proper or phrase.owner_end):
        relation = frame.verb  # who drives trucks need not have one
    token, shown = sentence.tokens[at], sentence.shown(phrase)
    name = without_lead(sentence, phrase) if relation == "owns" else phrase.name
    prep = " ".join(frame.preps)
    past = token.tag == "VBD" or (token.tag == "VBN" and not reading.passive)
    ahead = mood == "fact" and token.tag == "VBG" and says_future(sentence, at, len(sentence.tokens))
    dated = any(word.date for word in sentence.tokens[reading.start :])
    due = token.tag == "VBG" and not reading.perfect and mood == "fact" and frame.relation in ("visited", "attended")
    due = due and any(word.date and word.date.role == "at" for word in sentence.tokens)
    ends = mood == "over" or (frame.stative and past and token.tag == "VBD" and not reading.perfect and mood == "fact")
    if mood == "denied":
        opposite = {"likes": "dislikes", "eats": "avoids", "drinks": "avoids"}.get(relation)
        doubt = 1.0 if opposite else denial_factor(sentence, at, phrase.end, relation)
        if not doubt:
            return None
        ends, actor = not opposite, replace(actor, factor=actor.factor * doubt)
        relation, verb = (
            opposite or relation,
            f"does not {frame.verb}" if token.tag != "VBG" else f"is not {token.lower}",
        )
    elif mood == "over":
        used = sentence.word(reading.start + 1) == "used" or sentence.word(at - 2) == "used"
        verb = f"used to {frame.verb}" if used else f"no longer {inflect(frame.verb)[0]}"
    elif mood == "plan" or ahead:
        verb = f"plans to {frame.verb}"
        if not (relation in _STATES and dated):
            relation, pattern = "_".join(("plans_to", frame.verb, *frame.preps)), "plans"
    else:
        verb = frame.verb if actor.plural and not past and not reading.passive else ""
        verb = "plans a trip to" if frame.pattern == "plans" and kind == "location" else verb
        verb = verb or _said(frame, reading, token.lower, past=past, tag=token.tag)
    fact = " ".join(f"{actor.name} {verb} {prep} {shown}".split())
    tried = frame.pattern == "uses" and token.tag == "VBD" and mood == "fact" and not reading.passive
    factor = actor.factor * (USED_ONCE if tried else 1.0)
    due = due or (frame.pattern == "signed_up" and dated)
    future = mood == "plan" or ahead or due or frame.pattern == "plans"
    return Finding(
        actor.name, actor.type, relation, name, kind, fact, pattern, at, factor, ends=ends, future=future,
        event=tried, replaces=instead_of(sentence, phrase) if relation == "uses" and mood == "fact" else None,
    )  # fmt: skip


def _said(frame: Frame, reading: Reading, form: str, *, past: bool, tag: str) -> str:
    if frame.verb == "stand":
        return "cannot stand"
    if frame.passive or reading.passive:
        aux = (
            "was"
            if frame.verb == "hire"
            or frame.relation in ("born_in", "has_role", "created_by", "has_condition", "comes_from")
            else "is"
        )
        return f"{aux} {form}"
    if past and reading.perfect and tag == "VBN":
        return f"has {form}"
    if frame.verb == "take" and frame.preps == ("to",):  # "took my niece to a fair"
        return "went"
    return form if past else inflect(frame.verb)[0]


def _relation(sentence: Sentence, frame: Frame, phrase: Phrase, kind: str) -> tuple[str, str]:
    """Some verbs say different things of different objects."""
    if frame.kind == "owned" and phrase.head in CONDITIONS:
        return "has_condition", "condition"
    if frame.kind == "owned" and (phrase.head in PETS or kind == "pet"):
        return "has_pet", "has"
    if frame.relation == "joined":
        return ("member_of", "member") if phrase.head in GROUPS else ("works_at", "joined")
    if frame.relation == "attended" and kind == "location":
        return "visited", "visited"
    return frame.relation, frame.pattern

"""Facts by the table of verb frames: what "signed up for", "is allergic to" or "gave up" states, and of whom.

In: a read sentence, a word in it, and what the closer rules found there. Out: findings. The verb's reading tells
whether it is so, over, denied or planned; ``frame_objects`` tells whether the object fits.
"""

import re
from dataclasses import dataclass, replace

from zeph.memory.ingest.local.frames.match import NEGATION, object_start, skip_fillers
from zeph.memory.ingest.local.frames.objects import HURT, NOUNS, fits
from zeph.memory.ingest.local.frames.subjects import someone, something, true_subject
from zeph.memory.ingest.local.frames.table import FORMS, PREPOSITIONS, STATES, VERBS, VerbFrame, forms_of
from zeph.memory.ingest.local.patterns import KIN
from zeph.memory.ingest.local.phrases.entities import Phrase, kin_of, mine, singular, which_one
from zeph.memory.ingest.local.phrases.identity import kin_of_others
from zeph.memory.ingest.local.phrases.lists import gerund_behind, instead_of, listed, title, used_with, without_lead
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence, says_future
from zeph.memory.ingest.local.phrases.syntax import ALMOST, Reading
from zeph.memory.ingest.local.rules.negation import denial_factor
from zeph.memory.ingest.local.rules.objects import gerunds
from zeph.memory.ingest.local.rules.returns import is_departure
from zeph.memory.ingest.local.rules.states import employer_of

_BE = frozenset(("is", "'s", "are", "am", "'m", "was", "were", "'re", "been", "be", "being"))
_GET = frozenset(("got", "get", "gets", "getting", "gotten"))
_PAST_BE = frozenset(("was", "were", "got"))
_FAR = frozenset(("place", "org", "role", "school", "person", "named_tool", "known_tool", "host", "group"))
"""Objects so sure of their kind that other words may stand before their preposition."""
_LASTING = frozenset(("lives_in", "works_at", "has_role", "studied_at", "studies", "member_of"))
_OPPOSITE = {"likes": "dislikes", "eats": "avoids", "drinks": "avoids"}
_SCHOOLS = frozenset(("school", "university", "college", "uni"))
_LASTS = frozenset(("owns", "eats", "drinks", "friend_of"))
_PLACED = frozenset(("place", "home", "stay", "spot"))
_NEAR = frozenset("in near of outside by at called named on around".split())
_ABLE = frozenset(("eat", "drink", "tolerate", "digest", "touch", "have"))
_ACTIVITIES = frozenset(("activity", "thing", "skill", "sport", "pastime", "vice"))
_ALONE = frozenset(
    (
        "",
        ".",
        ",",
        "!",
        "and",
        "but",
        "with",
        "in",
        "at",
        "on",
        "for",
        "every",
        ")",
        "a",
        "since",
        "now",
        "once",
        "twice",
        "three",
        "daily",
        "regularly",
        "most",
    )
)


_SWITCHED = frozenset(("uses", "drinks", "eats", "drives", "owns"))
MAX_APART = 2
"""Words between a verb and one that serves it."""
_UNCHANGED = frozenset(("quit", "cut", "put", "split"))
"""Their past looks like their present; nobody says of every day that they quit."""


@dataclass(frozen=True, slots=True)
class _Verb:
    """One verb of the sentence as its frames need it."""

    at: int
    reading: Reading
    mood: str
    past: bool
    """The simple past."""
    done: bool
    """Past or perfect."""


def frame_findings(sentence: Sentence, at: int, known: list[Finding]) -> list[Finding]:
    """What the word there states by the table, beside what is ``known`` of it."""
    token = sentence.tokens[at]
    if token.pos not in ("VERB", "AUX") or token.date or _helps(sentence, at):
        return []
    frames = _candidates(sentence, at)
    if not frames or is_request(sentence):
        return []
    verb = _verb(sentence, at)
    if verb.mood == "unreal":
        return []
    found: list[Finding] = []
    for frame in frames:
        if frame.object == "none" and any(
            other.at == at and other.relation != "member_of" for other in (*known, *found)
        ):
            continue
        found += [
            finding
            for finding in _by_frame(sentence, verb, frame)
            if not any(_same_thing(finding, other) for other in (*known, *found))
        ]
    return found


def is_request(sentence: Sentence) -> bool:
    """ "Write a story about …": what follows a bare verb is asked for, not told."""
    first = sentence.tokens[0]
    return first.tag == "VB" and first.dep == "ROOT" and first.pos == "VERB"


def _helps(sentence: Sentence, at: int) -> bool:
    """Whether "have", "do" or "go" only serve another verb."""
    token = sentence.tokens[at]
    helper = token.dep in ("aux", "auxpass") and token.base not in ("be", "get")
    return helper and sentence.tokens[token.head].pos in ("VERB", "AUX")


def _same_thing(finding: Finding, other: Finding) -> bool:
    """Two rules about one object of one verb: the first has said it."""
    a, b = f" {finding.target.casefold()} ", f" {other.target.casefold()} "
    if other.replaces and f" {other.replaces.casefold()} " in (a, f"the {a}"):
        return True
    if "sold" in (finding.relation, other.relation) and finding.relation != other.relation:
        return False  # sold, and no longer owned
    if other.ends and a == b and abs(finding.at - other.at) <= MAX_APART:
        return True  # "stopped smoking", from "stop" and from "smoke"
    return finding.at == other.at and (a in b or b in a)


def _candidates(sentence: Sentence, at: int) -> list[VerbFrame]:
    word, token = sentence.word(at), sentence.tokens[at]
    frames: list[VerbFrame] = []
    if word in _BE or word in _GET:
        state = skip_fillers(sentence, at + 1)
        for near in range(at + 1, min(state + 5, len(sentence.tokens))):
            frames += STATES.get(sentence.word(near), [])
            if sentence.tokens[near].pos not in ("ADV", "DET", "ADJ", "PART", "NUM", "NOUN", "ADP"):
                break
        frames += STATES[""] if word in _BE else []
    if word not in _BE:
        frames += VERBS.get(token.lemma) or VERBS.get(token.base) or VERBS.get(FORMS.get(word, ("",))[0]) or []
        if token.tag in ("VBN", "VBD") and not _helped(sentence, at):
            takes = at + 1 in sentence.found  # "we hired Noor as a designer"
            frames += [
                frame
                for frame in STATES.get(token.lower, [])
                if (token.tag == "VBN" or frame.subject == "person") and not (takes and frame.words)
            ]
    return frames


def _helped(sentence: Sentence, at: int) -> bool:
    before = {sentence.word(at - 1), sentence.word(at - 2)}
    return bool(before & (_BE | _GET | {"have", "has", "had", "'ve"}))


def _verb(sentence: Sentence, at: int) -> _Verb:
    reading, token = sentence.reading(at), sentence.tokens[at]
    mood: str = reading.mood
    if token.lower in _BE:
        following = [sentence.word(near) for near in range(at + 1, min(at + 4, len(sentence.tokens)))]
        denied = following[:1] in (["not"], ["n't"], ["never"]) or following[:2] == ["no", "longer"]
        if denied and mood == "fact":
            later = {word.lower for word in sentence.tokens[at:] if word.lower in ("anymore", "longer")}
            mood = "over" if later or sentence.text.casefold().find("any more") > 0 else "denied"
        if following[:1] and following[0] in ALMOST:
            mood = "unreal"
    if token.base in _ABLE and sentence.word(at - 1) in ("n't", "not") and sentence.word(at - 2) in ("ca", "can", "wo"):
        mood = "denied"
    if mood == "unreal" and sentence.words(at - 2, "had", "to") and sentence.word(at - 3) not in ("if", "i'd", "'d"):
        mood = "fact"  # what one had to do one did
    if mood == "fact" and _unlearned(sentence, at):
        mood = "unreal"
    simple = token.tag == "VBD" or sentence.words(at - 2, "had", "to") and not reading.perfect
    past = simple and not reading.passive if token.lower not in _BE else token.lower in _PAST_BE
    done = past or (reading.perfect and token.tag != "VBG") or token.tag in ("VBD", "VBN")
    return _Verb(at, reading, mood, past, done)


_LEARNING = frozenset(("learned", "learnt", "how", "bothered", "managed"))


def _unlearned(sentence: Sentence, at: int) -> bool:
    """ "I never learned to ride a bike": nobody rides."""
    if sentence.word(at - 1) != "to" or sentence.word(at - 2) not in _LEARNING:
        return False
    return any(sentence.word(near) in NEGATION for near in range(max(0, at - 6), at - 2))


def _by_frame(sentence: Sentence, verb: _Verb, frame: VerbFrame) -> list[Finding]:
    words, participle = frame.words, sentence.tokens[verb.at].lower
    bare = frame.verb == "be" and participle not in _BE | _GET
    if frame.verb == "be" and participle in _GET and (not words or words[0] in PREPOSITIONS):
        return []
    first = object_start(sentence, verb.at, words[1:] if bare else words, far=frame.object in _FAR)
    if first is None or not _voice(sentence, verb, frame, bare=bare):
        return []
    actor = _actor(sentence, verb, frame)
    if actor is None or not _timely(sentence, verb, frame):
        return []
    found = []
    if frame.object == "none":
        return _alone(sentence, verb, frame, actor)
    for phrase in _objects(sentence, first, frame):
        kind = fits(sentence, phrase, frame.object) or _like_a_person(sentence, phrase, frame)
        if kind is None or not _followed(sentence, phrase, frame):
            continue
        if frame.object in ("child", "relative") or (frame.object == "pet" and _names_behind(sentence, phrase)):
            found += _relatives(sentence, verb, frame, actor, phrase)
            continue
        finding = _finding(sentence, verb, frame, actor, phrase, kind, first)
        found += [finding, *_employer(sentence, finding, phrase)] if finding is not None else []
    if found:
        sentence.notice(actor)
    return found


_MADE_WITH = frozenset(("built_with", "written_in", "stores_in", "hosted_on", "tested_with", "depends_on"))


def _like_a_person(sentence: Sentence, phrase: Phrase, frame: VerbFrame) -> str | None:
    """ "The blog is generated with Hugo": a first name, where nobody can be meant."""
    tool = frame.subject == "thing" and frame.relation in _MADE_WITH and frame.object in ("named_tool", "host")
    return "tool" if tool and sentence.kind(phrase) == "given_name" and not phrase.determiner else None


def _employer(sentence: Sentence, role: Finding, phrase: Phrase) -> list[Finding]:
    """ "Promoted to senior analyst at Northwind": with the role its place."""
    named = employer_of(sentence, phrase) if role.relation == "has_role" else None
    if named is None:
        return []
    said = "no longer works at" if role.ends else "works at"
    fact = f"{role.source} {said} {named.name}"
    return [replace(role, relation="works_at", target=named.name, target_type="organization", fact=fact)]


def _voice(sentence: Sentence, verb: _Verb, frame: VerbFrame, *, bare: bool) -> bool:
    if frame.verb == "be":
        return not bare or verb.reading.subject is not None
    tag, subject = sentence.tokens[verb.at].tag, verb.reading.subject
    said_of = tag == "VBN" and not verb.reading.perfect and subject is not None and subject.kind == "phrase"
    return not said_of and not (verb.reading.passive and tag in ("VBN", "VBD"))


def _followed(sentence: Sentence, phrase: Phrase, frame: VerbFrame) -> bool:
    if not frame.after or not sentence.words(phrase.end, *frame.after):
        return not frame.after
    goal = sentence.found.get(phrase.end + len(frame.after)) if frame.ends else None
    return goal is None or goal.head not in _MENDED_AT  # "gave my bike to the shop"


_MENDED_AT = frozenset("shop garage mechanic vet cleaner workshop repairman technician service tailor museum".split())


def _objects(sentence: Sentence, first: int, frame: VerbFrame) -> list[Phrase]:
    if frame.object == "role" and first < len(sentence.tokens) and first not in sentence.found:
        word = sentence.tokens[first]
        if word.lower in NOUNS["roles"]:  # "working as cleaner", where the tagger sees no noun
            return [Phrase(first, first + 1, word.text, "", word.lower, False)]
    titled = title(sentence, first) if frame.object == "work" else None
    taken = [titled] if titled is not None else listed(sentence, first)
    if taken and frame.object in ("known_tool", "named_tool"):
        taken += used_with(sentence, taken[-1].end)
    behind = gerund_behind(sentence, taken[-1].end) if taken and frame.object in _ACTIVITIES else None
    if behind is not None:
        taken += gerunds(sentence, behind)
    if not taken and frame.object in _ACTIVITIES:
        taken = gerunds(sentence, first)
    if frame.object in _PLACED:
        return _places(sentence, taken, many=frame.relation == "visited")
    return [sentence.named(phrase) for phrase in (taken[:1] if frame.object in ("role", "diet") else taken)]


def _places(sentence: Sentence, taken: list[Phrase], *, many: bool) -> list[Phrase]:
    """Of "a village near Cork" Cork; of "Portland, Oregon" Portland, of "Lagos and Accra" both."""
    inner = [_within(sentence, phrase) for phrase in taken]
    listed_all = len(taken) > 1 and sentence.word(taken[-1].start - 1) == "and"
    return inner if many or listed_all else inner[:1]


def _within(sentence: Sentence, phrase: Phrase) -> Phrase:
    for _ in range(3):
        following = sentence.found.get(phrase.end + 1)
        dwelling = not phrase.proper and phrase.head in NOUNS["dwellings"]
        if not dwelling or sentence.word(phrase.end) not in _NEAR or following is None:
            return sentence.named(phrase)
        phrase = following
    return phrase


def _actor(sentence: Sentence, verb: _Verb, frame: VerbFrame) -> Actor | None:
    subject = true_subject(sentence, verb.at, verb.reading.subject)
    if subject is None:
        return None
    if frame.subject == "speaker":
        return sentence.speaker if subject.kind == "speaker" else None
    if subject.phrase is None:
        actor = sentence.actor(subject, things=frame.subject != "person")
        return actor if actor is None or frame.subject != "thing" or actor.type not in ("person", "location") else None
    if frame.subject == "person":
        return someone(sentence, subject.phrase)
    thing = something(sentence, subject.phrase)
    return thing or (someone(sentence, subject.phrase) if frame.subject == "any" else None)


def _timely(sentence: Sentence, verb: _Verb, frame: VerbFrame) -> bool:
    token = sentence.tokens[verb.at]
    if verb.mood == "plan":
        return not frame.ends and not (frame.time == "changed" and not any(t.date for t in sentence.tokens))
    if frame.ends:
        return (verb.done or token.lower in _UNCHANGED or _due(sentence, verb)) and verb.mood == "fact"
    if frame.time == "changed":
        return verb.mood == "over"
    if frame.time == "now":
        return verb.mood == "over" or not verb.past
    if frame.time == "event":
        return verb.mood == "fact" and (verb.done or _ahead(sentence, verb))
    return True


def _due(sentence: Sentence, verb: _Verb) -> bool:
    """ "She retires at the end of January": said of the present, with a date."""
    return sentence.tokens[verb.at].tag in ("VBZ", "VBG") and any(token.date for token in sentence.tokens[verb.at :])


def _ahead(sentence: Sentence, verb: _Verb) -> bool:
    """ "I'm flying to Malta on Thursday": in progress with a date is a plan."""
    if sentence.tokens[verb.at].tag != "VBG" or verb.reading.perfect or verb.mood != "fact":
        return False
    dates = [token.date for token in sentence.tokens if token.date]
    return any(date.role == "at" for date in dates) or says_future(sentence, verb.at, len(sentence.tokens))


def _alone(sentence: Sentence, verb: _Verb, frame: VerbFrame, actor: Actor) -> list[Finding]:
    """ "I knit a lot": the verb itself is what is told."""
    token = sentence.tokens[verb.at]
    window = {sentence.word(at) for at in range(max(0, verb.at - 4), verb.at)}
    habit = token.tag in ("VBP", "VBZ") or verb.mood == "over" or bool(window & {"been", "started"})
    following = skip_fillers(sentence, verb.at + 1)
    phrase = sentence.found.get(following)
    alone = sentence.word(following) in _ALONE and (
        phrase is None or phrase.head in ("lot", "bit", "time", "year") or phrase.determiner == "every"
    )
    if not (habit and alone) or verb.mood not in ("fact", "over") or actor.type != "person":
        return []
    activity = forms_of(frame.verb)[3]
    over = verb.mood == "over"
    said = f"no longer {forms_of(frame.verb)[0]}" if over else forms_of(frame.verb)[0]
    sentence.notice(actor)
    return [
        Finding(
            actor.name, actor.type, frame.relation, activity, "concept", f"{actor.name} {said}",
            "frame", verb.at, actor.factor, ends=over,
        )
    ]  # fmt: skip


def _finding(
    sentence: Sentence, verb: _Verb, frame: VerbFrame, actor: Actor, phrase: Phrase, kind: str, first: int
) -> Finding | None:
    relation, pattern, future = frame.relation, "frame", False
    tokens = sentence.tokens
    ends = frame.ends or verb.mood == "over" or (frame.time == "state" and verb.past)
    name = _name(sentence, phrase, frame)
    entered = relation == "likes" and frame.verb == "get" and sentence.kind(phrase) in ("city", "university", "company")
    if name is None or name == actor.name or entered or _of_the_moment(sentence, verb, frame):
        return None
    if verb.mood == "denied":
        opposite = _OPPOSITE.get(relation)
        doubt = 0.0 if opposite or frame.ends else denial_factor(sentence, verb.at, phrase.end, relation)
        if frame.ends or not (opposite or doubt):
            return None
        relation, ends = opposite or relation, ends or not opposite
        actor = actor if opposite else replace(actor, factor=actor.factor * doubt)
    elif frame.time == "event" and _ahead(sentence, verb):
        future = True
    elif verb.mood == "plan":
        dated = any(word.date for word in tokens[verb.reading.start :])
        future = True
        if not (relation in _LASTING and dated):
            relation = "_".join(
                ("plans_to", frame.verb, *(word for word in frame.words if word.isalpha() and word != "X"))
            )
    future = future or (relation == "plans_to" and not ends)
    future = future or (relation == "applied_to" and not verb.done and tokens[verb.at].base == "have")
    if frame.ends:
        pattern = "frame_end"
    fact = " ".join(f"{actor.name} {_said(sentence, verb, frame, first)} {_shown(sentence, phrase, name)}".split())
    if actor.plural:
        fact = _agreeing(fact, actor, frame)
    return Finding(
        actor.name, actor.type, relation, name, kind, fact, pattern, verb.at, actor.factor, ends=ends, future=future,
        event=not future and (frame.time == "event" or (verb.past and frame.time == "any" and not _begins(sentence, verb, frame))), replaces=instead_of(sentence, phrase) if relation in _SWITCHED else None,
    )  # fmt: skip


def _of_the_moment(sentence: Sentence, verb: _Verb, frame: VerbFrame) -> bool:
    """ "I left Rome by train", "my parents are having a barbecue", "we're having pizza": nothing that lasts."""
    if frame.relation in _LASTS and sentence.tokens[verb.at].lower == "having":
        return True
    if not frame.ends or frame.verb != "leave":
        return False
    left = sentence.found.get(verb.at + 1)
    schooling = frame.relation == "works_at" and left is not None and left.head in _SCHOOLS and not left.determiner
    return schooling or (frame.relation == "lives_in" and is_departure(sentence, verb.at))


def _agreeing(fact: str, actor: Actor, frame: VerbFrame) -> str:
    """ "Ana's kids go", not "goes"."""
    third = forms_of(frame.verb)[0]
    for one, many in ((third, "are" if frame.verb == "be" else frame.verb), ("does not", "do not"), ("was", "were")):
        if fact.startswith(f"{actor.name} {one} "):
            return f"{actor.name} {many} {fact[len(actor.name) + len(one) + 2 :]}"
    return fact


def _begins(sentence: Sentence, verb: _Verb, frame: VerbFrame) -> bool:
    """ "Got married to": from then on it holds."""
    return frame.verb == "be" and sentence.tokens[verb.at].lower == "got"


def _relatives(sentence: Sentence, verb: _Verb, frame: VerbFrame, actor: Actor, phrase: Phrase) -> list[Finding]:
    """ "Two brothers, Emeka and Obinna": by name where they are named; children also without."""
    word = singular(phrase.head)
    relation = KIN.get(word, frame.relation) if frame.object == "relative" else frame.relation
    names = _names_behind(sentence, phrase)
    newborn = any(w in ("baby", "twins", "son", "daughter", "boy", "girl") for w in phrase.name.casefold().split())
    if verb.mood not in ("fact", "over") or (
        verb.past and frame.object != "pet" and not (newborn and frame.object == "child")
    ):
        return []
    kind = "concept" if frame.object == "pet" else "person"
    made = [(name.name, f"{actor.name}'s {word} is {name.name}") for name in names]
    made = made or [(phrase.name, f"{actor.name} has {sentence.shown(phrase)}")]
    return [
        Finding(actor.name, actor.type, relation, name, kind, fact, "frame", verb.at, actor.factor, ends=frame.ends)
        for name, fact in made
    ]


def _names_behind(sentence: Sentence, phrase: Phrase) -> list[Phrase]:
    """The names that follow: "two brothers, Emeka and Obinna"."""
    if sentence.word(phrase.end) not in (",", "(", ":", "called", "named", "-"):
        return []
    names = listed(sentence, phrase.end + 1)
    named = [name for name in names if name.name[:1].isupper() and not name.determiner and name.proper]
    return [replace(name, name=_AGE.sub("", name.name)) for name in named]


_AGE = re.compile(r" \d{1,2}$")
""" "Two kids, Mats 12 and Frida 9"."""


def _name(sentence: Sentence, phrase: Phrase, frame: VerbFrame) -> str | None:
    kin = kin_of(phrase, sentence.tokens)
    if kin is not None:
        word, _, name = kin
        last = sentence.word(phrase.end - 1)
        one = which_one(phrase, sentence.tokens)
        return name or f"{sentence.speaker.name}'s {one}{last if last in (f'{word}s', f'{word}ren') else word}"
    if frame.object == "person" and (related := kin_of_others(sentence, phrase)) is not None:
        return related.name
    if frame.object == "injury":
        tokens = sentence.tokens[phrase.start : phrase.end]
        body = next(token.text for token in tokens if token.lower in NOUNS["body"])
        return f"injured {body}"
    name = phrase.name if frame.object == "work" else without_lead(sentence, phrase)
    if frame.object == "condition" and sentence.word(phrase.end - 1) in NOUNS["body"]:  # "a bad knee"
        hurt = [token.lower for token in sentence.tokens[phrase.start : phrase.end] if token.lower in HURT]
        name = name if any(word in name.casefold().split() for word in hurt) else " ".join([*hurt, name])
    return name.removesuffix(" account").removesuffix(" subscription") if frame.ends else name or None


def _shown(sentence: Sentence, phrase: Phrase, name: str) -> str:
    if name.startswith("injured "):
        return f"their {name.removeprefix('injured ')}"
    if name != phrase.name:
        return name
    return sentence.shown(phrase) if not mine(phrase) or not phrase.proper else f"their {phrase.name}"


def _said(sentence: Sentence, verb: _Verb, frame: VerbFrame, first: int) -> str:
    """The verb and what stands between it and the object, in the third person."""
    token = sentence.tokens[verb.at]
    between = [
        {"my": "their", "our": "their"}.get(word.lower, word.text)
        for word in sentence.tokens[verb.at + 1 : first]
        if not word.date and word.lower not in NEGATION | {"longer"} and word.pos != "PUNCT"
    ]
    middle = " ".join(between)
    if frame.verb == "be":
        be = "was" if token.lower in _PAST_BE or token.lower not in _BE | _GET else "is"
        be = "got" if _begins(sentence, verb, frame) else be
        lead = "" if token.lower in _BE | _GET else token.lower
        middle = f"{lead} {middle}".strip()
        if verb.mood in ("denied", "over"):
            return f"is no longer {middle}" if verb.mood == "over" else f"is not {middle}"
        return f"{be} {middle}"
    third, past, _, _ = forms_of(frame.verb)
    if verb.mood == "over":
        return f"no longer {third} {middle}"
    if verb.mood == "denied":
        return f"does not {frame.verb} {middle}"
    if verb.mood == "plan":
        return f"plans to {frame.verb} {middle}"
    done = verb.done or (frame.ends and token.lower in _UNCHANGED)
    return f"{past if done else third} {middle}"

"""Facts that verbs state: the frames of ``local_patterns``, and changes ("switched from vim to neovim").

In: a read sentence. Out: findings. A denied verb gives its opposite or nothing, a plan gives a plan, an ended state
an end; everything that is merely possible gives nothing.
"""

from zeph.memory.ingest.local_entities import Phrase, entity_type, kin_of, mine, usable
from zeph.memory.ingest.local_patterns import (
    CONDITIONS, EVENTS, FRAMES, GROUPS, NOT_ROLES, OWNED, PETS, PLACES, Frame, inflect,
)  # fmt: skip
from zeph.memory.ingest.local_reader import Actor, Finding, Sentence, is_role, says_future
from zeph.memory.ingest.local_syntax import Reading, objects

_DEFAULT_TYPE = {
    "thing": "concept", "name": "tool", "tool": "tool", "place": "location", "org": "organization", "event": "event",
    "person": "person", "role": "concept", "activity": "concept", "pet": "concept", "owned": "tool",
    "language": "language",
}  # fmt: skip
_STATES = frozenset(("lives_in", "works_at", "has_role", "studied_at", "studies"))
_PAST_ONLY = frozenset(
    "attended visited created completed organised celebrated met married_to owns_bought joined founded".split()
)
_NOT_MADE = frozenset(
    "mistake friend friends point decision impact effort call wish connection appointment sense promise deal comment "
    "joke mess noise suggestion recommendation attempt contribution commitment discovery move pr commit bug".split()
)
_GO_FOR = frozenset("run walk swim hike drive ride".split())


def verb_findings(sentence: Sentence) -> list[Finding]:
    """What the verbs of the sentence state, in their order."""
    found: list[Finding] = []
    for at, token in enumerate(sentence.tokens):
        if token.lemma in _JOB_VERBS:
            found += _job(sentence, at)
        if token.lemma in FRAMES:
            found += _at_verb(sentence, at, token.lemma)
        if token.lemma in _CHANGES:
            found += _change(sentence, at, token.lemma)
    return found


def _at_verb(sentence: Sentence, at: int, verb: str) -> list[Finding]:
    reading = sentence.reading(at)
    found: list[Finding] = []
    for frame in FRAMES[verb]:
        first = _object_at(sentence, at, frame)
        if first is None or (found and not frame.preps) or not _voice_fits(sentence, frame, reading, at):
            continue
        actor = sentence.actor(reading.subject, things=frame.things)
        if actor is None or (frame.relation == "runs_on" and actor.type == "person"):
            continue
        sentence.notice(actor)
        found += _facts(sentence, at, frame, reading, actor, first)
    return found


_JOB_VERBS = frozenset(("get", "have"))


def _job(sentence: Sentence, at: int) -> list[Finding]:
    """"I got a new job at Acme as a nurse"."""
    phrase, reading = sentence.found.get(at + 1), sentence.reading(at)
    actor = sentence.actor(reading.subject, things=False)
    if phrase is None or phrase.head not in ("job", "position", "internship", "gig") or actor is None or reading.mood != "fact":
        return []
    found: list[Finding] = []
    for near in range(phrase.end, min(phrase.end + 5, len(sentence.tokens) - 1)):
        named = sentence.found.get(near + 1)
        if named is None or not usable(named):
            continue
        if sentence.word(near) in ("at", "with") and named.proper:
            fact = f"{actor.name} works at {named.name}"
            found.append(Finding(actor.name, "person", "works_at", named.name, "organization", fact, "works_at", at))
        if sentence.word(near) == "as":
            fact = f"{actor.name} works as {sentence.shown(named)}"
            found.append(Finding(actor.name, "person", "has_role", named.name, "concept", fact, "works_as", at))
    return found


def _voice_fits(sentence: Sentence, frame: Frame, reading: Reading, at: int) -> bool:
    if frame.verb in ("promote", "marry"):
        return True
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
        between = token.date or token.pos in ("ADV", "PART") or near in sentence.found or token.lower in _LIGHT
        far = frame.verb in ("work", "move", "deploy", "host", "run", "live", "study", "study", "store", "get", "promote")
        other = token.pos == "ADP" and frame.verb in ("work", "study") and near > at + 1 or token.lower in ("at", "as")
        if not (between and (far or token.pos == "ADV" or token.date)) and not (other and far):
            return None
    return None


_LIGHT = frozenset(("it", "them", "everything", "all", "back", "over", "together", "remotely", "out"))


def _facts(sentence: Sentence, at: int, frame: Frame, reading: Reading, actor: Actor, first: int) -> list[Finding]:
    mood = reading.mood
    if frame.verb == "stand":
        if "denied" != mood and not sentence.word(at - 1) == "n't":
            return []
        mood = "fact"
    if mood == "unreal" or not _tense_fits(sentence, at, frame, reading):
        return []
    found = []
    for phrase in _takes(sentence, first, frame):
        target_type = _accepts(sentence, phrase, frame)
        if target_type is None:
            continue
        finding = _finding(sentence, at, frame, reading, mood, actor, phrase, target_type)
        if finding is not None:
            found.append(finding)
    return found


def _tense_fits(sentence: Sentence, at: int, frame: Frame, reading: Reading) -> bool:
    """Events count when they happened or are planned, not as habits."""
    tag = sentence.tokens[at].tag
    if frame.relation in ("attended", "created", "completed", "met", "organised", "celebrated") or frame.pattern == "bought":
        ahead = says_future(sentence, at, len(sentence.tokens))
        return tag in ("VBD", "VBN") or reading.mood == "plan" or (tag == "VBG" and ahead)
    subject = reading.subject
    if frame.relation == "likes" and (subject is None or subject.kind == "left_out"):
        return False  # "Loved the theme!" is a compliment
    return not (frame.relation in ("eats", "drinks") and tag in ("VBD", "VBG"))


def _takes(sentence: Sentence, first: int, frame: Frame) -> list[Phrase]:
    taken = objects(sentence.tokens, sentence.found, first)
    if not taken and frame.kind == "activity":
        taken = gerunds(sentence, first) or _lone_word(sentence, first)
    taken = [_destination(sentence, phrase) for phrase in taken]
    if frame.pattern == "prefers" or frame.kind in ("role", "place"):
        taken = taken[:1] if frame.relation != "visited" else taken
    return [sentence.named(phrase) for phrase in taken]


_JOURNEYS = frozenset("trip vacation holiday cruise roadtrip flight".split())


def _destination(sentence: Sentence, phrase: Phrase) -> Phrase:
    """Of "a trip to Rome" the place."""
    place = sentence.found.get(phrase.end + 1)
    return place if phrase.head in _JOURNEYS and sentence.word(phrase.end) == "to" and place and place.proper else phrase


def _lone_word(sentence: Sentence, at: int) -> list[Phrase]:
    """A noun that the tagger took for an adjective or verb: one plain word that ends the clause."""
    if at >= len(sentence.tokens) or at in sentence.found:
        return []
    token = sentence.tokens[at]
    if sentence.words(at, "to") and sentence.tokens[min(at + 1, len(sentence.tokens) - 1)].tag == "VB":
        verb = sentence.tokens[at + 1]
        name = VERB_ING.get(verb.lower, _ing(verb.lower))
        plain = sentence.word(at + 2) in ("", ".", ",", "!", "and", "with", "in") and verb.lower not in _EMPTY_VERBS
        return [Phrase(at, at + 2, name, "", name, False)] if plain else []
    ends = sentence.word(at + 1) in ("", ".", ",", "!")
    plain = token.pos in ("ADJ", "VERB") and token.tag in ("JJ", "VB", "VBP") and token.text.isalpha() and len(token.text) > 3
    return [Phrase(at, at + 1, token.text, "", token.lower, False)] if ends and plain and not token.date else []


_EMPTY_VERBS = frozenset("be have see go get do make hear watch help talk know use look take work think try feel give".split())
VERB_ING = {"swim": "swimming", "run": "running", "jog": "jogging", "shop": "shopping", "knit": "knitting", "ski": "skiing"}


def _ing(verb: str) -> str:
    return f"{verb[:-1] if verb.endswith('e') and not verb.endswith('ee') else verb}ing"


def gerunds(sentence: Sentence, at: int) -> list[Phrase]:
    """Activities: "hiking and swimming", "to swim", "painting landscapes"."""
    found: list[Phrase] = []
    while at < len(sentence.tokens) and len(found) < 6:
        phrase = _gerund(sentence, at)
        if phrase is None:
            break
        found.append(phrase)
        at = phrase.end
        while sentence.word(at) in (",", "and", "or"):
            at += 1
    return found


def _gerund(sentence: Sentence, at: int) -> Phrase | None:
    token = sentence.tokens[at]
    if at in sentence.found and sentence.found[at].start == at:
        return sentence.found[at]
    if token.tag != "VBG" or token.lower in _EMPTY_GERUNDS:
        return None
    end, name = at + 1, token.lower
    if end in sentence.found:
        tail = sentence.found[end]
        if tail.determiner not in ("", "the", "a") or len(tail.name.split()) > 2 or not usable(tail):
            return None
        if token.lemma in FRAMES:  # "love playing guitar" is a fact of its own verb
            return None
        end, name = tail.end, f"{name} {sentence.shown(tail)}"
    elif sentence.word(end) in ("it", "that", "this", "them", "you", "how", "what", "me", "her", "him", "to", "up", "about"):
        return None
    return Phrase(at, end, name, "", token.lower, False)


_EMPTY_GERUNDS = frozenset(
    "being having seeing going getting doing making hearing watching helping talking knowing spending using looking "
    "taking working thinking trying feeling giving creating building sharing meeting supporting connecting coming".split()
)


def _accepts(sentence: Sentence, phrase: Phrase, frame: Frame) -> str | None:
    """The type of the object's entity; None where this verb cannot mean such an object."""
    kin = kin_of(phrase, sentence.tokens)
    if not usable(phrase) and kin is None:
        return None
    default = _DEFAULT_TYPE[frame.kind]
    kind = entity_type(phrase, sentence.tokens[phrase.end - 1], default)
    if mine(phrase) and frame.kind not in ("event", "pet", "owned", "person") and not phrase.proper:
        return None
    check = _CHECKS.get(frame.kind)
    return check(sentence, phrase, frame, kind) if check else _check_thing(sentence, phrase, frame, kind)


def _check_thing(sentence: Sentence, phrase: Phrase, frame: Frame, kind: str) -> str | None:
    if frame.relation == "created":
        bad = phrase.head in _NOT_MADE or phrase.determiner not in ("a", "an", "some", "another") and not phrase.proper
        return None if bad else kind
    if phrase.determiner in ("the", "some", "all") and not phrase.proper and frame.relation not in ("manages", "plays", "works_on"):
        return None
    known = sentence.tokens[phrase.end - 1].known
    if frame.relation == "plays" and sentence.tokens[phrase.start - 1].tag == "VBD" and not phrase.proper and not known:
        return None
    unknown = kind == "concept" or (known is not None and known.everyday)
    return "project" if frame.relation == "works_on" and unknown else kind


def _check_name(sentence: Sentence, phrase: Phrase, frame: Frame, kind: str) -> str | None:
    if not phrase.proper:
        return None
    if frame.pattern == "works_with" or frame.pattern == "knows":
        return kind if sentence.kind(phrase) else "person"
    if frame.relation in ("reads", "watches"):
        return "concept"
    return "language" if frame.relation == "written_in" and kind == "tool" and not sentence.kind(phrase) else kind


def _check_tool(sentence: Sentence, phrase: Phrase, frame: Frame, kind: str) -> str | None:
    if phrase.determiner in ("the", "some", "all") and not phrase.proper or len(phrase.name.split()) > 4:
        return None
    return kind


def _check_place(sentence: Sentence, phrase: Phrase, frame: Frame, kind: str) -> str | None:
    known = sentence.kind(phrase)
    if known and known not in ("city", "country", "region", "given_name", "spoken_language"):
        return None
    if phrase.proper or (frame.relation == "visited" and phrase.head in PLACES):
        return "location" if kind != "person" else None
    return None


def _check_org(sentence: Sentence, phrase: Phrase, frame: Frame, kind: str) -> str | None:
    if frame.relation == "joined":
        group = phrase.head in GROUPS
        return "organization" if (phrase.proper or group) and kind != "location" else None
    if frame.relation == "volunteers_at":
        return "organization" if phrase.proper or phrase.determiner in ("a", "an", "the") else None
    if phrase.proper:
        return "organization" if kind not in ("location", "person") else None
    return "organization" if phrase.determiner in ("a", "an") and not phrase.head.endswith("ing") else None


def _check_event(sentence: Sentence, phrase: Phrase, frame: Frame, kind: str) -> str | None:
    if frame.relation == "born_on":
        return None
    if frame.relation == "completed":
        return "event" if phrase.head in EVENTS or phrase.proper else None
    if sentence.words(phrase.start - 1, "for") and frame.verb == "go" and phrase.head in _GO_FOR:
        return None
    if phrase.head in EVENTS or (phrase.head in GROUPS and phrase.determiner in ("a", "an", "my", "our")):
        return "event" if phrase.determiner != "the" or phrase.proper or len(phrase.name.split()) > 1 else None
    if frame.relation in ("organised", "celebrated"):
        return None
    known = sentence.kind(phrase)
    if phrase.proper and known not in ("given_name",):
        return "location" if known in ("city", "country", "region") else "event"
    return "location" if phrase.head in PLACES and frame.verb == "go" and sentence.words(phrase.start - 1, "to") else None


def _check_person(sentence: Sentence, phrase: Phrase, frame: Frame, kind: str) -> str | None:
    known = sentence.kind(phrase)
    return "person" if phrase.proper and known in ("", "given_name") else None


def _check_role(sentence: Sentence, phrase: Phrase, frame: Frame, kind: str) -> str | None:
    return "concept" if frame.pattern in ("works_as", "promoted") or is_role(phrase, NOT_ROLES) else None


def _check_activity(sentence: Sentence, phrase: Phrase, frame: Frame, kind: str) -> str | None:
    vague = phrase.determiner in ("the", "a", "an", "some", "all", "both") and not phrase.proper
    person = sentence.kind(phrase) == "given_name"
    learnable = frame.relation == "learns" and phrase.determiner == "the"
    return None if (vague and not learnable) or person or len(phrase.name.split()) > 4 else kind


def _check_pet(sentence: Sentence, phrase: Phrase, frame: Frame, kind: str) -> str | None:
    return "concept" if phrase.head in PETS or sentence.kind(phrase) == "pet_species" else None


def _check_owned(sentence: Sentence, phrase: Phrase, frame: Frame, kind: str) -> str | None:
    known = sentence.kind(phrase)
    if phrase.head in PETS or phrase.head in CONDITIONS:
        return "concept"
    if phrase.determiner in ("the", "my", "our"):
        return None
    return "tool" if phrase.head in OWNED or known in ("device", "car") else None


def _check_language(sentence: Sentence, phrase: Phrase, frame: Frame, kind: str) -> str | None:
    return "language" if sentence.kind(phrase) == "spoken_language" else None


_CHECKS = {
    "name": _check_name, "tool": _check_tool, "place": _check_place, "org": _check_org, "event": _check_event,
    "person": _check_person, "role": _check_role, "activity": _check_activity, "pet": _check_pet,
    "owned": _check_owned, "language": _check_language,
}  # fmt: skip


def _finding(
    sentence: Sentence, at: int, frame: Frame, reading: Reading, mood: str, actor: Actor, phrase: Phrase, kind: str
) -> Finding | None:
    relation, pattern = _relation(sentence, frame, phrase, kind)
    token, shown = sentence.tokens[at], sentence.shown(phrase)
    prep = " ".join(frame.preps)
    past = token.tag == "VBD" or (token.tag == "VBN" and not reading.passive)
    ahead = mood == "fact" and token.tag == "VBG" and says_future(sentence, at, len(sentence.tokens))
    dated = any(word.date for word in sentence.tokens[reading.start :])
    ends = mood == "over" or (frame.stative and past and token.tag == "VBD" and not reading.perfect and mood == "fact")
    if mood == "denied":
        opposite = {"likes": "dislikes", "eats": "avoids", "drinks": "avoids"}.get(relation)
        if opposite is None:
            return None
        relation, verb = opposite, f"does not {frame.verb}"
    elif mood == "over":
        verb = f"no longer {inflect(frame.verb)[0]}"
    elif mood == "plan" or ahead:
        verb = f"plans to {frame.verb}"
        if not (relation in _STATES and dated):
            relation, pattern = "plans_to", "plans"
    else:
        verb = frame.verb if actor.plural and not past and not reading.passive else ""
        verb = verb or _said(frame, reading, token.lower, past=past, tag=token.tag)
    fact = " ".join(f"{actor.name} {verb} {prep} {shown}".split())
    future = mood == "plan" or ahead
    return Finding(
        actor.name, actor.type, relation, phrase.name, kind, fact, pattern, at, actor.factor, ends=ends, future=future
    )  # fmt: skip


def _said(frame: Frame, reading: Reading, form: str, *, past: bool, tag: str) -> str:
    if frame.verb == "stand":
        return "cannot stand"
    if frame.passive or reading.passive:
        aux = "was" if frame.relation in ("born_in", "has_role", "created_by", "has_condition", "comes_from") else "is"
        return f"{aux} {form}"
    if past and reading.perfect and tag == "VBN":
        return f"has {form}"
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


_CHANGES = frozenset(
    "switch migrate move convert upgrade transition replace swap ditch drop abandon retire give quit leave resign cancel"
    .split()
)  # fmt: skip
_TO = ("switch", "migrate", "move", "convert", "upgrade", "transition")
_FOR = ("replace", "swap", "ditch", "drop", "abandon", "retire")
_PLACES = ("city", "country", "region")


def _change(sentence: Sentence, at: int, verb: str) -> list[Finding]:
    reading = sentence.reading(at)
    actor = sentence.actor(reading.subject, things=True)
    if actor is None or reading.mood not in ("fact", "plan") or reading.passive:
        return []
    if reading.mood == "plan" and verb not in _TO:
        return []
    sentence.notice(actor)
    if verb in _TO:
        return _switched(sentence, at, actor, reading)
    if verb in _FOR:
        return _replaced(sentence, at, actor)
    return _gave_up(sentence, at, verb, actor)


def _after(sentence: Sentence, at: int, *words: str) -> Phrase | None:
    """The usable phrase after one of these words, within a few tokens of the verb."""
    for near in range(at + 1, min(at + 12, len(sentence.tokens))):
        if sentence.tokens[near].pos in ("VERB", "PUNCT") and sentence.word(near) not in words:
            if sentence.tokens[near].lemma or sentence.tokens[near].pos == "PUNCT":
                return None
        if sentence.word(near) in words and not sentence.tokens[near].date:
            phrase = sentence.found.get(near + 1) or sentence.found.get(near + 2)
            if phrase is not None and usable(phrase):
                return phrase
    return None


def _switched(sentence: Sentence, at: int, actor: Actor, reading: Reading) -> list[Finding]:
    new, old = _after(sentence, at, "to"), _after(sentence, at, "from")
    if new is None or (not new.proper and old is None) or new.determiner in ("the", "my") and not new.proper:
        return []
    kind = sentence.kind(new) or (sentence.kind(old) if old else "")
    if sentence.tokens[at].lemma == "move" and (kind in _PLACES or not kind):
        return _moved(sentence, at, actor, new, old)
    if kind in _PLACES:
        return []
    verb = sentence.tokens[at].lemma
    if reading.mood == "plan":
        fact = f"{actor.name} plans to {verb} to {new.name}"
        kind_of = entity_type(new, sentence.tokens[new.end - 1], "tool")
        return [Finding(actor.name, actor.type, "plans_to", new.name, kind_of, fact, "plans", at, future=True)]
    origin = f" from {old.name}" if old else ""
    fact = f"{actor.name} {inflect(verb)[1]}{origin} to {new.name}"
    return [_replacement(sentence, at, actor, new, old.name if old else "", fact, "switched")]


def _moved(sentence: Sentence, at: int, actor: Actor, new: Phrase, old: Phrase | None) -> list[Finding]:
    """The place itself is found by the verb's frame; here only what it replaces."""
    if old is None or not (new.proper and old.proper):
        return []
    fact = f"{actor.name} moved from {old.name} to {new.name}"
    return [
        Finding(actor.name, actor.type, "lives_in", new.name, "location", fact, "moved", at, actor.factor, replaces=old.name)
    ]


def _replacement(
    sentence: Sentence, at: int, actor: Actor, new: Phrase, old: str, fact: str, pattern: str
) -> Finding:
    kind = entity_type(new, sentence.tokens[new.end - 1], "tool")
    relation = "works_at" if sentence.kind(new) == "company" and not old else "switched_to"
    return Finding(actor.name, actor.type, relation, new.name, kind, fact, pattern, at, actor.factor, replaces=old)


def _replaced(sentence: Sentence, at: int, actor: Actor) -> list[Finding]:
    old = sentence.found.get(at + 1)
    if old is None or not usable(old):
        return []
    new = _after(sentence, old.end - 1, "with", "for", "by") or _after(sentence, old.end - 1, "of")
    if new is not None and (old.proper or new.proper):
        verb = inflect(sentence.tokens[at].lemma)[1]
        between = sentence.text[sentence.tokens[old.end].start : sentence.tokens[new.start].start].strip()
        fact = f"{actor.name} {verb} {old.name} {between} {new.name}"
        return [_replacement(sentence, at, actor, new, old.name, fact, "replaced")]
    return [_ended(sentence, at, actor, old, "uses")] if old.proper and sentence.tokens[at].tag in ("VBD", "VBN") else []


def _gave_up(sentence: Sentence, at: int, verb: str, actor: Actor) -> list[Finding]:
    if verb == "give":
        phrase = sentence.found.get(at + 2) if sentence.word(at + 1) == "up" else None
        return [_ended(sentence, at, actor, phrase, _habit(sentence, phrase))] if phrase and _habit(sentence, phrase) else []
    if verb == "cancel":
        phrase = sentence.found.get(at + 1)
        return [_ended(sentence, at, actor, phrase, "uses")] if phrase and phrase.proper and usable(phrase) else []
    phrase = sentence.found.get(at + 1)
    if phrase is None or not phrase.proper:
        phrase = _after(sentence, at, "at", "from")
    if phrase is None or not phrase.proper or not usable(phrase) or sentence.kind(phrase) in (*_PLACES, "given_name"):
        return []
    relation = "uses" if sentence.kind(phrase) in ("app", "os", "editor", "browser") else "works_at"
    return [_ended(sentence, at, actor, phrase, relation)]


def _habit(sentence: Sentence, phrase: Phrase) -> str:
    kind = sentence.kind(phrase)
    if kind == "beverage":
        return "drinks"
    return "plays" if kind in ("instrument", "sport") else "uses" if phrase.proper and usable(phrase) else ""


def _ended(sentence: Sentence, at: int, actor: Actor, phrase: Phrase, relation: str) -> Finding:
    kind = entity_type(phrase, sentence.tokens[phrase.end - 1], "organization" if relation == "works_at" else "tool")
    said = {"works_at": "no longer works at", "drinks": "no longer drinks", "plays": "no longer plays"}
    fact = f"{actor.name} {said.get(relation, 'no longer uses')} {phrase.name}"
    pattern = "left" if relation == "works_at" else "ended"
    return Finding(actor.name, actor.type, relation, phrase.name, kind, fact, pattern, at, actor.factor, ends=True)

"""What a verb is about: the noun phrases and activities after it, and whether the verb can mean them.

In: a read sentence, a place in it, a frame. Out: phrases, and the type of each one's entity, or None where such an
object makes no fact ("made a mistake", "went for a run").
"""

from collections.abc import Callable

from zeph.memory.ingest.local.patterns import CONDITIONS, EVENTS, FRAMES, GROUPS, NOT_ROLES, OWNED, PETS, PLACES, Frame
from zeph.memory.ingest.local.phrases.entities import Phrase, entity_type, is_proper, kin_of, mine, usable
from zeph.memory.ingest.local.phrases.lists import gerund_behind, listed, used_with
from zeph.memory.ingest.local.phrases.reader import Sentence, is_role

_DEFAULT_TYPE = {
    "thing": "concept", "name": "tool", "tool": "tool", "place": "location", "org": "organization", "event": "event",
    "person": "person", "role": "concept", "activity": "concept", "pet": "concept", "owned": "tool",
    "language": "language",
}  # fmt: skip
_NOT_MADE = frozenset(
    "mistake friend friends point decision impact effort call wish connection appointment sense promise deal comment "
    "joke mess noise suggestion recommendation attempt contribution commitment discovery move pr commit bug".split()
)
_WORKPLACES = frozenset("ward unit floor team night shift weekend contract ship boat farm".split())
_RACES = frozenset("marathon half-marathon race 5k 10k ultramarathon triathlon relay".split())
_GO_FOR = frozenset("run walk swim hike drive ride".split())


def takes(sentence: Sentence, first: int, frame: Frame) -> list[Phrase]:
    taken = listed(sentence, first)
    if taken and frame.relation == "uses":
        taken += used_with(sentence, taken[-1].end)
    behind = gerund_behind(sentence, taken[-1].end) if taken and frame.kind == "activity" else None
    if behind is not None:
        taken += gerunds(sentence, behind)
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
    return (
        place if phrase.head in _JOURNEYS and sentence.word(phrase.end) == "to" and place and place.proper else phrase
    )


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
    plain = (
        token.pos in ("ADJ", "VERB")
        and token.tag in ("JJ", "VB", "VBP")
        and token.text.isalpha()
        and len(token.text) > 3
    )
    return [Phrase(at, at + 1, token.text, "", token.lower, False)] if ends and plain and not token.date else []


_EMPTY_VERBS = frozenset(
    "be have see go get do make hear watch help talk know use look take work think try feel give".split()
)
VERB_ING = {
    "swim": "swimming",
    "run": "running",
    "jog": "jogging",
    "shop": "shopping",
    "knit": "knitting",
    "ski": "skiing",
}


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
    elif sentence.word(end) in (
        "it",
        "that",
        "this",
        "them",
        "you",
        "how",
        "what",
        "me",
        "her",
        "him",
        "to",
        "up",
        "about",
    ):
        return None
    return Phrase(at, end, name, "", token.lower, False)


_EMPTY_GERUNDS = frozenset(
    "being having seeing going getting doing making hearing watching helping talking knowing spending using looking "
    "taking working thinking trying feeling giving creating building sharing meeting supporting connecting coming".split()
)


def accepts(sentence: Sentence, phrase: Phrase, frame: Frame) -> str | None:
    """The type of the object's entity; None where this verb cannot mean such an object."""
    kin = kin_of(phrase, sentence.tokens)
    if not usable(phrase) and kin is None:
        return None
    default = "tool" if frame.relation == "owns" else _DEFAULT_TYPE[frame.kind]
    kind = entity_type(phrase, sentence.tokens[phrase.end - 1], default)
    if mine(phrase) and frame.kind not in ("event", "pet", "owned", "person") and not phrase.proper:
        return None
    check = _CHECKS.get(frame.kind)
    return check(sentence, phrase, frame, kind) if check else _check_thing(sentence, phrase, frame, kind)


def _check_thing(sentence: Sentence, phrase: Phrase, frame: Frame, kind: str) -> str | None:
    if frame.relation == "created":
        bad = phrase.head in _NOT_MADE or phrase.determiner not in ("a", "an", "some", "another") and not phrase.proper
        return None if bad else kind
    if frame.relation == "works_on" and (phrase.head in _WORKPLACES or phrase.head in EVENTS):
        return None
    if (
        phrase.determiner in ("the", "some", "all")
        and not phrase.proper
        and frame.relation not in ("manages", "plays", "works_on")
    ):
        return None
    known = sentence.tokens[phrase.end - 1].known
    if frame.relation == "plays" and sentence.tokens[phrase.start - 1].tag == "VBD" and not phrase.proper and not known:
        return None
    unknown = kind == "concept" or (known is not None and known.everyday)
    return "project" if frame.relation == "works_on" and unknown else kind


def _check_name(sentence: Sentence, phrase: Phrase, frame: Frame, kind: str) -> str | None:
    if not phrase.proper or (frame.verb == "run" and phrase.head in EVENTS):
        return None
    if frame.pattern == "works_with" or frame.pattern == "knows":
        named = is_proper(sentence.tokens[phrase.end - 1])  # not "Japanese culture"
        return kind if sentence.kind(phrase) else "person" if named else "concept"
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
    if frame.verb == "run" and phrase.head not in _RACES:
        return None
    if frame.relation == "plans_to" and phrase.determiner not in ("a", "an", "my", "our") and not phrase.proper:
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
    return (
        "location" if phrase.head in PLACES and frame.verb == "go" and sentence.words(phrase.start - 1, "to") else None
    )


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
        named = sentence.word(phrase.end) in (",", ":", "called", "named") and phrase.determiner not in ("a", "an")
        return None if named else "concept"
    if phrase.determiner in ("the", "my", "our"):
        return None
    return "tool" if phrase.head in OWNED or known in ("device", "car") else None


def _check_language(sentence: Sentence, phrase: Phrase, frame: Frame, kind: str) -> str | None:
    return "language" if sentence.kind(phrase) == "spoken_language" else None


_CHECKS: dict[str, Callable[[Sentence, Phrase, Frame, str], str | None]] = {
    "name": _check_name, "tool": _check_tool, "place": _check_place, "org": _check_org, "event": _check_event,
    "person": _check_person, "role": _check_role, "activity": _check_activity, "pet": _check_pet,
    "owned": _check_owned, "language": _check_language,
}  # fmt: skip

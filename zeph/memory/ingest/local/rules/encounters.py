"""What comes over somebody: whom they saw, whom they said goodbye to, what gives them headaches, what inspires them, a new home.

In: a read sentence and the verb in it. Out: findings.
"""

from zeph.memory.ingest.local.frames.subjects import someone, true_subject
from zeph.memory.ingest.local.phrases.entities import entity_type, mine, usable
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence

_ME = frozenset(("me", "us"))


def who_of(sentence: Sentence, at: int) -> Actor | None:
    """The person who does what the verb there says."""
    subject = true_subject(sentence, at, sentence.reading(at).subject)
    if subject is None or subject.kind == "left_out":
        return None
    actor = someone(sentence, subject.phrase) if subject.phrase is not None else sentence.actor(subject, things=False)
    return actor if actor is not None and actor.type == "person" else None


def doing_name(sentence: Sentence, at: int) -> str:
    """ "Chatting to people": up to the next of the list."""
    end = at + 1
    while (
        end < len(sentence.tokens)
        and end - at < 4
        and sentence.tokens[end].pos in ("ADP", "NOUN", "PROPN", "DET", "ADJ")
    ):
        end += 1
    while sentence.tokens[end - 1].pos in ("ADP", "DET", "ADJ"):
        end -= 1
    return sentence.text[sentence.tokens[at].start : sentence.tokens[end - 1].end].lower()


def given_ailment(sentence: Sentence, at: int) -> list[Finding]:
    """ "Coffee after noon gives me headaches", where the parse loses the subject."""
    thing, given = sentence.found.get(0), sentence.found.get(at + 2)
    if (
        sentence.word(at + 1) not in _ME
        or thing is None
        or given is None
        or sentence.tokens[at].dep in ("ROOT", "conj")
    ):
        return []
    if thing.start != 0 or thing.proper or thing.determiner not in ("", "too", "my") or not usable(thing):
        return []
    between = sentence.tokens[thing.end : at]
    noun = sentence.tokens[given.end - 1]
    if (
        not between
        or between[0].tag != "IN"
        or any(word.pos in ("VERB", "AUX", "PRON") for word in between)
        or noun.pos != "NOUN"
    ):
        return []
    kind = entity_type(thing, sentence.tokens[thing.end - 1], "concept")
    speaker = sentence.speaker.name
    what = sentence.text[: sentence.tokens[at].start].strip()
    fact = f"{what[:1].lower()}{what[1:]} {sentence.word(at)} {speaker} {sentence.shown(given)}"
    return [Finding(speaker, "person", f"gets_{noun.lower}_from", thing.name, kind, fact, "dealing", at)]


def seen_live(sentence: Sentence, at: int) -> list[Finding]:
    """ "I saw Björk live"."""
    phrase, actor = sentence.found.get(at + 1), who_of(sentence, at)
    if (
        phrase is None
        or actor is None
        or not phrase.proper
        or phrase.determiner
        or sentence.tokens[at].tag not in ("VBD", "VBN")
    ):
        return []
    live = sentence.word(phrase.end) == "live" or sentence.words(phrase.end, "in", "concert")
    if not live and not phrase.name.endswith(" live"):
        return []
    name = phrase.name.removesuffix(" live")
    fact = f"{actor.name} saw {name} live"
    return [Finding(actor.name, "person", "saw_live", name, "concept", fact, "dealing", at, actor.factor, event=True)]


def farewell(sentence: Sentence, at: int) -> list[Finding]:
    """ "We had to say goodbye to Max": somebody or something is gone."""
    actor, phrase = who_of(sentence, at), sentence.found.get(at + 3)
    if actor is None or phrase is None or not sentence.words(at + 1, "goodbye", "to") or not usable(phrase):
        return []
    past = sentence.tokens[at].tag in ("VBD", "VBN") or sentence.words(at - 2, "had", "to")
    if not past or not (phrase.proper or mine(phrase)):
        return []
    name = phrase.name if phrase.proper else f"{sentence.speaker.name}'s {phrase.name}"
    fact = f"{actor.name} said goodbye to {name}"
    return [
        Finding(actor.name, "person", "said_goodbye_to", name, "concept", fact, "dealing", at, actor.factor, event=True)
    ]


MOVED_BY = frozenset(
    "inspired motivated energized energised driven encouraged fascinated intrigued comforted annoyed".split()
)


def moved_findings(sentence: Sentence, at: int) -> list[Finding]:
    """ "I'm inspired by volunteering and listening to music": doings, which are no noun phrases."""
    if sentence.word(at) not in MOVED_BY or sentence.word(at + 1) != "by" or at + 2 in sentence.found:
        return []
    actor = who_of(sentence, at)
    if actor is None:
        return []
    names = [doing_name(sentence, place) for place in range(at + 2, len(sentence.tokens)) if _is_doing(sentence, place)]
    return [
        Finding(
            actor.name, "person", f"{sentence.word(at)}_by", name, "concept",
            f"{actor.name} is {sentence.word(at)} by {name}", "dealing", at, actor.factor,
        )
        for name in names[:4]
    ]  # fmt: skip


def _is_doing(sentence: Sentence, at: int) -> bool:
    return sentence.tokens[at].tag == "VBG" and sentence.word(at - 1) in ("by", ",", "and")


def new_home(sentence: Sentence, at: int) -> list[Finding]:
    """ "I got a new place with a bigger backyard"."""
    phrase = sentence.found.get(at + 1)
    if phrase is None or phrase.head != "place" or sentence.tokens[at].tag not in ("VBD", "VBN"):
        return []
    words = [token.lower for token in sentence.tokens[phrase.start : phrase.end]]
    if not ({"new", "own"} & set(words) and words[0] in ("a", "our", "my")) or len(words) > 4:
        return []
    actor = who_of(sentence, at)
    if actor is None:
        return []
    joined = sentence.word(phrase.end) in ("with", "in", "near", "by") and sentence.found.get(phrase.end + 1)
    tail = f" {sentence.word(phrase.end)} {sentence.shown(joined)}" if joined else ""
    shown = " ".join("their" if word in ("my", "our") else word for word in words)
    fact = f"{actor.name} {sentence.word(at)} {shown}{tail}"
    return [
        Finding(actor.name, "person", "has_event", "house move", "event", fact, "dealing", at, actor.factor, event=True)
    ]

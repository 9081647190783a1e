"""What people do for each other: "Ahmed lent me his drill", "I owe my brother 200 euros", "Kenji recommended the ramen place".

In: a read sentence and a word in it. Out: findings.
"""

import re

from zeph.memory.ingest.local.amounts import AMOUNT
from zeph.memory.ingest.local.entities import Phrase, entity_type, mine, usable
from zeph.memory.ingest.local.frame_subjects import someone, true_subject
from zeph.memory.ingest.local.reader import Actor, Finding, Sentence

_ME = frozenset(("me", "us"))


def dealing_findings(sentence: Sentence, at: int) -> list[Finding]:
    """What the verb there says of people's dealings."""
    token = sentence.tokens[at]
    base = token.base
    if token.pos != "VERB" or (base not in _DEALS and token.lower not in _MOVED_BY):
        return []
    if token.date or sentence.reading(at).mood != "fact":
        return []
    return _DEALS[base](sentence, at) if base in _DEALS else _moved(sentence, at)


def _gives(sentence: Sentence, at: int) -> list[Finding]:
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


def _saw(sentence: Sentence, at: int) -> list[Finding]:
    """ "I saw Björk live"."""
    phrase, actor = sentence.found.get(at + 1), _who(sentence, at)
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


def _farewell(sentence: Sentence, at: int) -> list[Finding]:
    """ "We had to say goodbye to Max": somebody or something is gone."""
    actor, phrase = _who(sentence, at), sentence.found.get(at + 3)
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


_MOVED_BY = frozenset(
    "inspired motivated energized energised driven encouraged fascinated intrigued comforted annoyed".split()
)


def _moved(sentence: Sentence, at: int) -> list[Finding]:
    """ "I'm inspired by volunteering and listening to music": doings, which are no noun phrases."""
    if sentence.word(at) not in _MOVED_BY or sentence.word(at + 1) != "by" or at + 2 in sentence.found:
        return []
    actor = _who(sentence, at)
    if actor is None:
        return []
    names = [_doing(sentence, place) for place in range(at + 2, len(sentence.tokens)) if _is_doing(sentence, place)]
    return [
        Finding(
            actor.name, "person", f"{sentence.word(at)}_by", name, "concept",
            f"{actor.name} is {sentence.word(at)} by {name}", "dealing", at, actor.factor,
        )
        for name in names[:4]
    ]  # fmt: skip


def _is_doing(sentence: Sentence, at: int) -> bool:
    return sentence.tokens[at].tag == "VBG" and sentence.word(at - 1) in ("by", ",", "and")


def _doing(sentence: Sentence, at: int) -> str:
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


_OWN_PLACE = frozenset(("place", "spot"))


def _new_home(sentence: Sentence, at: int) -> list[Finding]:
    """ "I got a new place with a bigger backyard"."""
    phrase = sentence.found.get(at + 1)
    if phrase is None or phrase.head != "place" or sentence.tokens[at].tag not in ("VBD", "VBN"):
        return []
    words = [token.lower for token in sentence.tokens[phrase.start : phrase.end]]
    if not ({"new", "own"} & set(words) and words[0] in ("a", "our", "my")) or len(words) > 4:
        return []
    actor = _who(sentence, at)
    if actor is None:
        return []
    joined = sentence.word(phrase.end) in ("with", "in", "near", "by") and sentence.found.get(phrase.end + 1)
    tail = f" {sentence.word(phrase.end)} {sentence.shown(joined)}" if joined else ""
    shown = " ".join("their" if word in ("my", "our") else word for word in words)
    fact = f"{actor.name} {sentence.word(at)} {shown}{tail}"
    return [
        Finding(actor.name, "person", "has_event", "house move", "event", fact, "dealing", at, actor.factor, event=True)
    ]


def _who(sentence: Sentence, at: int) -> Actor | None:
    subject = true_subject(sentence, at, sentence.reading(at).subject)
    if subject is None or subject.kind == "left_out":
        return None
    actor = someone(sentence, subject.phrase) if subject.phrase is not None else sentence.actor(subject, things=False)
    return actor if actor is not None and actor.type == "person" else None


def _lent(sentence: Sentence, at: int) -> list[Finding]:
    """ "Ahmed lent me his drill": it is borrowed of him."""
    thing = sentence.found.get(at + 2)
    actor = _who(sentence, at)
    if (
        sentence.word(at + 1) not in _ME
        or thing is None
        or actor is None
        or sentence.tokens[at].tag not in ("VBD", "VBN")
    ):
        return []
    if not thing.name or thing.determiner in ("any", "no") or thing.head in ("hand", "ear", "support", "money"):
        return []
    speaker = sentence.speaker.name
    own = thing.determiner in ("his", "her", "their")
    name = f"{actor.name}'s {thing.name}" if own and not thing.proper else thing.name
    fact = f"{actor.name} lent {speaker} {name if own else sentence.shown(thing)}"
    kind = entity_type(thing, sentence.tokens[thing.end - 1], "tool")
    return [Finding(speaker, "person", "borrows", name, kind, fact, "dealing", at, actor.factor, event=True)]


def _recommended(sentence: Sentence, at: int) -> list[Finding]:
    """ "Kenji recommended the ramen place on Mill Street (to me)"."""
    first = at + 1 + (sentence.word(at + 1) in _ME)
    actor, thing = _who(sentence, at), sentence.found.get(first)
    if actor is None or actor.name == sentence.speaker.name:
        return []
    if thing is None and first < len(sentence.tokens) and sentence.tokens[first].tag == "VBG":
        name = _doing(sentence, first)
        fact = f"{actor.name} {sentence.word(at)} {name}"
        return [
            Finding(actor.name, "person", "recommends", name, "concept", fact, "dealing", at, actor.factor, event=True)
        ]
    if thing is None or not _named_thing(thing) or thing.start != first or sentence.tokens[at].tag == "VB":
        return []
    if thing.end in range(len(sentence.tokens)) and sentence.tokens[thing.end].pos == "VERB":
        return []
    place = sentence.found.get(thing.end + 1) if sentence.word(thing.end) in ("on", "in", "at", "by", "near") else None
    tail = f" {sentence.word(thing.end)} {place.name}" if place is not None and place.proper else ""
    kind = entity_type(thing, sentence.tokens[thing.end - 1], "concept")
    fact = f"{actor.name} {sentence.word(at)} {sentence.shown(thing)}{tail}"
    return [
        Finding(actor.name, "person", "recommends", thing.name, kind, fact, "dealing", at, actor.factor, event=True)
    ]


def _named_thing(phrase: Phrase) -> bool:
    """ "The ramen place" is told well enough, "the place" is not."""
    return usable(phrase) or (phrase.head == "place" and len(phrase.name.split()) > 1)


def _owes(sentence: Sentence, at: int) -> list[Finding]:
    """ "I owe my brother 200 euros", "Tom owes me 20 bucks"."""
    actor = _who(sentence, at)
    amount = re.search(AMOUNT, sentence.text[sentence.tokens[at].end :])
    if actor is None or amount is None or sentence.text[sentence.tokens[at].end + amount.start() - 1] != " ":
        return []
    speaker = sentence.speaker
    if sentence.word(at + 1) in _ME:
        whom: Actor | None = speaker
    else:
        found = sentence.found.get(at + 1)
        whom = None
        if found is not None:
            end = next((i for i in range(found.start, found.end) if sentence.tokens[i].pos == "NUM"), found.end)
            words = sentence.tokens[found.start : end]
            name = " ".join(word.text for word in words if word.text[:1].isupper())
            kin = [word.lower for word in words if word.pos == "NOUN"]
            if name:
                whom = Actor(name, "person")
            elif mine(found) and kin:
                whom = Actor(f"{speaker.name}'s {' '.join(kin)}", "person")
    if whom is None or whom.name == actor.name:
        return []
    sum_of = amount["amount"].strip(" .,")
    fact = f"{actor.name} owes {whom.name} {sum_of}"
    return [Finding(actor.name, "person", "owes", whom.name, "person", fact, "dealing", at, actor.factor)]


def _known_since(sentence: Sentence, at: int) -> list[Finding]:
    """ "I've known her since 2009"."""
    actor = _who(sentence, at)
    perfect = sentence.tokens[at].lower == "known" and bool(
        {"'ve", "have", "has", "'s"} & {sentence.word(i) for i in range(at - 3, at)}
    )
    dated = any(token.date and token.date.role == "since" for token in sentence.tokens[at:])
    if actor is None or not perfect or not dated or sentence.reading(at).passive:
        return []
    if sentence.word(at + 1) in ("her", "him"):
        whom = sentence.meant(at + 1, things=False)
    else:
        phrase = sentence.found.get(at + 1)
        whom = someone(sentence, phrase) if phrase is not None else None
    if whom is None or whom.type != "person" or whom.name == actor.name:
        return []
    fact = f"{actor.name} knows {whom.name}"
    return [
        Finding(
            actor.name, "person", "knows_person", whom.name, "person", fact, "dealing", at, actor.factor * whom.factor
        )
    ]


def _sits(sentence: Sentence, at: int) -> list[Finding]:
    """ "I sit next to Priya"."""
    actor = _who(sentence, at)
    if actor is None or sentence.tokens[at].tag not in ("VBP", "VBZ"):
        return []
    for words in (("next", "to"), ("beside",), ("opposite",), ("across", "from"), ("behind",)):
        if sentence.words(at + 1, *words):
            phrase = sentence.found.get(at + 1 + len(words))
            whom = someone(sentence, phrase) if phrase is not None else None
            if whom is not None and whom.type == "person" and whom.name != actor.name:
                fact = f"{actor.name} sits {' '.join(words)} {whom.name}"
                return [
                    Finding(
                        actor.name, "person", "sits_next_to", whom.name, "person", fact, "dealing", at, actor.factor
                    )
                ]
    return []


def _dry(sentence: Sentence, at: int) -> list[Finding]:
    """ "I don't drink", "she doesn't smoke"."""
    token = sentence.tokens[at]
    alone = (
        at + 1 >= len(sentence.tokens)
        or sentence.tokens[at + 1].pos in ("PUNCT", "CCONJ")
        or sentence.word(at + 1) in ("anymore", "at", "alcohol", "much")
    )
    denied = sentence.word(at - 1) in ("n't", "not", "never") and token.tag in ("VB", "VBP", "VBZ")
    if not (alone and denied) or sentence.word(at + 1) == "much" or any(t.date for t in sentence.tokens):
        return []
    if sentence.reading(at).mood not in ("denied", "over") or sentence.word(at - 2) in (
        "ca",
        "could",
        "wo",
        "did",
        "would",
    ):
        return []
    subject = sentence.reading(at).subject
    actor = _who(sentence, at) if subject is not None else None
    if actor is None:
        return []
    name = {"drink": "alcohol", "smoke": "smoking"}[token.base]
    fact = f"{actor.name} does not {token.base}"
    return [Finding(actor.name, "person", "avoids", name, "concept", fact, "dealing", at, actor.factor)]


def dry_findings(sentence: Sentence, at: int) -> list[Finding]:
    """The same for what somebody does not take, whose mood is a denial."""
    return _dry(sentence, at) if sentence.tokens[at].base in ("drink", "smoke") else []


_DEALS = {
    "lend": _lent, "loan": _lent, "recommend": _recommended, "owe": _owes, "know": _known_since, "sit": _sits,
    "give": _gives, "see": _saw, "suggest": _recommended, "say": _farewell, "get": _new_home, "find": _new_home, "rent": _new_home,
}  # fmt: skip

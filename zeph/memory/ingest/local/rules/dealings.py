"""What people do for each other: "Ahmed lent me his drill", "I owe my brother 200 euros", "Kenji recommended the ramen place".

In: a read sentence and a word in it. Out: findings.
"""

import re

from zeph.memory.ingest.local.frames.subjects import someone
from zeph.memory.ingest.local.phrases.entities import Phrase, entity_type, mine, usable
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence
from zeph.memory.ingest.local.rules.amounts import AMOUNT
from zeph.memory.ingest.local.rules.encounters import (
    MOVED_BY,
    doing_name,
    farewell,
    given_ailment,
    moved_findings,
    new_home,
    seen_live,
    who_of,
)

_ME = frozenset(("me", "us"))


def dealing_findings(sentence: Sentence, at: int) -> list[Finding]:
    """What the verb there says of people's dealings."""
    token = sentence.tokens[at]
    base = token.base
    if token.pos != "VERB" or (base not in _DEALS and token.lower not in MOVED_BY):
        return []
    if token.date or sentence.reading(at).mood != "fact":
        return []
    return _DEALS[base](sentence, at) if base in _DEALS else moved_findings(sentence, at)


def _lent(sentence: Sentence, at: int) -> list[Finding]:
    """ "Ahmed lent me his drill": it is borrowed of him."""
    thing = sentence.found.get(at + 2)
    actor = who_of(sentence, at)
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
    actor, thing = who_of(sentence, at), sentence.found.get(first)
    if actor is None or actor.name == sentence.speaker.name:
        return []
    if thing is None and first < len(sentence.tokens) and sentence.tokens[first].tag == "VBG":
        name = doing_name(sentence, first)
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
    actor = who_of(sentence, at)
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
    actor = who_of(sentence, at)
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
    actor = who_of(sentence, at)
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
    if not (alone and denied) or sentence.word(at + 1) == "much" or any(t.date for t in sentence.tokens[at:]):
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
    actor = who_of(sentence, at) if subject is not None else None
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
    "give": given_ailment, "see": seen_live, "suggest": _recommended, "say": farewell, "get": new_home, "find": new_home, "rent": new_home,
}  # fmt: skip

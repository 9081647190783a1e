"""Returns: "I'm back at Acme", "I'm back to vim", "I went back to Emacs", "we call her Bee".

In: a read sentence and a word in it. Out: findings of what somebody does again.
"""

from itertools import pairwise

from zeph.memory.ingest.local.phrases.entities import entity_type, usable
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence
from zeph.memory.ingest.local.phrases.syntax import objects
from zeph.memory.ingest.local.rules.tools import SOFTWARE

_BE = frozenset("am 'm is 's are 're been".split())
_WENT = frozenset("went gone going go returned".split())
_TOWARDS = frozenset("to on using with".split())
_NO_EMPLOYER = frozenset("city country region given_name airport language".split())


def return_findings(sentence: Sentence, at: int) -> list[Finding]:
    """What the "back" there says of an employer or a tool."""
    if sentence.word(at) not in ("back", "returned"):
        return []
    verb = at if sentence.word(at) == "returned" else at - 1
    while verb > 0 and sentence.tokens[verb].pos == "ADV":
        verb -= 1
    word = sentence.word(verb)
    if word not in _BE | _WENT:
        return []
    reading = sentence.reading(verb)
    actor = sentence.actor(reading.subject, things=False)
    if actor is None or reading.mood != "fact" or actor.type != "person":
        return []
    home = _home(sentence, at, verb, actor)
    return home or _at(sentence, at, verb, actor, word) or _to(sentence, at, verb, actor)


def _home(sentence: Sentence, back: int, verb: int, actor: Actor) -> list[Finding]:
    """ "I'm back in Berlin for good"."""
    named = sentence.found.get(back + 2)
    if named is None or sentence.word(back + 1) != "in" or not sentence.words(named.end, "for", "good"):
        return []
    if sentence.kind(named) not in ("city", "country", "region", "") or not named.proper or not usable(named):
        return []
    fact = f"{actor.name} is back in {named.name} for good"
    return [Finding(actor.name, "person", "lives_in", named.name, "location", fact, "based", verb, actor.factor)]


_BY = frozenset("train car plane bus bike boat ferry foot".split())
_HOURS = frozenset(("today", "tonight", "yesterday", "morning", "afternoon", "evening", "minutes", "hour", "hours"))


def is_departure(sentence: Sentence, at: int) -> bool:
    """ "I left Rome by train this morning": a journey's beginning, no end of a home."""
    words = [token.lower for token in sentence.tokens[at + 1 :]]
    if _HOURS.intersection(words) or "early" in words or "late" in words:
        return True
    return any((one == "by" and two in _BY) or (one == "at" and two[:1].isdigit()) for one, two in pairwise(words))


def _at(sentence: Sentence, back: int, verb: int, actor: Actor, word: str) -> list[Finding]:
    """ "I'm back at Acme"; with "went back to" only a known firm is meant."""
    joined = sentence.word(back + 1)
    named = next(iter(objects(sentence.tokens, sentence.found, back + 2)), None)
    if named is None or not named.proper or not usable(named) or named.determiner:
        return []
    kind = sentence.kind(named)
    firm = kind == "company" and joined in ("at", "with", "to", "in")
    unknown = kind == "" and joined == "at" and word in _BE
    if not (firm or unknown) or kind in _NO_EMPLOYER:
        return []
    if sentence.word(named.end) in ("'s", "for"):
        return []
    fact = f"{actor.name} is back at {named.name}"
    return [
        Finding(
            actor.name, "person", "works_at", named.name, "organization", fact, "works_at", verb, actor.factor * 0.85
        )
    ]


def _to(sentence: Sentence, back: int, verb: int, actor: Actor) -> list[Finding]:
    """ "I'm back to vim", "I'm back on Linux", "I've gone back to Emacs"."""
    if sentence.word(back + 1) not in _TOWARDS:
        return []
    made = []
    for named in objects(sentence.tokens, sentence.found, back + 2):
        known = sentence.tokens[named.end - 1].known
        if known is None or sentence.kind(named) not in SOFTWARE or not usable(named) or named.determiner:
            continue
        if known.everyday and not named.proper:
            continue
        kind = entity_type(named, sentence.tokens[named.end - 1], "tool")
        fact = f"{actor.name} is back to {named.name}"
        made.append(Finding(actor.name, "person", "uses", named.name, kind, fact, "uses", verb, actor.factor))
    return made

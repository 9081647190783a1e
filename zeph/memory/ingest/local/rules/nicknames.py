"""What somebody goes by: "we call her Bee", "my sister Elisabeth goes by Liz", "everyone calls my brother Bo".

In: a read sentence and a word in it. Out: findings that give a person or an animal one more name.
"""

from zeph.memory.ingest.local.patterns import KIN, PETS
from zeph.memory.ingest.local.phrases.entities import Phrase, is_proper, kin_in
from zeph.memory.ingest.local.phrases.identity import identify
from zeph.memory.ingest.local.phrases.names import named_pet, relative
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence
from zeph.memory.ingest.times.date_spans import MONTHS, WEEKDAYS

_THEM = frozenset(("her", "him", "it"))
_ENDS = frozenset(("", ".", "!", ",", "and", "but", "for", "now", "because", "though", "at", ")"))
_CALLERS = frozenset("we i they everyone everybody people friends kids family parents".split())


def nickname_findings(sentence: Sentence, at: int) -> list[Finding]:
    """What the verb there says that somebody is called besides."""
    word = sentence.word(at)
    if word in ("call", "calls", "calling"):
        return _called(sentence, at)
    if word in ("goes", "go") and sentence.word(at + 1) == "by":
        return _goes_by(sentence, at, at + 2)
    if word == "known" and sentence.word(at + 1) == "as":
        return _goes_by(sentence, at, at + 2)
    return []


def _called(sentence: Sentence, at: int) -> list[Finding]:
    if sentence.word(at - 1) not in _CALLERS | {"just", "always", "all", "usually"}:
        return []
    if sentence.word(at - 2) in ("whom", "who") or sentence.word(at - 2) == "," and at > 2:
        return _relative_clause(sentence, at)
    if sentence.word(at + 1) in _THEM:
        mention = sentence.pointing(at + 1)
        actor = sentence.meant(at + 1, things=True) if mention is not None and len(mention.actors) == 1 else None
        living = actor is not None and mention is not None and (actor.type == "person" or mention.kind == "animal")
        return _also(sentence, at, actor, at + 2) if living else []
    phrase = sentence.found.get(at + 1)
    if phrase is None or phrase.start != at + 1:
        return []
    return _named_in_one(sentence, at, phrase)


def _named_in_one(sentence: Sentence, at: int, phrase: Phrase) -> list[Finding]:
    """ "We call our daughter Bee": kin and name side by side make one phrase, which the rule for kin reads."""
    if kin_in(phrase, sentence.tokens) is not None and not phrase.proper:
        return _also(sentence, at, identify(sentence, phrase, things=False), phrase.end)
    return []


def _relative_clause(sentence: Sentence, at: int) -> list[Finding]:
    """ "Anna, whom we call Annie, …"."""
    comma = next((near for near in range(at - 1, max(-1, at - 4), -1) if sentence.word(near) == ","), None)
    phrase = sentence.found.get(comma - 1) if comma else None
    return _also(sentence, at, identify(sentence, phrase, things=False), at + 1) if phrase is not None else []


def _goes_by(sentence: Sentence, at: int, first: int) -> list[Finding]:
    reading = sentence.reading(at)
    if reading.subject is None or reading.mood != "fact" or reading.subject.kind == "speaker":
        return []
    actor = sentence.actor(reading.subject, things=False)
    return _also(sentence, at, actor, first) if actor is not None and actor.type == "person" else []


def _also(sentence: Sentence, at: int, actor: Actor | None, first: int) -> list[Finding]:
    words: list[str] = []
    while first < len(sentence.tokens) and len(words) < 3 and _names(sentence, first):
        words.append(sentence.tokens[first].text)
        first += 1
    name = " ".join(words)
    if actor is None or actor.plural or not words or sentence.word(first) not in _ENDS or name == actor.name:
        return []
    if (own := _own_kin(sentence, actor)) is not None:
        make = named_pet if own in PETS else relative
        return [make(sentence.speaker, own, name, at)]
    kind = "person" if actor.type == "person" else "concept"
    fact = f"{actor.name} is called {name}"
    return [Finding(actor.name, actor.type, "has_name", name, kind, fact, "my_name", at, actor.factor)]


def _own_kin(sentence: Sentence, actor: Actor) -> str | None:
    """Of "User's son" the son: the name is the first that is said."""
    word = actor.name.removeprefix(f"{sentence.speaker.name}'s ")
    return word if word != actor.name and (word in KIN or word in PETS) else None


def _names(sentence: Sentence, at: int) -> bool:
    token = sentence.tokens[at]
    dated = token.date is not None or token.lower in WEEKDAYS and token.lower not in MONTHS
    known = token.known is None or token.known.kind == "given_name" or token.known.everyday
    return token.text[:1].isupper() and token.text[1:].islower() and not dated and (is_proper(token) or known)

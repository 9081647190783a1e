"""What a clause beside a name tells of its maker: "Pennant, the service we built in 2023,", "Marlow is a generator I wrote".

In: a read sentence and a verb in it. Out: findings that somebody made or founded the named thing.
"""

from zeph.memory.ingest.local.phrases.entities import Phrase, mine
from zeph.memory.ingest.local.phrases.identity import identify
from zeph.memory.ingest.local.phrases.mentions import Actor
from zeph.memory.ingest.local.phrases.reader import Finding, Sentence

_MAKING = frozenset(
    "build write make create develop design release ship launch publish compose record paint invent start code".split()
)
_FOUNDING = frozenset("found cofound co-found establish open".split())
_BE = frozenset(("is", "'s", "was", ","))
_FIRST = frozenset(("i", "we"))
_ARTICLES = frozenset(("a", "an", "the", "our", "my", "one"))
REACH = 6
"""Words of a description."""


def maker_findings(sentence: Sentence, at: int) -> list[Finding]:
    """Who made what the clause of the verb there describes, if that has a name."""
    token = sentence.tokens[at]
    if token.base not in _MAKING | _FOUNDING or token.tag not in ("VBD", "VBN"):
        return []
    start, makers = _makers(sentence, at)
    name = _name_before(sentence, start) if makers else None
    if name is None:
        return []
    founded = token.base in _FOUNDING
    relation, kind = ("founded", "organization") if founded else ("created", "project")
    return [
        Finding(
            actor.name, actor.type, relation, name.name, kind, f"{actor.name} {token.lower} {name.name}", "created", at,
            actor.factor, event=True,
        )
        for actor in makers
        if actor.name != name.name
    ]  # fmt: skip


def _makers(sentence: Sentence, at: int) -> tuple[int, list[Actor]]:
    """Where the clause begins, and its subject: "I", "we", "my flatmate and I", "our intern Bo"."""
    near = at - 1
    while near > 0 and sentence.tokens[near].pos in ("ADV", "AUX"):
        near -= 1
    found: list[Actor] = []
    while True:
        phrase = sentence.found.get(near)
        actor = sentence.speaker if sentence.word(near) in _FIRST else _person(sentence, phrase)
        if actor is None:
            return near, []
        found.insert(0, actor)
        start = phrase.start if phrase is not None and sentence.word(near) not in _FIRST else near
        if sentence.word(start - 1) != "and" or start < 2:
            return start, found
        near = start - 2


def _person(sentence: Sentence, phrase: Phrase | None) -> Actor | None:
    if phrase is None or not (phrase.proper or mine(phrase)):
        return None
    return identify(sentence, phrase, things=False)


def _name_before(sentence: Sentence, start: int) -> Phrase | None:
    """Of "Larkspur, the app that" and "Marlow is a generator" the name."""
    last = start - 2 if sentence.word(start - 1) in ("that", "which") else start - 1
    described = sentence.found.get(last)
    if described is None or described.proper or described.end != last + 1:
        return None
    for near in range(last, max(last - REACH, 1), -1):
        if sentence.word(near) in _ARTICLES and sentence.word(near - 1) in _BE:
            name = sentence.found.get(near - 2)
            named = name is not None and name.proper and not name.determiner and name.start == 0
            return name if named else None
        if sentence.tokens[near].pos in ("VERB", "AUX") and sentence.tokens[near].tag not in ("VBG", "VBN"):
            return None
    return None

"""Ailments that are over: "my tendonitis is gone", "my back is fine again", "I got rid of my cough".

In: a read sentence and a word in it. Out: findings that end a condition. A part of the body, and what passes anyhow, count
only where something is known of it (``if_known``).
"""

from collections.abc import Callable

from zeph.memory.ingest.local.frames.match import skip_fillers
from zeph.memory.ingest.local.frames.objects import NOUNS
from zeph.memory.ingest.local.patterns import CONDITIONS
from zeph.memory.ingest.local.phrases.entities import Phrase, singular
from zeph.memory.ingest.local.phrases.identity import owner_of, possessed
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence
from zeph.memory.ingest.local.rules.gone import is_refused, subject_before

_BODY = NOUNS["body"] | frozenset("eye ear head stomach throat skin chest belly neck feet teeth heart lung".split())
_PASSING = frozenset(
    "cold flu fever headache cough hangover pain rash migraine stitch cramp nausea jetlag infection".split()
)
_AILING = CONDITIONS | NOUNS["conditions"] | _PASSING
_AGAIN = frozenset(("again", "now"))
_WELL = frozenset(("fine", "ok", "okay", "good", "normal", "healthy"))
_GONE = frozenset(("gone", "cured", "healed", "history"))
_WENT = {"healed": (), "cleared": ("up",), "went": ("away",), "disappeared": (), "vanished": ()}


def _recovered(sentence: Sentence, at: int) -> list[Finding]:
    """ "My tendonitis is gone", "my back is fine again", "the rash has cleared up"."""
    word = sentence.word(at)
    state = at
    if word == "new":  # "as good as new"
        state = at - 2 - (sentence.word(at - 3) == "as")
        if not sentence.words(at - 2, "good", "as"):
            return []
    if word in _WELL and not (
        _AGAIN & {sentence.word(at + 1), sentence.word(at + 2)} or sentence.words(at - 2, "back", "to")
    ):
        return []
    if word in _WENT and not sentence.words(at + 1, *_WENT[word]):
        return []
    phrase = subject_before(sentence, state, verbal=word in _WENT)
    if phrase is None or is_refused(sentence, at):
        return []
    ailing = phrase.head in _AILING
    body = singular(phrase.head) in _BODY
    if not (ailing or body) or (word in _GONE and not ailing and word != "healed"):
        return []
    bare = phrase.determiner == "" and body and (phrase.start == 0 or not phrase.proper)  # "wrist is fine again"
    ours = bare or (phrase.determiner == "the" and ailing)
    owner = owner_of(sentence, phrase) or (sentence.speaker if ours else None)
    if owner is None or owner.type != "person":
        return []
    known = body or phrase.head in _PASSING or phrase.determiner == "the"
    return [_condition(sentence, at, owner, phrase, if_known=known)]


def _condition(sentence: Sentence, at: int, owner: Actor, phrase: Phrase, *, if_known: bool) -> Finding:
    name = possessed(sentence, phrase).name
    name = name.lower() if singular(phrase.head) in _BODY else name
    plural = sentence.word(phrase.end - 1) != phrase.head
    well = "fine again" if singular(phrase.head) in _BODY and phrase.head not in _AILING else "gone"
    fact = f"{owner.name}'s {name} {'are' if plural else 'is'} {well}"
    return Finding(
        owner.name, "person", "has_condition", name, "concept", fact, "frame_end", at, owner.factor, ends=True,
        if_known=if_known,
    )  # fmt: skip


def _got_over(sentence: Sentence, at: int) -> list[Finding]:
    """ "I recovered from Covid", "I beat cancer", "I got rid of my cough", "I'm over my cold"."""
    word = sentence.word(at)
    behind = {"recovered": ("from",), "beat": (), "beaten": (), "over": (), "rid": ("of",)}[word]
    if not sentence.words(at + 1, *behind) or is_refused(sentence, at):
        return []
    if word == "over" and sentence.word(at - 1) not in ("'m", "am", "got", "finally", "gotten", "'s", "is"):
        return []
    phrase = sentence.found.get(skip_fillers(sentence, at + 1 + len(behind)))
    verb = at - 1 if word in ("over", "rid") else at
    subject = sentence.reading(verb).subject
    actor = sentence.actor(subject, things=False)
    if (
        phrase is None
        or actor is None
        or actor.type != "person"
        or singular(phrase.head) not in _AILING
        and phrase.head not in _AILING
    ):
        return []
    if sentence.reading(verb).mood != "fact" or phrase.owner_end or phrase.name.split()[-1:] == ["fear"]:
        return []
    return [_condition(sentence, at, actor, phrase, if_known=phrase.head in _PASSING)]


RECOVERIES: dict[str, Callable[[Sentence, int], list[Finding]]] = {
    **dict.fromkeys((*_WELL, *_GONE, *_WENT, "new"), _recovered),
    **dict.fromkeys(("recovered", "beat", "beaten", "over", "rid"), _got_over),
}
"""By the word that tells it."""

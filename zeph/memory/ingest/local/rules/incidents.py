"""What struck a place or a person: "there was a power cut at the office", "my street was hit by a flood", "I got hit by a car".

In: a read sentence and a word in it. Out: findings whose target names the incident.
"""

from zeph.memory.ingest.local.frames.match import skip_fillers
from zeph.memory.ingest.local.frames.subjects import true_subject
from zeph.memory.ingest.local.open.deeds import phrase_actor
from zeph.memory.ingest.local.phrases.entities import mine
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence
from zeph.memory.ingest.local.rules.happenings import RELATION, helper_of, is_denied

_BE = frozenset("is was were 're been be being got get gets getting".split())


def incident_findings(sentence: Sentence, at: int) -> list[Finding]:
    """ "There was a power cut at the office": where it was, or with the speaker."""
    if sentence.word(at) != "there" or sentence.word(at + 1) not in ("was", "were", "'s", "is", "has"):
        return []
    first = skip_fillers(sentence, at + (3 if sentence.word(at + 2) == "been" else 2))
    phrase = sentence.found.get(first)
    if phrase is None or phrase.head not in _INCIDENTS or phrase.determiner not in ("a", "an", "another", ""):
        return []
    place = sentence.found.get(phrase.end + 1) if sentence.word(phrase.end) in ("at", "in", "on", "near") else None
    if place is None or not (mine(place) or (place.determiner == "the" and place.head in _OWN_PLACES)):
        return []
    near = f"{sentence.speaker.name}'s {place.name}" if not place.proper else place.name
    fact = f"There was {sentence.shown(phrase)} {sentence.word(phrase.end)} {near}"
    return [Finding(near, "location", RELATION, phrase.name, "event", fact, "happening", phrase.start, event=True)]


_STRUCK = frozenset(
    "flood storm hurricane earthquake tornado typhoon lightning blizzard cyclone heatwave drought wildfire landslide".split()
)
_TRAFFIC = frozenset("car truck bus van bike bicycle motorbike motorcycle lorry taxi tram scooter suv".split())


def struck_findings(sentence: Sentence, at: int) -> list[Finding]:
    """ "My old area was hit by a flood", "I got hit by a car"."""
    cause = sentence.found.get(at + 2)
    if sentence.word(at + 1) != "by" or cause is None or helper_of(sentence, at) not in _BE or is_denied(sentence, at):
        return []
    traffic = cause.head in _TRAFFIC
    reading = sentence.reading(at)
    subject = true_subject(sentence, at, reading.subject)
    if not (traffic or cause.head in _STRUCK) or reading.mood != "fact" or subject is None:
        return []
    phrase = subject.phrase
    actor = phrase_actor(sentence, phrase) if phrase is not None else sentence.actor(subject, things=False)
    if actor is None and phrase is not None and mine(phrase) and phrase.name:
        actor = Actor(f"{sentence.speaker.name}'s {phrase.name}", "location")
    if actor is None or (traffic and actor.type != "person"):
        return []
    noun = "traffic accident" if traffic else cause.name.split()[-1]
    be = "were" if actor.plural else "was"
    fact = f"{actor.name} {be} {sentence.word(at)} by {sentence.shown(cause)}"
    return [Finding(actor.name, actor.type, RELATION, noun, "event", fact, "happening", at, actor.factor, event=True)]


_INCIDENTS = frozenset(
    "cut outage blackout fire flood leak burglary break-in robbery accident explosion storm earthquake evacuation strike "
    "shooting layoff layoffs infestation theft breach".split()
)
_OWN_PLACES = frozenset("office school house flat apartment building street lab workshop factory shop village".split())

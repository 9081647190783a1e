"""Where things and people are, and what two people are to each other: "the workshop is in Leeds", "Wim and I got engaged".

In: a read sentence and a verb in it. Out: findings.
"""

from dataclasses import replace

from zeph.memory.ingest.local.frames.objects import TOOL_KINDS
from zeph.memory.ingest.local.open.deeds import phrase_actor
from zeph.memory.ingest.local.phrases.entities import Phrase, is_thing, kin_in, mine, singular, usable
from zeph.memory.ingest.local.phrases.identity import owner_of
from zeph.memory.ingest.local.phrases.mentions import Actor
from zeph.memory.ingest.local.phrases.reader import Finding, Sentence
from zeph.memory.ingest.local.phrases.syntax import Subject, objects
from zeph.memory.ingest.local.rules.groups import members

_BE = frozenset("is 's are was were am 'm 're been be".split())
_IN = frozenset("in at on near outside inside".split())
_PLACES = ("city", "country", "region")
_MIDDLE = frozenset(
    "now currently still both also just always all right actually located based here there down over up".split()
)
_TOGETHER = {
    "married": "married_to", "engaged": "partner_of", "dating": "partner_of", "divorced": "divorced_from",
    "friends": "friend_of", "siblings": "sibling_of", "sisters": "sibling_of", "brothers": "sibling_of",
    "twins": "sibling_of", "colleagues": "colleague_of", "coworkers": "colleague_of", "neighbours": "neighbor_of",
    "neighbors": "neighbor_of", "flatmates": "roommate_of", "roommates": "roommate_of", "cousins": "relative_of",
}  # fmt: skip
_FAMILY = frozenset(("parent", "grandparent", "folk", "in-law", "family", "kid", "child"))
_LINKS = frozenset(
    "is are was were am 'm 're 've been got get getting have has had be both now just still best old good".split()
)
_SETTLED = frozenset("now currently still based located".split())


def whereabouts_findings(sentence: Sentence, at: int) -> list[Finding]:
    """What the word there says of a place or a pair, if it does."""
    found: list[Finding] = []
    if sentence.word(at) in _BE:
        found += _place(sentence, at)
    if sentence.word(at) in _TOGETHER:
        found += _pair(sentence, at)
    return found


# ---------------------------------------------------------------- places


def _place(sentence: Sentence, at: int) -> list[Finding]:
    """ "Our office is in Rotterdam", "I'm in Porto now", "we've been in Graz for two years"."""
    first = at + 1
    while sentence.word(first) in _MIDDLE or (first < len(sentence.tokens) and sentence.tokens[first].date):
        first += 1
    where = sentence.word(first)
    if where not in _IN or (first < len(sentence.tokens) and sentence.tokens[first].date):
        return []
    place = next(iter(objects(sentence.tokens, sentence.found, first + 1)), None)
    reading = sentence.reading(at)
    subject = reading.subject
    if place is None or subject is None or reading.mood != "fact" or not usable(place):
        return []
    known = sentence.kind(place) in _PLACES
    if subject.kind == "speaker":
        lasting = reading.perfect and any(
            t.date and t.date.text.casefold().startswith(("for", "since")) for t in sentence.tokens
        )
        settled = lasting or (known and sentence.word(at) in ("am", "'m", "'re", "are") and _settled(sentence, place))
        if not (where in ("in", "near") and place.proper and settled):
            return []
        speaker = sentence.speaker
        if not (
            lasting or sentence.word(place.end) == "now" or _SETTLED & {sentence.word(at + 1), sentence.word(first - 1)}
        ):
            fact = f"{speaker.name} is {where} {place.name}"
            return [Finding(speaker.name, speaker.type, "visited", place.name, "location", fact, "standing", at)]
        fact = f"{speaker.name} lives {where} {place.name}"
        return [Finding(speaker.name, speaker.type, "lives_in", place.name, "location", fact, "based", at)]
    actor = _thing(sentence, subject)
    if (
        actor is None
        or sentence.word(at) in ("was", "were")
        or sentence.kind(place) in TOOL_KINDS
        or not (place.proper or (where == "in" and place.determiner == "the" and known))
    ):
        return []
    if where == "on" and not place.head.endswith(
        ("street", "road", "straße", "strasse", "straat", "avenue", "square", "lane", "island", "platz", "allee")
    ):
        return []
    fact = f"{actor.name} {'are' if actor.plural else 'is'} {where} {sentence.shown(place)}"
    if actor.type == "person" and not _practises(sentence, subject):
        stay = known and where == "in" and sentence.word(place.end) in ("", ".", "!", ",", "and", "right", "at")
        visit = Finding(actor.name, "person", "visited", place.name, "location", fact, "standing", at, actor.factor)
        return [visit] if stay else []
    return [Finding(actor.name, actor.type, "located_in", place.name, "location", fact, "located", at, actor.factor)]


def _practises(sentence: Sentence, subject: Subject) -> bool:
    """Of "my doctor is in Bonn" that they work there, which family does not say."""
    kin = kin_in(subject.phrase, sentence.tokens) if subject.phrase is not None else None
    return kin is not None and kin[1] in ("has_doctor", "mentored_by", "managed_by")


def _settled(sentence: Sentence, place: Phrase) -> bool:
    """ "I'm in Porto." and "I'm in Porto now": other stays are told with their end, their reason or their company."""
    after = sentence.tokens[place.end] if place.end < len(sentence.tokens) else None
    return after is None or after.date is not None or after.lower in (".", "!", ",", "and", "now", "until")


def _thing(sentence: Sentence, subject: Subject) -> Actor | None:
    """What is somewhere: no person, no mood ("dinner is in the oven")."""
    if subject.kind == "pronoun":
        actor = sentence.meant(subject.at, things=True)
        return actor if actor is not None and actor.type != "person" else None
    phrase = subject.phrase
    if phrase is None or not usable(phrase) and not phrase.owner_end:
        return None
    owner = owner_of(sentence, phrase) if mine(phrase) or phrase.owner_end else None
    if mine(phrase) and (kin_in(phrase, sentence.tokens) is not None or singular(phrase.head) in _FAMILY):
        return phrase_actor(sentence, phrase)
    if owner is not None and not phrase.proper:
        name = phrase.name if owner.name == sentence.speaker.name else f"{owner.name}'s {phrase.head}"
        return Actor(name, "concept", owner.factor)
    if phrase.determiner == "the" or is_thing(phrase):
        return Actor(phrase.name, "concept", 0.9)
    actor = sentence.actor(subject, things=True)
    return actor if actor is not None and actor.type != "person" and sentence.kind(phrase) != "given_name" else None


# ---------------------------------------------------------------- pairs


def _pair(sentence: Sentence, at: int) -> list[Finding]:
    """ "Kwabena and I got engaged", "Aunt Philippa and Uncle Joss have been married for fifty years"."""
    before = at - 1
    while before >= 0 and sentence.word(before) in _LINKS:
        before -= 1
    if before < 0 or before == at - 1 or sentence.word(at + 1) in ("to", "with", "off"):
        return []
    both = [replace(actor, plural=False) for actor in members(sentence, before)]
    if len(both) != 2:
        return []
    first, second = sorted(both, key=lambda actor: actor.name != sentence.speaker.name)
    relation = _TOGETHER[sentence.word(at)]
    fact = f"{first.name} and {second.name} are {sentence.word(at)}"
    factor = min(first.factor, second.factor)
    return [Finding(first.name, "person", relation, second.name, "person", fact, "partner", at, factor)]

"""What is over although no verb of the tables says so: "my tendonitis is gone", "the subscription ran out", "Pixel died",
"I lost my husband in March", "Kim doesn't live with us anymore", "today was my last day at Acme".

In: a read sentence and a word in it. Out: findings that end something. Those that may well speak of something else (a
phone called Pixel, a cold that was never told of) count only where what they end is known (``if_known``).
"""

from collections.abc import Callable

from zeph.memory.ingest.local.frames.objects import NOUNS
from zeph.memory.ingest.local.patterns import KIN, PETS, UNSURE
from zeph.memory.ingest.local.phrases.entities import Phrase, entity_type, kin_in, mine, singular, usable
from zeph.memory.ingest.local.phrases.identity import identify
from zeph.memory.ingest.local.phrases.reader import Finding, Sentence
from zeph.memory.ingest.local.rules.gone import is_refused, subject_before
from zeph.memory.ingest.local.rules.recoveries import RECOVERIES

_PAPERS = frozenset(("subscription", "membership", "account", "trial"))
_RAN_OUT = {"ran": ("out",), "run": ("out",), "expired": (), "lapsed": (), "ended": ()}
_MORTAL = frozenset(
    "parent_of child_of sibling_of grandparent_of grandchild_of relative_of married_to partner_of friend_of".split()
)
_ELSEWHERE = frozenset(
    "crowd custody court game match bet argument contact touch fight race election chess way".split()
)


def loss_findings(sentence: Sentence, at: int) -> list[Finding]:
    """What is over by the word there; most words say nothing, at the cost of one look-up."""
    rule = _RULES.get(sentence.word(at))
    return rule(sentence, at) if rule is not None else []


# ---------------------------------------------------------------- subscriptions


def _ran_out(sentence: Sentence, at: int) -> list[Finding]:
    """ "My Spotify subscription ran out", "the membership has expired"."""
    if not sentence.words(at + 1, *_RAN_OUT[sentence.word(at)]) or is_refused(sentence, at):
        return []
    phrase = subject_before(sentence, at, verbal=True)
    return _paper(sentence, at, phrase, "ran out") if phrase is not None else []


def _cancelled(sentence: Sentence, at: int) -> list[Finding]:
    """ "I cancelled my gym membership"; of a name the tables know it."""
    phrase = sentence.found.get(at + 1)
    reading = sentence.reading(at)
    if phrase is None or reading.mood != "fact" or reading.passive or is_refused(sentence, at):
        return []
    if reading.subject is None or reading.subject.kind not in ("speaker", "left_out", "same"):
        return []
    return _paper(sentence, at, phrase, "was cancelled")


def _paper(sentence: Sentence, at: int, phrase: Phrase, how: str) -> list[Finding]:
    if phrase.head not in _PAPERS or phrase.owner_end or not (mine(phrase) or phrase.determiner in ("the", "")):
        return []
    paper = sentence.tokens[phrase.end - 1].lower
    name = phrase.name.removesuffix(f" {sentence.tokens[phrase.end - 1].text}")
    speaker = sentence.speaker.name
    fact = f"{speaker}'s {phrase.name} {how}"
    if phrase.proper and name and name != phrase.name:
        kind = entity_type(phrase, sentence.tokens[phrase.end - 2], "tool")
        return [Finding(speaker, "person", "uses", name, kind, fact, "frame_end", at, ends=True)]
    target = phrase.name if phrase.name else paper
    return [Finding(speaker, "person", "uses", target, "concept", fact, "frame_end", at, ends=True, if_known=True)]


# ---------------------------------------------------------------- the dead


def _died(sentence: Sentence, at: int) -> list[Finding]:
    """ "Pixel died": a name that is somebody's animal, or somebody, by what is known."""
    word = sentence.word(at)
    if (word == "passed" and sentence.word(at + 1) != "away") or is_refused(sentence, at):
        return []
    if sentence.word(at - 1) in ("he", "she", "it", "has", "just", "sadly") and (pet := _animal(sentence, at)):
        return pet
    phrase = subject_before(sentence, at, verbal=True)
    opening = phrase is not None and phrase.start == 0 and phrase.end == 1 and sentence.tokens[0].text.istitle()
    named = phrase is not None and (phrase.proper or opening) and not phrase.determiner and not phrase.owner_end
    if phrase is None or not named:
        return []
    name = sentence.text[sentence.tokens[phrase.start].start : sentence.tokens[phrase.end - 1].end]
    speaker, fact = sentence.speaker.name, f"{name} died"
    return [Finding(speaker, "person", "has_pet", name, "concept", fact, "frame_end", at, ends=True, if_known=True)]


def _animal(sentence: Sentence, at: int) -> list[Finding]:
    """ "He died", of the animal that was spoken of."""
    subject = sentence.reading(at).subject
    mention = sentence.pointing(subject.at) if subject is not None and subject.kind == "pronoun" else None
    if mention is None or mention.kind != "animal" or len(mention.actors) != 1:
        return []
    speaker, name = sentence.speaker.name, mention.actors[0].name
    plain = name.removeprefix(f"{speaker}'s ")
    fact = f"{name} died"
    return [
        Finding(speaker, "person", "has_pet", plain, "concept", fact, "frame_end", at, UNSURE, ends=True, if_known=True)
    ]


def _lost(sentence: Sentence, at: int) -> list[Finding]:
    """ "I lost my husband in March", "she lost her dad last year"."""
    phrase = sentence.found.get(at + 1)
    reading = sentence.reading(at)
    if phrase is None or phrase.start != at + 1 or reading.mood != "fact" or reading.passive:
        return []
    kin = kin_in(phrase, sentence.tokens)
    bare = not phrase.determiner and phrase.name.split()[0].casefold() in _ELDERS if phrase.name else False
    if not bare and (kin is None or KIN[kin[0]] not in _MORTAL or kin[0].startswith("ex")):
        return []
    if singular(sentence.word(phrase.end - 1)) in PETS or any(
        token.lower in _ELSEWHERE for token in sentence.tokens[phrase.end :]
    ):
        return []
    actor = identify(sentence, phrase, things=False)
    if actor is None or actor.type != "person" or sentence.word(phrase.end) == "'s":
        return []
    sentence.notice(actor)
    fact = f"{actor.name} died"
    return [
        Finding(actor.name, "person", "has_event", "death", "event", fact, "happening", at, actor.factor, event=True)
    ]


_ELDERS = frozenset("grandma grandpa granny grandad granddad gran nan mum mom dad mama papa".split())


# ---------------------------------------------------------------- homes and jobs


def _with_us(sentence: Sentence, at: int) -> list[Finding]:
    """ "Kim doesn't live with us anymore"; of "I don't live with Kim anymore" the tables tell."""
    if not (sentence.word(at + 1) == "with" and sentence.word(at + 2) in ("me", "us")):
        return []
    reading = sentence.reading(at)
    actor = sentence.actor(reading.subject, things=False)
    if reading.mood != "over" or actor is None or actor.type != "person" or actor.name == sentence.speaker.name:
        return []
    speaker = sentence.speaker.name
    fact = f"{actor.name} no longer lives with {speaker}"
    return [
        Finding(speaker, "person", "roommate_of", actor.name, "person", fact, "frame_end", at, actor.factor, ends=True)
    ]


def _last_day(sentence: Sentence, at: int) -> list[Finding]:
    """ "Today was my last day at Deloitte", "my last day at Acme is June 30"."""
    if not sentence.words(at - 1, "last", "day", "at") or sentence.word(at - 2) != "my":
        return []
    named = sentence.found.get(at + 2)
    if named is None or not named.proper or not usable(named) or is_refused(sentence, at):
        return []
    speaker = sentence.speaker.name
    dates = [t.date.text for t in (*sentence.tokens[named.end :], *sentence.tokens[: at - 2]) if t.date]
    ahead = bool(dates) and sentence.word(named.end) in ("is", "'s", "will") and dates[0].casefold() != "today"
    until = f"coming {dates[0].removeprefix('on ')}" if ahead else dates[0] if dates else None
    fact = f"{speaker} {'has' if ahead else 'had'} their last day at {named.name}"
    return [
        Finding(
            speaker, "person", "works_at", named.name, "organization", fact, "frame_end", at,
            valid_until=until, ends=True, future=ahead,
        )
    ]  # fmt: skip


_SCRAPPED = frozenset(("totaled", "totalled", "scrapped", "repossessed", "wrecked"))


def _scrapped(sentence: Sentence, at: int) -> list[Finding]:
    """ "My Tesla was totaled", "the car has been sold"; of what its owner sold the tables tell."""
    phrase = subject_before(sentence, at, verbal=False)
    if phrase is None or not mine(phrase) or is_refused(sentence, at) or kin_in(phrase, sentence.tokens):
        return []
    if not (
        sentence.kind(phrase) in ("car", "device") or phrase.head in NOUNS["rides"] or phrase.head in NOUNS["gear"]
    ):
        return []
    speaker = sentence.speaker.name
    fact = f"{speaker}'s {phrase.name} was {sentence.word(at)}"
    return [Finding(speaker, "person", "owns", phrase.name, "tool", fact, "frame_end", at, ends=True)]


def _given_away(sentence: Sentence, at: int) -> list[Finding]:
    """ "We gave Momo away": an animal, by what is known; a bride is nobody's."""
    phrase = sentence.found.get(at - 1)
    verb = phrase.start - 1 if phrase is not None else -1
    if phrase is None or sentence.word(verb) not in ("gave", "given") or not phrase.proper or phrase.determiner:
        return []
    speaker, fact = sentence.speaker.name, f"{sentence.speaker.name} gave {phrase.name} away"
    return [
        Finding(speaker, "person", relation, phrase.name, "concept", fact, "frame_end", at, ends=True, if_known=True)
        for relation in ("has_pet", "owns")
    ]


def _stopped_seeing(sentence: Sentence, at: int) -> list[Finding]:
    """ "I stopped seeing my therapist", "I'm no longer seeing Tom"."""
    if sentence.reading(at).mood != "over":
        return []
    phrase = sentence.found.get(at + 1)
    subject = sentence.reading(at).subject
    if phrase is None or subject is None or subject.kind not in ("speaker", "left_out") or phrase.owner_end:
        return []
    named = phrase.proper and not phrase.determiner
    if not named and not (mine(phrase) and phrase.head in NOUNS["doctors"]):
        return []
    speaker = sentence.speaker.name
    fact = f"{speaker} no longer sees {phrase.name if named else f'their {phrase.name}'}"
    return [
        Finding(speaker, "person", relation, phrase.name, "person", fact, "frame_end", at, ends=True, if_known=True)
        for relation in (("has_doctor", "partner_of") if named else ("has_doctor",))
    ]


_BARE = {"volunteer": ("volunteers_at", "volunteering"), "coach": ("mentors", "coaching")}


def _no_more(sentence: Sentence, at: int) -> list[Finding]:
    """ "I don't volunteer any more", "I stopped coaching": where there is but one such thing."""
    reading, following = sentence.reading(at), sentence.found.get(at + 1)
    if reading.mood != "over" or following is not None or reading.subject is None or reading.subject.kind != "speaker":
        return []
    relation, doing = _BARE[sentence.word(at).removesuffix("ing")]
    speaker = sentence.speaker.name
    fact = f"{speaker} stopped {doing}"
    return [Finding(speaker, "person", relation, doing, "concept", fact, "frame_end", at, ends=True, if_known=True)]


def _with_the_firm(sentence: Sentence, at: int) -> list[Finding]:
    """ "Hans is no longer with the company", "Tarek is leaving the company in March": no colleague, no boss then."""
    phrase = sentence.found.get(at)
    if phrase is None or phrase.determiner not in ("the", "our") or is_refused(sentence, phrase.start):
        return []
    gone = sentence.word(phrase.start - 1) in ("left", "quit")
    going = sentence.word(phrase.start - 1) in ("leaving", "leaves") and any(t.date for t in sentence.tokens[at:])
    over = sentence.word(phrase.start - 1) in ("with", "at") and sentence.words(phrase.start - 3, "no", "longer")
    if not (gone or going or over):
        return []
    verb = phrase.start - (4 if over else 1)
    actor = sentence.actor(sentence.reading(verb).subject, things=False)
    if actor is None or actor.type != "person" or actor.name == sentence.speaker.name:
        return []
    speaker, date = sentence.speaker.name, next((t.date.text for t in sentence.tokens[at:] if t.date), None)
    fact = f"{actor.name} {'is leaving' if going else 'left'} the company"
    return [
        Finding(
            speaker, "person", relation, actor.name, "person", fact, "frame_end", at, actor.factor, ends=True,
            if_known=True, future=going, valid_until=f"coming {date.removeprefix('in ')}" if going and date else None,
        )
        for relation in ("colleague_of", "managed_by")
    ]  # fmt: skip


def _sold_by_name(sentence: Sentence, at: int) -> list[Finding]:
    """ "We sold Luna": an animal, by what is known."""
    phrase = sentence.found.get(at + 1)
    if phrase is None or not phrase.proper or phrase.determiner or sentence.reading(at).mood != "fact":
        return _scrapped(sentence, at)
    speaker, fact = sentence.speaker.name, f"{sentence.speaker.name} sold {phrase.name}"
    return [
        Finding(speaker, "person", "has_pet", phrase.name, "concept", fact, "frame_end", at, ends=True, if_known=True)
    ]


def _longer(sentence: Sentence, at: int) -> list[Finding]:
    """ "I'm no longer in Berlin", where that is home; "my dad is no longer with us"."""
    begin, be = at + 1, at - 2
    if sentence.word(at - 1) != "no" or be < 1 or sentence.word(be) not in ("'m", "am", "'re", "are", "is", "'s"):
        return []
    place, subject = sentence.found.get(begin + 1), sentence.reading(be).subject
    speaker = sentence.speaker.name
    if sentence.words(begin, "with", "us") and subject is not None and subject.phrase is not None:
        actor = identify(sentence, subject.phrase, things=False)
        if (
            actor is None
            or kin_in(subject.phrase, sentence.tokens) is None
            or sentence.word(begin + 2) not in ("", ".", "!", ",")
        ):
            return []
        fact = f"{actor.name} died"
        return [Finding(actor.name, "person", "has_event", "death", "event", fact, "happening", at, event=True)]
    if place is None or sentence.word(begin) != "in" or subject is None or subject.kind != "speaker":
        return []
    if not place.proper or sentence.kind(place) not in ("city", "country", "region"):
        return []
    fact = f"{speaker} is no longer in {place.name}"
    return [
        Finding(speaker, "person", "lives_in", place.name, "location", fact, "frame_end", at, ends=True, if_known=True)
    ]


_RULES: dict[str, Callable[[Sentence, int], list[Finding]]] = {
    **RECOVERIES,
    **dict.fromkeys(_SCRAPPED, _scrapped),
    **dict.fromkeys(("volunteer", "volunteering", "coach", "coaching"), _no_more),
    **dict.fromkeys(("company", "firm"), _with_the_firm),
    "longer": _longer, "sold": _sold_by_name, "away": _given_away, "seeing": _stopped_seeing,
    **dict.fromkeys(_RAN_OUT, _ran_out),
    "cancelled": _cancelled, "canceled": _cancelled, "terminated": _cancelled, "quit": _cancelled,
    "died": _died, "passed": _died, "lost": _lost, "live": _with_us, "living": _with_us, "day": _last_day,
}  # fmt: skip

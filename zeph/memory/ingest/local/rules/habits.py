"""Ages, leanings and regular doings that no frame with an object can say: "I'm 34", "I'd rather walk", "I go climbing".

In: a read sentence and a word in it. Out: findings.
"""

from zeph.memory.ingest.local.frames.match import skip_fillers
from zeph.memory.ingest.local.frames.objects import NOUNS
from zeph.memory.ingest.local.frames.subjects import someone, true_subject
from zeph.memory.ingest.local.frames.table import forms_of
from zeph.memory.ingest.local.patterns import PETS
from zeph.memory.ingest.local.phrases.entities import Phrase, mine, singular
from zeph.memory.ingest.local.phrases.identity import owner_of
from zeph.memory.ingest.local.phrases.lists import listed, without_lead
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence

_BE = frozenset(("is", "'s", "am", "'m", "are", "'re"))
_NUMBERS = {
    word: number
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty".split(),
        start=1,
    )
} | {
    word: 10 * (number + 2)
    for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())
}
OLDEST = 120
_NO_ACTIVITY = frozenset("to going being getting having out back crazy insane missing wrong well".split())


def habit_findings(sentence: Sentence, at: int) -> list[Finding]:
    """What the word there says of somebody's age, leaning or regular doing."""
    word = sentence.word(at)
    if word in ("is", "'s") and sentence.word(at - 1) == "birthday":
        return _birthday(sentence, at)
    if word in _BE or word in ("turned", "turns", "turning"):
        return _age(sentence, at) or (_ails(sentence, at) + _fan(sentence, at) if word in _BE else [])
    if word == "rather" and sentence.word(at - 1) in ("'d", "would"):
        return _rather(sentence, at)
    if word in ("died", "passed"):
        return _died(sentence, at)
    if word == "born":
        return _born(sentence, at)
    if word in ("named", "called", "call", "name") and sentence.word(at + 1) in ("her", "him", "it", "them"):
        return _named(sentence, at)
    if word in ("go", "goes") and sentence.tokens[at].pos in ("VERB", "AUX"):
        return _goes(sentence, at)
    return []


def _actor(sentence: Sentence, at: int) -> Actor | None:
    subject = true_subject(sentence, at, sentence.reading(at).subject)
    if subject is None or subject.phrase is None:
        return sentence.actor(subject, things=False)
    return someone(sentence, subject.phrase)


def _age(sentence: Sentence, at: int) -> list[Finding]:
    """ "I'm 34", "Lou is 7 (years old)", "she turned ninety"."""
    place = skip_fillers(sentence, at + 1)
    number = _number(sentence.word(place))
    if number is not None and sentence.word(place + 1) == "-" and _number(sentence.word(place + 2)) is not None:
        number = _number(f"{sentence.word(place)}-{sentence.word(place + 2)}")  # "ninety-four"
        place += 2
    behind = sentence.word(place + 1)
    aged = behind in (
        "",
        ",",
        ".",
        "!",
        "and",
        "now",
        "years",
        "year",
        "yrs",
        "but",
        "this",
        "next",
        "last",
        "in",
        "on",
    )
    dated = place + 1 < len(sentence.tokens) and sentence.tokens[place + 1].date is not None
    if number is None or not (aged or dated or sentence.word(at).startswith("turn")):
        return []
    if behind in ("years", "year", "yrs") and sentence.word(place + 2) not in ("old", "young", "of"):
        return []
    actor, reading = _actor(sentence, at), sentence.reading(at)
    if actor is None or reading.mood not in ("fact", "plan") or actor.type == "project":
        return []
    ahead = reading.mood == "plan" or sentence.tokens[at].tag == "VBG" or sentence.word(at) == "turns"
    fact = f"{actor.name} is {number} years old"
    if ahead:
        return []
    return [
        Finding(actor.name, actor.type, "has_age", f"{number} years old", "concept", fact, "frame", at, actor.factor)
    ]


def _ails(sentence: Sentence, at: int) -> list[Finding]:
    """ "I'm colour-blind"."""
    place = skip_fillers(sentence, at + 1)
    word = sentence.word(place)
    if sentence.word(place) == "-" or sentence.word(place + 1) == "-":
        dash = place if word == "-" else place + 1
        word = f"{sentence.word(dash - 1)}-{sentence.word(dash + 1)}"
    reading = sentence.reading(at)
    denied = any(sentence.word(near) in ("not", "n't") for near in (at + 1, at + 2))
    actor = _actor(sentence, at) if word in NOUNS["ailing"] and reading.mood == "fact" and not denied else None
    if actor is None or actor.type == "project":
        return []
    fact = f"{actor.name} is {word}"
    return [Finding(actor.name, actor.type, "has_condition", word, "concept", fact, "frame", at, actor.factor)]


def _fan(sentence: Sentence, at: int) -> list[Finding]:
    """ "I'm a lifelong Liverpool supporter": Liverpool."""
    place = skip_fillers(sentence, at + 1)
    phrase = sentence.found.get(place)
    if (
        phrase is None
        or phrase.head not in _FANS
        or phrase.determiner not in ("a", "an")
        or phrase.end - phrase.start < 3
    ):
        return []
    words = [t for t in sentence.tokens[phrase.start + 1 : phrase.end - 1] if t.lower not in _LEADS_FAN]
    actor = _actor(sentence, at)
    if actor is None or not words or words[-1].pos not in ("NOUN", "PROPN") or sentence.reading(at).mood != "fact":
        return []
    name = sentence.text[words[0].start : words[-1].end]
    fact = f"{actor.name} is {sentence.shown(phrase)}"
    return [Finding(actor.name, actor.type, "likes", name, "concept", fact, "frame", at, actor.factor)]


_FANS = frozenset("fan supporter lover enthusiast buff addict nerd geek aficionado junkie fanatic".split())
_LEADS_FAN = frozenset("huge big massive lifelong long-time longtime die-hard real total avid keen lapsed bit".split())


def own_findings(sentence: Sentence) -> list[Finding]:
    """What "my" says in passing: "on my Framework laptop" owns it, "my Neovim config" uses Neovim."""
    found: list[Finding] = []
    speaker = sentence.speaker.name
    for phrase in dict.fromkeys(sentence.found.values()):
        if not mine(phrase) or sentence.word(phrase.end) in ("'s", "'"):
            continue
        if not phrase.proper:
            found += _ridden(sentence, phrase)
            continue
        first = next((t.known for t in sentence.tokens[phrase.start : phrase.end] if t.known), None)
        kind = first.kind if first is not None else ""
        gear = phrase.head in NOUNS["gear"] or phrase.head in NOUNS["rides"]
        if kind in ("device", "car") or (gear and not kind):
            name = without_lead(sentence, phrase)
            fact = f"{speaker} owns {name}"
            found.append(Finding(speaker, "person", "owns", name, "tool", fact, "frame", phrase.start))
        elif first is not None and phrase.head in NOUNS["set_ups"] and first.entity_type in ("tool", "language"):
            fact = f"{speaker} uses {first.name}"
            found.append(Finding(speaker, "person", "uses", first.name, first.entity_type, fact, "frame", phrase.start))
    return found


_RIDDEN = frozenset(NOUNS["rides"]) | frozenset("drone telescope kiln loom greenhouse allotment piano cello".split())


def _ridden(sentence: Sentence, phrase: Phrase) -> list[Finding]:
    """ "Crashed my drone", "took my van to the coast": one's own, as far as it is told of as there."""
    words = {token.lower for token in sentence.tokens}
    if phrase.head not in _RIDDEN or sentence.tokens[phrase.end - 1].lower != phrase.head or words & _UNREAL_WORDS:
        return []
    name, speaker = without_lead(sentence, phrase), sentence.speaker.name
    told = sentence.word(phrase.end) in ("is", "'s") and sentence.word(phrase.end + 1) in ("a", "an")
    called = told or "called" in (sentence.word(phrase.end), sentence.word(phrase.end + 1))
    if len(name.split()) > 3 or called:  # it has a name of its own
        return []
    return [Finding(speaker, "person", "owns", name, "tool", f"{speaker} owns {name}", "frame", phrase.start, 0.9)]


_UNREAL_WORDS = frozenset("if would could should might used sold sell old former ex first next new dream no".split())


def _died(sentence: Sentence, at: int) -> list[Finding]:
    """ "Our old labrador Moses died last spring": the pet is no longer theirs."""
    subject = true_subject(sentence, at, sentence.reading(at).subject)
    phrase = subject.phrase if subject is not None else None
    if phrase is None or not mine(phrase) or (sentence.word(at) == "passed" and sentence.word(at + 1) != "away"):
        return []
    tokens = sentence.tokens[phrase.start : phrase.end]
    head = next((i for i, token in enumerate(tokens) if singular(token.lower) in PETS), None)
    if head is None:
        return []
    name = " ".join(token.text for token in tokens[head + 1 :] if token.text[:1].isupper()) or tokens[head].lower
    owner = sentence.speaker.name
    fact = f"{owner}'s {tokens[head].lower} {name} died" if name != tokens[head].lower else f"{owner}'s {name} died"
    return [Finding(owner, "person", "has_pet", name, "concept", fact, "frame_end", at, ends=True)]


def _born(sentence: Sentence, at: int) -> list[Finding]:
    """ "Noah was born in March"."""
    place = at + 1
    date = sentence.tokens[place].date if place < len(sentence.tokens) else None
    actor = _actor(sentence, at) if date is not None else None
    if date is None or actor is None or actor.type not in ("person", "concept"):
        return []
    fact = f"{actor.name} was born {date.text}"
    return [
        Finding(
            actor.name, actor.type, "born_on", date.text, "concept", fact, "born", at, actor.factor, valid_from=date.text
        )
    ]  # fmt: skip


def _birthday(sentence: Sentence, at: int) -> list[Finding]:
    """ "My birthday is on 3 March", "Nora's birthday is June 12th"."""
    date = sentence.tokens[at + 1].date if at + 1 < len(sentence.tokens) else None
    phrase = sentence.found.get(at - 1)
    actor = owner_of(sentence, phrase) if phrase is not None else None
    if date is None or actor is None:
        return []
    fact = f"{actor.name}'s birthday is {date.text}"
    return [Finding(actor.name, actor.type, "born_on", date.text, "concept", fact, "born", at, actor.factor)]


def _named(sentence: Sentence, at: int) -> list[Finding]:
    """ "We adopted a kitten and named her Pixel"."""
    phrase = sentence.found.get(at + 2)
    names = [phrase] if phrase is not None and phrase.proper and phrase.end <= at + 4 else []
    before = [singular(token.lower) for token in sentence.tokens[:at]]
    pet = next((word for word in before if word in PETS), "")
    if not names or not pet or sentence.reading(at).mood != "fact":
        return []
    owner = sentence.speaker.name
    return [
        Finding(owner, "person", "has_pet", n.name, "concept", f"{owner}'s {pet} is called {n.name}", "named_pet", at)
        for n in names
    ]


def _number(word: str) -> int | None:
    if word.isdigit() and len(word) <= 3:
        number = int(word)
    else:
        parts = word.split("-")
        values = [_NUMBERS.get(part) for part in parts]
        if not word or None in values or len(parts) > 2:
            return None
        number = sum(value for value in values if value is not None)
    return number if 0 < number <= OLDEST else None


def _rather(sentence: Sentence, at: int) -> list[Finding]:
    """ "I'd rather travel by train than fly": the train, "I'd rather walk": walking."""
    verb = at + 1
    if verb >= len(sentence.tokens) or sentence.word(at - 2) not in ("i", "we"):
        return []
    token = sentence.tokens[verb]
    if token.lower in ("not", "be", "have", "that", "you", "it", "know", "just", "see"):
        return []
    place = skip_fillers(sentence, verb + 1)
    if sentence.word(place) in ("by", "with", "in", "to", "on", "at"):
        place += 1
    phrases: list[Phrase] = listed(sentence, place)[:1]
    gerund = forms_of(token.base or token.lower)[3]
    alone = sentence.word(place) in ("", "than", ".", ",", "!")
    names = [phrase.name for phrase in phrases] or ([gerund] if alone and token.text.isalpha() else [])
    speaker = sentence.speaker.name
    return [
        Finding(speaker, "person", "prefers", name, "concept", f"{speaker} prefers {name}", "prefers", at)
        for name in names
    ]


def _goes(sentence: Sentence, at: int) -> list[Finding]:
    """ "I go bouldering twice a week"."""
    place = skip_fillers(sentence, at + 1)
    if place >= len(sentence.tokens) or sentence.tokens[at].tag not in ("VBP", "VBZ", "VB"):
        return []
    token, reading = sentence.tokens[place], sentence.reading(at)
    if not token.lower.endswith("ing") or token.lower in _NO_ACTIVITY or reading.mood not in ("fact", "over"):
        return []
    actor = _actor(sentence, at)
    if actor is None or actor.type == "project":
        return []
    over = reading.mood == "over"
    said = "no longer goes" if over else "goes"
    fact = f"{actor.name} {said} {token.lower}"
    return [
        Finding(
            actor.name, actor.type, "practices", token.lower, "concept", fact, "frame", at, actor.factor, ends=over
        )
    ]  # fmt: skip

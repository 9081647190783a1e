"""Things and days of the speaker's: "my main monitor is a Dell", "the server is called gandalf", "Salma's wedding is on June 5".

In: a read sentence and a form of "be" in it. Out: findings.
"""

from zeph.memory.ingest.local.frames.match import skip_fillers
from zeph.memory.ingest.local.frames.objects import NOUNS
from zeph.memory.ingest.local.patterns import EVENTS, KIN, MY_NOUN, PETS, UNSURE
from zeph.memory.ingest.local.phrases.entities import Phrase, mine
from zeph.memory.ingest.local.phrases.identity import owner_of, possessed
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence

_BE = frozenset(("is", "'s"))
_GEAR = NOUNS["gear"] | NOUNS["rides"] | NOUNS["belongings"] - NOUNS["ventures"]
_MACHINES = frozenset(
    "server nas laptop computer desktop pc workstation box cluster homelab printer router pi machine vps robot".split()
)
_DAYS = (EVENTS | NOUNS["events"] | NOUNS["occasions"]) - frozenset(
    ("birthday", "date", "program", "project", "game", "show")
)


def own_thing_findings(sentence: Sentence, at: int) -> list[Finding]:
    """What a form of "be" there says of a thing or a day of the speaker's."""
    if sentence.word(at) not in _BE or sentence.tokens[at].tag == "POS" or sentence.reading(at).mood != "fact":
        return []
    subject = sentence.reading(at).subject
    phrase = subject.phrase if subject is not None else None
    if phrase is None or sentence.word(at + 1) in ("not", "n't"):
        return []
    return (
        _served(sentence, at, phrase)
        or _made(sentence, at, phrase)
        or _called(sentence, at, phrase)
        or _day(sentence, at, phrase)
    )


def _made(sentence: Sentence, at: int, phrase: Phrase) -> list[Finding]:
    """ "My main monitor is a Dell": its make."""
    value = sentence.found.get(skip_fillers(sentence, at + 1))
    if any(token.lower in ("favorite", "favourite") for token in sentence.tokens[phrase.start : phrase.end]):
        return []
    if not mine(phrase) or phrase.head not in _GEAR or phrase.head in MY_NOUN or value is None or phrase.proper:
        return []
    known = sentence.kind(value) in ("company", "car", "device", "")
    if not value.proper or not known or value.determiner not in ("a", "an", "") or sentence.word(value.end) in ("'s",):
        return []
    fact = f"{sentence.speaker.name}'s {phrase.name} is {sentence.shown(value)}"
    return [Finding(sentence.speaker.name, "person", "owns", value.name, "tool", fact, "my_noun", at)]


_SERVICES = frozenset(
    "gym provider carrier insurer isp operator supermarket pharmacy airline broker insurance registrar hairdresser's"
    .split()
)  # fmt: skip
_NAMES = frozenset(("surname", "nickname", "lastname", "forename"))


def _served(sentence: Sentence, at: int, phrase: Phrase) -> list[Finding]:
    """ "My gym is PureGym", "my surname is Okafor"."""
    value = sentence.found.get(skip_fillers(sentence, at + 1))
    if not mine(phrase) or value is None or not value.proper or value.determiner not in ("", "the"):
        return []
    if any(token.lower in ("favorite", "favourite") for token in sentence.tokens[phrase.start : phrase.end]):
        return []
    speaker = sentence.speaker.name
    fact = f"{speaker}'s {phrase.name} is {sentence.shown(value)}"
    if phrase.head in _NAMES:
        return [Finding(speaker, "person", "has_name", value.name, "person", fact, "my_name", at)]
    if phrase.head not in _SERVICES:
        return []
    return [Finding(speaker, "person", "uses", value.name, "organization", fact, "my_noun", at)]


def _called(sentence: Sentence, at: int, phrase: Phrase) -> list[Finding]:
    """ "The server is called gandalf": names of machines are often written small."""
    if (
        sentence.word(at + 1) not in ("called", "named")
        or phrase.head not in _MACHINES
        or at + 2 >= len(sentence.tokens)
    ):
        return []
    token = sentence.tokens[at + 2]
    ends = at + 3 >= len(sentence.tokens) or sentence.tokens[at + 3].pos in ("PUNCT", "CCONJ")
    if phrase.determiner not in ("the", "my", "our") or not ends or len(token.text) < 3 or not token.text[0].isalpha():
        return []
    if token.known is not None and token.known.kind not in ("given_name", "infrastructure", "city"):
        return []
    own = mine(phrase)
    speaker = sentence.speaker.name
    fact = f"{speaker}'s {phrase.name} is called {token.text}"
    factor = 1.0 if own else UNSURE
    return [Finding(speaker, "person", "uses", token.text, "tool", fact, "named_pet", at + 1, factor)]


def _day(sentence: Sentence, at: int, phrase: Phrase) -> list[Finding]:
    """ "Salma's wedding is on June 5", "our anniversary is on May 3"."""
    place = skip_fillers(sentence, at + 1) if at + 1 < len(sentence.tokens) else at
    date = sentence.tokens[at + 1].date if at + 1 < len(sentence.tokens) else None
    thing = possessed(sentence, phrase)
    if (
        date is None
        or date.role != "at"
        or thing.head not in _DAYS
        or place < len(sentence.tokens)
        and sentence.tokens[place].pos not in ("PUNCT", "CCONJ", "ADP", "SCONJ")
    ):
        return []
    owner: Actor | None = owner_of(sentence, phrase)
    if owner is None or thing.head in KIN or thing.head in PETS:
        return []
    fact = f"{owner.name}'s {thing.name} is {date.text}"
    return [
        Finding(owner.name, owner.type, "plans_to", thing.name, "event", fact, "routine", at, owner.factor, future=True)
    ]


_TITLED = frozenset("band film movie book song album novel show series musical opera podcast play comic game".split())
_SMALL = frozenset("of the on in at for to a an with from by de la und".split())


def favourite_title(sentence: Sentence, noun: Phrase, at: int) -> Phrase | None:
    """ "Lanterns on the Lake": a name that runs to the end of the sentence, joined by small words."""
    if noun.head not in _TITLED:
        return None
    end, names = at, 0
    while end < len(sentence.tokens) and not sentence.tokens[end].date:
        token = sentence.tokens[end]
        joined = token.lower == "and" and sentence.word(end + 1) == "the" and names
        if not (token.text[:1].isupper() or token.lower in _SMALL or joined):
            break
        names += token.text[:1].isupper()
        end += 1
    last = sentence.tokens[end - 1] if end > at else None
    over = end >= len(sentence.tokens) or sentence.tokens[end].pos == "PUNCT"
    if (
        last is None
        or not over
        or names < 2
        or not last.text[:1].isupper()
        or not sentence.tokens[at].text[:1].isupper()
    ):
        return None
    name = sentence.text[sentence.tokens[at].start : last.end].strip("\"'")
    return Phrase(at, end, name, "", last.lower, True)

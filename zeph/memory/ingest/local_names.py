"""Names that a sentence gives: "my dog is called Biscuit", "my sister Anna", "two kids, Leo and Mia", "call me Ann".

In: a read sentence. Out: findings that name relatives, pets, own projects and the speaker.
"""

from zeph.memory.ingest.local_entities import Phrase, is_proper, kin_of, mine, singular, usable
from zeph.memory.ingest.local_patterns import KIN, PETS, THINGS
from zeph.memory.ingest.local_reader import Actor, Finding, Sentence
from zeph.memory.ingest.local_syntax import objects

_BE = frozenset(("is", "'s", "are", "am", "'m", "was", "were", "'re"))


def naming_findings(sentence: Sentence) -> list[Finding]:
    """Whom and what the sentence calls by name: relatives, pets, oneself."""
    return _possessions(sentence) + _called(sentence)


def _possessions(sentence: Sentence) -> list[Finding]:
    """ "My sister Anna", "my dog Biscuit", "my sister, Anna,"."""
    found: list[Finding] = []
    for phrase in dict.fromkeys(sentence.found.values()):
        found += _listed(sentence, phrase)
        if not mine(phrase):
            continue
        found += _kin(sentence, phrase) or _pet(sentence, phrase)
    return found


def _kin(sentence: Sentence, phrase: Phrase) -> list[Finding]:
    kin = kin_of(phrase, sentence.tokens)
    if kin is None:
        return []
    word, _, name = kin
    if not name and sentence.word(phrase.end) in (",", "(") and sentence.word(phrase.end + 2) in (",", ")", "."):
        following = sentence.found.get(phrase.end + 1)
        name = following.name if following and following.proper and is_person(sentence, following) else ""
    if not name:
        return []
    actor = Actor(name, "person")
    sentence.notice(actor)
    return [relative(sentence, word, name, phrase.start)]


def relative(sentence: Sentence, word: str, name: str, at: int) -> Finding:
    """The finding that the speaker has that relative."""
    speaker = sentence.speaker.name
    return Finding(
        speaker, "person", KIN[word], name, "person", f"{speaker}'s {word} is {name}", "named_kin", at
    )  # fmt: skip


def is_person(sentence: Sentence, phrase: Phrase) -> bool:
    """Whether a proper name may be a person\'s: no other thing is known by it."""
    return sentence.kind(phrase) in ("", "given_name")


def _listed(sentence: Sentence, phrase: Phrase) -> list[Finding]:
    """ "Two kids, Leo and Mia", "our cats: Oliver and Luna"."""
    head = phrase.head
    plural = sentence.word(phrase.end - 1) != head
    ours = mine(phrase) or any(token.lower in ("i", "we") for token in sentence.tokens[: phrase.start])
    if not (plural and ours and (head in KIN or head in PETS) and sentence.word(phrase.end) in (",", ":", "(", "-")):
        return []
    names = objects(sentence.tokens, sentence.found, phrase.end + 1)
    stop = names[-1].end if names else 0
    if len(names) < 2 or sentence.word(stop) not in ("", ".", "!", ")", ","):
        return []
    return [
        named_pet(sentence, head, name.name, phrase.start)
        if head in PETS
        else relative(sentence, head, name.name, phrase.start)
        for name in names
        if name.proper and is_person(sentence, name)
    ]


def _pet(sentence: Sentence, phrase: Phrase) -> list[Finding]:
    for at in range(phrase.start, phrase.end - 1):
        word = singular(sentence.tokens[at].lower)
        if word in PETS and is_proper(sentence.tokens[at + 1]):
            name = " ".join(token.text for token in sentence.tokens[at + 1 : phrase.end] if is_proper(token))
            return [named_pet(sentence, word, name, phrase.start)]
    return []


def named_pet(sentence: Sentence, word: str, name: str, at: int) -> Finding:
    """The finding that the speaker has that animal."""
    speaker = sentence.speaker.name
    fact = f"{speaker}'s {word} is called {name}"
    return Finding(speaker, "person", "has_pet", name, "concept", fact, "named_pet", at)


def _called(sentence: Sentence) -> list[Finding]:
    """ "… called X", "… named X and Y", "my dog's name is X", "call me X", "I go by X"."""
    found: list[Finding] = []
    for at in range(len(sentence.tokens)):
        word = sentence.word(at)
        if word in ("called", "named"):
            found += _named_after(sentence, at)
        elif word in ("name", "names") and sentence.word(at + 1) in _BE:
            found += _name_is(sentence, at)
        elif (
            word in ("call", "calls")
            and sentence.word(at + 1) == "me"
            or word == "go"
            and sentence.word(at + 1) == "by"
            and sentence.word(at - 1) == "i"
        ):
            found += _own_name(sentence, at + 2)
    return found


def _named_after(sentence: Sentence, at: int) -> list[Finding]:
    before = at - 1
    while before >= 0 and sentence.word(before) in (*_BE, "who", "we", "i", "which", "that", "has", "been", "have"):
        before -= 1
    phrase = sentence.found.get(before)
    if phrase is None:
        return []
    ours = mine(phrase) or any(token.lower in ("i", "we") for token in sentence.tokens[: phrase.start])
    names = [name for name in objects(sentence.tokens, sentence.found, at + 1) if name.proper and usable(name)]
    return [finding for name in names for finding in _naming(sentence, phrase, name, at)] if ours else []


def _naming(sentence: Sentence, phrase: Phrase, name: Phrase, at: int) -> list[Finding]:
    head, speaker = phrase.head, sentence.speaker.name
    if head in PETS:
        return [named_pet(sentence, head, name.name, at)]
    if head in KIN:
        sentence.notice(Actor(name.name, "person"))
        return [relative(sentence, head, name.name, at)]
    if head in THINGS and mine(phrase):
        fact = f"{speaker}'s {head} is called {name.name}"
        return [Finding(speaker, "person", "works_on", name.name, "project", fact, "named_pet", at)]
    return []


def _name_is(sentence: Sentence, at: int) -> list[Finding]:
    if sentence.word(at - 1) == "my":
        return _own_name(sentence, at + 2)
    if sentence.word(at - 1) not in ("'s", "'"):
        return []
    phrase = sentence.found.get(at - 2)
    names = [name for name in objects(sentence.tokens, sentence.found, at + 2) if name.proper]
    if phrase is None or not mine(phrase):
        return []
    owner = singular(sentence.word(at - 2))
    made: list[Finding] = []
    for name in names:
        if owner in PETS:
            made.append(named_pet(sentence, owner, name.name, at))
        elif owner in KIN:
            made.append(relative(sentence, owner, name.name, at))
    return made


def _own_name(sentence: Sentence, at: int) -> list[Finding]:
    words: list[str] = []
    while at < len(sentence.tokens) and len(words) < 3 and sentence.tokens[at].text[:1].isupper():
        words.append(sentence.tokens[at].text)
        at += 1
    if not words:
        return []
    name, speaker = " ".join(words).rstrip("."), sentence.speaker.name
    return [Finding(speaker, "person", "has_name", name, "person", f"{speaker}'s name is {name}", "my_name", at - 1)]

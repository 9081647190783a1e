"""Names that a sentence gives: "my dog is called Biscuit", "my sister Anna", "two kids, Leo and Mia", "call me Ann".

In: a read sentence. Out: findings that name relatives, pets, own projects and the speaker.
"""

import re
from dataclasses import replace
from itertools import takewhile

from zeph.memory.ingest.local.patterns import GROUPS, KIN, OWNED, PETS, THINGS
from zeph.memory.ingest.local.phrases.departures import has_departed
from zeph.memory.ingest.local.phrases.entities import (
    Phrase,
    is_former,
    is_proper,
    kin_in,
    mine,
    phrase_of,
    singular,
    usable,
)
from zeph.memory.ingest.local.phrases.identity import owner_of
from zeph.memory.ingest.local.phrases.mentions import Actor, Mention
from zeph.memory.ingest.local.phrases.reader import Finding, Sentence
from zeph.memory.ingest.local.phrases.syntax import objects

_BE = frozenset(("is", "'s", "are", "am", "'m", "was", "were", "'re"))


def naming_findings(sentence: Sentence) -> list[Finding]:
    """Whom and what the sentence calls by name: relatives, pets, oneself."""
    return _possessions(sentence) + _called(sentence) + _introduced(sentence)


def _possessions(sentence: Sentence) -> list[Finding]:
    """ "My sister Anna", "my dog Biscuit", "my sister, Anna,", "Tom's wife Julia", "her husband Clive"."""
    found: list[Finding] = []
    for phrase in dict.fromkeys(sentence.found.values()):
        found += _listed(sentence, phrase)
        owner = owner_of(sentence, phrase)
        if owner is not None:
            found += _kin(sentence, phrase, owner) or _pet(sentence, phrase, owner)
    return found


def _kin(sentence: Sentence, phrase: Phrase, owner: Actor) -> list[Finding]:
    kin = kin_in(phrase, sentence.tokens)
    if kin is None:
        return []
    word, _, name = kin
    pair = next((pair for pair in sentence.pairs if pair.described is phrase), None)
    if not name and pair is not None and is_person(sentence, pair.name):
        name = sentence.named(pair.name).name
    if not name and sentence.word(phrase.end) in (",", "(") and sentence.word(phrase.end + 2) in (",", ")", "."):
        following = sentence.found.get(phrase.end + 1)
        name = following.name if following and following.proper and is_person(sentence, following) else ""
    if not name:
        return []
    return [as_former(relative(owner, word, name, phrase.start), sentence, phrase)]


def relative(owner: Actor, word: str, name: str, at: int) -> Finding:
    """The finding that somebody has that relative."""
    fact = f"{owner.name}'s {word} is {name}"
    return Finding(owner.name, owner.type, KIN[word], name, "person", fact, "named_kin", at, owner.factor)


def as_former(kin: Finding, sentence: Sentence, phrase: Phrase) -> Finding:
    """ "My former boss Tom": whom one had, one has no longer."""
    gone = has_departed(sentence, phrase, kin.relation)
    if not gone and not is_former(phrase, sentence.tokens):
        return kin
    pattern = "frame_end" if gone else kin.pattern  # the clause's date is that of the end
    return replace(kin, ends=True, fact=kin.fact.replace("'s ", "'s former ", 1), pattern=pattern)


def is_person(sentence: Sentence, phrase: Phrase) -> bool:
    """Whether a proper name may be a person\'s: no other thing is known by it."""
    known = sentence.tokens[phrase.end - 1].known
    return sentence.kind(phrase) in ("", "given_name") or (
        known is not None and known.kind == "language" and known.everyday
    )


def _listed(sentence: Sentence, phrase: Phrase) -> list[Finding]:
    """ "Two kids, Leo and Mia", "our cats: Oliver and Luna"."""
    head = phrase.head
    plural = sentence.word(phrase.end - 1) != head
    head = "child" if head == "twin" else head
    ours = mine(phrase) or any(token.lower in ("i", "we") for token in sentence.tokens[: phrase.start])
    if not (plural and ours and (head in KIN or head in PETS) and sentence.word(phrase.end) in (",", ":", "(", "-")):
        return []
    names = list(takewhile(lambda name: name.proper, objects(sentence.tokens, sentence.found, phrase.end + 1)))
    stop = names[-1].end if names else 0
    if len(names) < 2 or sentence.word(stop) not in ("", ".", "!", ")", ","):
        return []
    made: list[Finding] = []
    for name in names:
        called, years = _aged(name.name)
        if years or head in PETS or is_person(sentence, name):
            made.append((named_pet if head in PETS else relative)(sentence.speaker, head, called, phrase.start))
        if years:
            kind, age = ("concept" if head in PETS else "person"), f"{years} years old"
            made.append(Finding(called, kind, "has_age", age, "concept", f"{called} is {age}", "frame", phrase.start))
    return made


def _aged(name: str) -> tuple[str, str]:
    """``("Mats", "12")`` of "Mats 12", as in "two kids (Mats 12, Frida 9)"."""
    called, _, years = name.rpartition(" ")
    return (called, years) if called and years.isdigit() and len(years) <= 2 else (name, "")


def _pet(sentence: Sentence, phrase: Phrase, owner: Actor) -> list[Finding]:
    """ "My dog Biscuit", "our cat, Mog,", "their parrot Kiki"."""
    for at in range(phrase.owner_end or phrase.start, phrase.end - 1):
        word = singular(sentence.tokens[at].lower)
        if word in PETS and is_proper(sentence.tokens[at + 1]):
            name = " ".join(token.text for token in sentence.tokens[at + 1 : phrase.end] if is_proper(token))
            return [named_pet(owner, word, name, phrase.start)]
    pair = next((pair for pair in sentence.pairs if pair.described is phrase and phrase.head in PETS), None)
    return [named_pet(owner, phrase.head, pair.name.name, phrase.start)] if pair is not None else []


def named_pet(owner: Actor, word: str, name: str, at: int) -> Finding:
    """The finding that somebody has that animal."""
    fact = f"{owner.name}'s {word} is called {name}"
    return Finding(owner.name, owner.type, "has_pet", name, "concept", fact, "named_pet", at, owner.factor)


def _called(sentence: Sentence) -> list[Finding]:
    """ "… called X", "… named X and Y", "my dog's name is X", "call me X", "I go by X"."""
    found: list[Finding] = []
    for at in range(len(sentence.tokens)):
        word = sentence.word(at)
        if word == "named" and sentence.word(at + 1) in ("him", "her", "it", "them"):
            names = [name for name in objects(sentence.tokens, sentence.found, at + 2) if name.proper and usable(name)]
            found += _called_again(sentence, at + 1, names, at)
        elif word in ("called", "named"):
            found += _named_after(sentence, at)
        elif word == "name" and sentence.word(at + 1) == "of" and at + 2 in sentence.found:
            found += _name_of(sentence, at)
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
    while before >= 0 and sentence.word(before) in (
        *_BE,
        "who",
        "we",
        "i",
        "which",
        "that",
        "has",
        "been",
        "have",
        ",",
    ):
        before -= 1
    names = [name for name in objects(sentence.tokens, sentence.found, at + 1) if _is_given(name)]
    phrase = sentence.found.get(before)
    if phrase is None:
        return _called_again(sentence, before, names, at)
    owner = owner_of(sentence, phrase)
    if owner is None and any(token.lower in ("i", "we") for token in sentence.tokens[: phrase.start]):
        owner = sentence.speaker
    return [found for name in names for found in _naming(sentence, phrase.head, owner, name, at)] if owner else []


def _is_given(name: Phrase) -> bool:
    """Whether something may be called so; by its capital even what else is an everyday word ("a cat called Bit")."""
    return name.proper and (usable(name) or (name.name.isalpha() and name.name.istitle()))


def _called_again(sentence: Sentence, before: int, names: list[Phrase], at: int) -> list[Finding]:
    """ "Got a puppy. She's called Waffles"."""
    mention = sentence.pointing(before)
    if mention is None or not mention.owned or mention.kind == "person":
        return []
    return [found for name in names[:1] for found in _naming(sentence, mention.head, sentence.speaker, name, at)]


def _naming(sentence: Sentence, head: str, owner: Actor, name: Phrase, at: int) -> list[Finding]:
    if head in PETS:
        return [named_pet(owner, head, name.name, at)]
    if head in KIN:
        return [relative(owner, head, name.name, at)]
    if head in GROUPS:
        fact = f"{owner.name}'s {head} is called {name.name}"
        return [
            Finding(owner.name, owner.type, "member_of", name.name, "organization", fact, "named_pet", at, owner.factor)
        ]
    if head in OWNED and any(token.lower in ("my", "our") for token in sentence.tokens[:at]):
        fact = f"{owner.name}'s {head} is called {name.name}"
        return [Finding(owner.name, owner.type, "owns", name.name, "tool", fact, "named_pet", at, owner.factor)]
    if head in THINGS:
        fact = f"{owner.name}'s {head} is called {name.name}"
        return [Finding(owner.name, owner.type, "works_on", name.name, "project", fact, "named_pet", at)]
    return []


def _name_is(sentence: Sentence, at: int) -> list[Finding]:
    """ "My name is Ada", "my dog's name is Rex", "the name of my cat is Mog"."""
    if sentence.word(at - 1) == "my":
        return _own_name(sentence, at + 2)
    if (mention := sentence.pointing(at - 1)) is not None:
        return _their_name(sentence, at, mention)
    owned = sentence.found.get(at)
    if owned is not None and owned.owner_end:
        thing = phrase_of(sentence.tokens, owned.start, owned.owner_end - 1, sentence.text)
    elif sentence.word(at - 1) in ("'s", "'") and at - 2 in sentence.found:
        thing = sentence.found[at - 2]
    else:
        return []
    names = [name for name in objects(sentence.tokens, sentence.found, at + 2) if name.proper]
    owner = owner_of(sentence, thing)
    if owner is None:
        return []
    return [found for name in names for found in _naming(sentence, thing.head, owner, name, at)]


def _their_name(sentence: Sentence, at: int, mention: Mention) -> list[Finding]:
    """ "I have a twin. Her name is Noor": of the speaker's own."""
    names = [name for name in objects(sentence.tokens, sentence.found, at + 2) if name.proper]
    if not mention.owned:
        return []
    return [found for name in names[:1] for found in _naming(sentence, mention.head, sentence.speaker, name, at)]


def _name_of(sentence: Sentence, at: int) -> list[Finding]:
    """ "The name of my cat is Mog"."""
    thing = sentence.found[at + 2]
    owner = owner_of(sentence, thing)
    if owner is None or sentence.word(thing.end) not in _BE:
        return []
    names = [name for name in objects(sentence.tokens, sentence.found, thing.end + 1) if name.proper]
    return [found for name in names for found in _naming(sentence, thing.head, owner, name, at)]


_NATIONAL = re.compile(r"(?:an|ish|ese|ic|ch|i|ist|im)$")


def _introduced(sentence: Sentence) -> list[Finding]:
    """ "I'm Tjeerd": nothing but a name."""
    words = sentence.tokens
    if len(words) < 3 or words[0].lower != "i" or words[1].lower not in ("'m", "am") or len(words) > 5:
        return []
    names = [word for word in words[2:] if word.text[:1].isalpha()]
    odd = any(word.known is not None and word.known.kind != "given_name" for word in names)
    titled = all(word.text.istitle() and word.pos not in ("VERB", "AUX", "DET", "PRON") for word in names)
    if odd or not titled or not 1 <= len(names) <= 2 or _NATIONAL.search(names[0].text) and names[0].tag == "JJ":
        return []
    name, speaker = " ".join(word.text for word in names), sentence.speaker.name
    return [Finding(speaker, "person", "has_name", name, "person", f"{speaker}'s name is {name}", "am_name", 1)]


def _own_name(sentence: Sentence, at: int) -> list[Finding]:
    words: list[str] = []
    while at < len(sentence.tokens) and len(words) < 3 and sentence.tokens[at].text[:1].isupper():
        words.append(sentence.tokens[at].text)
        at += 1
    if not words:
        return []
    name, speaker = " ".join(words).rstrip("."), sentence.speaker.name
    return [Finding(speaker, "person", "has_name", name, "person", f"{speaker}'s name is {name}", "my_name", at - 1)]

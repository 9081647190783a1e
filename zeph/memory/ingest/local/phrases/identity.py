"""Who or what a noun phrase or pronoun stands for, and whose it is: "my sister", "Tom's wife Julia", "her husband", "they".

In: a read sentence, a phrase or a token of it. Out: :class:`Actor` s; the sentence's mentions
are in ``spoken_of``.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from zeph.memory.ingest.local.patterns import PETS, THINGS, UNSURE
from zeph.memory.ingest.local.phrases.entities import (
    Phrase,
    entity_type,
    is_thing,
    kin_in,
    mine,
    phrase_of,
    titled,
    usable,
    which_one,
)
from zeph.memory.ingest.local.phrases.mentions import Actor
from zeph.memory.ingest.local.phrases.syntax import names_a_person
from zeph.memory.ingest.times.date_spans import WEEKDAYS

if TYPE_CHECKING:
    from zeph.memory.ingest.local.phrases.reader import Sentence

_THEIRS = frozenset("his her their its".split())
_OF_THE_HOUSE = frozenset("wife husband boss kid dog cat puppy girlfriend boyfriend hubby".split())
"""Those of one's own house and work, whom one need not call one's own: "the dog is called Bowie"."""
_SAME_AGAIN = {
    "place": ("location", "organization"),
    "company": ("organization",),
    "city": ("location",),
    "town": ("location",),
    "village": ("location",),
}
"""Words that point back to something of these types: "the place"."""


def owner_of(sentence: "Sentence", phrase: Phrase) -> Actor | None:
    """Whose the thing is; None where it is nobody's or nobody known's."""
    if phrase.owner_end:
        inner = phrase_of(sentence.tokens, phrase.start, phrase.owner_end - 1, sentence.text)
        return identify(sentence, inner, things=False)
    if mine(phrase) or titled(phrase, sentence.tokens):
        return sentence.speaker
    if phrase.determiner in _THEIRS:
        return referent(sentence, phrase.start)
    if phrase.determiner == "the" and phrase.head in _OF_THE_HOUSE and not phrase.proper:
        return replace(sentence.speaker, factor=UNSURE)
    return None


def possessed(sentence: "Sentence", phrase: Phrase) -> Phrase:
    """Of "my sister's hamster" the hamster; of others the phrase itself."""
    if not phrase.owner_end:
        return phrase
    return phrase_of(sentence.tokens, phrase.owner_end, phrase.end, sentence.text)


def referent(sentence: "Sentence", at: int) -> Actor | None:
    """The single actor that the pronoun there means."""
    mention = sentence.pointing(at)
    return sentence.meant(at, things=True) if mention is not None and len(mention.actors) == 1 else None


def identify(sentence: "Sentence", phrase: Phrase, *, things: bool) -> Actor | None:
    """The entity that the phrase stands for as a subject."""
    kin = kin_in(phrase, sentence.tokens)
    owner = owner_of(sentence, phrase) if kin or phrase.owner_end or phrase.determiner in _THEIRS else None
    if kin and owner is not None:
        return _relative_of(sentence, phrase, kin, owner)
    if kin and _is_own_parent(sentence, phrase):
        return Actor(f"{sentence.speaker.name}'s {kin[0]}", "person")
    again = _again(sentence, phrase)
    if again is not None:
        return again if things or again.type == "person" else None
    other = other_name(sentence, phrase)
    if other:
        kind = "project" if phrase.head in THINGS else entity_type(phrase, sentence.tokens[phrase.end - 1], "person")
        return Actor(other, kind) if things or kind == "person" else None
    if phrase.owner_end or phrase.determiner in _THEIRS:
        return family_of(sentence, phrase)
    pet = named_pet(sentence, phrase)
    if pet:
        return Actor(pet, "concept")
    return _by_its_name(sentence, sentence.named(phrase), things=things)


FAMILY = frozenset("parent grandparent in-law family folk".split())


def family_of(sentence: "Sentence", phrase: Phrase) -> Actor | None:
    """ "My wife's parents", "Tom's family", "my parents"."""
    owner = owner_of(sentence, phrase) if phrase.head in FAMILY else None
    if owner is None or owner.type != "person":
        return None
    last = sentence.word(phrase.end - 1)
    return Actor(f"{owner.name}'s {last}", "person", owner.factor, plural=True)


def kin_of_others(sentence: "Sentence", phrase: Phrase) -> Actor | None:
    """ "My brother's wife", "her parents"; None for one's own and for whoever is no relative."""
    if not (phrase.owner_end or phrase.determiner in _THEIRS):
        return None
    related = kin_in(phrase, sentence.tokens) is not None or phrase.head in FAMILY
    return identify(sentence, phrase, things=False) if related else None


def _by_its_name(sentence: "Sentence", phrase: Phrase, *, things: bool) -> Actor | None:
    """ "Ada Brook", "Kubernetes", "the plugin"."""
    month = phrase.end - phrase.start == 1 and phrase.proper and not sentence.tokens[phrase.start].date  # Jan, May
    if names_a_person(phrase, sentence.tokens) and (usable(phrase) or month):
        return Actor(phrase.name, "person")
    described = sentence.described(phrase)
    if phrase.proper and usable(phrase) and phrase.head not in WEEKDAYS:
        known = sentence.tokens[phrase.end - 1].known
        if described is not None and described.head in THINGS:
            return Actor(phrase.name, "project")
        return Actor(phrase.name, known.entity_type if known else "project" if things else "person")
    if things and (is_thing(phrase) or _bare_name(sentence, phrase)):
        return Actor(phrase.name, "project")
    return None


def _relative_of(sentence: "Sentence", phrase: Phrase, kin: tuple[str, str, str], owner: Actor) -> Actor:
    """ "My sisters", "Tom's brother Piet"."""
    word, _, name = kin
    last = sentence.word(phrase.end - 1)
    plural = not name and last != word
    named = name or other_name(sentence, phrase)
    owned = f"{owner.name}'s {which_one(phrase, sentence.tokens)}{last if plural else word}"
    return Actor(named or owned, "person", owner.factor, plural=plural)


def _bare_name(sentence: "Sentence", phrase: Phrase) -> bool:
    """ "marlin is a fork of tern": a countable thing without article is named so, where nobody writes capitals."""
    token = sentence.tokens[phrase.start]
    alone = phrase.end - phrase.start == 1 and phrase.start == 0 and token.tag == "NN"
    after = [word.lower for word in sentence.tokens[phrase.end : phrase.end + 3]]
    return alone and after[:1] == ["is"] and after[1:2] in (["a"], ["an"], ["written"], ["built"], ["hosted"])


def named_pet(sentence: "Sentence", phrase: Phrase) -> str:
    """Of "my pup Toby" the name."""
    words = sentence.tokens[phrase.start : phrase.end]
    if not phrase.determiner or words[-1].text == words[-1].lower:
        return ""
    first = next((at for at, word in enumerate(words) if word.lower in PETS), len(words))
    return " ".join(word.text for word in words[first + 1 :])


def named_role(sentence: "Sentence", phrase: Phrase) -> str:
    """Of "my landlord Piet" the name; relatives and pets are named elsewhere."""
    words = sentence.tokens[phrase.start : phrase.end]
    if len(words) != 3 or words[1].tag != "NN" or not words[1].text.islower() or words[1].known is not None:
        return ""
    name = words[2]
    personal = name.known is None or name.known.kind == "given_name"
    role = words[1].lower.endswith(("er", "or", "ist", "ord", "ady", "ant", "man", "woman", "ian"))
    own = kin_in(phrase, sentence.tokens) is None and words[1].lower not in PETS | THINGS
    return name.text if role and own and personal and name.pos == "PROPN" and name.text.istitle() else ""


_PARENTS = frozenset("mum mom dad mama papa grandma grandpa granny grandad granddad gran nan".split())


def _is_own_parent(sentence: "Sentence", phrase: Phrase) -> bool:
    """ "Mum remarried": without a determiner they are the speaker's."""
    return not phrase.determiner and phrase.end - phrase.start == 1 and sentence.word(phrase.start) in _PARENTS


def other_name(sentence: "Sentence", phrase: Phrase) -> str:
    """Of "our CTO, Beatrix," the name."""
    pair = next((pair for pair in sentence.pairs if pair.described is phrase and pair.first is phrase), None)
    return sentence.named(pair.name).name if pair else ""


def _again(sentence: "Sentence", phrase: Phrase) -> Actor | None:
    """ "The gym" after "a gym called Blockhaus"; "the place" after a place."""
    if phrase.determiner not in ("the", "this", "that") or phrase.proper:
        return None
    short = len(phrase.name.split()) == 1
    for scope in reversed(sentence.discourse.scopes[-2:]):
        fitting = [
            mention.actors[0]
            for mention in scope
            if short and len(mention.actors) == 1 and mention.actors[0].name[:1].isupper()
            and (mention.head == phrase.head or mention.actors[0].type in _SAME_AGAIN.get(phrase.head, ()))
        ]  # fmt: skip
        if fitting:
            return replace(fitting[-1], factor=UNSURE) if len(set(fitting)) == 1 else None
    return None

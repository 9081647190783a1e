"""The mentions of a sentence: whom and what it speaks of, with gender, number and kind as its words tell them.

In: a read sentence. Out: :class:`Mention` s in order; its own pronouns are resolved on the way.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from zeph.memory.ingest.local.patterns import GROUPS, KIN, PETS, PLACES
from zeph.memory.ingest.local.phrases.entities import Phrase, entity_type, kin_in, mine, phrase_of, usable
from zeph.memory.ingest.local.phrases.identity import identify
from zeph.memory.ingest.local.phrases.mentions import POINTERS, Actor, Mention, gender_of

if TYPE_CHECKING:
    from zeph.memory.ingest.local.phrases.reader import Sentence

_FAMILY = frozenset(("parent", "grandparent", "kid", "child", "folk", "in-law"))
_HAVING = frozenset("have has had 've got get adopted rescued".split())
_ARTICLES = frozenset("a an the my our his her their this that".split())


def mentions_of(sentence: "Sentence") -> list[Mention]:
    """Whom and what the sentence speaks of, in order; its pronouns are resolved on the way."""
    found: list[Mention] = []
    taken: set[int] = set()
    for at, token in enumerate(sentence.tokens):
        if token.lower in POINTERS and token.pos in ("PRON", "DET", "ADJ"):
            meant = sentence.discourse.referent(token.lower, found)
            if meant is not None:
                sentence.pointed[at] = meant
                found.append(replace(meant, at=at, oblique=_oblique(sentence, at)))
        phrase = sentence.found.get(at)
        if phrase is None or phrase.start in taken or phrase.start != at:
            continue
        taken.add(phrase.start)
        found += _inside(sentence, phrase)
        mention = _mention(sentence, phrase)
        if mention is not None:
            if any(m.kind == "animal" and m.actors[0].name == mention.actors[0].name for m in found):
                continue  # "a dog called Rex" is Rex
            found.append(_by_name(sentence, phrase, mention))
            pair = _pair(sentence, found)
            if pair is not None:
                found.append(pair)
    return found


_NAMING = frozenset(("is", "'s", "called", "named", ",", "(", ":"))


def _by_name(sentence: "Sentence", phrase: Phrase, mention: Mention) -> Mention:
    """Of "my boss is Inga" Inga: whoever is spoken of again is spoken of by name."""
    animal = mention.kind == "animal" and phrase.head in PETS
    if not mention.owned or not (phrase.head in KIN or animal) or phrase.end >= len(sentence.tokens):
        return mention
    at = phrase.end
    while sentence.word(at) in _NAMING and at - phrase.end < 3:
        at += 1
    name = sentence.found.get(at) if at > phrase.end else None
    if name is None or name.start != at or not name.proper or name.determiner or name.owner_end or mention.plural:
        return mention
    ends = name.end >= len(sentence.tokens) or sentence.tokens[name.end].pos in ("PUNCT", "CCONJ")
    if not ends or (sentence.kind(name) not in ("", "given_name") and not animal):
        return mention
    if animal:
        return replace(mention, actors=(Actor(name.name, "concept"),))
    return replace(mention, actors=(Actor(name.name, "person"),), kind="person")


def _inside(sentence: "Sentence", phrase: Phrase) -> list[Mention]:
    """Of "my sister's hamster" the sister."""
    if not phrase.owner_end:
        return []
    inner = _mention(sentence, phrase_of(sentence.tokens, phrase.start, phrase.owner_end - 1, sentence.text))
    return [replace(inner, oblique=True)] if inner is not None else []


def _mention(sentence: "Sentence", phrase: Phrase) -> Mention | None:
    words = [token.lower for token in sentence.tokens[phrase.owner_end or phrase.start : phrase.end]]
    plural = words[-1] != phrase.head and words[-1].endswith("s")
    pet = phrase.head in PETS or sentence.kind(phrase) == "pet_species" or any(word in PETS for word in words)
    actor = identify(sentence, phrase, things=True)
    named = sentence.named(phrase)
    if actor is not None:
        kind = actor.type if actor.type == "person" else "thing"
        if pet:
            kind = "animal"
        elif actor.type in ("project", "person") and named.proper and not _sure(sentence, phrase, named):
            kind = ""
        plural = actor.plural or (plural and not named.proper)
    elif usable(phrase) and phrase.determiner in _ARTICLES | {""} and (phrase.determiner or phrase.proper):
        living = pet or phrase.head in KIN or phrase.head in _FAMILY
        owned = living and (phrase.determiner in ("my", "our") or _had(sentence, phrase))
        name = named.name if named.proper else f"{sentence.speaker.name}'s {phrase.name}" if owned else phrase.name
        human = (
            phrase.head in KIN
            or phrase.head in _FAMILY
            or phrase.head.endswith(("er", "or", "ist", "man", "woman"))
            and not named.proper
        )
        kind = "animal" if pet else "" if human else "thing"
        kind_of = entity_type(phrase, sentence.tokens[phrase.end - 1], "concept")
        actor = Actor(name, "location" if phrase.head in PLACES else kind_of, plural=plural)
    else:
        return None
    if phrase.head in GROUPS:
        kind = "thing"
    left_out = sentence.tokens[0].tag.startswith("VB") and phrase.start <= 4
    return Mention(
        (actor,), phrase.start, gender_of(words), kind, plural, phrase.head, _oblique(sentence, phrase.start),
        owned=mine(phrase) or left_out or any(token.lower in ("i", "we") for token in sentence.tokens[: phrase.start]),
    )  # fmt: skip


def _had(sentence: "Sentence", phrase: Phrase) -> bool:
    """ "I have a sister", "we adopted a dog": the speaker's from now on."""
    before = {token.lower for token in sentence.tokens[max(0, phrase.start - 4) : phrase.start]}
    return phrase.determiner in ("a", "an") and bool(before & _HAVING) and bool(before & {"i", "we"})


def _sure(sentence: "Sentence", phrase: Phrase, named: Phrase) -> bool:
    """Whether a proper name is surely a person's or surely a thing's."""
    known = sentence.tokens[named.end - 1].known or sentence.tokens[named.start].known
    described = sentence.described(named)
    return (
        known is not None or described is not None or named is not phrase or kin_in(phrase, sentence.tokens) is not None
    )


def _oblique(sentence: "Sentence", at: int) -> bool:
    return at > 0 and sentence.tokens[at - 1].pos == "ADP" and sentence.word(at - 1) not in ("with",)


def _pair(sentence: "Sentence", found: list[Mention]) -> Mention | None:
    """ "Tomas and Birgit" are two for "they"."""
    if len(found) < 2:
        return None
    first, second = found[-2], found[-1]
    between = {sentence.word(at) for at in range(first.at + 1, second.at)}
    near = second.at - first.at <= 5 and sentence.word(second.at - 1) in ("and", "&")
    if not near or first.plural or second.plural or between & {",", "."}:
        return None
    if "thing" in (first.kind, second.kind) or (first.oblique and not first.kind):
        return None
    return Mention((*first.actors, *second.actors), second.at, kind="person", plural=True)

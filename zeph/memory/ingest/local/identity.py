"""Who or what a noun phrase or pronoun stands for, and whose it is: "my sister", "Tom's wife Julia", "her husband", "they".

In: a read sentence, a phrase or a token of it. Out: :class:`Actor` s and the sentence's mentions, for the rules and for
the pronouns that follow.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from zeph.memory.ingest.date_phrases import WEEKDAYS
from zeph.memory.ingest.local.entities import Phrase, entity_type, is_thing, kin_in, mine, phrase_of, titled, usable
from zeph.memory.ingest.local.mentions import POINTERS, Actor, Mention, gender_of
from zeph.memory.ingest.local.patterns import GROUPS, KIN, PETS, PLACES, THINGS, UNSURE
from zeph.memory.ingest.local.syntax import names_a_person

if TYPE_CHECKING:
    from zeph.memory.ingest.local.reader import Sentence

_THEIRS = frozenset("his her their its".split())
_ARTICLES = frozenset("a an the my our his her their this that".split())
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
        return None
    pet = named_pet(sentence, phrase)
    if pet:
        return Actor(pet, "concept")
    return _by_its_name(sentence, sentence.named(phrase), things=things)


def _by_its_name(sentence: "Sentence", phrase: Phrase, *, things: bool) -> Actor | None:
    """ "Ada Brook", "Kubernetes", "the plugin"."""
    if names_a_person(phrase, sentence.tokens) and usable(phrase):
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
    owned = f"{owner.name}'s {last if plural else word}"
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


_PARENTS = frozenset("mum mom dad mama papa grandma grandpa granny".split())


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


# ---------------------------------------------------------------- mentions


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
            found.append(mention)
            pair = _pair(sentence, found)
            if pair is not None:
                found.append(pair)
    return found


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
        owned = phrase.determiner in ("my", "our") and (pet or phrase.head in KIN)
        name = named.name if named.proper else f"{sentence.speaker.name}'s {phrase.name}" if owned else phrase.name
        human = phrase.head in KIN or phrase.head.endswith(("er", "or", "ist", "man", "woman")) and not named.proper
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

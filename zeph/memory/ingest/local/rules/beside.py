"""Facts that stand beside a name: "our CTO, Beatrix,", "Ada, a dentist in Beirut,", "Yusra, whose bakery …".

In: a read sentence. Out: findings for its appositions and for "whose".
"""

from zeph.memory.ingest.local.frames.objects import NOUNS
from zeph.memory.ingest.local.patterns import NOT_ROLES, OWNED, PETS, THINGS
from zeph.memory.ingest.local.phrases.appositions import Apposition
from zeph.memory.ingest.local.phrases.entities import Phrase, entity_type, kin_in, mine, usable
from zeph.memory.ingest.local.phrases.identity import identify, owner_of, possessed
from zeph.memory.ingest.local.phrases.mentions import Actor
from zeph.memory.ingest.local.phrases.names import is_person, named_pet, relative
from zeph.memory.ingest.local.phrases.reader import Finding, Sentence, is_role
from zeph.memory.ingest.local.rules.states import described_as


def beside_findings(sentence: Sentence) -> list[Finding]:
    """What the sentence says of something by putting two phrases side by side."""
    found = [finding for pair in sentence.pairs for finding in _pair(sentence, pair)]
    return found + _whose(sentence)


def _pair(sentence: Sentence, pair: Apposition) -> list[Finding]:
    if pair.name.determiner:  # "my cousin Yara, a dentist"
        actor = identify(sentence, pair.name, things=False)
        known = kin_in(pair.name, sentence.tokens)
        at = pair.first.start
        return described_as(sentence, at, actor, pair.described) if actor is not None and known and known[2] else []
    owner = owner_of(sentence, pair.described)
    return _owned(sentence, pair, owner) if owner is not None else _unowned(sentence, pair)


def _owned(sentence: Sentence, pair: Apposition, owner: Actor) -> list[Finding]:
    """ "Our CTO, Beatrix,", "Captain, our terrier,": whose it is says what it is."""
    name, at = sentence.named(pair.name), pair.first.start
    thing, person = possessed(sentence, pair.described), is_person(sentence, name)
    if kin_in(pair.described, sentence.tokens) is not None:
        return []  # the names tell it
    if (
        thing.head in PETS
        or (thing.head in NOUNS["animals"] or thing.name.casefold() == "guinea pig")
        and mine(pair.described)
    ):
        what = "guinea pig" if thing.name.casefold().endswith("guinea pig") else thing.head
        return [] if pair.first is pair.described else [named_pet(owner, what, name.name, at)]
    if is_role(thing, NOT_ROLES) and person:
        return described_as(sentence, at, Actor(name.name, "person"), pair.described)
    if thing.head in THINGS and owner.name == sentence.speaker.name:
        fact = f"{owner.name}'s {thing.name} is called {name.name}"
        return [Finding(owner.name, owner.type, "works_on", name.name, "project", fact, "named_pet", at, owner.factor)]
    return []


def _unowned(sentence: Sentence, pair: Apposition) -> list[Finding]:
    """ "A daughter, Zofia", "Sibusiso, the guy from Durban,", "Ada, a dentist,"."""
    name, described, at = sentence.named(pair.name), pair.described, pair.first.start
    kin, person = kin_in(described, sentence.tokens), is_person(sentence, name)
    new = described.determiner in ("a", "an") and pair.first is described
    if new and (described.head in PETS or (kin is not None and person)):
        made = named_pet(sentence.speaker, described.head, name.name, at) if kin is None else relative(sentence.speaker, kin[0], name.name, at)  # fmt: skip
        return [made] if _mine_to_tell(sentence, at) else []
    origin = _origin(sentence, described)
    if origin is not None and person:
        fact = f"{name.name} is from {origin.name}"
        return [Finding(name.name, "person", "comes_from", origin.name, "location", fact, "am_from", at)]
    if is_role(described, NOT_ROLES) and person:
        return described_as(sentence, at, Actor(name.name, "person"), described)
    actor = identify(sentence, pair.name, things=True) if described.determiner in ("a", "an") and kin is None else None
    known = sentence.tokens[name.end - 1].known
    return described_as(sentence, at, actor, described) if actor is not None and known is None else []


_HAVING = frozenset("have has had 've got get adopted hired met".split())


def _mine_to_tell(sentence: Sentence, at: int) -> bool:
    """ "I have a daughter, Zofia": the speaker has what the phrase describes."""
    before = [token.lower for token in sentence.tokens[max(0, at - 4) : at]]
    return bool(_HAVING.intersection(before) and {"i", "we"}.intersection(before))


def _origin(sentence: Sentence, described: Phrase) -> Phrase | None:
    """ "The guy from Durban"."""
    place = sentence.found.get(described.end + 1) if sentence.word(described.end) == "from" else None
    human = described.head.endswith(("man", "guy", "girl", "boy", "lady", "friend", "person", "er", "ist"))
    return place if place is not None and place.proper and usable(place) and human else None


def _whose(sentence: Sentence) -> list[Finding]:
    """ "Yusra, whose bakery is around the corner": it is hers."""
    found: list[Finding] = []
    for at in range(1, len(sentence.tokens) - 1):
        if sentence.word(at) != "whose":
            continue
        before = at - 2 if sentence.word(at - 1) == "," else at - 1
        holder, held = sentence.found.get(before), sentence.found.get(at + 1) or sentence.found.get(at)
        actor = identify(sentence, holder, things=False) if holder is not None else None
        if actor is None or held is None:
            continue
        kin = kin_in(held, sentence.tokens)
        if kin is not None and kin[2]:
            found.append(relative(actor, kin[0], kin[2], at))
        elif held.head in OWNED:
            found.append(_owns(sentence, actor, held, at))
    return found


def _owns(sentence: Sentence, actor: Actor, held: Phrase, at: int) -> Finding:
    name = held.name if usable(held) else held.head
    kind = entity_type(held, sentence.tokens[held.end - 1], "concept")
    fact = f"{actor.name} owns a {name}"
    return Finding(actor.name, actor.type, "owns", name, kind, fact, "owns", at, actor.factor)

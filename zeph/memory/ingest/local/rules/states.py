"""Facts that are states: "I'm a nurse", "Anna is my sister", "my laptop is a ThinkPad".

In: a read sentence and a form of "be" in it. Out: findings.
"""

from dataclasses import replace

from zeph.memory.ingest.local.patterns import CONDITIONS, KIN, MY_NOUN, NOT_ROLES, PETS, THINGS
from zeph.memory.ingest.local.phrases.entities import (
    RANKS,
    Phrase,
    entity_type,
    is_proper,
    kin_in,
    mine,
    singular,
    usable,
)
from zeph.memory.ingest.local.phrases.identity import FAMILY, family_of, owner_of, possessed
from zeph.memory.ingest.local.phrases.lists import gerund_behind
from zeph.memory.ingest.local.phrases.mentions import Actor
from zeph.memory.ingest.local.phrases.names import as_former, is_person, named_pet, relative
from zeph.memory.ingest.local.phrases.reader import Finding, Sentence, is_role
from zeph.memory.ingest.local.phrases.syntax import Subject, objects
from zeph.memory.ingest.local.rules.negation import ended_kinship
from zeph.memory.ingest.local.rules.objects import gerunds
from zeph.memory.ingest.local.rules.own_things import favourite_title
from zeph.memory.language.gazetteer import read_data

_BE = frozenset(("is", "'s", "are", "am", "'m", "was", "were", "'re", "been", "be"))
_TYPES = {"has_role": "concept", "works_at": "organization", "comes_from": "location", "owns": "tool", "uses": "tool"}
_MIDDLE = frozenset(
    "also actually really a an the huge big massive quite very so currently now still just both totally".split()
)
_LIKING = (
    (("fan", "of"), "likes", "is a fan of"), (("into",), "likes", "is into"), (("fond", "of"), "likes", "is fond of"),
    (("passionate", "about"), "likes", "is passionate about"), (("crazy", "about"), "likes", "is crazy about"),
    (("obsessed", "with"), "likes", "is obsessed with"), (("mad", "about"), "likes", "is mad about"),
    (("nuts", "about"), "likes", "is nuts about"), (("hooked", "on"), "likes", "is hooked on"),
    (("addicted", "to"), "likes", "is addicted to"), (("fork", "of"), "fork_of", "is a fork of"), (("keen", "on"), "interested_in", "is keen on"),
    (("interested", "in"), "interested_in", "is interested in"), (("allergic", "to"), "allergic_to", "is allergic to"),
    (("fluent", "in"), "speaks", "is fluent in"), (("member", "of"), "member_of", "is a member of"),
    (("part", "of"), "part_of", "is part of"), (("from",), "comes_from", "is from"),
    (("originally", "from"), "comes_from", "is from"), (("engaged", "to"), "partner_of", "is engaged to"),
    (("friends", "with"), "friend_of", "is friends with"), (("owner", "of"), "owns", "is the owner of"),
    (("maintainer", "of"), "works_on", "maintains"), (("author", "of"), "created", "is the author of"),
    (("creator", "of"), "created", "is the creator of"), (("founder", "of"), "founded", "is the founder of"),
    (("on",), "uses", "uses"),
)  # fmt: skip


def state_findings(sentence: Sentence, at: int) -> list[Finding]:
    """What the word there states, if it is a form of "be"."""
    if sentence.word(at) not in _BE or _possessive(sentence, at):
        return []
    return _copula(sentence, at)


def _possessive(sentence: Sentence, at: int) -> bool:
    return sentence.tokens[at].lower == "'s" and sentence.tokens[at].pos == "PART"


def _copula(sentence: Sentence, at: int) -> list[Finding]:
    reading = sentence.reading(at)
    if reading.mood == "plan":
        return _coming_role(sentence, at)
    if reading.mood == "unreal" or reading.subject is None or reading.subject.kind == "left_out":
        return []
    after = at + 1
    negated = sentence.word(after) in ("not", "n't", "never") or reading.mood == "denied"
    past = sentence.word(at) in ("was", "were") or reading.mood == "over"
    if negated or sentence.word(after) in ("no", "n't"):
        return _denied(sentence, at, reading.subject)
    subject = reading.subject.phrase
    if subject is not None and (mine(subject) or owner_of(sentence, subject) is not None):
        mapped = _my_noun(sentence, at, subject, after)
        related = kin_in(subject, sentence.tokens) is not None or subject.head in FAMILY or subject.head in HELPERS
        if mapped or not related:
            return mapped
    turned = _turned(sentence, at, subject, after) if subject is not None and not past else []
    actor = sentence.actor(reading.subject, things=True) or _own_helper(sentence, subject)
    if actor is None or turned:
        return turned
    if not (reading.subject.kind == "pronoun" and sentence.word(reading.subject.at) == "it"):
        actor = _as_person(sentence, actor, after)
    sentence.notice(actor)
    if reading.mood == "over" and (held := _held_before(sentence, at, actor, after)):
        return held
    return _complement(sentence, at, actor, after, past=past)


HELPERS = frozenset(
    "nanny babysitter hairdresser barber landlord landlady tutor cleaner gardener accountant lawyer solicitor plumber "
    "electrician builder mechanic dentist doctor therapist physio coach trainer teacher professor supervisor mentor "
    "tenant lodger subtenant intern apprentice assistant student client agent ".split()
)
"""People of one's own who are no relatives."""


def _own_helper(sentence: Sentence, subject: Phrase | None) -> Actor | None:
    """ "My hairdresser", "our nanny", "my parents"."""
    if subject is None or not mine(subject) or subject.proper:
        return None
    if subject.head not in HELPERS:
        return family_of(sentence, subject)
    if len(subject.name.split()) > 2 or sentence.word(subject.end - 1) != subject.head:
        return None
    return Actor(f"{sentence.speaker.name}'s {subject.name}", "person")


def _held_before(sentence: Sentence, at: int, actor: Actor, after: int) -> list[Finding]:
    """ "Omar used to be my boss"; a sister stays one."""
    phrase = sentence.found.get(after)
    made = _is_mine(sentence, at, actor, phrase) if phrase is not None and mine(phrase) else []
    return [
        replace(one, ends=True, fact=one.fact.replace("'s ", "'s former ", 1))
        for one in made
        if one.relation not in ("sibling_of", "parent_of", "child_of", "relative_of", "has_pet")
    ]


def _coming_role(sentence: Sentence, at: int) -> list[Finding]:
    """ "From September I'll be an apprentice electrician"."""
    phrase = sentence.found.get(at + 1)
    actor = sentence.actor(sentence.reading(at).subject, things=False)
    dated = any(token.date for token in sentence.tokens)
    if (
        phrase is None
        or actor is None
        or not dated
        or not is_role(phrase, NOT_ROLES)
        or phrase.determiner not in ("a", "an", "the")
    ):
        return []
    fact = f"{actor.name} will be {sentence.shown(phrase)}"
    return [
        Finding(
            actor.name, "person", "has_role", phrase.name, "concept", fact, "is_role", at, actor.factor, future=True
        )
    ]


def _as_person(sentence: Sentence, actor: Actor, after: int) -> Actor:
    phrase = sentence.found.get(after)
    human = phrase is not None and (is_role(phrase, NOT_ROLES) or singular(phrase.head) in KIN)
    return Actor(actor.name, "person", actor.factor) if human and actor.type == "project" else actor


def _denied(sentence: Sentence, at: int, subject: Subject) -> list[Finding]:
    """Of what somebody is not, only "not a fan of" says something."""
    after, actor = at + 1, sentence.actor(subject, things=False)
    while sentence.word(after) in _MIDDLE | {"not", "n't", "much", "of", "particularly"}:
        after += 1
    ended = ended_kinship(sentence, at, actor)
    if ended or actor is None:
        return ended
    if not sentence.words(after, "fan", "of"):
        return _no_longer(sentence, at, actor)
    made = []
    for phrase in objects(sentence.tokens, sentence.found, after + 2):
        if usable(phrase) and phrase.determiner in ("", "the"):
            fact = f"{actor.name} is not a fan of {sentence.shown(phrase)}"
            kind = entity_type(phrase, sentence.tokens[phrase.end - 1], "concept")
            made.append(Finding(actor.name, actor.type, "dislikes", phrase.name, kind, fact, "dislikes", at))
    return made


def _no_longer(sentence: Sentence, at: int, actor: Actor) -> list[Finding]:
    """ "Hedda isn't our goalkeeper any longer"."""
    phrase = next(
        (sentence.found[near] for near in range(at + 1, min(at + 5, len(sentence.tokens))) if near in sentence.found),
        None,
    )
    rest = sentence.text[sentence.tokens[at].end :].casefold()
    over = any(cue in rest for cue in ("any longer", "anymore", "any more", "no longer"))
    if phrase is None or not over or not is_role(phrase, NOT_ROLES) or actor.type != "person":
        return []
    fact = f"{actor.name} is no longer {sentence.shown(phrase)}"
    return [
        Finding(actor.name, "person", "has_role", phrase.name, "concept", fact, "is_role", at, actor.factor, ends=True)
    ]


def _my_noun(sentence: Sentence, at: int, subject: Phrase, after: int) -> list[Finding]:
    """ "My <noun> is …" by the table of nouns."""
    owner = owner_of(sentence, subject)
    if owner is None:
        return []
    subject = possessed(sentence, subject)
    favorite = any(token.lower in ("favorite", "favourite") for token in sentence.tokens[subject.start : subject.end])
    key = subject.name.casefold() if subject.name.casefold() in MY_NOUN else subject.head
    relation = "prefers" if favorite else MY_NOUN.get(key)
    relation = (
        "speaks" if key in ("language", "tongue") and sentence.word(after) and _spoken(sentence, after) else relation
    )
    whole = favourite_title(sentence, subject, after) if favorite else None
    values = [whole] if whole else objects(sentence.tokens, sentence.found, after) or gerunds(sentence, after)
    if relation == "likes" and values and (doing := gerund_behind(sentence, values[-1].end)) is not None:
        values = [*values, *gerunds(sentence, doing)]  # "my hobbies are chess, running and baking"
    if favorite and not values and after < len(sentence.tokens) and sentence.tokens[after].tag == "JJ":
        word = sentence.tokens[after].text  # "their favourite colour is orange"
        values = [Phrase(after, after + 1, word, "", word.casefold(), False)]
    if subject.head in KIN and values and values[0].proper and not values[0].determiner:
        named = [v for v in values if is_person(sentence, v) and v.proper]
        return [as_former(relative(owner, subject.head, v.name, at), sentence, subject) for v in named]
    if subject.head in PETS and values and sentence.kind(values[0]) == "pet_species":
        fact = f"{owner.name}'s {subject.name} is {sentence.shown(values[0])}"
        return [Finding(owner.name, owner.type, "has_pet", values[0].name, "concept", fact, "my_noun", at)]
    if relation is None or (relation == "has_name"):
        return []
    owned = f"{'favorite ' if favorite and 'favorite' not in subject.name else ''}{subject.name}"
    return [
        _mine_is(sentence, at, owner, relation, owned, value, favorite)
        for value in values[:4]
        if _fits(sentence, relation, value) or _is_that_kind(sentence, relation, value, key)
    ]


def _turned(sentence: Sentence, at: int, subject: Phrase, after: int) -> list[Finding]:
    """ "Blue is my favourite colour", "Brave is my browser now": the noun's owner, turned round."""
    while sentence.word(after) in _MIDDLE:
        after += 1
    noun = sentence.found.get(after)
    owner = owner_of(sentence, noun) if noun is not None else None
    if noun is None or owner is None or noun.head in KIN or not usable(subject) or mine(subject):
        return []
    favorite = any(token.lower in ("favorite", "favourite") for token in sentence.tokens[noun.start : noun.end])
    relation = "prefers" if favorite else MY_NOUN.get(possessed(sentence, noun).head)
    if relation is None or relation not in ("prefers", "uses", "likes", "works_at", "comes_from"):
        return []
    if (
        not favorite
        and relation != "likes"
        and not subject.proper
        or subject.determiner == "the"
        and not subject.proper
    ):
        return []
    kind = entity_type(subject, sentence.tokens[subject.end - 1], _TYPES.get(relation, "concept"))
    head = possessed(sentence, noun).head
    owned = f"favorite {head}" if favorite and head not in ("favorite", "favourite") else head
    fact = f"{owner.name}'s {owned} is {subject.name}"
    pattern = "favorite" if favorite else "my_noun"
    return [Finding(owner.name, owner.type, relation, subject.name, kind, fact, pattern, at, owner.factor)]


def _spoken(sentence: Sentence, after: int) -> bool:
    """ "My first language is Tagalog"."""
    value = sentence.found.get(after)
    return value is not None and sentence.kind(value) == "spoken_language"


def _is_that_kind(sentence: Sentence, relation: str, value: Phrase, noun: str) -> bool:
    """ "My shell is fish": an everyday word, where the noun says what kind of tool it is."""
    same = relation == "uses" and not value.determiner and sentence.gazetteer.kind(value.name) == noun
    return same and len(value.name) > 1


def _fits(sentence: Sentence, relation: str, value: Phrase) -> bool:
    if not usable(value) or value.determiner in ("the",) and not value.proper:
        return False
    if relation == "has_role" and not is_role(value, NOT_ROLES):
        return False  # "my job is mostly spreadsheets"
    if relation in ("member_of", "works_at") and (
        sentence.kind(value) == "given_name" or sentence.word(value.start - 1) == ":"
    ):
        return False  # "my team is five people: Ana and Bo"
    return value.proper or relation in (
        "has_role",
        "likes",
        "prefers",
        "studies",
        "has_goal",
        "has_degree",
        "follows_diet",
    )


def _mine_is(
    sentence: Sentence, at: int, owner: Actor, relation: str, owned: str, value: Phrase, favorite: bool
) -> Finding:
    kind = entity_type(value, sentence.tokens[value.end - 1], _TYPES.get(relation, "concept"))
    fact = f"{owner.name}'s {owned} {'include' if sentence.word(at) == 'are' else 'is'} {sentence.shown(value)}"
    pattern = "favorite" if favorite else "my_noun"
    return Finding(owner.name, owner.type, relation, value.name, kind, fact, pattern, at, owner.factor)


def _complement(sentence: Sentence, at: int, actor: Actor, after: int, *, past: bool) -> list[Finding]:
    skipped = after
    while sentence.word(skipped) in _MIDDLE:
        skipped += 1
    for start in (skipped, *_joined_states(sentence, skipped)):
        for words, relation, said in _LIKING:
            if sentence.words(start, *words):
                return [] if past else _liking(sentence, at, actor, start + len(words), relation, said)
    while sentence.word(after) in _MIDDLE - {"a", "an", "the"}:
        after += 1
    phrase = sentence.found.get(after)
    if phrase is not None and past and is_role(phrase, NOT_ROLES) and phrase.determiner in ("a", "an", ""):
        return [
            replace(made, ends=True, fact=made.fact.replace(" is ", " was ", 1))
            for made in _role(sentence, at, actor, phrase)[:1]
        ]
    if phrase is None or phrase.start != after or past:
        return [] if past else _diet(sentence, at, actor, after)
    return _is_phrase(sentence, at, actor, phrase)


def _joined_states(sentence: Sentence, at: int) -> list[int]:
    """Of "is 7 and obsessed with dinosaurs" the obsessed."""
    starts = []
    for later in range(at, min(at + 8, len(sentence.tokens) - 1)):
        token = sentence.tokens[later]
        if token.pos in ("VERB", "AUX") and token.tag not in ("VBN", "VBG"):
            break
        if token.lower in ("and", ","):
            starts.append(later + 1)
    return starts


def _diet(sentence: Sentence, at: int, actor: Actor, after: int) -> list[Finding]:
    known = sentence.tokens[after].known if after < len(sentence.tokens) else None
    if known is None or known.kind != "diet" or actor.type != "person":
        return []
    return [
        Finding(
            actor.name, "person", "follows_diet", known.name, "concept", f"{actor.name} is {known.name}", "am_diet", at
        )
    ]


_NAMED = ("comes_from", "partner_of", "friend_of", "uses", "works_on", "created", "founded")


def _liking(sentence: Sentence, at: int, actor: Actor, first: int, relation: str, said: str) -> list[Finding]:
    default = {
        "works_on": "project",
        "created": "project",
        "founded": "organization",
        "comes_from": "location",
        "speaks": "language",
        "member_of": "organization",
    }.get(relation, "concept")
    pattern = {"comes_from": "am_from", "allergic_to": "am_allergic", "member_of": "member", "speaks": "speaks"}.get(
        relation, "partner" if relation in ("partner_of", "friend_of") else "am_into"
    )
    made: list[Finding] = []
    for phrase in objects(sentence.tokens, sentence.found, first) or gerunds(sentence, first):
        need_name = relation in (*_NAMED, "speaks")
        if relation == "uses" and sentence.tokens[phrase.end - 1].known is None:
            continue
        bad_place = relation == "comes_from" and sentence.kind(phrase) not in ("", "city", "country", "region")
        if not usable(phrase) or (need_name and not phrase.proper) or bad_place or (mine(phrase) and not phrase.proper):
            continue
        if (
            relation in ("likes", "interested_in", "part_of")
            and phrase.determiner in ("the", "a", "an")
            and not phrase.proper
        ):
            continue
        kind = (
            "person"
            if relation in ("partner_of", "friend_of")
            else entity_type(phrase, sentence.tokens[phrase.end - 1], default)
        )
        fact = f"{actor.name} {said} {sentence.shown(phrase)}"
        made.append(Finding(actor.name, actor.type, relation, phrase.name, kind, fact, pattern, at, actor.factor))
    return made


def _is_phrase(sentence: Sentence, at: int, actor: Actor, phrase: Phrase) -> list[Finding]:
    """ "I'm a nurse", "I'm Ann", "Ann is my sister", "Zeph is a terminal agent"."""
    speaker = actor.name == sentence.speaker.name
    if owner_of(sentence, phrase) is not None and not speaker:
        return _is_mine(sentence, at, actor, phrase) or _ours(sentence, at, actor, phrase)
    if not usable(phrase):
        return []
    if sentence.kind(phrase) == "diet" or phrase.head in CONDITIONS:
        return _diet(sentence, at, actor, phrase.end - 1)
    if is_role(phrase, NOT_ROLES) and phrase.determiner in ("a", "an", "", "the") and actor.type == "person":
        return _role(sentence, at, actor, phrase)
    if speaker:
        return _introduction(sentence, at, phrase)
    if not _by_name(sentence, at) and phrase.head not in _KINDS:
        return []  # "it's a great reminder": what it is stays a guess
    if phrase.determiner in ("a", "an") and actor.type not in ("person", "location") and len(phrase.name.split()) <= 4:
        fact = f"{actor.name} is {sentence.shown(phrase)}"
        return [Finding(actor.name, actor.type, "is_a", phrase.name, "concept", fact, "is_a", at, actor.factor)]
    return []


_KINDS = (
    THINGS
    | PETS
    | frozenset(read_data("nouns.toml")["products"].split())
    | frozenset("language framework fork clone rewrite successor".split())
)


def _by_name(sentence: Sentence, at: int) -> bool:
    """Whether the subject is named before the verb, not pointed at or called to."""
    subject = sentence.reading(at).subject
    return subject is not None and subject.kind == "phrase" and subject.phrase is not None and subject.phrase.start < at


def described_as(sentence: Sentence, at: int, actor: Actor, phrase: Phrase) -> list[Finding]:
    """What "<actor>, a dentist in Beirut," says."""
    return _is_phrase(sentence, at, actor, phrase)


def _is_mine(sentence: Sentence, at: int, actor: Actor, phrase: Phrase) -> list[Finding]:
    owner = owner_of(sentence, phrase)
    words = [singular(token.lower) for token in sentence.tokens[phrase.owner_end or phrase.start : phrase.end]]
    head = next((word for word in words if word in KIN or word in PETS), "")
    if head in RANKS and words[-1] in KIN:
        head = words[-1]  # "my oldest friend"
    if owner is None or owner.name == actor.name:
        return []
    own = actor.name.removeprefix(f"{owner.name}'s ").casefold()
    if f"not my {own}" in sentence.text.casefold():
        return []  # "he's not my brother, he's my cousin"
    both = _side_by_side(sentence, at) or [actor.name]
    if head in PETS:
        return [named_pet(owner, head, name, at) for name in both]
    if head in KIN and actor.type == "person":
        return [as_former(relative(owner, head, name, at), sentence, phrase) for name in both]
    return []


def _side_by_side(sentence: Sentence, at: int) -> list[str]:
    """Of "Tim, Al and Jim are my brothers" all three."""
    names = list(dict.fromkeys(phrase for first, phrase in sentence.found.items() if first < at))
    named = all(name.proper and not name.determiner and not name.owner_end for name in names)
    between = [sentence.word(near) for near in range(at) if near not in sentence.found]
    joined = len(names) > 1 and "and" in between and set(between) <= {"and", ","}
    return [name.name for name in names] if named and joined and names[-1].end == at else []


def _ours(sentence: Sentence, at: int, actor: Actor, phrase: Phrase) -> list[Finding]:
    """ "Ines is our tech lead"."""
    return (
        _role(sentence, at, actor, phrase)
        if is_role(phrase, NOT_ROLES) and actor.type == "person" and mine(phrase)
        else []
    )


def _role(sentence: Sentence, at: int, actor: Actor, phrase: Phrase) -> list[Finding]:
    role = f"{sentence.speaker.name}'s {phrase.name}" if mine(phrase) else sentence.shown(phrase)
    fact = f"{actor.name} is {role}"
    pattern = "am_role" if actor.name == sentence.speaker.name else "is_role"
    name = f"{phrase.name}{_remit(sentence, phrase)}"
    made = [Finding(actor.name, "person", "has_role", name, "concept", fact, pattern, at, actor.factor)]
    made += _role_place(sentence, at, actor, phrase)
    employer = employer_of(sentence, phrase)
    if employer is not None:
        studies = phrase.head == "student"
        relation, fact = (
            ("studied_at", f"{fact} at {employer.name}")
            if studies
            else ("works_at", f"{actor.name} works at {employer.name}")
        )
        made.append(
            Finding(actor.name, "person", relation, employer.name, "organization", fact, "works_at", at, actor.factor)
        )
    return made


def _remit(sentence: Sentence, phrase: Phrase) -> str:
    """ "Head of design", "director of sales": of what, where the role alone says nothing."""
    of = sentence.found.get(phrase.end + 1) if sentence.word(phrase.end) == "of" else None
    plain = of is not None and not (of.proper or of.determiner or of.owner_end) and len(of.name.split()) <= 2
    return f" of {of.name}" if of is not None and plain and phrase.head in _HEADS else ""


_HEADS = frozenset("head director vp chief manager chair secretary professor".split())
_LEADERS = frozenset(
    "ceo cto cfo coo head director founder co-founder cofounder president manager lead owner editor dean chief".split()
)


def _role_place(sentence: Sentence, at: int, actor: Actor, role: Phrase) -> list[Finding]:
    """ "A dentist from Bilbao", "a nursing student in Rennes"."""
    joined, place = sentence.word(role.end), sentence.found.get(role.end + 1)
    if joined not in ("from", "in", "near") or place is None or not place.proper or not usable(place):
        return []
    known = sentence.kind(place)
    if known not in ("city", "country", "region", "") or (joined != "from" and not known and place.determiner):
        return []
    relation, said, pattern = (
        ("comes_from", "is from", "am_from") if joined == "from" else ("lives_in", "lives in", "lives")
    )
    if any(sentence.word(later) in ("called", "named") for later in (place.end, role.end)):
        return []
    fact = f"{actor.name} {said} {place.name}"
    return [Finding(actor.name, "person", relation, place.name, "location", fact, pattern, at, actor.factor * 0.9)]


def employer_of(sentence: Sentence, role: Phrase) -> Phrase | None:
    """ "a nurse at Mercy Hospital", "a cellist in the Bergen Philharmonic", "the CTO of a startup called Fernwick"."""
    joined = sentence.word(role.end)
    if joined not in ("at", "for", "with", "in") and not (joined == "of" and role.head.casefold() in _LEADERS):
        return None
    for named in objects(sentence.tokens, sentence.found, role.end + 1)[:1]:
        if sentence.word(named.end) in ("called", "named"):
            named = sentence.found.get(named.end + 1, named)
        if joined == "at" and not named.proper and named.determiner in ("a", "an", "the", "my", "our"):
            return named if usable(named) and named.head not in ("moment", "end", "day", "time") else None
        town = sentence.kind(named) in ("city", "country", "given_name") and " of " not in named.name
        place = town or (joined == "in" and named.determiner != "the")
        if named.proper and usable(named) and not place:
            return named
    return None


def _introduction(sentence: Sentence, at: int, phrase: Phrase) -> list[Finding]:
    words = sentence.tokens[phrase.start : phrase.end]
    alone = sentence.word(phrase.end) in ("", ",", ".", "!", "and", "from", "by", "-")
    personal = all(is_proper(word) and (word.known is None or word.known.kind == "given_name") for word in words)
    if not (alone and personal and len(words) <= 3 and not phrase.determiner and words[0].text[0].isupper()):
        return []
    speaker = sentence.speaker.name
    fact = f"{speaker}'s name is {phrase.name}"
    return [Finding(speaker, "person", "has_name", phrase.name, "person", fact, "am_name", at)]

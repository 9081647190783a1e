"""Noun phrases of a sentence: where they are, what they are called, of what type.

In: tokens. Out: :class:`Phrase` spans, and entity names without articles, possessives and praise. What is vague
("a lot of things"), pointed at ("that painting"), someone else's ("your dog") or a fragment gets no name.
"""

from dataclasses import dataclass

from zeph.memory.ingest.local.patterns import EVENTS, GROUPS, KIN, PETS, PLACES, PRAISE, THINGS, VAGUE
from zeph.memory.ingest.local.words.tokens import POSSESSIVES, Token
from zeph.memory.language.names import is_junk_name

MAX_WORDS = 6
_NOMINAL = ("NOUN", "PROPN", "ADJ", "NUM", "X")
_POINTING = frozenset("this that these those your his her their its such any every no each what which whose".split())
_MINE = frozenset(("my", "our"))
_JOINERS = frozenset(("of", "the", "de", "von", "van", "del", "da", "di", "&"))


@dataclass(frozen=True, slots=True)
class Phrase:
    """Tokens ``start`` to ``end`` (exclusive) with the place where the name in it begins."""

    start: int
    end: int
    name: str
    """Without determiners and praise; empty where nothing is left."""
    determiner: str
    head: str
    """Last word, lower case, singular."""
    proper: bool
    """Holds a proper or known name."""
    owner_end: int = 0
    """Of "my sister's hamster" the place after "'s"; 0 where nobody else owns it."""


def phrases(tokens: list[Token], sentence: str) -> dict[int, Phrase]:
    """Every noun phrase, under each of its token positions."""
    found: dict[int, Phrase] = {}
    at = 0
    while at < len(tokens):
        end = _extent(tokens, at)
        if end > at:
            phrase = _phrase(tokens, at, end, sentence)
            found.update(dict.fromkeys(range(at, end), phrase))
        at = max(end, at + 1)
    return found


def _extent(tokens: list[Token], at: int) -> int:
    start = at
    while at < len(tokens) and (tokens[at].pos == "DET" or tokens[at].lower in POSSESSIVES) and not tokens[at].date:
        at += 1
    body = at
    while at < len(tokens) and _belongs(tokens, at, body):
        at += 1
    return at if at > body and any(token.pos in ("NOUN", "PROPN", "X") for token in tokens[body:at]) else start


_DOING = frozenset(("advcl", "xcomp", "pcomp"))
"""A participle that the parse takes for a verb: "tore my ligament playing handball"."""


def _belongs(tokens: list[Token], at: int, body: int) -> bool:
    token = tokens[at]
    inside = at > body
    if token.date or (inside and token.tag == "VBG" and token.dep in _DOING):
        return False
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    before = tokens[at - 1].known if inside else None
    if token.known and before and before is not token.known:
        called = before.kind == "pet_species" and tokens[at - 1].text.islower() and token.text[:1].isupper()
        return token.known.entity_type == "concept" or before.kind == "given_name" or called
    if token.pos in _NOMINAL and not token.lemma:
        return token.lower not in POSSESSIVES and (token.pos != "NUM" or inside or following is not None)
    if token.lower in ("-", "'s", "/", "'") and inside and following is not None:
        return (following.pos in ("NOUN", "PROPN", "ADJ") or _joins(tokens, at)) and token.start == tokens[at - 1].end
    if inside and tokens[at - 1].lower == "-" and _joins(tokens, at - 1):
        return True
    if token.lower in _JOINERS and inside and tokens[at - 1].pos == "PROPN" and following is not None:
        return following.pos == "PROPN" or (token.lower == "of" and following.lower == "the")
    if token.tag == "VBG" and inside and token.lower in EVENTS and tokens[at - 1].pos in ("NOUN", "PROPN"):
        return True
    if token.tag in ("VBG", "VBN") and following is not None and following.pos == "NOUN" and not following.date:
        joined = token.tag == "VBG" and token.dep in ("amod", "compound") and token.head == at + 1  # "hearing aids"
        return (
            inside or joined or (body > 0 and (tokens[body - 1].pos == "DET" or tokens[body - 1].lower in POSSESSIVES))
        )
    return False


def _joins(tokens: list[Token], at: int) -> bool:
    """Whether the hyphen there makes "fire-fighting brigade" of three words."""
    if tokens[at].lower != "-" or at + 2 >= len(tokens):
        return False
    participle, noun = tokens[at + 1], tokens[at + 2]
    return participle.tag in ("VBG", "VBN") and noun.pos == "NOUN" and not noun.date


def _phrase(tokens: list[Token], start: int, end: int, sentence: str) -> Phrase:
    first, determiner = start, ""
    while (
        first < end
        and (_leads(tokens[first]) or _longer(tokens, first))
        and not (first + 2 < end and tokens[first + 1].lower == "-")
    ):
        if tokens[first].pos == "DET" or tokens[first].lower in POSSESSIVES:
            determiner = tokens[first].lower
        first += 1
    if _longer(tokens, first - 1):
        determiner = ""  # "no longer team lead"
    body = tokens[first:end]
    name = sentence[body[0].start : body[-1].end].strip("\"'.,!* ").rstrip("-") if body else ""
    if first == 0 and body and body[0].pos != "PROPN" and len(body[0].text) > 1 and body[0].text[1:].islower():
        name = name[0].lower() + name[1:]
    head = tokens[end - 1].lower
    owner_end = _owner_end(tokens, start, end)
    return Phrase(start, end, name, determiner, singular(head), any(is_proper(token) for token in body), owner_end)


def _longer(tokens: list[Token], at: int) -> bool:
    return at > 0 and tokens[at].lower == "longer" and tokens[at - 1].lower == "no"


def _owner_end(tokens: list[Token], start: int, end: int) -> int:
    """The place after the last "'s", where a common noun follows ("Tom's wife", not "King's College")."""
    for at in range(end - 2, start, -1):
        if tokens[at].lower in ("'s", "'") and tokens[at].pos == "PART":
            return at + 1 if not is_proper(tokens[at + 1]) or tokens[start].lower in POSSESSIVES else 0
    return 0


def phrase_of(tokens: list[Token], start: int, end: int, sentence: str) -> Phrase:
    """The phrase that these tokens make: of "my sister's hamster" the sister."""
    return _phrase(tokens, start, end, sentence)


def _leads(token: Token) -> bool:
    if is_proper(token):
        return False
    return token.pos == "DET" or token.lower in POSSESSIVES or token.lower in PRAISE or token.pos == "NUM"


def is_proper(token: Token) -> bool:
    """A name: known as one, or tagged so and written with a capital or digit."""
    known = token.known is not None and token.known.entity_type != "concept"
    return known or (token.pos == "PROPN" and token.text != token.lower)


def singular(word: str) -> str:
    """A noun without its plural ending, near enough for our word lists."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word


def usable(phrase: Phrase) -> bool:
    """Whether the phrase names something worth an entity."""
    name = phrase.name
    if not name or phrase.determiner in _POINTING or len(name.split()) > MAX_WORDS or len(name) > 80:
        return False
    if phrase.head in VAGUE and not phrase.proper:
        return False
    return not is_junk_name(name) and any(char.isalpha() for char in name)


def first_told(phrase: Phrase, tokens: list[Token]) -> bool:
    """ "This lovely old park": told of for the first time, where a bare "this park" points at something known."""
    at = next((at for at in range(phrase.start, phrase.end) if tokens[at].lower == phrase.determiner), phrase.start)
    return phrase.end - at > 2 and not (at > phrase.start and tokens[phrase.start].lower == "all")


def mine(phrase: Phrase) -> bool:
    return phrase.determiner in _MINE and not phrase.owner_end


def kin_of(phrase: Phrase, tokens: list[Token]) -> tuple[str, str, str] | None:
    """Of "my sister Anna": the kin word, its relation, and the name ("" where none is given)."""
    return kin_in(phrase, tokens) if mine(phrase) else None


_TITLES = frozenset("aunt auntie uncle grandma grandpa granny nana grandad granddad gran nan cousin".split())


def titled(phrase: Phrase, tokens: list[Token]) -> bool:
    """ "Aunt Philippa": without a determiner a relative of the speaker's."""
    first = tokens[phrase.start]
    named = phrase.end - phrase.start > 1 and tokens[phrase.start + 1].text[:1].isupper()
    return first.lower in _TITLES and first.text[:1].isupper() and named


def kin_in(phrase: Phrase, tokens: list[Token]) -> tuple[str, str, str] | None:
    """The same of anybody's: "Tom's wife Julia", "her husband Clive"."""
    for at in range(phrase.owner_end or phrase.start, phrase.end):
        word = singular(tokens[at].lower)
        if word in KIN and at >= 2 and tokens[at - 1].text == "-" and tokens[at - 2].lower == "ex":
            word = f"ex-{word}" if f"ex-{word}" in KIN else word
        if word in RANKS and at + 1 < phrase.end and not is_proper(tokens[at + 1]):
            continue  # "my oldest friend" is no child
        if (
            word == "partner"
            and at > phrase.start
            and tokens[at - 1].pos == "NOUN"
            and tokens[at - 1].lower not in _LIFE
        ):
            continue  # a business, chess or shift partner
        following = tokens[at + 1] if at + 1 < phrase.end else None
        if following is not None and word in KIN and following.text.islower() and singular(following.lower) in KIN:
            continue  # "my eldest daughter", "my baby sister"
        if word in KIN:
            names = [token.text for token in tokens[at + 1 : phrase.end] if is_proper(token)]
            return word, KIN[word], " ".join(names)
    return None


_LIFE = frozenset(("term", "life", "time"))
RANKS = frozenset(("oldest", "eldest", "youngest"))
_WHICH_ONE = frozenset(
    "older elder eldest oldest younger youngest middle other little big first second third twin".split()
)
_PASSED = frozenset(("former", "old", "previous", "ex"))
_CHANGING = frozenset(
    "boss manager landlord roommate flatmate housemate teacher tutor coach neighbor neighbour doctor therapist dentist "
    "colleague coworker supervisor mentor".split()
)


def which_one(phrase: Phrase, tokens: list[Token]) -> str:
    """Of "my older daughter" the word that tells one from another, with a blank behind it; empty where there is none."""
    kept: list[str] = []
    for token in tokens[phrase.owner_end or phrase.start : phrase.end]:
        word = singular(token.lower)
        if word in KIN and word not in _WHICH_ONE:
            former = word in _CHANGING  # a boss one had is another than the one one has
            return "".join(f"{one} " for one in kept if one in _WHICH_ONE or former)
        if token.lower in _WHICH_ONE | _PASSED:
            kept.append(token.lower)
    return ""


def is_former(phrase: Phrase, tokens: list[Token]) -> bool:
    """ "My former boss Tom", "my old landlord": no longer; an old friend still is one."""
    words = [token.lower for token in tokens[phrase.owner_end or phrase.start : phrase.end]]
    kin = kin_in(phrase, tokens)
    return kin is not None and (
        bool({"former", "previous", "ex"} & set(words)) or ("old" in words and kin[0] in _CHANGING)
    )


def is_thing(phrase: Phrase) -> bool:
    """A system one speaks of without a name: "our backend", "staging"."""
    return (phrase.head in THINGS or (phrase.name.casefold() in THINGS)) and phrase.determiner not in _POINTING


def entity_type(phrase: Phrase, token: Token, default: str) -> str:
    """The type of a phrase's entity: the gazetteer's, else by its head, else what the relation expects."""
    if token.known is not None and token.known.name.casefold().split()[-1] == token.lower:
        return token.known.entity_type
    if phrase.head in EVENTS and not phrase.proper:
        return "event"
    if phrase.head in PLACES:
        return "location"
    if phrase.head in GROUPS and default in ("concept", "organization", "event"):
        return "organization" if default != "event" else "event"
    return "concept" if phrase.head in PETS else default

"""What a clause is about: entities at its objects and behind its prepositions, and activities.

In: a parsed sentence and a word in it. Out: :class:`Target` s with short names: no pronouns, nothing vague, no clauses.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

from zeph.memory.ingest.local.open.clauses import Clause, Tree
from zeph.memory.ingest.local.open.words import (
    EMPTY_CORES,
    FOLK,
    HOUSEHOLD,
    IDLE_HEADS,
    LEADING_PREPS,
    OWN_GROUPS,
    QUANTITIES,
    TELLING,
)
from zeph.memory.ingest.local.patterns import PETS, PLACES, VAGUE
from zeph.memory.ingest.local.phrases.entities import Phrase, entity_type, first_told, kin_of, mine, usable, which_one
from zeph.memory.ingest.local.phrases.reader import Sentence
from zeph.memory.ingest.local.words.tokens import Token

MAX_NAME_WORDS = 5


@dataclass(frozen=True, slots=True)
class Target:
    """What a clause is about: the object's name, and the words between it and the verb."""

    name: str
    type: str
    words: tuple[str, ...]
    start: int
    end: int
    at: int
    """The token that it hangs on."""


def prepositional(
    sentence: Sentence, tree: Tree, above: int, lead: tuple[str, ...], *, quantity: bool = False
) -> list[Target]:
    """Objects of the prepositions that hang on a word."""
    found: list[Target] = []
    for prep in tree.all(above, "prep", "agent"):
        words: tuple[str, ...] = (sentence.word(prep),)
        inner = tree.child(prep, "prep")
        if inner is not None:
            prep, words = inner, (*words, sentence.word(inner))
        if prep < above or words[0] not in LEADING_PREPS or sentence.tokens[prep].date:
            continue
        if quantity and words == ("of",):
            words = ()
        first = tree.child(prep, "pobj", "pcomp")
        if first is None:
            continue
        first = beyond_quantity(sentence, tree, first)
        found += [
            target for at in tree.joined(first) if (target := target_at(sentence, at, (*lead, *words))) is not None
        ]
        if sentence.tokens[first].dep == "pcomp" and sentence.tokens[first].tag == "VBG":
            found += gerund_targets(sentence, tree, first, (*lead, *words))
    return found


def beyond_quantity(sentence: Sentence, tree: Tree, at: int) -> int:
    """Of "one of the lakes" the lakes."""
    of = tree.child(at, "prep")
    inner = tree.child(of, "pobj") if of is not None and sentence.word(of) == "of" else None
    return (
        inner
        if inner is not None and sentence.word(at) in (*QUANTITIES, "one", "all", "many", "most", "several")
        else at
    )


def gerund_targets(sentence: Sentence, tree: Tree, at: int, words: tuple[str, ...]) -> list[Target]:
    """Of "thinking about adopting a dog" the dog."""
    verb = sentence.tokens[at]
    first = tree.child(at, "dobj")
    if first is not None:
        lead = (*words, verb.lower)
        found = [target for one in tree.joined(first) if (target := target_at(sentence, one, lead)) is not None]
        return found or activity_on(sentence, at, first, words)
    deeper = prepositional(sentence, tree, at, (*words, verb.lower))
    if deeper or verb.base in EMPTY_CORES:
        return deeper
    return [Target(verb.lower, "concept", words, at, at + 1, at)]


def activity_on(sentence: Sentence, at: int, first: int, words: tuple[str, ...]) -> list[Target]:
    """ "Helping people", "touring the world": the object alone says too little."""
    verb, phrase = sentence.tokens[at], sentence.found.get(first)
    folk = sentence.word(first) in FOLK
    if phrase is None and not (folk and first - at == 1):
        return []
    pointed = phrase is not None and (
        phrase.determiner not in ("", "a", "an", "the", "my", "our") or len(phrase.name.split()) > 2
    )
    if pointed or (verb.base in EMPTY_CORES and not folk) or not 0 < first - at <= 3:
        return []
    shown = sentence.shown(phrase) if phrase is not None and phrase.name else sentence.word(first)
    shown = shown.replace("their ", "their own ") if shown.startswith("their ") else shown
    return [Target(f"{verb.lower} {shown}", "concept", words, at, first + 1, at)]


def target_at(sentence: Sentence, at: int, words: tuple[str, ...], *, fresh: bool = False) -> Target | None:
    """The entity that stands at that token, if it is one; ``fresh``: "this candle" is told of for the first time."""
    phrase = sentence.found.get(at)
    if fresh and phrase is not None and phrase.determiner in ("this", "these"):
        phrase = replace(phrase, determiner="a")
    if phrase is None:
        return pointed_at(sentence, at, words)
    if sentence.tokens[at].date or _is_tail(sentence, phrase):
        return None
    if any(pair.described is phrase and pair.first is pair.name for pair in sentence.pairs):
        return None  # "with Captain, our terrier": the name says it
    if measures(sentence, phrase):
        return None
    kin = kin_of(phrase, sentence.tokens)
    if kin is not None:
        word, _, name = kin
        one = which_one(phrase, sentence.tokens)
        shown = name or f"{sentence.speaker.name}'s {one}{sentence.word(phrase.end - 1)}"
        fits = name or sentence.word(phrase.end - 1).startswith(word[:3])
        return Target(shown, "person", words, phrase.start, phrase.end, at) if fits else None
    phrase = sentence.named(phrase)
    if phrase.determiner == "the" and phrase.head in HOUSEHOLD and not phrase.proper:
        kind = "concept" if phrase.head in PETS else "person"
        return Target(
            f"{sentence.speaker.name}'s {sentence.word(phrase.end - 1)}", kind, words, phrase.start, phrase.end, at
        )
    if not sensible(sentence, phrase):
        return None
    if mine(phrase) and (phrase.head in OWN_GROUPS or phrase.head in PETS) and not phrase.proper:
        pet = phrase.head in PETS
        name = f"{sentence.speaker.name}'s {sentence.word(phrase.end - 1) if pet else phrase.name}"
        return Target(name, "concept" if pet else "person", words, phrase.start, phrase.end, at)
    default = "person" if sentence.kind(phrase) == "given_name" else "concept"
    kind = "location" if phrase.head in PLACES else entity_type(phrase, sentence.tokens[phrase.end - 1], default)
    return Target(
        _with_number(sentence, phrase).removeprefix("such ").removeprefix("own "),
        kind,
        words,
        phrase.start,
        phrase.end,
        at,
    )


def _is_tail(sentence: Sentence, phrase: Phrase) -> bool:
    """Of "one-of-a-kind pieces" the end."""
    before = sentence.tokens[phrase.start - 1] if phrase.start else None
    return before is not None and before.text == "-" and before.end == sentence.tokens[phrase.start].start


_UNITS = frozenset(
    "street block door floor minute hour mile kilometre kilometer km metre meter stop station step flight page time".split()
)


_AMOUNTS = frozenset(
    "euro dollar pound cent kilo kilogram kg gram cm centimetre centimeter inch foot feet percent degree litre liter".split()
)


def measures(sentence: Sentence, phrase: Phrase | None) -> bool:
    """ "Two streets from here": how far, not what."""
    return phrase is not None and phrase.head in _UNITS | _AMOUNTS and sentence.tokens[phrase.start].pos == "NUM"


def _with_number(sentence: Sentence, phrase: Phrase) -> str:
    """ "5K run" for "K run": the number that is glued to the name."""
    begin = sentence.text.find(phrase.name, sentence.tokens[phrase.start].start)
    digits = begin
    while digits > 0 and sentence.text[digits - 1].isdigit():
        digits -= 1
    return sentence.text[digits:begin] + phrase.name if 0 <= digits < begin else phrase.name


_WHEN = frozenset("night evening morning afternoon weekend day session".split())


_POINTERS = frozenset(("him", "her", "them", "it"))
_HANDLES = frozenset(
    "sell restore fix repair paint build finish read wear drive ride play bake cook eat drink use donate buy write knit "
    "sew rent clean modify frame hang return wash upgrade adopt rescue plant".split()
)
"""Verbs whose "it" is the thing just told of."""
_SAYS_LITTLE = frozenset("name call think find make consider have get hear let want see keep know like love believe remember put give tell ask".split())  # fmt: skip


def pointed_at(sentence: Sentence, at: int, words: tuple[str, ...]) -> Target | None:
    """Whom "him" means, or what the "it" that one sold was, where only one can be meant."""
    token = sentence.tokens[at]
    if token.lower not in _POINTERS or token.tag != "PRP":
        return None
    verb = sentence.tokens[token.head].base
    if token.lower == "it" and verb not in _HANDLES or token.dep == "dobj" and verb in _SAYS_LITTLE:
        return None
    mention = sentence.pointed.get(at) if token.lower == "it" else sentence.pointing(at)
    if mention is None or len(mention.actors) != 1 or mention.head in VAGUE | IDLE_HEADS:
        return None
    actor, thing = mention.actors[0], mention.kind == "thing" or mention.kind == ""
    if actor.name == sentence.speaker.name or (
        token.lower == "it" and (mention.oblique or not (mention.owned and thing))
    ):
        return None
    named = not mention.kind and actor.name[:1].isupper() and token.lower in ("him", "her")
    if token.lower != "it" and mention.kind not in ("person", "animal") and not named:
        return None
    return Target(actor.name, "concept" if actor.type == "project" else actor.type, words, at, at + 1, at)


def sensible(sentence: Sentence, phrase: Phrase) -> bool:
    before = sentence.tokens[phrase.start : phrase.end - 1]
    if any(
        token.lower in VAGUE | IDLE_HEADS | _WHEN and after.lower.endswith("ing")
        for token, after in pairwise([*before, sentence.tokens[phrase.end - 1]])
    ):
        return False  # "time doing sports"
    compound = any(token.pos == "NOUN" for token in before) and all(token.tag != "VBG" for token in before)
    telling = phrase.head in TELLING and usable(replace(phrase, head=""))
    named = usable(phrase) or telling or (compound and usable(replace(phrase, head="")))
    if phrase.determiner in ("this", "that", "these", "those") and first_told(phrase, sentence.tokens):
        named = usable(replace(phrase, determiner=""))  # "this lovely old park" is told of for the first time
    if not named or len(phrase.name.split()) > MAX_NAME_WORDS or not phrase.name[-1].isalnum():
        return False
    last = sentence.tokens[phrase.end - 1]
    idle = phrase.head in IDLE_HEADS and not (compound and phrase.head == "stuff")  # "my music stuff"
    return not (idle or last.pos not in ("NOUN", "PROPN", "X") or last.lower in QUANTITIES)


def _points(token: Token) -> bool:
    """ "It", "those", "and": the words make no name."""
    return token.pos == "CCONJ" or token.lower in ("this", "that", "these", "those") or (
        token.pos == "PRON" and token.lower not in ("my", "our")
    )  # fmt: skip


def with_gerund(sentence: Sentence, phrase: Phrase) -> str:
    """ "Writing poetry", where the parse takes the gerund for an adjective."""
    before = sentence.tokens[phrase.start - 1] if phrase.start else None
    fits = before is not None and before.tag == "VBG" and not phrase.determiner
    return f"{before.lower} {phrase.name}" if before is not None and fits else phrase.name


def gerund_name(sentence: Sentence, tree: Tree, clause: Clause, at: int) -> str:
    """ "Working on cars", from the gerund to the verb that it is the subject of."""
    end = at + 1
    inside = tree.under(at)
    while end < clause.verb and end in inside and sentence.tokens[end].pos not in ("ADV", "AUX", "PUNCT"):
        end += 1
    words = [token.text for token in sentence.tokens[at:end]]
    pointed = any(_points(token) or token.tag in ("WRB", "WP", "WDT") for token in sentence.tokens[at:end])
    alone = len(words) <= 2 and sentence.tokens[at].base in EMPTY_CORES
    ends_well = words[-1].isalpha() and sentence.tokens[end - 1].pos in ("NOUN", "PROPN", "VERB")
    if alone or pointed or len(words) > MAX_NAME_WORDS or not ends_well:
        return ""
    return " ".join([words[0].lower(), *({"my": "own", "our": "own"}.get(word, word) for word in words[1:])])

"""What a noun phrase is called: from its words to a mention with name, head, kinds and number.

In: the tokens of one phrase, its determiner, whose it is. Out: a :class:`Phrase`. What hangs on the phrase
("of", "called", a list) is for ``noun_phrases``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from zeph.memory.ingest.reader.lexicon.kinds import (
    ALONE,
    AMOUNT_RELATION,
    ANIMALS,
    KIN,
    KIN_RELATION,
    LIGHT,
    kinds_of,
    kinds_of_class,
    kinds_of_shape,
)
from zeph.memory.ingest.reader.mentions.discourse import PRONOUNS
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.text.owners import is_beside_anothers
from zeph.memory.ingest.reader.text.token import Token, is_several
from zeph.memory.language.gazetteer import Known
from zeph.memory.language.given_names import gender_of_given_name
from zeph.memory.language.morphology import is_plural, singular, verb_form
from zeph.records.claim import Mention, Span

_AMOUNT = re.compile(r"[£$€~]\d[\d.,]*(?:k|m|p|bn)?|\d[\d.,]*(?:a|p|k|m|%|€|£|\$|mg|kg|ml|cl|km|gb|tb|mb|g|l)")
"""A number with its unit: "£400", "15k", "10mg"."""
_LIVING = ANIMALS | KIN
_PEOPLE = frozenset(("kin", "person_known", "self"))
_MARKS = frozenset(",.;:()!-")
_OWN = frozenset(("gear", "machine", "housing", "ride", "lasting", "papers", "subscription", "body", "boss"))
"""Kinds of what is the speaker's where a sentence opens with it: "boiler packed in"."""
_NUMBERED = frozenset(("event", "milestone", "meeting"))
"""Kinds of what may be one of several, by its number: "phase 2"."""
_OLD = ("-year-old", "-month-old", "-week-old")


def text_of(tokens: Sequence[Token]) -> str:
    """Words as a name is written."""
    return "".join(token.form + " " * token.space for token in tokens).strip()


def span_of(tokens: Sequence[Token]) -> Span:
    """The characters of the message from the first token to the last."""
    return Span(tokens[0].start, tokens[-1].end)


@dataclass(frozen=True, slots=True)
class _Frame:
    """The words of a phrase behind its determiner."""

    words: Sequence[Token]
    name_at: int
    """Where the name begins in "dog Rex"; 0 where all is one."""
    count: str
    adjectives: frozenset[str]

    @property
    def name(self) -> Sequence[Token]:
        return self.words[self.name_at :]

    @property
    def named(self) -> bool:
        """All of the name is written as names are."""
        return all(_is_name(token) or token.tag == "CD" and len(self.name) > 1 for token in self.name)

    @property
    def version(self) -> str:
        """The number behind a name of software: "16" of "Postgres 16"; of a car it is a part of the name."""
        last, first = self.words[-1], self.name[0]
        software = first.known or first.everyday
        if "version" in kinds_of_shape(last.form) and len(self.words) > 1:
            return last.form
        if last.tag != "CD" or len(self.name) < 2 or software is None or software.kind in ("device", "car"):
            return ""
        known = self.known is not None or len(self.name) == 2
        return last.form if known and software.entity_type in ("tool", "language") else ""

    @property
    def age(self) -> str:
        """ "6" of "6-year-old daughter"."""
        return next((word.partition("-")[0] for word in self.adjectives if word.endswith(_OLD[0])), "")

    @property
    def noun(self) -> Token:
        """The word that says what it is."""
        noun = self.words[self.name_at - 1] if self.name_at else self.words[-1]
        return self.words[-2] if noun.tag == "CD" and self.version else noun  # "Postgres 16"

    @property
    def known(self) -> Known | None:
        """What the gazetteer knows by the whole name."""
        known = self.name[0].known if self.name[0].known_start else None
        whole = known is not None and all(token.known is known or token.tag == "CD" for token in self.name)
        return known if whole else None


def _is_name(token: Token) -> bool:
    return token.named or token.known is not None and token.known.entity_type != "concept"


def _describes(token: Token) -> bool:
    return token.tag == "JJ" and token.known is None and token.form.islower()


def phrase_of(
    tokens: Sequence[Token], begin: int, first: int, end: int, determiner: str, owner: Mention | None, *,
    speaker: str, small: bool,
) -> Phrase:  # fmt: skip
    """The phrase from ``begin``, whose words behind the determiner begin at ``first``, to ``end``."""
    frame = _framed(tokens[first:end], tokens[end] if end < len(tokens) else None, small=small)
    if _tells_amount(frame):
        return _amount(tokens, begin, end)
    noun = frame.noun
    head = (
        noun.lower
        if noun.named and frame.name_at == 0
        else _head(frame.words[: frame.name_at or len(frame.words)], singular(noun.lower))
    )
    beside = determiner and is_beside_anothers(tokens[:begin])
    if owner is None and not beside and _is_of_speaker(tokens, begin, end, frame, head, determiner):
        owner = Mention(speaker, "person")
    bare = not determiner and _is_bare(frame, tokens, begin, small=small)
    mention = Mention(
        _name(frame, owner, small=small), frame.known.entity_type if frame.known else "",
        span_of(tokens[begin:end]), head, owner.name if owner else "", determiner in PRONOUNS["definite"], frame.named,
    )  # fmt: skip
    plural = is_several(noun, frame.words, determiner)
    several = plural or frame.count not in ("", "one", "1")
    kinds = kinds_of_shape(mention.name)
    if kinds.isdisjoint(ALONE):
        kinds |= _kinds(frame, head, bare=bare)
    kinds |= {"guess"} & {"guess" * (frame.words[0].lower in PRONOUNS["bygone"])}  # "my childhood dog"
    if frame.named and determiner in PRONOUNS["indefinite"]:
        kinds -= {"person", "person_known", "name"}  # "my boss is a Leo"
    return Phrase(
        mention, kinds, begin, end, determiner=determiner, count=frame.count, version=frame.version,
        adjectives=frame.adjectives, described=frame.age, several=several,
    )  # fmt: skip


def _is_bare(frame: _Frame, tokens: Sequence[Token], begin: int, *, small: bool) -> bool:
    """ "Hull", "services: *lodestar* runs on web-01": one word, which may be a name in small letters."""
    opens = begin == 0 or tokens[begin - 1].form == ":"
    alone = len(frame.words) == 1 + bool(frame.version) and not frame.named
    return alone and (small or opens or frame.words[0].odd)


def _head(words: Sequence[Token], noun: str) -> str:
    """ "Guinea pig" is no pig."""
    pair = f"{words[-2].lower} {noun}" if len(words) > 1 else noun
    of_a_sort = len(words) > 1 and words[-2].noun and noun in PRONOUNS["of_sorts"]  # "my tandem partner"
    whole = kinds_of(pair.replace(" ", "-"), None, named=False)
    return pair if of_a_sort or whole & {"animal", "role"} and " " in pair else noun


def _is_of_speaker(
    tokens: Sequence[Token], begin: int, end: int, frame: _Frame, head: str, determiner: str
) -> bool:  # fmt: skip
    """Whether nobody else's is meant: "mum still works", "rent is due on the 5th, *landlady Mrs Akintola*"."""
    alone = (begin == 0 or tokens[begin - 1].form in _MARKS) and (end >= len(tokens) or tokens[end].form in _MARKS)
    if alone and frame.name_at > 0 and not determiner and head in KIN_RELATION:
        return True
    one = frame.words[-1].tag != "NNS"
    opens = begin == 0 and not frame.named and (one or head in PRONOUNS["own_several"])
    after = tokens[end] if end < len(tokens) else None
    told = opens and after is not None and (after.verbal or after.time >= 0) and not determiner and not frame.count
    own = told and not kinds_of(head, None, named=False).isdisjoint(_OWN)
    return frame.noun.form[1:].islower() and (
        own or _is_own(head, determiner, after, opens=opens, named=frame.name_at > 0)
    )


def _is_own(head: str, determiner: str, after: Token | None, *, opens: bool, named: bool) -> bool:
    """ "Mum still works", "the kids"; but not "the dog next door", nor "*Father* Brian"."""
    if not determiner:
        titled = named and head in PRONOUNS["of_orders"]
        return head in PRONOUNS["bare_kin"] and not titled or opens and head in PRONOUNS["opening_kin"]
    behind = after is not None and after.time < 0
    explained = behind and after is not None and (after.lower in PRONOUNS["telling"] or after.tag in ("WDT", "WP"))
    return determiner == "the" and head in PRONOUNS["own_kin"] and not explained


def _framed(words: Sequence[Token], after: Token | None, *, small: bool) -> _Frame:
    count, adjectives, at = "", set(), 0
    while at < len(words) - 1 and (
        words[at].tag in ("CD", "RB")
        or words[at].lower in LIGHT
        and words[at].known is None  # but "New Zealand"
        or words[at].lower.endswith(_OLD)
        or words[at].lower in PRONOUNS["dead"]
        and words[at + 1].lower in KIN
    ):
        if words[at].tag == "CD" and not words[at].lower.endswith(_OLD):
            if words[at + 1].named and words[-1].named:
                break  # "19 Canal Street"
            count = f"{count} {words[at].form}".strip()  # "ten thousand"
        else:
            adjectives.add(words[at].lower)
            at += words[at].lower == "second" and words[at + 1].lower == "hand" and at + 2 < len(words)
        at += 1
    while at < len(words) - 1 and _describes(words[at]) and all(map(_is_name, words[at + 1 :])):
        adjectives.add(words[at].lower)  # "ok German"
        at += 1
    words = words[at:]
    if small and _names_pet(words, after):
        words[-1].form, words[-1].tag = words[-1].form.capitalize(), "NNP"
    return _Frame(words, _name_at(words), count, frozenset(adjectives))


def _name_at(words: Sequence[Token]) -> int:
    """Where the name begins in "dog Rex", "uncle Fritz"."""
    at = len(words)
    while at > 0 and words[at - 1].named:
        at -= 1
    if not 0 < at < len(words) or not words[at - 1].noun:
        return 0
    noun = singular(words[at - 1].lower)
    led = noun in KIN or noun in ANIMALS or noun in PRONOUNS["titles"] or words[at].lower in PRONOUNS["titles"]
    return at if led else 0


def _names_pet(words: Sequence[Token], after: Token | None) -> bool:
    """ "My dog biscuit hates thunder": no thing hates."""
    pair = len(words) == 2 and singular(words[0].lower) in ANIMALS and words[1].tag == "NN"
    return pair and after is not None and after.lower in PRONOUNS["lively"]


def _name(frame: _Frame, owner: Mention | None, *, small: bool) -> str:
    name = text_of(frame.name[:-1] if frame.version else frame.name)
    if frame.named:
        restored = small and frame.name_at > 0 and frame.known is None and name.isalpha() and name.islower()
        return name.title() if restored else name
    if owner is None:
        return name
    first = frame.name[0]
    if name.lower() in KIN or first.form.istitle() and not first.named:
        name = name[0].lower() + name[1:]  # "Dad", "Car insurance"
    return f"{possessive(owner)} {name}" if owner.name else ""


def _kinds(frame: _Frame, head: str, *, bare: bool) -> frozenset[str]:
    several = frame.named and len(frame.words) > 1
    kinds = kinds_of(
        (singular(head) if several else head).replace(" ", "-"),
        frame.known,
        named=frame.named and frame.name_at == 0,
        bare=bare,
    )  # "Ostrava Labs" is a lab
    if bare:
        kinds |= {"bare"}
    if frame.noun.tag == "CD" and len(frame.words) > 1:
        kinds |= kinds_of(frame.words[-2].lower, None, named=False) & _NUMBERED  # "release 4.2"
    last = frame.words[-1].known
    if frame.named and frame.known is None and last is not None and last.kind == "spoken_language":
        kinds |= kinds_of_class(last.kind, last.entity_type)  # "Low German"
    titled = frame.noun.lower if frame.name_at else frame.words[0].lower.rstrip(".") if several else ""
    if titled in PRONOUNS["titles"]:
        kinds |= {"person", "person_known"}  # "Mrs Quill"
    if several and "unknown" in kinds and gender_of_given_name(frame.words[0].form):
        kinds |= {"person", "person_known"}  # "Ruth Bell"
    if frame.named:
        kinds |= {"named", "name"}
    elif len(frame.words) == 1 + bool(frame.version) and (everyday := frame.words[0].everyday) is not None:
        kinds |= kinds_of_class(everyday.kind, everyday.entity_type)
    return kinds


def _tells_amount(frame: _Frame) -> bool:
    """ "320", "400 quid"."""
    unit = frame.words[0].lower in PRONOUNS["units"] and frame.count[:1].isdigit()
    return len(frame.words) == 1 and (unit or is_amount(frame.words[0]))


def is_amount(token: Token) -> bool:
    """ "320", "£400", "15k"."""
    return token.tag == "CD" or _AMOUNT.fullmatch(token.lower) is not None


def _amount(tokens: Sequence[Token], begin: int, end: int) -> Phrase:
    """ "320 a day", "£12 per hour", "29"."""
    number, after = tokens[end - 1].form, tokens[end : end + 2]
    rated = len(after) == 2 and after[0].lower in PRONOUNS["each"] and after[1].lower in PRONOUNS["rates"]
    if rated:
        end += 2
    name = text_of(tokens[begin:end])
    kinds = kinds_of_shape(name) | {"number"} | ({"rate"} if rated else set())
    return Phrase(Mention(name, "concept", span_of(tokens[begin:end]), number), kinds, begin, end, count=name)


def age_at(tokens: Sequence[Token], at: int) -> Phrase | None:
    """ "7 years old", "five months old"."""
    words = tokens[at : at + 3]
    if [token.lower for token in words[2:]] != ["old"] or words[0].tag not in ("CD", "DT"):
        return None
    unit = singular(words[1].lower)
    if unit not in PRONOUNS["age_units"]:
        return None
    name = words[0].form if unit == "year" else text_of(words[:2])
    mention = Mention(name, "concept", span_of(words), words[0].form)
    return Phrase(mention, frozenset(("age", "number")), at, at + 3, count=words[0].form)


def possessive(owner: Mention) -> str:
    """ "Ana's", "my parents'"."""
    last = owner.name.rsplit(" ", 1)[-1].lower()
    return f"{owner.name}'" if not owner.named and is_plural(last) and last.endswith("s") else f"{owner.name}'s"


def token_at(tokens: Sequence[Token], at: int) -> Token | None:
    """None behind the last."""
    return tokens[at] if at < len(tokens) else None


def tells_age(tokens: Sequence[Token], at: int) -> bool:
    """ "Two boys, Leo *7* and Max *5*": of whom it is said before that they are children or animals."""
    token, after = token_at(tokens, at), token_at(tokens, at + 1)
    closed = after is None or after.form in (",", ".", ")") or after.tag == "CC"
    if token is None or not token.form.isdigit() or len(token.form) > 2 or not closed or not tokens[at - 1].named:
        return False
    listed = takewhile(lambda one: not one.verbal, reversed(tokens[: at - 1]))
    return any(singular(one.lower) in _LIVING for one in listed)


def joins_name(tokens: Sequence[Token], at: int, first: int) -> bool:
    """ "At Corley *&* Brand": one firm; but "Ana & Bea"."""
    token, beside = tokens[at], (token_at(tokens, at - 1), token_at(tokens, at + 1))
    led = first > 0 and tokens[first - 1].lower in PRONOUNS["before_firms"]
    if token.tag != "CC" or token.end - token.start > 1 or at == first or not led:
        return False
    if any(one is None or not one.named or one.known is not None for one in beside):
        return False
    token.form, token.tag = "&", "NNP"
    return True


def is_length(unit: Token | None) -> bool:
    """Whether it measures time."""
    return unit is not None and singular(unit.lower) in PRONOUNS["age_units"]


def is_dosed(token: Token) -> bool:
    """Whether a number behind it tells how much of it somebody takes."""
    return "medicine" in kinds_of(token.lower, None, named=False) | kinds_of_shape(token.lower)


def is_thing(token: Token) -> bool:
    """A known name that a number may belong to: "Postgres 16"."""
    return token.known is not None and token.known.kind != "given_name"


def is_other_number(tokens: Sequence[Token], first: int, at: int) -> bool:
    """Whether a number is no part of the name before it, which begins at ``first``: "rent *1,180* a month", "vegan *6*
    years", "ramipril *5*", "gave Ken *70*"."""
    before = tokens[at - 1]
    apart = before.lower in AMOUNT_RELATION or is_length(token_at(tokens, at + 1)) or is_dosed(before)
    return tokens[at].tag == "CD" and (apart or _is_paid(tokens, first))


def _is_paid(tokens: Sequence[Token], first: int) -> bool:
    """Whether somebody stands right behind a verb that gives or owes: "owe big *Ken* 120"."""
    before = [one for one in tokens[:first] if one.tag not in ("DT", "PRP$")]
    while before and before[-1].lower in PRONOUNS["beside_paid"]:
        before.pop()
    verb = verb_form(before[-1].lower) if before and before[-1].verbal else None
    return verb is not None and verb[0] in PRONOUNS["paying"] and not is_thing(tokens[first])


def are_apart(one: Phrase, other: Phrase) -> bool:
    """A known place or firm and somebody are neither a list nor one: "Ana, who lives in Hull, and Tom"."""
    if ("hostname" in one.kinds) != ("hostname" in other.kinds):
        return True
    people = [not each.kinds.isdisjoint(_PEOPLE) for each in (one, other)]
    if all(people) or not any(people):
        return False
    firms = ("org" in each.kinds and "person" not in each.kinds for each in (one, other))
    return any(firms) or any("known_place" in each.kinds for each in (one, other))


def sharing(other: Phrase, first: Phrase) -> Phrase:
    """ "*The* smell and taste", "*their* design", as little known as the first; "*Tom's* mum and dad"."""
    owner = first.mention.owner
    if other.determiner or other.mention.named or other.pronoun:
        beside = first.mention.named and "person_known" in first.kinds and "unknown" in other.kinds
        return replace(other, kinds=other.kinds | {"person", "person_known"}) if beside else other  # "Tom and *Wren*"
    if not first.mention.name:  # "his mum and *sister*": nobody knows whose
        return replace(other, mention=replace(other.mention, name=""))
    if owner and other.mention.head in KIN:
        own = f"{possessive(Mention(other.mention.owner))} "
        name = f"{possessive(Mention(owner))} {other.mention.name.removeprefix(own)}"
        return replace(other, mention=replace(other.mention, name=name, owner=owner))
    if first.determiner not in PRONOUNS["sharing"]:
        return other
    return replace(other, determiner=first.determiner, kinds=other.kinds | {"guess"} if owner else other.kinds)

"""Somebody in a few words: "I'm Wenna, 61, a florist in Truro" is several things that are said of one.

In: a clause with "be" whose words are parted by commas. Out: a clause for each part that describes its subject; the
clause itself where the parts are no descriptions. What opens an introduction and has no other meaning is a name.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import Clause, Word
from zeph.memory.ingest.reader.lexicon.kinds import OF_BARE, OF_NAMES, kinds_of_shape
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.morphology import forms_of
from zeph.records.claim import Mention, Span

_OF_WHOM = frozenset(("self", "person", "kin"))
_FAMILY = frozenset(("kin", "animal"))
_LONGEST_NAME = 3
_VOWELS = "aeiou"
_INTRODUCED = frozenset(("introduced", "person", "person_known", "name", "named"))


def described(clause: Clause, *, greeted: bool) -> list[Clause]:
    """``greeted``: the sentence begins with a greeting, and so may introduce somebody whom nobody knows."""
    subject = clause.subject
    if subject is None or not _tells_of_one(clause, subject):
        return [clause]
    parts = [(words, tuple(_arguments(clause, words))) for words in _parts(clause.words[1:])]
    while parts and not _describes(*parts[-1]):
        parts.pop()  # "…, mostly Kotlin"
    if not parts or not all(_describes(*part) for part in parts):
        return [clause]
    named = "self" in subject.kinds and _is_name(*parts[0], greeted=greeted)
    if len(parts) < 2 and not named:
        return [clause]
    if named:
        words, told = parts[0]
        parts[0] = (words, (introduced(told[0]), *told[1:]))
    kept = [(words, told) for words, told in parts if _is_own(told[0], introduced=named or _tells_age(parts))]
    return [_clause(clause, subject, words, told, last=words is parts[-1][0]) for words, told in kept]


def _is_own(phrase: Phrase, *, introduced: bool) -> bool:
    """Who introduces themselves says whom they have: "I'm Amara, *two boys*"; not "at a surgery, *11k patients*"."""
    return not _is_counted(phrase) or introduced and not phrase.kinds.isdisjoint(_FAMILY)


def _is_counted(phrase: Phrase) -> bool:
    return bool(phrase.count) and phrase.several


def _tells_age(parts: Sequence[tuple[Sequence[Word], Sequence[Phrase]]]) -> bool:
    return any("age" in told[0].kinds for _, told in parts)


def _tells_of_one(clause: Clause, subject: Phrase) -> bool:
    """Somebody, in a plain statement."""
    somebody = not subject.several and not _OF_WHOM.isdisjoint(subject.kinds)
    plain = clause.verb == "be" and clause.polarity and not clause.question and clause.outer is None
    return somebody and plain and bool(clause.words)


def _parts(words: Sequence[Word]) -> Iterator[list[Word]]:
    part: list[Word] = []
    for word in words:
        if word.text != ",":
            part.append(word)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _arguments(clause: Clause, words: Sequence[Word]) -> Iterator[Phrase]:
    """What stands in these words, also where it was taken for one of a list, or for what describes another."""
    span = Span(words[0].span.start, words[-1].span.end)
    for argument in clause.arguments[1:]:
        listed = [one for one in argument.listed if _within(one, span)]
        if listed:
            yield replace(listed[0], others=tuple(listed[1:]), described="")
        elif len(words) == 1 and argument.described == words[0].text:
            name = words[0].text
            kinds = kinds_of_shape(name)
            if "age" in kinds:
                yield Phrase(Mention(name, "concept", span, name), kinds, role="complement")


def _within(phrase: Phrase, span: Span) -> bool:
    own = phrase.mention.span
    return own is not None and span.start <= own.start and own.end <= span.end


def _describes(words: Sequence[Word], told: Sequence[Phrase]) -> bool:
    """Whether a part says a phrase from its first word on: "*a florist* in Truro", "*from Hull*"; not "as always"."""
    phrase = told[0] if told else None
    own = phrase.mention.span if phrase is not None else None
    if phrase is None or own is None or phrase.role not in ("complement", "oblique"):
        return False
    before = [word.text.lower() for word in words if word.span.end <= own.start]
    return set(before) <= {phrase.preposition, phrase.determiner, *phrase.adjectives}


def _is_name(words: Sequence[Word], told: Sequence[Phrase], *, greeted: bool) -> bool:
    """Nothing else is said with it, but where they are from: "I'm Dave *from accounts*"."""
    phrase, name = told[0], told[0].mention.name.split()
    if phrase.others or phrase.role != "complement" or phrase.adjective or phrase.determiner:
        return False
    if len(name) > _LONGEST_NAME or not all(map(str.isalpha, name)) or any(a.preposition != "from" for a in told[1:]):
        return False
    if len(told) == 1 and len(words) > len(name):
        return False
    known = "person_known" in phrase.kinds or greeted and may_be_given_name(name[0].lower())
    if phrase.mention.named and known:
        return True
    return phrase.kinds <= OF_NAMES | OF_BARE | {"named", "name", "bare"} and (greeted or phrase.mention.named)


def introduced(phrase: Phrase) -> Phrase:
    """Who says who they are: "I'm *Amara*", "*Mo Marlow* here"."""
    name = phrase.mention.name
    spelled = name.title() if name.islower() else name
    mention = replace(phrase.mention, name=spelled, head=spelled.lower(), entity_type="person", named=True)
    return replace(phrase, mention=mention, kinds=_INTRODUCED)


def _clause(clause: Clause, subject: Phrase, words: Sequence[Word], told: Sequence[Phrase], *, last: bool) -> Clause:
    span = Span(words[0].span.start, words[-1].span.end)
    times = tuple(t for t in clause.times if span.start <= t.span.start < span.end or last and t.span.start >= span.end)
    said = (clause.words[0], *_said(words, told[0]))
    begin = clause.span.start if words[0].span.start <= clause.words[1].span.start else span.start
    one = replace(clause, arguments=(subject, *told), words=said, times=times, span=replace(span, start=begin))
    return _counted(one, told[0]) if _is_counted(told[0]) else one


def _counted(clause: Clause, phrase: Phrase) -> Clause:
    """ "I'm Amara, *two boys*": nobody is several."""
    things = tuple(phrase.argument("object") if one is phrase else one for one in clause.arguments)
    has = replace(clause.words[0], text=forms_of("have").third)
    return replace(clause, verb="have", arguments=things, words=(has, *clause.words[1:]))


def _said(words: Sequence[Word], phrase: Phrase) -> list[Word]:
    """As a sentence of its own has it: "*a* florist in Truro", "61 *years old*"."""
    begin, end = (Span(at, at) for at in (words[0].span.start, words[-1].span.end))
    if "age" in phrase.kinds and len(words) == 1:
        return [replace(words[0], space=True), Word("years", end), Word("old", end)]
    if phrase.preposition and phrase.preposition not in [word.text.lower() for word in words]:
        return [Word(phrase.preposition, begin), *words]  # "on ramipril, *bisoprolol*"
    bare = phrase.role == "complement" and not (phrase.determiner or phrase.adjective or phrase.several)
    if not bare or "role" not in phrase.kinds or phrase.mention.named:
        return [*words]
    return [Word("an" if words[0].text[0].lower() in _VOWELS else "a", begin), *words]

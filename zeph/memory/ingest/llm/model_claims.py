"""A model's answer as claims (``records/claim``): what it says is taken as it stands, nothing is guessed from words.

In: claims of a model in the form that it was asked for, the text they are about, the known facts it was shown. Out:
claims, each with its place in the text, and the entities they speak of. An end that names known facts becomes the end
of those very facts, in their own words.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from zeph.memory.ingest.extraction import ExtractedEntity
from zeph.memory.ingest.llm.model_answer import ModelClaim
from zeph.memory.ingest.told_values import told_by
from zeph.memory.language.names import canonical_name, is_first_person, is_junk_name, value_of_name
from zeph.memory.language.own_sentences import preference
from zeph.memory.language.possessives import owner_of
from zeph.records.claim import Claim, Marker, Mention, Span
from zeph.records.edge import Edge
from zeph.records.graph_types import HAPPENS
from zeph.records.message import Message

_WORD = re.compile(r"\w+")
_YEAR, _DAY = re.compile(r"\b\d{4}\b"), re.compile(r"\b\d{1,2}(?=\b|st|nd|rd|th)")
_SAYS_I = re.compile(r"(?:and |but |so |well,? )*i(?:['’]?(?:m|ve|ll|d))?\b", re.IGNORECASE)
NEAR_DAYS = frozenset(("today", "yesterday", "tomorrow", "tonight", "night", "morning"))
"""What tells a day beside the day that it is said on."""
HAS_NAME = "has_name"
NAMED_BY_ITSELF = 0.9
"""How sure it is that somebody is called what a model calls them of whom it says what "I" say."""
VALUE = "amount"
"""The qualifier that keeps what was given as a thing and is a number or a date."""


class ModelClaims:
    """Makes claims of what a model said about one text."""

    def __init__(self, message: Message, known: Sequence[Edge], types: dict[str, str], reader: str) -> None:
        """``known``: the facts shown to the model, the first of which is number 1; ``types``: of canonical names."""
        self._message = message
        self._known = known
        self._types = types
        self._reader = reader

    def of(self, said: Iterable[ModelClaim]) -> tuple[Claim, ...]:
        told = [*said]
        known = self._name_known(told)
        own = known or self._name_told(told)
        if own:
            told = [self._of_speaker(one, own) for one in told]
        claims = tuple(claim for one in told for claim in self._claims(one))
        named = known or any(
            claim.relation == HAS_NAME for claim in claims if claim.subject.name == self._message.person
        )
        return claims if not own or named else (*claims, self._called(own))

    def _name_known(self, told: Sequence[ModelClaim]) -> str:
        """What the speaker is known to be called, where the model writes that for them; empty where it does not, or
        where the words that it quotes have the name themselves, which then is another's."""
        me = self._message.person
        known = {e.target for e in self._known if (e.source, e.canonical_relation) == (me, HAS_NAME)}
        return next((one.subject for one in told if one.subject in known and not self._says(one.subject)), "")

    def _name_told(self, told: Sequence[ModelClaim]) -> str:
        """What the speaker is called where the message tells it, and the model writes that name for them: of whom a
        claim is that stands on "I …" and does not name them. Empty where any claim is of the speaker as the prompt
        calls them."""
        if any(is_first_person(one.subject) or self._is_me(one.subject) for one in told):
            return ""
        for one in told:
            person = self._types.get(canonical_name(one.subject)) == "person" and not owner_of(one.subject)
            mine = _SAYS_I.match(one.quote.strip()) and not _found(one.subject, one.quote)
            if mine and person and self._says(one.subject):
                return one.subject
        return ""

    def _is_me(self, name: str) -> bool:
        return canonical_name(name) == canonical_name(self._message.person)

    def _says(self, name: str) -> bool:
        return _found(name, self._message.text) is not None

    def _of_speaker(self, one: ModelClaim, own: str) -> ModelClaim:
        """The same of the speaker as they are called in this memory."""
        me, is_name = self._message.person, one.relation == HAS_NAME
        parts = ("subject",) if is_name else ("subject", "object", "old")
        ends = {part: me for part in parts if getattr(one, part) == own}
        told = one.sentence if is_name else re.sub(rf"(?<!\w){re.escape(own)}(?!\w)", lambda _: me, one.sentence)
        return one.model_copy(update={**ends, "sentence": told})

    def _called(self, own: str) -> Claim:
        """What the speaker is called, where a model told it by writing the name alone."""
        me, span = self._message.person, _found(own, self._message.text) or Span(0, len(self._message.text))
        return Claim(
            "state", self._mention(me), HAS_NAME, self._mention(own), f"{me}'s name is {own}", span, self._reader,
            NAMED_BY_ITSELF,
        )  # fmt: skip

    def _claims(self, said: ModelClaim) -> Iterator[Claim]:
        claim = self._claim(said)
        meant = self._meant(said)
        if claim.kind == "end" and claim.for_graph:
            yield from (self._end_of(edge, claim) for edge in meant)
            if meant:
                return
        yield replace(claim, known=tuple(edge.id for edge in meant))

    def _meant(self, said: ModelClaim) -> list[Edge]:
        """The known facts that it gives the numbers of; of an end whose one number is that of a fact about something
        else, the one that it names in all of its parts."""
        meant = [self._known[n - 1] for n in dict.fromkeys(said.known) if 0 < n <= len(self._known)]
        if said.kind != "end" or len(meant) != 1 or _parts(meant[0]) & _parts(said):
            return meant
        named = [edge for edge in self._known if _ends_named(edge, said) and edge.canonical_relation == said.relation]
        return named if len(named) == 1 else meant

    def _end_of(self, edge: Edge, claim: Claim) -> Claim:
        """The end of that fact, by its own names."""
        ends = replace(claim.subject, name=edge.source), replace(claim.object, name=edge.target)
        return replace(
            claim, subject=ends[0], relation=edge.canonical_relation, object=ends[1], old=None, known=(edge.id,)
        )

    def _claim(self, said: ModelClaim) -> Claim:
        start, end = said.when or "", said.until or ""
        if said.kind == "end" and not end:
            start, end = "", start
        start, end = _as_dated(start, said.sentence), _as_dated(end, said.sentence)
        qualifiers = {k: v for k, v in said.qualifiers.model_dump(by_alias=True).items() if v.strip()}
        thing = said.object
        if is_junk_name(thing) and not is_first_person(thing):
            qualifiers.setdefault(VALUE, thing)
            thing = told_by(said.relation, value_of_name(thing))
        return Claim(
            kind=said.kind, subject=self._mention(said.subject), relation=said.relation, object=self._mention(thing),
            sentence=said.sentence, span=self._span(said), reader=self._reader, confidence=said.confidence,
            old=self._mention(said.old or "") if _names_another(said) else None, qualifiers=qualifiers,
            polarity=said.kind != "end" and not said.negated, modality=said.modality, start=start, end=end,
            edge_type=_edge_type(said), markers=frozenset(_markers(said)), over=preference(said.sentence)[1],
        )  # fmt: skip

    def _mention(self, name: str) -> Mention:
        me = self._message.person
        called = me if is_first_person(name) else name
        at = self._message.text.casefold().find(called.casefold()) if called else -1
        return Mention(
            called, self._types.get(canonical_name(called), ""), Span(at, at + len(called)) if at >= 0 else None,
            head=(_WORD.findall(called.casefold()) or [""])[-1], owner=owner_of(called),
            named=called != called.lower(),
        )  # fmt: skip

    def _span(self, said: ModelClaim) -> Span:
        """Of the quoted words, wherever they differ in spaces and marks alone; of the things named, else of all."""
        text = self._message.text
        if quoted := _found(said.quote, text):
            return quoted
        named = [span for name in (said.object, said.old or "") if (span := _found(name, text))]
        if not named:
            return Span(0, len(text))
        return Span(min(span.start for span in named), max(span.end for span in named))


def entities_of(
    claims: Iterable[Claim], given: Iterable[ExtractedEntity], stored: Collection[str]
) -> list[ExtractedEntity]:
    """Of what the claims for the graph speak, once each, in their order, with the type and summary that were given;
    ``stored``: canonical names that need no entry."""
    listed = {canonical_name(e.name): e for e in given}
    found: dict[str, ExtractedEntity] = {}
    for claim in claims:
        for mention in (claim.subject, claim.object, claim.old) if claim.for_graph else ():
            if mention is not None and (key := canonical_name(mention.name)) and key not in stored:
                found.setdefault(key, listed.get(key) or ExtractedEntity(name=mention.name[:200]))
    return list(found.values())


def _parts(told: Edge | ModelClaim) -> set[str]:
    """What it tells, and of what."""
    if isinstance(told, ModelClaim):
        return {told.relation, canonical_name(told.object)}
    return {told.canonical_relation, canonical_name(told.target)}


def _ends_named(edge: Edge, said: ModelClaim) -> bool:
    """Whether it names both ends of a fact."""
    ends = canonical_name(edge.source), canonical_name(edge.target)
    return ends == (canonical_name(said.subject), canonical_name(said.object))


def _names_another(said: ModelClaim) -> bool:
    """Whether what was so before is named; of what changes at a time to come not as the same thing, which goes on until
    then: a rent of 64, of 81 from October."""
    old = canonical_name(said.old or "")
    return bool(old) and not (said.modality == "plan" and old == canonical_name(said.object))


def _edge_type(said: ModelClaim) -> str:
    """As it was told; of what happens temporal; else empty, for its relation to say."""
    return said.edge_type or (HAPPENS if said.kind == "event" else "")


def _markers(said: ModelClaim) -> Iterator[Marker]:
    if said.besides:
        yield "besides"
    if said.modality == "plan":
        yield "ahead"
    if said.kind in ("state", "begin") and said.when:
        yield "stretch"
    if said.kind == "event" and said.modality == "fact":
        yield "behind"
    if said.known and said.kind in ("correct", "replace", "event"):
        yield "in_place"  # its sentence tells all that is so from now on


def _as_dated(phrase: str, sentence: str) -> str:
    """The words for a day as the sentence has its date: "on Tuesday" of "… on Tuesday 22 July 2025". As they are where
    they are no words for a day, or the sentence names no date, several, or one of another day."""
    if not phrase or _YEAR.search(phrase):
        return phrase
    from zeph.memory.language.times.date_spans import find_date_phrases  # its patterns take a while to compile

    dates = [one for one in find_date_phrases(sentence) if _YEAR.search(one.text) and _DAY.search(one.text)]
    if len({one.text for one in dates}) != 1 or dates[0].role not in ("at", "since"):
        return phrase
    told, said = dates[0].text, phrase.casefold().split()
    numbers = {*_DAY.findall(phrase)}
    names_it = bool(numbers & {*_DAY.findall(told)}) if numbers else _is_day(said, told.casefold())
    return told if names_it else phrase


def _is_day(said: Sequence[str], date: str) -> bool:
    """Whether it is a day as one says it, and of a weekday the one that the date has: "on Tuesday", "last night"."""
    from zeph.memory.language.times.date_spans import WEEKDAYS

    named = [word.strip(".,") for word in said]
    days = [word for word in named if word in WEEKDAYS]
    if days:
        written = [word for word in _WORD.findall(date) if word in WEEKDAYS]
        return not written or WEEKDAYS[days[0]] == WEEKDAYS[written[0]]
    return not NEAR_DAYS.isdisjoint(named)


def _found(words: str, text: str) -> Span | None:
    parts = _WORD.findall(words)
    if not parts:
        return None
    if (at := text.find(words)) >= 0:  # as it stands: no pattern is needed
        return Span(at, at + len(words))
    match = re.search(r"\W+".join(map(re.escape, parts)), text, re.IGNORECASE)
    return Span(match.start(), match.end()) if match else None

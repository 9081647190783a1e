"""From records to claims: a field is a relation, a record an entity.

In: records and the ontology. Out: claims of kind ``state``. A number or a day is what a thing of the record amounts to
("port" of db1: the qualifier ``amount``), so that another number later changes the fact and is no second one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from zeph.clock import parse_moment
from zeph.memory.ingest.structured.field_words import CONFIDENCE, EMPTY, KINDS, NAMES, TABLE, key_words, tells
from zeph.memory.ingest.structured.record import Field, Record, Scalar
from zeph.memory.language.names import canonical_name, is_junk_name
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim, Mention, Span
from zeph.records.graph_types import DEFAULT_ENTITY_TYPE, ENTITY_TYPES

READER = "local.record"
LONGEST_VALUE = 120

_YES, _NO = frozenset(TABLE["yes"]), frozenset(TABLE["no"])
_PERSON = frozenset(TABLE["person"])
_FLAG_PREFIXES = tuple(f"{word} " for word in TABLE["flag_prefixes"])


def record_claims(records: Sequence[Record], ontology: Ontology) -> Iterator[Claim]:
    """What records say, nested ones too."""
    for record in records:
        if record.name:
            yield from _Fields(record, ontology).claims()
        else:
            nested = [f.value for f in record.fields if isinstance(f.value, Record)]
            yield from record_claims(nested, ontology)


class _Fields:
    def __init__(self, record: Record, ontology: Ontology) -> None:
        self._record, self._ontology = record, ontology
        kind = record.kind.lower()
        person = any(key_words(field.key) in _PERSON for field in record.fields)
        told = kind if kind in ENTITY_TYPES else "person" if person else DEFAULT_ENTITY_TYPE
        self._me = Mention(record.name, told, record.span, named=True)

    def claims(self) -> Iterator[Claim]:
        own = canonical_name(self._record.name)
        for field in self._record.fields:
            words = key_words(field.key)
            if not tells(words) or words in KINDS and self._record.kind.lower() == self._me.entity_type:
                continue
            if isinstance(field.value, Record):
                yield from self._nested(words, field.value, field)
            elif words not in NAMES or canonical_name(str(field.value)) != own:
                yield from self._stated(words, field.value, field)

    def _nested(self, words: str, value: Record, field: Field) -> Iterator[Claim]:
        """A record that has no name of its own is a part of this one: "address city"."""
        if value.name:
            yield self._claim(words, Mention(value.name, "", value.span, named=True), value.name, field)
            yield from record_claims([value], self._ontology)
            return
        parts = tuple(replace(part, key=f"{words} {key_words(part.key)}") for part in value.fields)
        yield from _Fields(replace(self._record, fields=parts), self._ontology).claims()

    def _stated(self, words: str, value: Scalar, field: Field) -> Iterator[Claim]:
        text, span = str(value).strip(), field.span
        lower = text.lower()
        if lower in EMPTY or len(text) > LONGEST_VALUE or "\n" in text:
            return
        if lower in _YES or lower in _NO:
            yield self._flag(words, lower in _YES, span)
        elif self._is_life_date(words):
            yield self._claim(words, Mention(text, "", span), text, field)
        elif _is_number(value) or _is_day(text) or is_junk_name(text):
            yield self._measured(words, text, "when" if _is_day(text) else "amount", span)
        else:
            yield self._claim(words, Mention(text, "", span), text, field)

    def _claim(self, words: str, value: Mention, shown: str, field: Field) -> Claim:
        relation = self._relation(words)
        match = self._ontology.normalise(relation)
        is_verb = match is not None and words == match.relation.label
        if match is not None and not value.entity_type and not match.swap:
            value = replace(value, entity_type=match.relation.target or DEFAULT_ENTITY_TYPE)
        sentence = f"{self._me.name} {words} {shown}" if is_verb else self._owned(words, shown)
        if field.one_of_several and not is_verb:
            sentence = f"{self._me.name}'s {words} include {shown}"
        return self._made(relation, value, sentence, field.span)

    def _measured(self, words: str, text: str, qualifier: str, span: Span) -> Claim:
        thing = Mention(f"{self._me.name}'s {words}", "concept", span, words.rsplit(" ", 1)[-1], self._me.name)
        claim = self._made("has", thing, self._owned(words, text), span, {qualifier: text})
        return replace(claim, markers=frozenset(("now",))) if qualifier == "when" else claim

    def _flag(self, words: str, holds: bool, span: Span) -> Claim:
        what = next((words.removeprefix(p) for p in _FLAG_PREFIXES if words.startswith(p)), words)
        relation = "has" if words.startswith("has ") else "is"
        sentence = f"{self._me.name} {relation} {what}" if holds else f"{self._me.name}: {words} is not so"
        return self._made(relation, Mention(what, "concept", span), sentence, span, holds=holds)

    def _made(
        self, relation: str, value: Mention, sentence: str, span: Span, qualifiers: dict[str, str] | None = None, *,
        holds: bool = True,
    ) -> Claim:  # fmt: skip
        value = value if value.entity_type else replace(value, entity_type=DEFAULT_ENTITY_TYPE)
        return Claim(
            "state", self._me, relation, value, sentence, span, READER, CONFIDENCE, qualifiers=qualifiers or {},
            polarity=holds,
        )  # fmt: skip

    def _owned(self, words: str, shown: str) -> str:
        return f"{self._me.name}'s {words} is {shown}"

    def _relation(self, words: str) -> str:
        """As the ontology has it where it has it; else the field's own words."""
        slug = words.replace(" ", "_")
        return next((r for r in (slug, f"has_{slug}") if self._ontology.normalise(r)), slug)

    def _is_life_date(self, words: str) -> bool:
        match = self._ontology.normalise(words.replace(" ", "_"))
        return match is not None and match.relation.edge_type == "temporal" and match.relation.cardinality == "one"


def _is_number(value: Scalar) -> bool:
    return not isinstance(value, str) or value.strip().lstrip("+-$€£").replace(",", "").replace(".", "", 1).isdigit()


def _is_day(text: str) -> bool:
    if len(text) < len("2025-01-01") or not text[:4].isdigit():
        return False
    try:
        parse_moment(text)
    except (ValueError, OverflowError):
        return False
    return True

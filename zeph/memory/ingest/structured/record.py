"""A record: something with a name, and fields with values, wherever it was written."""

from dataclasses import dataclass

from zeph.records.claim import Span

Scalar = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Field:
    """One field; a list gives one for each of its items."""

    key: str
    """As it is written: "startDate", "works at"."""
    value: "Scalar | Record"
    span: Span
    one_of_several: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """``name`` is empty where nothing tells it: such a record's fields belong to nobody."""

    name: str
    kind: str
    """What its own field or place says that it is, in the writer's word; empty where nothing does."""
    fields: tuple[Field, ...]
    span: Span

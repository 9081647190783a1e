"""JSON as records: an object is a thing, its keys say what is known of it.

In: the text of a message. Out: :class:`Record` values whose fields know where in the text they stand; none where it is
no JSON, or says of nothing what it is called. Depth and number are limited; it never raises.
"""

import json
from collections.abc import Iterator
from typing import Any

from zeph.memory.ingest.structured.field_words import KINDS, NAMES, key_words
from zeph.memory.ingest.structured.record import Field, Record
from zeph.records.claim import Span

DEEPEST = 6
MOST_RECORDS = 100
LONGEST_NAME = 80


def json_records(text: str) -> list[Record]:
    """The records of a JSON text, in its order."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return []
    reader = _Reader(text)
    return list(reader.records(value, 0))[:MOST_RECORDS]


def own_name(values: dict[str, Any]) -> str:
    """What an object calls itself; empty where no field tells."""
    named = {key_words(key): value for key, value in values.items()}
    for name in NAMES:
        value = named.get(name)
        if (
            isinstance(value, (str, int))
            and not isinstance(value, bool)
            and 0 < len(str(value).strip()) <= LONGEST_NAME
        ):
            return str(value).strip()
    return ""


class _Reader:
    """Walks a value in the order of its text, so that each field is found behind the one before it."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0

    def records(self, value: Any, depth: int) -> Iterator[Record]:
        if depth > DEEPEST:
            return
        if isinstance(value, list):
            for item in value:
                yield from self.records(item, depth + 1)
        elif isinstance(value, dict):
            if own_name(value) or any(not isinstance(one, (dict, list)) for one in value.values()):
                yield self._record(value, depth)
            else:  # a folder of records: {"people": [...], "servers": [...]}
                for one in value.values():
                    yield from self.records(one, depth + 1)

    def _record(self, values: dict[str, Any], depth: int, name: str = "") -> Record:
        begin = max(self._at, self._text.find("{", self._at))
        kind = next((v for k, v in values.items() if key_words(k) in KINDS and isinstance(v, str)), "")
        fields = [field for key, value in values.items() for field in self._fields(key, value, depth)]
        return Record(own_name(values) or name, kind, tuple(fields), Span(begin, max(begin, self._at)))

    def _fields(self, key: str, value: Any, depth: int) -> Iterator[Field]:
        begin = self._find(json.dumps(key, ensure_ascii=False))
        several = isinstance(value, list) and len(value) > 1
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict) and depth < DEEPEST:
                record = self._record(one, depth + 1)
                yield Field(key, record, record.span if several else Span(begin, self._at), several)
            elif one is not None and not isinstance(one, (dict, list)):
                found = self._find(json.dumps(one, ensure_ascii=False))
                yield Field(key, one, Span(found if several else begin, self._at), several)

    def _find(self, written: str) -> int:
        """Goes on behind the next place where that is written; where it begins."""
        found = self._text.find(written, self._at)
        if found >= 0:
            self._at = found + len(written)
            return found
        return self._at

"""A whole memory as JSON lines: what Zeph writes with ``zeph export`` and reads again without a loss.

In: rows of the store, or a file. Out: lines, or rows. The first line says what the file is; each other line has a
``type`` and the row itself. Written from the same memory it is the same text, byte for byte: nothing in it says when.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from zeph.errors import BadInput
from zeph.memory.exchange.import_formats import WHOLE
from zeph.memory.exchange.message_lines import OnBadLine, raw_lines, read_object
from zeph.memory.exchange.shapes import LONGEST_KEY
from zeph.records.graph_types import DEFAULT_EDGE_TYPE, DEFAULT_ENTITY_TYPE
from zeph.safety.text import one_line
from zeph.storage.ports import ROW_KINDS

TYPES = {"entity_type": DEFAULT_ENTITY_TYPE, "edge_type": DEFAULT_EDGE_TYPE}
"""Columns that hold a type of the ontology, and the type of what has none."""
VERSION = 1
HEADER = {"type": WHOLE, "version": VERSION}


def line(kind: str, row: dict[str, Any]) -> str:
    """One row as a line."""
    return json.dumps({"type": kind, **row}, ensure_ascii=False, separators=(",", ":")) + "\n"


def header() -> str:
    return json.dumps(HEADER, separators=(",", ":")) + "\n"


def read_rows(
    path: Path, on_bad_line: OnBadLine, known: Mapping[str, Collection[str]]
) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """(line number, kind, row). ``known``: the types that :data:`TYPES` may be here, by column; another is told and
    taken for the type of which nothing better is known. Raises BadInput for a file of a later version."""
    for number, raw in raw_lines(path, on_bad_line):
        try:
            values = read_object(raw, number)
            kind = values.pop("type", None)
            if kind == WHOLE:
                if values.get("version") != VERSION:
                    raise VersionError(f"{path} was written by a later Zeph: update Zeph, then import it.")
                continue
            if not isinstance(kind, str) or kind not in ROW_KINDS:
                raise BadInput(f"type must be one of {', '.join(ROW_KINDS)}")
            for row in (values, *_images(values)):
                for sentence in _take_known_types(row, known):
                    on_bad_line(number, f"line {number}: {sentence}")
            yield number, kind, values
        except VersionError:
            raise
        except BadInput as error:
            on_bad_line(number, f"line {number}: {error}")


def _images(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The rows before a change, where it is one."""
    items = row.get("items")
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict) and isinstance(item.get("before"), dict):
            yield item["before"]


def _take_known_types(row: dict[str, Any], known: Mapping[str, Collection[str]]) -> Iterator[str]:
    for column, otherwise in TYPES.items():
        given = row.get(column)
        if isinstance(given, str) and given not in known[column]:
            row[column] = otherwise
            yield f"{column} “{one_line(given)[:LONGEST_KEY]}” is not known here; taken as {otherwise}"


class VersionError(BadInput):
    """The whole file is of no use, not a line of it."""

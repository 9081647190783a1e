"""A whole memory as JSON lines: what Zeph writes with ``zeph export`` and reads again without a loss.

In: rows of the store, or a file. Out: lines, or rows. The first line says what the file is; each other line has a
``type`` and the row itself. Written from the same memory it is the same text, byte for byte: nothing in it says when.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zeph.errors import BadInput
from zeph.memory.exchange.import_formats import WHOLE
from zeph.memory.exchange.message_lines import OnBadLine, raw_lines, read_object
from zeph.storage.ports import ROW_KINDS

VERSION = 1
HEADER = {"type": WHOLE, "version": VERSION}


def line(kind: str, row: dict[str, Any]) -> str:
    """One row as a line."""
    return json.dumps({"type": kind, **row}, ensure_ascii=False, separators=(",", ":")) + "\n"


def header() -> str:
    return json.dumps(HEADER, separators=(",", ":")) + "\n"


def read_rows(path: Path, on_bad_line: OnBadLine) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """(line number, kind, row). Raises BadInput for a file of a later version."""
    for number, raw in raw_lines(path):
        try:
            values = read_object(raw, number)
            kind = values.pop("type", None)
            if kind == WHOLE:
                if values.get("version") != VERSION:
                    raise VersionError(f"{path} was written by a later Zeph: update Zeph, then import it.")
                continue
            if kind not in ROW_KINDS:
                raise BadInput(f"type must be one of {', '.join(ROW_KINDS)}")
            yield number, kind, values
        except VersionError:
            raise
        except BadInput as error:
            on_bad_line(number, str(error))


class VersionError(BadInput):
    """The whole file is of no use, not a line of it."""

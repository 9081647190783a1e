"""JSON that others wrote: read with limits, and of one long list item by item, past the items that are damaged.

In: text, or a path. Out: values whose numbers are bounded. What cannot be read is a sentence for that item alone.
"""

import codecs
import json
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from zeph.errors import BadInput

LONGEST_NUMBER = 30
"""Digits; a number of more, or one that is none, is read as the text that it is."""
CHUNK = 1 << 20
LARGEST = 256 << 20
"""Characters of one item of a list; nobody talked that long."""
MOST_GAPS = 100
"""Damaged places of one list after which the reading goes on."""

_STEP = re.compile(r'[\[\]{},]|"(?:[^"\\]|\\.)*+("?)', re.DOTALL)
_KEY = re.compile(r'\{\s*"(?:[^"\\]|\\.)*+"')

Tell = Callable[[str], None]
"""Called with a sentence about a part that cannot be used, its place first."""


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= LONGEST_NUMBER else digits


def _real(text: str) -> float | str:
    return value if len(text) <= LONGEST_NUMBER and math.isfinite(value := float(text)) else text


_LIMITS: dict[str, Any] = {"parse_int": _whole, "parse_float": _real, "parse_constant": str}


def read_json(text: str) -> Any:
    """The value. Raises BadInput."""
    try:
        return json.loads(text, **_LIMITS)
    except RecursionError as error:
        raise BadInput("nested too deeply") from error
    except ValueError as error:
        raise BadInput("not valid JSON") from error


def list_items(path: Path, tell: Tell, name: str = "", looks_whole: Callable[[Any], bool] = bool) -> Iterator[Any]:
    """(place, item) of a file that is one JSON list, one at a time; a damaged item is told and left out.

    ``name``: of the list, in places. Where an item has no end that can be found, the reading goes on at the next one
    that begins like the first and ``looks_whole``. Raises BadInput where the file is no list, or is cut off.
    """
    try:
        with path.open(encoding=encoding_of(path), errors="surrogateescape", newline="") as file:
            yield from _Items(path, file.read, tell, name, looks_whole)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeError as error:
        raise BadInput(f"{path} is damaged: it is no text.") from error


def encoding_of(path: Path) -> str:
    """By its first bytes. Raises OSError."""
    with path.open("rb") as file:
        return "utf-16" if file.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"


class _Items:
    """The items of one list, read forward; what was given is let go of."""

    def __init__(
        self, path: Path, read: Callable[[int], str], tell: Tell, name: str, looks_whole: Callable[[Any], bool]
    ) -> None:
        self._path, self._read, self._tell, self._name, self._looks_whole = path, read, tell, name, looks_whole
        self._decoder = json.JSONDecoder(**_LIMITS)
        self._buffer = ""
        self._number = self._gaps = 0
        self._begins: re.Pattern[str] | None = None
        self._mending = False
        """Whether the last item had no end: what comes now may be a part of it."""

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        self._more()
        self._buffer = self._buffer.lstrip()
        if not self._buffer.startswith("["):
            raise BadInput(f"{self._path} is not a list of conversations or records.")
        self._buffer = self._buffer[1:]
        while self._next_begins():
            place = f"{self._name}[{self._number}]"
            try:
                found, end = self._decoder.raw_decode(self._buffer)
            except (ValueError, RecursionError):
                end = self._end()
                if not end:
                    if not self._skip(place):
                        raise BadInput(
                            f"{self._path} is damaged or cut off: the conversations before that place were read."
                        ) from None
                    continue
                found = self._decoded(self._buffer[:end], place)
            self._look_for_bytes(self._buffer[:end], place)
            self._buffer = self._buffer[end:]
            if found is None or (self._mending and not self._looks_whole(found)):
                self._number += found is None
                continue
            self._mending = False
            yield place, found
            self._number += 1

    def _more(self) -> bool:
        chunk = self._read(CHUNK)
        self._buffer += chunk
        return bool(chunk)

    def _next_begins(self) -> bool:
        """Whether there is another item; the buffer begins with it then. Raises BadInput where the list has no end."""
        while True:
            self._buffer = self._buffer.lstrip(" \t\r\n,")
            if self._buffer.startswith("]"):
                return False
            if self._buffer:
                first = _KEY.match(self._buffer)
                if self._begins is None and first:
                    self._begins = re.compile(r"\{\s*" + re.escape(first[0].lstrip("{ \t\r\n")))
                return True
            if not self._more():
                if self._mending:
                    return False  # told already
                raise BadInput(f"{self._path} is damaged or cut off: the conversations before that place were read.")

    def _end(self) -> int:
        """Where the item at the beginning of the buffer ends, by its brackets; 0 where it does not."""
        depth = at = 0
        while len(self._buffer) <= LARGEST:
            for step in _STEP.finditer(self._buffer, at):
                mark = step[0][0]
                if mark == '"' and not step[1]:
                    break  # a text that is not whole yet
                if (mark in ",]" and not depth) and step.start():
                    return step.start()
                depth += (mark in "[{") - (mark in "]}")
                if mark in "]}" and depth <= 0:
                    return step.end()
                at = step.end()
            if not self._more():
                break
        return 0

    def _decoded(self, text: str, place: str) -> Any:
        try:
            return read_json(text)
        except BadInput as error:
            if not self._mending:
                self._tell(f"{place}: {error}")
            return None

    def _skip(self, place: str) -> bool:
        """Goes to what begins like the first item; False where there is none, or too much is damaged."""
        self._gaps += 1
        again = self._begins.search(self._buffer, 1) if self._begins and self._gaps <= MOST_GAPS else None
        if again is None:
            return False
        if not self._mending:
            self._tell(f"{place}: damaged")
            self._number += 1
        self._mending = True
        self._buffer = self._buffer[again.start() :]
        return True

    def _look_for_bytes(self, text: str, place: str) -> None:
        if not text.isascii() and any("\udc80" <= c <= "\udcff" for c in text):
            self._tell(f"{place}: bytes that are no UTF-8 stand as �")

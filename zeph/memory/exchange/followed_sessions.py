"""Sessions of Claude Code that are followed while they go on: what is said in them comes in line by line.

In: a session's file, or a folder of them (`~/.claude/projects`). Out, at each look: how much was new. A line counts
once it has its end; a file that is shorter than before, another one of its name, or one whose last lines that were read
are others now, is read from its beginning.
Messages have ids of their own, so that a process that starts again doubles nothing.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

from blake3 import blake3

from zeph.errors import BadInput
from zeph.memory.exchange.chat_exports import session_lines
from zeph.memory.exchange.importer import BATCH, Importer
from zeph.memory.exchange.message_lines import LONGEST_LINE, Line, OnBadLine
from zeph.memory.exchange.polled_files import Signature, found_in
from zeph.safety.text import clean_text

ENDINGS = (".jsonl",)
MOST_BYTES = 8 << 20
"""That are read at once, but for one line that is longer."""
TAIL = 4_096
"""Bytes by which it is known that what was read still stands there."""


@dataclass(frozen=True, slots=True)
class _Place:
    """How far a file was read."""

    inode: int
    offset: int
    """Of the first byte that was not read; it begins a line."""
    lines: int
    tail: bytes = b""
    """Hash of what stands before the offset."""


class FollowedSessions:
    """What is below one path, followed by one process."""

    def __init__(self, importer: Importer, path: Path) -> None:
        self._importer, self._path = importer, path
        self._places: dict[Path, _Place] = {}
        self._seen: dict[Path, Signature] = {}

    async def look(self, on_bad_line: OnBadLine) -> AsyncIterator[tuple[Path, int]]:
        """(file, new messages) of each file with any. Raises BadInput where there is nothing at the path."""
        try:
            found = await asyncio.to_thread(found_in, self._path, ENDINGS)
        except OSError as error:
            raise BadInput(f"{self._path} cannot be read: {error.strerror or error}.") from error
        for path, signature in found.items():
            if self._seen.get(path) == signature:
                continue
            before = self._importer.added
            try:
                await self._take(path, signature, on_bad_line)
                self._seen[path] = signature
            except (BadInput, OSError) as error:
                on_bad_line(1, f"{path}: {error}")
            if self._importer.added > before:
                yield path, self._importer.added - before
        self._places = {path: place for path, place in self._places.items() if path in found}

    async def _take(self, path: Path, signature: Signature, on_bad_line: OnBadLine) -> None:
        place = self._places.get(path)
        if place is None or place.inode != signature.inode or place.tail != await asyncio.to_thread(_tail, path, place):
            place = _Place(signature.inode, 0, 0)
        while True:
            lines, after = await asyncio.to_thread(_next, path, place, on_bad_line)
            await self._importer.add(lines, on_bad_line)
            self._places[path] = after
            if after.offset == place.offset:
                return
            place = after


def _next(path: Path, place: _Place, on_bad_line: OnBadLine) -> tuple[list[Line], _Place]:
    """The messages of the next lines that have their end, and where these end."""
    offset, lines = place.offset, list[tuple[int, bytes]]()
    with path.open("rb") as file:
        file.seek(offset)
        while len(lines) < BATCH and offset - place.offset < MOST_BYTES:
            raw = file.readline(LONGEST_LINE)
            if not raw.endswith(b"\n") and len(raw) < LONGEST_LINE:
                break
            offset += len(raw)
            lines.append((place.lines + len(lines) + 1, raw))
    said = session_lines(((n, raw) for n, raw in lines if raw.strip()), clean_text(path.stem), on_bad_line)
    after = _Place(place.inode, offset, place.lines + len(lines))
    return [line for _, found in said for line in found], replace(after, tail=_tail(path, after))


def _tail(path: Path, place: _Place) -> bytes:
    """As :attr:`_Place.tail`, of the file as it is now; empty at its beginning."""
    with path.open("rb") as file:
        file.seek(max(0, place.offset - TAIL))
        before = file.read(min(TAIL, place.offset))
    return blake3(before).digest() if before else b""

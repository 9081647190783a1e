"""A folder of notes that is watched: what a note says now is what it tells.

In: a folder. Out, at each look: what changed. A passage that is new is read into facts; then what no note says any more
is withdrawn: facts that nothing else tells end with the change (so that what a changed passage says anew replaces them
first). A note that is gone says nothing any more. What each note said last stands in the memory, so that changes while
nobody watched are found at the next start, and two processes do the same once.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from blake3 import blake3

from zeph.clock import Moment, to_moment
from zeph.errors import BadInput
from zeph.memory.exchange.document_files import NOTES, PREFIX
from zeph.memory.exchange.import_formats import READERS
from zeph.memory.exchange.importer import Importer
from zeph.memory.exchange.message_lines import Line, OnBadLine
from zeph.memory.exchange.note_properties import is_daily
from zeph.memory.exchange.polled_files import Signature, found_in
from zeph.safety.text import clean_text
from zeph.storage.ports import Store, Withdrawn

SETTLED_NS = 500_000_000
"""How long a file must have been left alone."""


@dataclass(frozen=True, slots=True)
class NoteChange:
    """What became of one note."""

    note: str
    """Its path in the folder; empty for one that went while nobody watched."""
    added: int
    withdrawn: int = 0
    """Passages that it does not say any more."""
    ended: tuple[str, ...] = ()
    """Sentences of facts that have ended with it."""
    gone: bool = False


@dataclass(frozen=True, slots=True)
class _Read:
    """A note as it is now."""

    path: Path
    name: str
    key: str
    at: Moment
    lines: Sequence[Line]

    @property
    def passages(self) -> frozenset[str]:
        return frozenset(line.id for line in self.lines)


class WatchedFolder:
    """One folder, watched by one process."""

    def __init__(
        self, store: Store, space_id: int, importer: Importer, root: Path, own: bool, now: Callable[[], Moment]
    ) -> None:
        """``own``: who says "I" in the notes is the person."""
        self._store, self._space_id, self._importer = store, space_id, importer
        self._root, self._now = root, now
        self._read_note = READERS["my-notes" if own else "notes"]
        self._folder = _hash(os.path.realpath(root))  # however it is spelled
        self._seen: dict[Path, Signature] = {}
        self._names: dict[str, str] = {}
        self._lost = False

    async def look(self, read: Callable[[], Awaitable[None]], on_bad_line: OnBadLine) -> AsyncIterator[NoteChange]:
        """One look. ``read`` reads what waits into facts. Raises BadInput where the folder is not there at the first
        look; later it is told once, and nothing is taken for gone."""
        known = await self._store.watched_notes.notes(self._space_id, self._folder)
        found = await self._files(bool(known), on_bad_line)
        notes: list[_Read] = []
        for path, signature in found.items():
            if self._seen.get(path) == signature or _is_fresh(signature):
                continue
            if note := await asyncio.to_thread(self._note, path, on_bad_line):
                self._seen[path] = signature
                if note.passages != {passage.partition("~")[0] for passage in known.get(note.key, ())}:
                    notes.append(note)
        async for change in self._changed(notes, known, read, on_bad_line):
            yield change
        gone = sorted(known.keys() - set(map(self._key, found))) if found else []
        for key, withdrawn in (await self._put({key: ((), self._now()) for key in gone})).items():
            yield NoteChange(self._names.pop(key, ""), 0, *withdrawn[:2], gone=True)

    async def _files(self, had: bool, on_bad_line: OnBadLine) -> dict[Path, Signature]:
        """``had``: whether there were notes. A folder that has none any more may be a disk that is not there."""
        said = f"{self._root} holds no notes ({', '.join(NOTES)})."
        try:
            found = await asyncio.to_thread(found_in, self._root, NOTES)
        except OSError as error:
            found, said = {}, f"{self._root} cannot be read: {error.strerror or error}."
            if not self._seen and not self._lost:
                raise BadInput(said) from error
        if not found and had and not self._lost:
            on_bad_line(1, f"{said} Nothing is taken for gone; it is looked for again.")
        self._lost = not found
        self._seen = {path: one for path, one in self._seen.items() if path in found}
        return found

    def _note(self, path: Path, on_bad_line: OnBadLine) -> _Read | None:
        try:
            lines = [line for _, found in self._read_note(path, on_bad_line) for line in found]
            changed = to_moment(datetime.fromtimestamp(path.stat().st_mtime, UTC))
        except (BadInput, OSError) as error:
            on_bad_line(1, str(error))
            return None
        name = clean_text(str(path.relative_to(self._root)) if path != self._root else path.name)
        self._names[self._key(path)] = name
        return _Read(path, name, self._key(path), min(changed, self._now()), lines)

    async def _changed(
        self, notes: Sequence[_Read], known: Mapping[str, frozenset[str]], read: Callable[[], Awaitable[None]],
        on_bad_line: OnBadLine,
    ) -> AsyncIterator[NoteChange]:  # fmt: skip
        """``known``: notes that were there before, and what they said."""
        keys = {passage for note in notes for passage in note.passages}
        ids = await self._store.watched_notes.ids(self._space_id, PREFIX, keys) if keys else {}
        said = {note.key: frozenset(ids[passage] for passage in note.passages) for note in notes}
        # First as said beside what stood there: what a kill leaves is known to be the note's, and is withdrawn with it.
        await self._put({note.key: (said[note.key] | known.get(note.key, frozenset()), note.at) for note in notes})
        added = {}
        for note in notes:
            before, late = self._importer.added, note.key in known
            lines = [replace(line, id=ids[line.id]) for line in note.lines]
            await self._importer.add([_as_of_change(one, note) if late else one for one in lines], on_bad_line)
            added[note.key] = self._importer.added - before
        if notes:  # also what a killed process has kept and not read
            await read()
        done = await self._put({note.key: (said[note.key], note.at) for note in notes})
        for note in notes:
            passages, ended, again = done[note.key]
            if added[note.key] or passages:
                yield NoteChange(note.name, added[note.key], passages, ended)
            if again:
                self._seen.pop(note.path, None)  # the next look keeps them anew

    async def _put(self, notes: Mapping[str, tuple[Collection[str], Moment]]) -> Mapping[str, Withdrawn]:
        if not notes:
            return {}
        return await self._store.watched_notes.put(self._space_id, self._folder, PREFIX, notes)

    def _key(self, path: Path) -> str:
        return _hash(str(path.relative_to(self._root)))


def _as_of_change(line: Line, note: _Read) -> Line:
    """What comes to a note later was said then, but for one that tells of its day."""
    return line if is_daily(Path(note.name).stem) else replace(line, sent_at=max(line.sent_at, note.at))


def _is_fresh(signature: Signature) -> bool:
    """Whether somebody may be writing it still."""
    return 0 <= time.time_ns() - signature.changed_ns < SETTLED_NS


def _hash(text: str) -> str:
    return blake3(text.encode("utf-8", "surrogateescape")).hexdigest(length=16)

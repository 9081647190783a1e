"""Files come in: other programs' conversations, or a whole memory that Zeph once wrote.

In: a path, the store. Out: progress. Everything is idempotent, so an import that was broken off is simply run again.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from zeph.clock import Moment
from zeph.errors import BadInput
from zeph.memory.conversations.incoming import Incoming
from zeph.memory.exchange import chat_exports, message_lines
from zeph.memory.exchange.import_formats import ARRAYS, PASSAGES, READERS, WHOLE, files_of, format_of
from zeph.memory.exchange.message_lines import Line, OnBadLine
from zeph.memory.exchange.shapes import LONGEST_KEY
from zeph.memory.exchange.standing_rows import StandingRows, taken
from zeph.memory.exchange.statement_lines import as_mine
from zeph.memory.exchange.whole_memory import read_rows
from zeph.memory.language.ontology_file import read_definitions
from zeph.records.message import NewMessage
from zeph.safety.text import one_line
from zeph.storage.ports import Store

BATCH = 200
ROWS = 500


@dataclass(frozen=True, slots=True)
class Imported:
    """How far an import has come, over all its files."""

    done: int
    """Lines, or conversations where a file is one JSON list."""
    total: int
    added: int
    """New messages; of a whole memory new rows of every kind."""
    bad: int


class Importer:
    """One import of a file or folder into one space."""

    def __init__(
        self,
        store: Store,
        space_id: int,
        prepare: Callable[[NewMessage], Incoming],
        now: Callable[[], Moment],
        ontology_file: str = "",
        me: str = "",
        standing: Callable[[Path, Collection[str]], StandingRows] | None = None,
    ) -> None:
        """``now``: no document is younger, whatever its file says. ``ontology_file``: the person's own types.
        ``me``: the name under which the files know the person. ``standing``: judges what of a whole memory
        stands in every request, given its file and the labels of blocks here; None: that is left out."""
        self._store = store
        self._space_id = space_id
        self._prepare = prepare
        self._now = now
        self._ontology_file = Path(ontology_file).expanduser() if ontology_file else None
        self._me = me
        self._standing = standing
        self._conversations: dict[str, int] = {}
        self._added = self._bad = 0

    async def run(self, path: Path, format: str | None, on_bad_line: OnBadLine) -> AsyncIterator[Imported]:
        """Raises BadInput where the file cannot be read; of a folder, such a file is told and left out."""
        files = await asyncio.to_thread(files_of, path)
        if await asyncio.to_thread(path.is_dir):
            self._standing = None  # nobody looked at each of its files
        work: list[tuple[Path, str, int]] = []

        def bad_line(number: int, sentence: str) -> None:
            self._bad += 1
            on_bad_line(number, f"{file}: {sentence}" if len(files) > 1 else sentence)

        def unreadable(error: BadInput) -> None:
            if len(files) == 1:
                raise error
            self._bad += 1
            on_bad_line(1, str(error))

        for file in files:
            try:
                name: str = format if format else await asyncio.to_thread(format_of, file)
                work.append((file, name, await asyncio.to_thread(_count, file, name)))
            except BadInput as error:
                unreadable(error)
        before, total = 0, sum(count for _, _, count in work)
        for file, name, count in work:
            step = self._import_memory(file, bad_line) if name == WHOLE else self._import_chats(file, name, bad_line)
            try:
                async for done in step:
                    yield Imported(before + done, total, self._added, self._bad)
            except BadInput as error:
                unreadable(error)
            before += count
        yield Imported(total, total, self._added, self._bad)

    async def _import_chats(self, file: Path, name: str, on_bad_line: OnBadLine) -> AsyncIterator[int]:
        waiting: list[Line] = []
        number = since = 0
        try:
            for number, messages in READERS[name](file, on_bad_line):
                waiting += messages
                since += 1
                if max(len(waiting), since) >= BATCH:
                    await self.add(waiting, on_bad_line)
                    waiting, since = [], 0
                    yield number
        finally:
            await self.add(waiting, on_bad_line)  # also what stood before the place where the file is damaged
        yield number

    @property
    def added(self) -> int:
        """How much was new until now."""
        return self._added

    async def add(self, messages: Sequence[Line], on_bad_line: OnBadLine) -> None:
        """Keeps messages of whatever file, as far as they are new."""
        rows = []
        for line in await self._not_known([as_mine(line, self._me) for line in messages]):
            if line.conversation not in self._conversations:
                self._conversations[line.conversation] = await self._talk_of(line)
            sent_at = min(line.sent_at, self._now()) if line.by_content else line.sent_at
            message = NewMessage(
                self._conversations[line.conversation], line.role, line.text, line.speaker, line.id, sent_at
            )
            clean, flags, eligible = self._prepare(message)
            # A file may name a talk of the person's own: what it says there is not theirs.
            rows.append((line.number, (replace(clean, strange=True), flags, eligible and line.brings_facts)))
        try:
            stored = await self._store.messages.add([row for _, row in rows])
            self._added += sum(new for _, new in stored)
        except BadInput:
            for number, row in rows:  # one by one, so that only the bad one is left out
                try:
                    self._added += (await self._store.messages.add([row]))[0][1]
                except BadInput as error:
                    on_bad_line(number, f"message {one_line(row[0].external_id)[:LONGEST_KEY]}: {error}")

    async def _talk_of(self, line: Line) -> int:
        """The conversation that it goes into: no file says anything in another program's name, or the model's."""
        for name in (line.conversation, f"imported {line.conversation}"):
            talk = await self._store.messages.conversation(self._space_id, "import", name, line.title, line.sent_at)
            if talk.kind != "agent":
                break
        return talk.id

    async def _not_known(self, messages: Sequence[Line]) -> list[Line]:
        """Without what a conversation of the same kind holds already, whatever it is called."""
        known: set[tuple[str, str]] = set()
        for kind in {_kind(line) for line in messages if line.by_content}:
            keys = [line.id for line in messages if _kind(line) == kind]
            known |= {(kind, key) for key in await self._store.messages.known_passages(self._space_id, kind, keys)}
        return [line for line in messages if not (line.by_content and (_kind(line), line.id) in known)]

    async def _import_memory(self, file: Path, on_bad_line: OnBadLine) -> AsyncIterator[int]:
        load = self._store.transfer.load(self._space_id, vouched=self._standing is not None)
        types = await asyncio.to_thread(read_definitions, self._ontology_file)
        rows = read_rows(file, on_bad_line, {"entity_type": types.entity_types, "edge_type": types.edge_types})
        rows = taken(rows, await self._standing_of(file), on_bad_line)
        before, number = self._added, 0
        while batch := await asyncio.to_thread(_next_rows, rows):
            number = batch[-1][0]
            await load.add(batch, lambda line, said: on_bad_line(line, f"line {line}: {said}"))
            self._added = before + load.added.total()
            yield number
        await load.finish()
        yield number

    async def _standing_of(self, file: Path) -> StandingRows | None:
        if self._standing is None:
            return None
        blocks = await self._store.read(lambda reader: reader.blocks.all(self._space_id))
        labels = {block.label for block in blocks if not block.form.removed}
        return await asyncio.to_thread(self._standing, file, labels)


def _kind(line: Line) -> str:
    """How the names of conversations begin that are as its one: ``document/``."""
    return line.conversation[: line.conversation.find("/") + 1]


def _next_rows(rows: Iterator[Any]) -> list[Any]:
    return list(islice(rows, ROWS))


def _count(file: Path, name: str) -> int:
    if name in PASSAGES:
        with contextlib.suppress(BadInput):  # told when it is read
            return sum(1 for _ in READERS[name](file, lambda *_: None))
        return 0
    if name not in ARRAYS:
        return message_lines.count_lines(file)
    with contextlib.suppress(BadInput):  # told when the conversations before the damage are in
        return sum(1 for _ in chat_exports.conversations(file))
    return 0

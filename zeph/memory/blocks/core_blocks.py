"""The core memory of one space: labelled texts that stand in every request, changed by the person and by a model.

After Letta's core memory (MemGPT, Packer and others 2023, arXiv:2310.08560, section 2.1): blocks of bounded length that
a model edits by tools, with their fill in view. In: labels, texts. Out: blocks, sentences. Raises NotFound for a block
that is not there, UsageError for what cannot be written, each in a sentence for the person or a model.
"""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from zeph.config.schema import MemorySettings
from zeph.errors import NotFound, UsageError
from zeph.memory.blocks.block_changes import STANDING, Writing, no_block
from zeph.models.tokens import count_tokens
from zeph.records.block import Author, Block, BlockForm, CoreMemory, ShownBlock
from zeph.safety.injection import is_planted
from zeph.safety.text import clean_text, one_line
from zeph.safety.told_secrets import hide_secrets
from zeph.storage.ports import BlockChange, Reader, Store

LARGEST = 20_000
"""Characters that a block may be allowed."""
MOST = 20
"""Blocks of a space."""
LONGEST_DESCRIPTION = 300
COUNTED_FOR_SECS = 60.0
_LABEL = re.compile(r"[^\W_][\w-]{0,39}")


@dataclass(frozen=True, slots=True)
class BlockEdited:
    """A change that was made."""

    block: Block
    sentence: str


class CoreBlocks:
    """What is always in view, in one space."""

    def __init__(self, store: Store, space_id: int, settings: MemorySettings) -> None:
        self._store = store
        self._space_id = space_id
        self._settings = settings
        self._counted: tuple[float, tuple[int, int, int]] | None = None
        """When what lies outside was counted, by the process's clock, and what came of it."""

    async def all(self) -> list[Block]:
        """Persona and human, which are always there, then the others, oldest first."""
        return self._standing_first(await self._store.read(lambda r: r.blocks.all(self._space_id)))

    async def block(self, label: str) -> Block:
        """Raises NotFound."""
        name = label_of(label)
        found = next((one for one in await self.all() if one.label == name), None)
        if found is None:
            raise NotFound(no_block(name))
        return found

    async def view(self, *, empty_too: bool = False, before_id: int | None = None) -> CoreMemory:
        """What stands in a request: blocks that hold something and, with ``empty_too``, those that wait for it; of
        their texts as many as there is room for. Nothing where there are none. ``before_id``: the message that is
        answered, which is not counted among what lies outside."""
        if not self._settings.blocks.enabled:
            return CoreMemory()
        found, outside = await self._store.read(lambda reader: self._read(reader, empty_too, before_id))
        if outside is None:
            return CoreMemory()
        left, shown = self._settings.blocks.tokens, []
        for block in found:
            left -= count_tokens(block.text)
            shown.append(ShownBlock(block, left >= 0))
        return CoreMemory(tuple(shown), *outside)

    def _read(
        self, reader: Reader, empty_too: bool, before_id: int | None
    ) -> tuple[list[Block], tuple[int, int, int] | None]:
        blocks = self._standing_first(reader.blocks.all(self._space_id))
        shown = [self._fit(reader, block) for block in blocks if block.text or empty_too]
        return shown, self._outside(reader, before_id) if shown else None

    def _outside(self, reader: Reader, before_id: int | None) -> tuple[int, int, int]:
        """Counted anew after a while only: in a large memory it takes longer than the rest of a prompt."""
        now = time.monotonic()
        if self._counted is None or now - self._counted[0] > COUNTED_FOR_SECS:
            self._counted = now, reader.blocks.outside(self._space_id, before_id)
        return self._counted[1]

    def _fit(self, reader: Reader, block: Block) -> Block:
        """Without lines that read like orders to a model, but for what the person wrote."""
        planted = {line for line in block.text.splitlines() if is_planted(line)}
        if not planted:
            return block
        forms = reader.blocks.history(self._space_id, block.label).forms
        planted -= {line for form in forms if form.written_by == "person" for line in form.text.splitlines()}
        kept = "\n".join(line for line in block.text.splitlines() if line not in planted)
        return replace(block, form=replace(block.form, text=kept))

    # ------------------------------------------------------------ changes

    async def append(
        self, label: str, text: str, *, by: Author = "person", description: str | None = None,
        char_limit: int | None = None,
    ) -> BlockEdited:  # fmt: skip
        """A line at the end. The person makes a new block by it, which may be described and limited."""
        line = self._text(text)
        if not any(map(str.isalnum, line)):
            raise UsageError("There is nothing to write: the text has no words.")
        name = label_of(label)
        await self._check_room(name)
        told = None if description is None else self._description(description)
        writing = self._writing(name, by)
        return await self._change(name, writing.add(line, told, _limit(char_limit)), "Written into the block {}.")

    async def replace(self, label: str, old: str, new: str, *, by: Author = "person") -> BlockEdited:
        """``new`` (may be empty) in place of ``old``, which must stand there once, word for word."""
        writing = self._writing(label_of(label), by)
        return await self._change(
            writing.label, writing.replace(clean_text(old), self._text(new)), "Changed in the block {}."
        )

    async def rewrite(self, label: str, text: str, *, by: Author = "person") -> BlockEdited:
        """The whole text anew; the person makes a new block by it."""
        writing = self._writing(label_of(label), by)
        await self._check_room(writing.label)
        return await self._change(writing.label, writing.rewrite(self._text(text)), "Written anew: the block {}.")

    async def set(
        self, label: str, *, description: str | None = None, char_limit: int | None = None,
        read_only: bool | None = None,
    ) -> BlockEdited:  # fmt: skip
        """What is None stays. A block that is read-only is changed by the person alone."""
        writing = self._writing(label_of(label), "person")
        told = None if description is None else self._description(description)
        return await self._change(writing.label, writing.set(told, _limit(char_limit), read_only), "Set: the block {}.")

    async def undo(self, label: str, form_id: int | None = None, *, by: Author = "person") -> BlockEdited:
        """As it was before its last change, or in that form of its history; again goes further back. ``by``: whose
        words it is from now on."""
        writing = self._writing(label_of(label), by)
        return await self._change(writing.label, writing.undo(form_id), "As it was before: the block {}.")

    async def remove(self, label: str) -> BlockEdited:
        """It goes out of every request; its history stays, and undoing brings it back."""
        writing = self._writing(label_of(label), "person")
        found = await self.block(writing.label)
        if not found.id:
            raise UsageError(f"The block {found.label} is empty; there is nothing to remove.")
        return await self._change(writing.label, writing.remove, "Out of every request: the block {}.")

    async def history(self, label: str) -> tuple[Sequence[BlockForm], BlockForm]:
        """Its forms, latest first, and the one that it has. Raises NotFound where nobody wrote it yet."""
        name = label_of(label)
        found = await self._store.read(lambda r: r.blocks.history(self._space_id, name))
        if found.current is None:
            raise NotFound(f"Nothing was written into a block {name} yet.")
        return [*reversed(found.forms)], found.current

    async def _change(self, label: str, change: BlockChange, sentence: str) -> BlockEdited:
        block = await self._store.blocks.change(self._space_id, label, change)
        return BlockEdited(block, sentence.format(f"{label} ({block.form.fill})"))

    async def _check_room(self, label: str) -> None:
        there = {block.label for block in await self.all()}
        if label not in there and len(there) >= MOST:
            raise UsageError(f"There are {MOST} blocks already: `/blocks remove` takes one away.")

    def _writing(self, label: str, by: Author) -> Writing:
        return Writing(label, by, self._settings.blocks.char_limit)

    def _text(self, text: str) -> str:
        clean = clean_text(text).strip()
        return clean if self._settings.keep_secrets else hide_secrets(clean).text

    def _description(self, text: str) -> str:
        told = one_line(self._text(text))
        if len(told) > LONGEST_DESCRIPTION:
            raise UsageError(f"A description has at most {LONGEST_DESCRIPTION} characters.")
        return told

    def _standing_first(self, blocks: Sequence[Block]) -> list[Block]:
        there = {block.label: block for block in blocks if not block.form.removed}
        empty = {label: Block(0, label, self._empty(label)) for label in STANDING}
        first = [there.pop(label, empty[label]) for label in STANDING]
        return [*first, *there.values()]

    def _empty(self, label: str) -> BlockForm:
        limit = self._settings.blocks.char_limit
        return BlockForm(0, None, "", STANDING[label], limit, False, False, "person", "")


def label_of(text: str) -> str:
    """A label as it is kept. Raises UsageError where it is none."""
    label = text.strip().casefold()
    if not _LABEL.fullmatch(label) or is_planted(label):
        raise UsageError("A block's label is one word of letters, digits, - and _, at most 40 characters.")
    return label


def _limit(number: int | None) -> int | None:
    if number is not None and not 0 < number <= LARGEST:
        raise UsageError(f"A block's limit is from 1 to {LARGEST:,} characters.")
    return number

"""Core memory: labelled texts that stand in every request to a model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zeph.clock import Moment

Author = Literal["person", "model"]


@dataclass(frozen=True, slots=True)
class BlockForm:
    """How a block is, or was, from one change to the next."""

    id: int
    """0: not written yet."""
    before_id: int | None
    """The form it was made from, to which undoing goes back."""
    text: str
    description: str
    char_limit: int
    """Most characters of the text."""
    read_only: bool
    """Only the person changes it."""
    removed: bool
    written_by: Author
    created_at: Moment

    @property
    def fill(self) -> str:
        """ "34/2000": characters that are used, and how many there are."""
        return f"{len(self.text)}/{self.char_limit}"


@dataclass(frozen=True, slots=True)
class Block:
    """A block as it is now."""

    id: int
    """0: there by itself, nobody wrote into it yet."""
    label: str
    form: BlockForm

    @property
    def text(self) -> str:
        return self.form.text


@dataclass(frozen=True, slots=True)
class BlockHistory:
    """Every form of a block, oldest first."""

    forms: Sequence[BlockForm]
    current: BlockForm | None

    def form(self, form_id: int | None) -> BlockForm | None:
        return next((form for form in self.forms if form.id == form_id), None)


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block in a request."""

    block: Block
    sent: bool
    """Whether there is room for its text."""


@dataclass(frozen=True, slots=True)
class CoreMemory:
    """What of the core memory stands in a request, in an order that changes with the labels alone."""

    blocks: tuple[ShownBlock, ...] = ()
    messages: int = 0
    """What is remembered outside of the request."""
    facts: int = 0
    """Those that are so now, with no end in sight."""
    passages: int = 0
    """Parts of long messages and documents."""

"""Everything in one store: its repositories, and the snapshot to read from."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from zeph.storage.ports.blocks_port import Blocks
from zeph.storage.ports.care_port import Care
from zeph.storage.ports.communities_port import Communities
from zeph.storage.ports.graph_edits_port import GraphEdits
from zeph.storage.ports.graph_port import Graph
from zeph.storage.ports.ledger_port import Ledger
from zeph.storage.ports.messages_port import Messages
from zeph.storage.ports.note_links_port import NoteLinks
from zeph.storage.ports.profile_port import ProfileChoices
from zeph.storage.ports.queue_port import Queue
from zeph.storage.ports.reader_port import Reader
from zeph.storage.ports.spaces_port import Spaces
from zeph.storage.ports.summaries_port import Summaries
from zeph.storage.ports.transfer_port import Transfer
from zeph.storage.ports.upkeep_port import Upkeep
from zeph.storage.ports.vectors_port import Vectors
from zeph.storage.ports.watched_notes_port import WatchedNotes

T = TypeVar("T")
OnWait = Callable[[bool], None]


class Store(Protocol):
    """One database; :func:`zeph.storage.open_store` opens it."""

    @property
    def messages(self) -> Messages: ...
    @property
    def queue(self) -> Queue: ...
    @property
    def summaries(self) -> Summaries: ...
    @property
    def graph(self) -> Graph: ...
    @property
    def edits(self) -> GraphEdits: ...
    @property
    def profile(self) -> ProfileChoices: ...
    @property
    def blocks(self) -> Blocks: ...
    @property
    def note_links(self) -> NoteLinks: ...
    @property
    def vectors(self) -> Vectors: ...
    @property
    def communities(self) -> Communities: ...
    @property
    def upkeep(self) -> Upkeep: ...
    @property
    def care(self) -> Care: ...
    @property
    def transfer(self) -> Transfer: ...
    @property
    def ledger(self) -> Ledger: ...
    @property
    def watched_notes(self) -> WatchedNotes: ...
    @property
    def spaces(self) -> Spaces: ...

    async def read(self, fn: Callable[[Reader], T]) -> T:
        """``fn`` on one read snapshot, in a reader's thread."""
        ...

    async def space(self, name: str) -> int:
        """The space's id, made on first use."""
        ...

    async def find_space(self, name: str) -> int | None:
        """The space's id; None where there is none of that name."""
        ...

    def on_notice(self, tell: Callable[[str], None]) -> None:
        """``tell`` is called with a sentence for the person where the file is damaged; with earlier ones at once."""
        ...

    def on_wait(self, tell: OnWait) -> None:
        """``tell`` is called with True when what a person waits for does not get its turn to write, then with False."""
        ...

    async def close(self) -> None: ...

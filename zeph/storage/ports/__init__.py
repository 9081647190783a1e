"""What the memory needs of a store. One async method is one transaction or one snapshot.

No SQLite word in this folder: a PostgreSQL store would offer the same :class:`Store`, and nothing above would change.
:class:`Reader` is what a snapshot (or the open write transaction) offers to pure, synchronous code.
"""

from zeph.storage.ports.blocks_port import BlockChange, BlockReads, Blocks
from zeph.storage.ports.care_port import Care
from zeph.storage.ports.communities_port import Communities, Describe, Stored, Strongest
from zeph.storage.ports.graph_edits_port import Excludes, GraphEdits, excludes_nothing
from zeph.storage.ports.graph_port import Graph
from zeph.storage.ports.ledger_port import Ledger
from zeph.storage.ports.messages_port import Messages
from zeph.storage.ports.note_links_port import NoteLinks
from zeph.storage.ports.profile_port import ProfileChoices, ProfileReads
from zeph.storage.ports.queue_port import Committed, Lease, Queue, Turn, Work
from zeph.storage.ports.reader_port import (
    CommunityReads,
    Degree,
    EdgeReads,
    EntityReads,
    Hop,
    MessageReads,
    PictureReads,
    Reader,
    SearchReads,
    VectorReads,
    WalkReads,
    Where,
)
from zeph.storage.ports.spaces_port import Spaces
from zeph.storage.ports.store_port import OnWait, Store
from zeph.storage.ports.summaries_port import Summaries
from zeph.storage.ports.text_query import TextQuery
from zeph.storage.ports.transfer_port import ROW_KINDS, Load, OnBadRow, Transfer
from zeph.storage.ports.upkeep_port import Limits, Subject, SumUp, Upkeep
from zeph.storage.ports.vectors_port import KINDS, Kind, VectorRow, Vectors, text_hash
from zeph.storage.ports.watched_notes_port import WatchedNotes, Withdrawn

__all__ = [
    "KINDS", "ROW_KINDS", "BlockChange", "BlockReads", "Blocks", "Care", "Committed", "Communities", "CommunityReads",
    "Degree", "Describe", "EdgeReads", "EntityReads", "Excludes", "Graph", "GraphEdits", "Hop", "Kind", "Lease",
    "Ledger", "Limits", "Load", "MessageReads", "Messages", "NoteLinks", "OnBadRow", "OnWait", "PictureReads",
    "ProfileChoices", "ProfileReads", "Queue", "Reader", "SearchReads", "Spaces", "Store", "Stored", "Strongest",
    "Subject", "SumUp", "Summaries", "TextQuery", "Transfer", "Turn", "Upkeep", "VectorReads", "VectorRow", "Vectors",
    "WalkReads", "WatchedNotes", "Where", "Withdrawn", "Work", "excludes_nothing", "text_hash",
]  # fmt: skip

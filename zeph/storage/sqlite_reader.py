"""The reads of one snapshot, or of the write transaction that is open."""

from zeph.storage.engine.driver import Connection
from zeph.storage.graph.sqlite_blocks import SqliteBlockReads
from zeph.storage.graph.sqlite_community_reads import SqliteCommunityReads
from zeph.storage.graph.sqlite_edge_reads import SqliteEdgeReads
from zeph.storage.graph.sqlite_entity_reads import SqliteEntityReads
from zeph.storage.graph.sqlite_picture_reads import SqlitePictureReads
from zeph.storage.graph.sqlite_profile import SqliteProfileReads
from zeph.storage.graph.sqlite_walk_reads import SqliteWalkReads
from zeph.storage.messages.sqlite_message_reads import SqliteMessageReads
from zeph.storage.search.sqlite_search_reads import SqliteSearchReads
from zeph.storage.vectors.bits import BitIndex
from zeph.storage.vectors.sqlite_vector_reads import SqliteVectorReads


class SqliteReader:
    """The port :class:`~zeph.storage.ports.Reader`."""

    def __init__(self, conn: Connection, bits: BitIndex) -> None:
        self.entities = SqliteEntityReads(conn)
        self.edges = SqliteEdgeReads(conn)
        self.walk = SqliteWalkReads(conn)
        self.search = SqliteSearchReads(conn)
        self.vectors = SqliteVectorReads(conn, bits)
        self.messages = SqliteMessageReads(conn)
        self.communities = SqliteCommunityReads(conn)
        self.profile = SqliteProfileReads(conn)
        self.blocks = SqliteBlockReads(conn)
        self.picture = SqlitePictureReads(conn)

"""Messages as one snapshot reads them.

In: a connection that holds a transaction open, ids. Out: records.
"""

from collections.abc import Sequence

from zeph.records.message import Message
from zeph.records.passage import Passage
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.messages import sqlite_passages
from zeph.storage.messages.message_rows import MESSAGE, to_message


class SqliteMessageReads:
    """The port :class:`~zeph.storage.ports.MessageReads`."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def by_id(self, ids: Sequence[int]) -> dict[int, Message]:
        rows = self._conn.execute(
            f"SELECT {MESSAGE} FROM messages m WHERE m.id IN (SELECT value FROM json_each(:ids))", {"ids": as_json(ids)}
        )
        return {row[0]: to_message(row) for row in rows}

    def passages(self, ids: Sequence[int]) -> dict[int, Passage]:
        return sqlite_passages.by_id(self._conn, ids) if ids else {}

"""Messages as one snapshot reads them.

In: a connection that holds a transaction open, ids. Out: records.
"""

from collections.abc import Sequence

from zeph.clock import Moment
from zeph.records.message import Message
from zeph.records.passage import Passage
from zeph.records.stretch import Stretch
from zeph.records.summary import Summary
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.messages import message_times, sqlite_passages
from zeph.storage.messages.message_rows import MESSAGE, to_message
from zeph.storage.messages.sqlite_summaries import summary_of
from zeph.storage.ports import Where


class SqliteMessageReads:
    """The port :class:`~zeph.storage.ports.MessageReads`."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def by_id(self, ids: Sequence[int]) -> dict[int, Message]:
        rows = self._conn.execute(
            f"SELECT {MESSAGE} FROM messages m WHERE m.id IN (SELECT value FROM json_each(:ids))", {"ids": as_json(ids)}
        )
        return {row[0]: to_message(row) for row in rows}

    def just_before(self, message: Message) -> Message | None:
        row = self._conn.execute(
            f"SELECT {MESSAGE} FROM messages m WHERE m.conversation_id = ? AND m.id < ? ORDER BY m.id DESC LIMIT 1",
            (message.conversation_id, message.id),
        ).fetchone()
        return to_message(row) if row else None

    def summary(self, conversation_id: int) -> Summary | None:
        return summary_of(self._conn, conversation_id)

    def has_strange(self, space_id: int) -> bool:
        sql = """SELECT EXISTS (SELECT 1 FROM messages WHERE space_id = :space AND strange = 1 AND role = 'user')
            OR EXISTS (SELECT 1 FROM graph_edges e WHERE space_id = :space AND origin <> 'person'
                AND NOT EXISTS (SELECT 1 FROM graph_edge_mentions WHERE edge_id = e.id))"""
        return bool(self._conn.execute(sql, {"space": space_id}).fetchone()[0])

    def has_calls(self, space_id: int) -> bool:
        sql = "SELECT 1 FROM messages WHERE space_id = ? AND tool_calls <> '' LIMIT 1"
        return self._conn.execute(sql, (space_id,)).fetchone() is not None

    def passages(self, ids: Sequence[int]) -> dict[int, Passage]:
        return sqlite_passages.by_id(self._conn, ids) if ids else {}

    def typed(self, ids: Sequence[int], shorter_than: int) -> set[int]:
        rows = self._conn.execute(
            """SELECT m.id FROM messages AS m JOIN conversations AS c ON c.id = m.conversation_id
            WHERE m.id IN (SELECT value FROM json_each(:ids)) AND c.kind = 'chat' AND m.role = 'user'
              AND m.speaker = '' AND m.strange = 0 AND length(m.text) < :most""",
            {"ids": as_json(ids), "most": shorter_than},
        )
        return {int(row[0]) for row in rows}

    def typed_behind(self, ids: Sequence[int], before_id: int | None, limit: int) -> dict[int, list[Message]]:
        rows = self._conn.execute(
            f"""SELECT {MESSAGE}, b.id FROM messages AS b JOIN messages AS m ON m.id IN (
                SELECT id FROM messages WHERE conversation_id = b.conversation_id AND id > b.id AND role = 'user'
                  AND (:before IS NULL OR id < :before) ORDER BY id LIMIT :limit)
            WHERE b.id IN (SELECT value FROM json_each(:ids)) AND m.speaker = '' AND m.strange = 0
              AND m.injection_flags = '' ORDER BY b.id, m.id""",
            {"ids": as_json(ids), "before": before_id, "limit": limit},
        )
        behind: dict[int, list[Message]] = {}
        for row in rows:
            behind.setdefault(int(row[-1]), []).append(to_message(row[:-1]))
        return behind

    def said_in(self, stretch: Stretch, where: Where, limit: int, *, latest: bool = False) -> list[int]:
        return message_times.said_in(self._conn, stretch, where, limit, latest)

    def dated_in(self, stretch: Stretch, where: Where, limit: int, *, latest: bool = False) -> list[int]:
        return message_times.dated_in(self._conn, stretch, where, limit, latest)

    def last_sitting(self, now: Moment, where: Where, conversation_id: int | None, hours: int) -> Stretch | None:
        return message_times.last_sitting(self._conn, now, where, conversation_id, hours)

    def last_of_person(self, conversation_id: int, before_id: int | None) -> str:
        return message_times.last_of_person(self._conn, conversation_id, before_id)

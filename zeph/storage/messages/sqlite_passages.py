"""Passages of long messages in SQLite.

In: a connection, a space, stretches of messages. Out: what is still to be split; rows. Their words and vectors follow
by triggers.
"""

from collections.abc import Sequence

from zeph.records.message import NewMessage
from zeph.records.passage import Passage
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.engine.metadata import get_metadata, set_metadata
from zeph.storage.messages.message_rows import indexed_text

UNTIL = "passages_until"


def unsplit(conn: Connection, space_id: int, longer: int, limit: int) -> tuple[int, int, list[tuple[int, str]]]:
    """The last message that was looked at before, the last that is looked at with this, and (id, text) of the next
    long ones."""
    until = _until(conn, space_id)
    # With a plus: else SQLite takes the key that begins with the space, and reads every message there ever was.
    rows = conn.execute(
        """SELECT id, text FROM messages WHERE +space_id = :space AND id > :until AND length(text) > :longer
        AND role IN ('user', 'assistant') ORDER BY id LIMIT :limit""",
        {"space": space_id, "until": until, "longer": longer, "limit": limit},
    ).fetchall()
    if len(rows) == limit:
        last = rows[-1][0]
    else:
        sql = "SELECT coalesce(max(id), :until) FROM (SELECT id FROM messages WHERE +space_id = :space AND id > :until)"
        last = conn.execute(sql, {"space": space_id, "until": until}).fetchone()[0]
    return until, int(last), [(int(i), str(text)) for i, text in rows]


def put_passages(
    conn: Connection, space_id: int, until: int, last: int, split: Sequence[tuple[int, Sequence[tuple[int, int]]]]
) -> None:
    if _until(conn, space_id) != until:
        return  # another process was quicker
    for message_id, stretches in split:
        row = conn.execute(
            "SELECT conversation_id, role, speaker, sent_at, text FROM messages WHERE id = ?", (message_id,)
        ).fetchone()
        if row is None:
            continue  # forgotten meanwhile
        conversation, role, speaker, sent_at, text = row
        conn.executemany(
            """INSERT INTO message_passages (space_id, message_id, start, stop, indexed_text)
            VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""",
            [
                (space_id, message_id, start, stop,
                 indexed_text(NewMessage(conversation, role, text[start:stop], speaker), sent_at))
                for start, stop in stretches
            ],
        )  # fmt: skip
    set_metadata(conn, space_id, UNTIL, str(last))


def by_id(conn: Connection, ids: Sequence[int]) -> dict[int, Passage]:
    rows = conn.execute(
        """SELECT id, message_id, start, stop FROM message_passages
        WHERE id IN (SELECT value FROM json_each(?))""",
        (as_json(ids),),
    )
    return {row[0]: Passage(*row[1:]) for row in rows}


def _until(conn: Connection, space_id: int) -> int:
    return int(get_metadata(conn, space_id, UNTIL) or 0)

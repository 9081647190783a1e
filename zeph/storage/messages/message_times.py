"""Messages by when they were said, and by the dates that they name.

In: a connection that holds a transaction open, a stretch of time. Out: ids, or a stretch. Both are read from an index;
what a question may not see is left out.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from zeph.clock import Moment, parse_moment, to_moment
from zeph.records.stretch import Stretch
from zeph.storage.engine.driver import Connection
from zeph.storage.engine.metadata import get_metadata, set_metadata
from zeph.storage.ports import Where

UNTIL = "dates_until"
LOOKED_BACK = 500
"""Messages in which the beginning of a sitting is looked for."""


def said_in(conn: Connection, stretch: Stretch, where: Where, limit: int, latest: bool) -> list[int]:
    order = "DESC" if latest else "ASC"
    sql = (
        f"SELECT m.id FROM messages AS m INDEXED BY messages_by_time WHERE m.space_id = :space"
        f" AND m.sent_at >= :start AND m.sent_at < :end {_shown(where)}"
        f" ORDER BY m.sent_at {order}, m.id {order} LIMIT :limit"
    )
    return [row[0] for row in conn.execute(sql, _params(where, stretch) | {"limit": limit})]


def dated_in(conn: Connection, stretch: Stretch, where: Where, limit: int, latest: bool) -> list[int]:
    order = "DESC" if latest else "ASC"
    sql = (
        "SELECT d.message_id FROM message_dates AS d CROSS JOIN messages AS m ON m.id = d.message_id"
        " WHERE d.space_id = :space AND d.start < :end AND d.start >= :start"
        f" {_shown(where)} ORDER BY d.start {order}, d.message_id {order} LIMIT :limit"
    )
    return list(dict.fromkeys(row[0] for row in conn.execute(sql, _params(where, stretch) | {"limit": limit})))


def last_sitting(
    conn: Connection, now: Moment, where: Where, conversation_id: int | None, hours: int
) -> Stretch | None:
    pause = timedelta(hours=hours)
    until, talk = parse_moment(now), conversation_id
    begun: Moment | None = None
    ended: Moment | None = None
    for sent_at, conversation in _backwards(conn, now, where):
        at = parse_moment(sent_at)
        if conversation == talk and until - at < pause:
            until, begun = at, sent_at if ended else None
        elif ended:
            break
        else:  # the first before the present sitting
            until, talk, begun, ended = at, conversation, sent_at, sent_at
    if begun is None or ended is None:
        return None
    return Stretch(begun, to_moment(parse_moment(ended) + timedelta(seconds=1)))


def undated(conn: Connection, space_id: int, limit: int) -> tuple[int, list[tuple[int, str, Moment]]]:
    """The last message whose dates were read, and the next ones."""
    until = int(get_metadata(conn, space_id, UNTIL) or 0)
    rows = conn.execute(
        """SELECT id, text, sent_at FROM messages WHERE +space_id = :space AND id > :until
        AND role IN ('user', 'assistant') ORDER BY id LIMIT :limit""",
        {"space": space_id, "until": until, "limit": limit},
    )
    return until, [(int(i), str(text), str(at)) for i, text, at in rows]


def put_dates(conn: Connection, space_id: int, until: int, dated: Sequence[tuple[int, Sequence[Stretch]]]) -> None:
    if int(get_metadata(conn, space_id, UNTIL) or 0) != until:
        return  # another process was quicker
    conn.executemany(
        """INSERT INTO message_dates (message_id, space_id, start, stop)
        SELECT id, space_id, :start, :end FROM messages WHERE id = :message ON CONFLICT DO NOTHING""",
        [
            {"message": message_id, "start": each.start, "end": each.end}
            for message_id, stretches in dated
            for each in stretches
        ],
    )
    set_metadata(conn, space_id, UNTIL, str(max(message_id for message_id, _ in dated)))


def last_of_person(conn: Connection, conversation_id: int, before_id: int | None) -> str:
    row = conn.execute(
        "SELECT text FROM messages WHERE conversation_id = :conversation AND role = 'user'"
        " AND (:before IS NULL OR id < :before) ORDER BY id DESC LIMIT 1",
        {"conversation": conversation_id, "before": before_id},
    ).fetchone()
    return str(row[0]) if row else ""


def _backwards(conn: Connection, now: Moment, where: Where) -> Iterator[tuple[Moment, int]]:
    sql = (
        "SELECT m.sent_at, m.conversation_id FROM messages AS m INDEXED BY messages_by_time WHERE m.space_id = :space"
        f" AND m.sent_at <= :now {_shown(where)} ORDER BY m.sent_at DESC, m.id DESC LIMIT :most"
    )
    yield from conn.execute(sql, _params(where) | {"now": now, "most": LOOKED_BACK})


def _shown(where: Where) -> str:
    before = " AND m.id < :before" if where.before_id is not None else ""
    talk = " AND m.conversation_id = :conversation" if where.conversation_id is not None else ""
    return f"AND m.role IN ('user', 'assistant'){before}{talk}"


def _params(where: Where, stretch: Stretch | None = None) -> dict[str, object]:
    times = {"start": stretch.start, "end": stretch.end} if stretch else {}
    return {"space": where.space_id, "before": where.before_id, "conversation": where.conversation_id, **times}

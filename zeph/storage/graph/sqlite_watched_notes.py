"""What watched notes say, in SQLite: a row of a space's small states for each note.

A message that no note says any more is marked as one that never brings facts, with the reason in place of an error.
"""

import json
from collections.abc import Collection, Mapping

from zeph.clock import Moment
from zeph.records.message import WITHDRAWN, GraphState
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.engine.metadata import set_metadata
from zeph.storage.graph.revision_edit import Edit
from zeph.storage.ports import Withdrawn

KIND = "withdraw"
"""Of the revision that ends facts."""
STATES = "watched:"
AGAIN = "~"
"""Stands between a passage's id and how often it was said."""

_MESSAGES = """SELECT m.id FROM conversations c, json_each(:keys) wanted
    JOIN messages m ON m.space_id = c.space_id AND m.conversation_id = c.id AND m.external_id = wanted.value
    WHERE c.space_id = :space AND c.external_id >= :from AND c.external_id < :to"""
_UNTOLD = f"""SELECT DISTINCT e.id, e.fact, e.valid_from FROM json_each(:ids) gone
    JOIN graph_edge_mentions told ON told.message_id = gone.value JOIN graph_edges e ON e.id = told.edge_id
    WHERE e.expired_at IS NULL AND (e.valid_until IS NULL OR e.valid_until > :at) AND e.origin <> 'person'
    AND NOT EXISTS (
        SELECT 1 FROM graph_edge_mentions x JOIN messages m ON m.id = x.message_id
        WHERE x.edge_id = e.id AND m.graph_error <> '{WITHDRAWN}')
    ORDER BY e.id"""
_REPLACED = """SELECT DISTINCT m.id, m.external_id FROM graph_revisions r
    JOIN graph_revision_items i ON i.revision_id = r.id AND i.item_kind = 'edge'
    JOIN graph_edge_mentions told ON told.edge_id = i.item_id JOIN messages m ON m.id = told.message_id
    WHERE r.message_id IN (SELECT value FROM json_each(:gone)) AND r.kind IN ('supersede', 'end')
    AND r.undone_by IS NULL AND m.id IN (SELECT value FROM json_each(:standing))"""


class SqliteWatchedNotes:
    """The port :class:`~zeph.storage.ports.WatchedNotes`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def notes(self, space_id: int, folder: str) -> Mapping[str, frozenset[str]]:
        begins = f"{STATES}{folder}:"
        found = await self._db.snapshot(lambda conn: _states(conn, space_id, begins))
        return {key.removeprefix(begins): passages for key, passages in found.items()}

    async def ids(self, space_id: int, prefix: str, passages: Collection[str]) -> Mapping[str, str]:
        def read(conn: Connection) -> Mapping[str, str]:
            found, number = {key: key for key in passages}, 2
            while gone := _withdrawn(conn, space_id, prefix, found.values()):
                found = {key: f"{key}{AGAIN}{number}" if now in gone else now for key, now in found.items()}
                number += 1
            return found

        return await self._db.snapshot(read)

    async def put(
        self, space_id: int, folder: str, prefix: str, notes: Mapping[str, tuple[Collection[str], Moment]]
    ) -> Mapping[str, Withdrawn]:
        said = {f"{STATES}{folder}:{note}": frozenset(passages) for note, (passages, _) in notes.items()}

        def write(conn: Connection) -> Mapping[str, Withdrawn]:
            before = _states(conn, space_id, STATES)
            still = frozenset[str]().union(*(before | said).values())
            done = {}
            for (note, (_, at)), (key, passages) in zip(notes.items(), said.items(), strict=True):
                was = before.get(key, frozenset())
                if was == passages:
                    done[note] = Withdrawn(0, ())
                    continue
                gone = _known(conn, space_id, prefix, was - still)
                facts = _withdraw(conn, space_id, gone, at, self._db.now)
                again = _replaced(conn, gone, _known(conn, space_id, prefix, passages))
                again |= _withdrawn(conn, space_id, prefix, passages)
                _keep(conn, space_id, key, passages - again)
                done[note] = Withdrawn(len(gone), facts, len(again))
            return done

        return await self._db.write(write)


def _keep(conn: Connection, space_id: int, key: str, passages: Collection[str]) -> None:
    if passages:
        set_metadata(conn, space_id, key, json.dumps(sorted(passages)))
    else:
        conn.execute("DELETE FROM graph_metadata WHERE space_id = ? AND key = ?", (space_id, key))


def _states(conn: Connection, space_id: int, begins: str) -> dict[str, frozenset[str]]:
    rows = conn.execute(
        "SELECT key, value FROM graph_metadata WHERE space_id = ? AND key >= ? AND key < ?",
        (space_id, begins, f"{begins}\U0010ffff"),
    )
    return {key: frozenset(json.loads(value)) for key, value in rows}


def _withdrawn(conn: Connection, space_id: int, prefix: str, ids: Collection[str]) -> frozenset[str]:
    rows = conn.execute(
        "SELECT external_id FROM messages WHERE graph_error = ? AND id IN (SELECT value FROM json_each(?))",
        (WITHDRAWN, as_json(_known(conn, space_id, prefix, ids))),
    )
    return frozenset(row[0] for row in rows)


def _known(conn: Connection, space_id: int, prefix: str, keys: Collection[str]) -> list[int]:
    values = {"space": space_id, "from": prefix, "to": f"{prefix}\U0010ffff", "keys": json.dumps(sorted(keys))}
    return [row[0] for row in conn.execute(_MESSAGES, values)] if keys else []


def _mark(conn: Connection, ids: Collection[int]) -> None:
    conn.execute(
        """UPDATE messages SET graph_processed = :state, graph_error = :error, graph_attempts = 0
        WHERE id IN (SELECT value FROM json_each(:ids))""",
        {"state": int(GraphState.NEVER), "error": WITHDRAWN, "ids": as_json(ids)},
    )


def _replaced(conn: Connection, gone: Collection[int], standing: Collection[int]) -> frozenset[str]:
    """Passages that stand, and whose facts what is gone had replaced: they are to be said again, and are withdrawn."""
    values = {"gone": as_json(gone), "standing": as_json(standing)}
    found = conn.execute(_REPLACED, values).fetchall() if gone else []
    _mark(conn, [row[0] for row in found])
    return frozenset(row[1] for row in found)


def _withdraw(conn: Connection, space_id: int, ids: Collection[int], at: Moment, now: Moment) -> tuple[str, ...]:
    _mark(conn, ids)
    untold = conn.execute(_UNTOLD, {"ids": as_json(ids), "at": at}).fetchall()
    if not untold:
        return ()
    facts = tuple(fact for _, fact, _ in untold)
    edit = Edit(conn, space_id, KIND, f"no note says it any more: {'; '.join(facts)}", now)
    for edge_id, _, since in untold:
        until = max(at, since or at)
        live = int(until > edit.now)
        edit.change("edge", edge_id, valid_until=until, valid_until_precision="instant", live=live)
    return facts

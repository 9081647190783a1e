"""What a person changes in the graph, in SQLite: each change is one write transaction and one revision.

What a change moves stands in ``merging.py``, what an undo puts back in ``undo.py``.
"""

from collections.abc import Sequence
from typing import Any

from zeph.clock import Moment
from zeph.errors import NotFound, UsageError
from zeph.records.amendment import Amendment
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.graph.merging import add_alias, merge, split
from zeph.storage.graph.plan_receipt import shown_date
from zeph.storage.graph.revision_edit import Edit
from zeph.storage.graph.undo import undo
from zeph.storage.ports import Excludes, excludes_nothing
from zeph.storage.ports.unspaced import indexed_fact
from zeph.storage.vectors.item_vectors import drop_vectors


class SqliteGraphEdits:
    """The port :class:`~zeph.storage.ports.GraphEdits`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def merge_entities(self, space_id: int, kept_id: int, gone_id: int) -> int:
        return await self._db.write(lambda conn: merge(conn, space_id, kept_id, gone_id, self._db.now))

    async def split_entity(self, space_id: int, entity_id: int, alias_name: str) -> int:
        return await self._db.write(lambda conn: split(conn, space_id, entity_id, alias_name, self._db.now))

    async def add_alias(self, space_id: int, entity_id: int, said: str, alias_name: str) -> int:
        return await self._db.write(lambda conn: add_alias(conn, space_id, entity_id, said, alias_name, self._db.now))

    async def amend(self, space_id: int, edge_id: int, amendment: Amendment) -> int:
        columns = _columns(amendment)

        def write(conn: Connection) -> int:
            row = conn.execute(
                "SELECT fact, valid_from, valid_until, expired_at, origin, valid_from_stated FROM graph_edges"
                " WHERE id = ? AND space_id = ?",
                (edge_id, space_id),
            ).fetchone()
            if row is None:
                raise NotFound(f"There is no fact {edge_id}; `zeph graph facts NAME` shows their numbers.")
            fact, since, until, expired, origin, stated = row
            if not columns and origin == "person":
                raise UsageError(f"Fact {edge_id} is yours already: nothing changes it by itself.")
            since, until = columns.get("valid_from", since), columns.get("valid_until", until)
            if since and until and until < since:
                columns.update(_mended(since, until, amendment, stated=bool(stated)))
                until = columns["valid_until"]
            reason = f"{'set right by hand' if columns else 'pinned'}: {fact}"
            edit = Edit(conn, space_id, "edit", reason, self._db.now)
            live = int(expired is None and (until is None or until > edit.now))
            edit.change("edge", edge_id, **columns, origin="person", live=live)
            if "fact" in columns:
                drop_vectors(conn, "edge", [edge_id])
            return edit.id

        return await self._db.write(write)

    async def retract(self, space_id: int, edge_ids: Sequence[int]) -> int:
        def write(conn: Connection) -> int:
            facts = conn.execute(
                """SELECT id, fact FROM graph_edges WHERE space_id = ? AND expired_at IS NULL
                AND id IN (SELECT value FROM json_each(?)) ORDER BY id""",
                (space_id, as_json(edge_ids)),
            ).fetchall()
            if not facts:
                raise NotFound("These facts are out of use already.")
            edit = Edit(conn, space_id, "retract", f"was wrong: {'; '.join(fact for _, fact in facts)}", self._db.now)
            for edge_id, _ in facts:
                edit.change("edge", edge_id, expired_at=edit.now, expired_reason="retracted", live=0)
            return edit.id

        return await self._db.write(write)

    async def undo(
        self, space_id: int, revision_id: int | None, excludes: Excludes = excludes_nothing
    ) -> tuple[int, str]:
        return await self._db.write(lambda conn: undo(conn, space_id, revision_id, self._db.now, excludes))

    async def accept_revision(self, space_id: int, revision_id: int | None) -> int:
        def write(conn: Connection) -> int:
            done = conn.execute(
                """UPDATE graph_revisions SET origin = 'person'
                WHERE space_id = :space AND (:id IS NULL OR id = :id) AND origin <> 'person' AND undone_by IS NULL""",
                {"space": space_id, "id": revision_id},
            )
            return int(done.rowcount)

        return await self._db.write(write)


def _mended(since: Moment, until: Moment, amendment: Amendment, *, stated: bool) -> dict[str, Any]:
    """What becomes of a start after the end: where both lie in the day, month or year that was named, the end is the
    start; where the start only stood in for one that nobody named, it is unknown. Raises UsageError for any other."""
    same = shown_date(since, amendment.valid_until_precision) == shown_date(until, amendment.valid_until_precision)
    if amendment.valid_from is None and same:
        return {"valid_until": since, "valid_until_precision": amendment.valid_until_precision}
    if amendment.valid_from is None and not stated:
        return {"valid_from": None, "valid_from_precision": None, "valid_until": until}
    raise UsageError(f"A fact cannot end ({until[:10]}) before it begins ({since[:10]}).")


def _columns(amendment: Amendment) -> dict[str, Any]:
    """The columns that it sets."""
    columns: dict[str, Any] = {}
    if amendment.fact is not None:
        columns |= {"fact": amendment.fact, "indexed_text": indexed_fact(amendment.fact, amendment.indexed_text)}
    if amendment.valid_from is not None:
        precision = amendment.valid_from_precision
        columns |= {"valid_from": amendment.valid_from, "valid_from_precision": precision, "valid_from_stated": 1}
    if amendment.valid_until is not None:
        columns |= {"valid_until": amendment.valid_until, "valid_until_precision": amendment.valid_until_precision}
    if amendment.confidence is not None:
        columns["confidence"] = amendment.confidence
    return columns

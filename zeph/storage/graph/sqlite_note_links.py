"""The links of note linking in SQLite: which entities are alike, smaller id first.

How far linking has come is one number for each embedding model, so that what a killed process left, and what was there
before the setting was turned on, is linked later.
"""

from collections.abc import Mapping, Sequence

from zeph.clock import Moment
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection
from zeph.storage.engine.metadata import get_metadata, set_metadata


class SqliteNoteLinks:
    """The port :class:`~zeph.storage.ports.NoteLinks`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def unlinked(self, space_id: int, model: str, limit: int) -> list[int]:
        def read(conn: Connection) -> list[int]:
            rows = conn.execute(
                """SELECT n.id, EXISTS (SELECT 1 FROM embeddings v WHERE v.kind = 'entity' AND v.item_id = n.id
                    AND v.model_id = (SELECT id FROM embedding_models WHERE name = :model))
                FROM graph_entities n WHERE n.space_id = :space AND n.id > :after ORDER BY n.id LIMIT :limit""",
                {"space": space_id, "model": model, "after": _linked_to(conn, space_id, model), "limit": limit},
            ).fetchall()
            ready: list[int] = []
            for entity_id, has_vector in rows:
                if not has_vector:
                    break
                ready.append(entity_id)
            return ready

        return await self._db.snapshot(read)

    async def link(self, space_id: int, model: str, hits: Mapping[int, Sequence[tuple[int, float]]], top_k: int) -> int:
        def write(conn: Connection) -> int:
            linked = sum(
                _link_two(conn, space_id, entity_id, other, similarity, top_k, self._db.now)
                for entity_id, others in hits.items()
                for other, similarity in others
            )
            done = _linked_to(conn, space_id, model)
            set_metadata(conn, space_id, _progress(model), str(max(done, *hits)))
            return linked

        return await self._db.write_behind(write)


def _progress(model: str) -> str:
    return f"linked_entities:{model}"


def _linked_to(conn: Connection, space_id: int, model: str) -> int:
    """The last linked entity."""
    return int(get_metadata(conn, space_id, _progress(model)) or 0)


def _link_two(conn: Connection, space_id: int, one: int, other: int, similarity: float, top_k: int, now: Moment) -> int:
    # An entity may have been forgotten or merged away since it was compared.
    added: int = conn.execute(
        """INSERT INTO graph_similar (entity_id, similar_id, similarity, created_at)
        SELECT a.id, b.id, :similarity, :now FROM graph_entities a, graph_entities b
        WHERE a.id = min(:one, :other) AND b.id = max(:one, :other) AND a.id <> b.id
          AND a.space_id = :space AND b.space_id = :space
          AND NOT EXISTS (SELECT 1 FROM graph_similar WHERE entity_id = a.id AND similar_id = b.id)
          AND (SELECT count(*) FROM graph_similar WHERE entity_id = a.id OR similar_id = a.id) < :top
          AND (SELECT count(*) FROM graph_similar WHERE entity_id = b.id OR similar_id = b.id) < :top""",
        {"one": one, "other": other, "similarity": similarity, "top": top_k, "space": space_id, "now": now},
    ).rowcount
    return added

"""Labelled texts that stand in every request, in SQLite. A change adds a form; what was is kept."""

from zeph.records.block import Author, Block, BlockForm, BlockHistory
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection
from zeph.storage.ports.blocks_port import BlockChange

KEPT = 200
"""Forms of one block, the latest ones."""
_COLUMNS = "f.id, f.before_id, f.text, f.description, f.char_limit, f.read_only, f.removed, f.written_by, f.created_at"
# A pointer that damage has emptied means the last form.
_NOW = "coalesce(b.form_id, (SELECT max(id) FROM memory_block_forms WHERE block_id = b.id))"
ALL = f"""
    SELECT b.id, b.label, {_COLUMNS} FROM memory_blocks AS b JOIN memory_block_forms AS f ON f.id = {_NOW}
    WHERE b.space_id = :space ORDER BY b.id"""
FORMS = f"""
    SELECT {_COLUMNS}, f.id = {_NOW} FROM memory_blocks AS b JOIN memory_block_forms AS f ON f.block_id = b.id
    WHERE b.space_id = :space AND b.label = :label ORDER BY f.id"""
TEXTS = """
    SELECT f.text, f.written_by FROM memory_block_forms AS f JOIN memory_blocks AS b ON b.id = f.block_id
    WHERE b.space_id = :space
    UNION SELECT f.description, 'person' FROM memory_block_forms AS f JOIN memory_blocks AS b ON b.id = f.block_id
    WHERE b.space_id = :space"""
OUTSIDE = """
    SELECT (SELECT count(*) FROM messages WHERE space_id = :space AND id < :before),
        (SELECT count(*) FROM graph_edges WHERE space_id = :space AND expired_at IS NULL AND valid_until IS NULL),
        (SELECT count(*) FROM message_passages WHERE space_id = :space)"""


class SqliteBlockReads:
    """The port :class:`~zeph.storage.ports.BlockReads`."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def all(self, space_id: int) -> list[Block]:
        return [Block(row[0], row[1], _form(row[2:])) for row in self._conn.execute(ALL, {"space": space_id})]

    def history(self, space_id: int, label: str) -> BlockHistory:
        return _history(self._conn, space_id, label)

    def texts(self, space_id: int) -> list[tuple[str, Author]]:
        rows = self._conn.execute(TEXTS, {"space": space_id})
        return [(text, _author(by)) for text, by in rows if text]

    def outside(self, space_id: int, before_id: int | None = None) -> tuple[int, int, int]:
        values = {"space": space_id, "before": 2**62 if before_id is None else before_id}
        messages, facts, passages = self._conn.execute(OUTSIDE, values).fetchone()
        return int(messages), int(facts), int(passages)


class SqliteBlocks:
    """The port :class:`~zeph.storage.ports.Blocks`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def change(self, space_id: int, label: str, change: BlockChange) -> Block:
        now = self._db.now

        def write(conn: Connection) -> Block:
            form = change(_history(conn, space_id, label))
            where = {"space": space_id, "label": label, "now": now}
            conn.execute(
                """INSERT INTO memory_blocks (space_id, label, created_at) VALUES (:space, :label, :now)
                ON CONFLICT DO NOTHING""",
                where,
            )
            sql = "SELECT id FROM memory_blocks WHERE space_id = :space AND label = :label"
            block = int(conn.execute(sql, where).fetchone()[0])
            values = {
                "block": block, "before": form.before_id, "text": form.text, "description": form.description,
                "limit": form.char_limit, "read_only": form.read_only, "removed": form.removed, "by": form.written_by,
                "now": now, "kept": KEPT,
            }  # fmt: skip
            written = conn.execute(
                """INSERT INTO memory_block_forms (block_id, before_id, text, description, char_limit, read_only,
                    removed, written_by, created_at)
                VALUES (:block, :before, :text, :description, :limit, :read_only, :removed, :by, :now)""",
                values,
            ).lastrowid
            conn.execute("UPDATE memory_blocks SET form_id = ? WHERE id = ?", (written, block))
            conn.execute(
                """DELETE FROM memory_block_forms WHERE block_id = :block AND id <= (SELECT id FROM memory_block_forms
                    WHERE block_id = :block ORDER BY id DESC LIMIT 1 OFFSET :kept)""",
                values,
            )
            return next(one for one in SqliteBlockReads(conn).all(space_id) if one.id == block)

        return await self._db.write(write)


def _history(conn: Connection, space_id: int, label: str) -> BlockHistory:
    rows = conn.execute(FORMS, {"space": space_id, "label": label}).fetchall()
    forms = [_form(row[:-1]) for row in rows]
    return BlockHistory(forms, next((form for form, row in zip(forms, rows, strict=True) if row[-1]), None))


def _form(row: tuple[int, int | None, str, str, int, int, int, str, str]) -> BlockForm:
    number, before, text, description, limit, read_only, removed, by, at = row
    return BlockForm(number, before, text, description, limit, bool(read_only), bool(removed), _author(by), at)


def _author(by: str) -> Author:
    return "model" if by == "model" else "person"

"""Sums over the ledger in SQLite: what extraction took, by extractor and by day."""

from typing import Literal

from zeph.records.ledger import Cost
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection

# What a sum is over, and the order: the dearest extractor first, the latest day first.
GROUPS = {"extractor": ("g.extractor", "5 DESC, 1"), "day": ("substr(g.created_at, 1, 10)", "1 DESC")}


class SqliteLedger:
    """The port :class:`~zeph.storage.ports.Ledger`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def costs(self, space_id: int, by: Literal["extractor", "day"], limit: int) -> list[Cost]:
        group, order = GROUPS[by]

        def read(conn: Connection) -> list[Cost]:
            rows = conn.execute(
                f"""SELECT {group}, count(DISTINCT g.message_id), sum(g.model_calls), sum(g.prompt_tokens),
                    sum(g.answer_tokens), sum(g.seconds), sum(g.facts), sum(g.dropped), sum(g.failed)
                FROM graph_ledger g JOIN messages m ON m.id = g.message_id
                WHERE m.space_id = :space GROUP BY 1 ORDER BY {order} LIMIT :limit""",
                {"space": space_id, "limit": limit},
            )
            return [Cost(*row) for row in rows]

        return await self._db.snapshot(read)

    async def tokens_spent(self, space_id: int, day: str) -> int:
        def read(conn: Connection) -> int:
            row = conn.execute(
                """SELECT coalesce(sum(g.prompt_tokens + g.answer_tokens), 0)
                FROM graph_ledger g JOIN messages m ON m.id = g.message_id
                WHERE m.space_id = :space AND g.created_at >= :day AND substr(g.created_at, 1, 10) = :day""",
                {"space": space_id, "day": day},
            ).fetchone()
            return int(row[0])

        return await self._db.snapshot(read)

"""The store: every port of ``ports.py``, carried out on one SQLite file.

In: records. Out: records. It only joins each method to its SQL: what a statement says stands in the
modules beside this one, what a fact means stands in ``zeph.memory``.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from zeph.clock import Clock, Moment, SystemClock, moment_now
from zeph.errors import StorageError
from zeph.records.community import Community, GraphStats
from zeph.records.edge import Edge, Form
from zeph.records.entity import Entity
from zeph.records.forgetting import Forgotten, Target
from zeph.records.ledger import Cost
from zeph.records.message import Conversation, ConversationKind, GraphState, Message, NewMessage
from zeph.records.revision import Revision
from zeph.records.summary import Summary
from zeph.records.vectors import VectorState
from zeph.records.view import View
from zeph.storage.care import health as care
from zeph.storage.engine.connections import Database, OnWait
from zeph.storage.engine.driver import Connection
from zeph.storage.graph import communities, history
from zeph.storage.graph import read as graph_read
from zeph.storage.messages import messages
from zeph.storage.messages import queue as leases
from zeph.storage.ports import Committed, Kind, Lease, Reader, Turn, VectorRow, Work
from zeph.storage.snapshot import SnapshotReader
from zeph.storage.vectors import embeddings as vectors
from zeph.storage.vectors.bits import BitIndex

if TYPE_CHECKING:
    import numpy

    from zeph.records.plan import LedgerEntry, Plan
    from zeph.storage.graph.detections import UpkeepStore
    from zeph.storage.graph.page_rows import PictureReader
    from zeph.storage.transfer.loader import Loader, OnBadRow

T = TypeVar("T")
WRITE_SECONDS = 0.020
"""Longest that bulk work keeps the writer in one transaction."""


class SqliteStore:
    """One Zeph database. ``await SqliteStore.open(path)``; close it, or its threads keep the process alive."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._db = database
        self._clock = clock
        self._bits = BitIndex()

    @classmethod
    async def open(cls, path: Path, clock: Clock | None = None, pool_size: int = 3) -> "SqliteStore":
        """Creates or migrates the file. Raises StorageError's leaves."""
        used = clock or SystemClock()
        store = cls(await Database(path, used, pool_size).open(), used)
        try:
            if await store._db.snapshot(vectors.out_of_step):
                await store._db.write(vectors.sync_indexes)
        except BaseException:
            await store.close()  # its threads would keep the process alive
            raise
        return store

    async def close(self) -> None:
        await self._db.close()

    def on_wait(self, tell: OnWait) -> None:
        """``tell`` is called with True when what a person waits for does not get its turn to write, then with False."""
        self._db.on_wait = tell

    @cached_property
    def upkeep(self) -> "UpkeepStore":
        from zeph.storage.graph.detections import UpkeepStore

        return UpkeepStore(self._db)

    @property
    def _now(self) -> Moment:
        return moment_now(self._clock)

    async def space(self, name: str) -> int:
        found = await self._db.snapshot(lambda c: messages.find_space(c, name))
        return found if found is not None else await self._db.write(lambda c: messages.space(c, name, self._now))

    async def find_space(self, name: str) -> int | None:
        return await self._db.snapshot(lambda c: messages.find_space(c, name))

    async def read(self, fn: Callable[[Reader], T]) -> T:
        return await self._db.snapshot(lambda c: fn(SnapshotReader(c, self._bits)))

    # ------------------------------------------------------------ what was said

    async def conversation(
        self, space_id: int, kind: ConversationKind, external_id: str, title: str = "", begun: Moment | None = None
    ) -> Conversation:
        at = begun or self._now
        return await self._db.write(lambda c: messages.conversation(c, space_id, kind, external_id, title, at))

    async def conversations(
        self, space_id: int, limit: int, kind: ConversationKind | None = None
    ) -> list[Conversation]:
        return await self._db.snapshot(lambda c: messages.conversations(c, space_id, limit, kind))

    async def find_conversation(self, space_id: int, prefix: str) -> list[Conversation]:
        return await self._db.snapshot(lambda c: messages.find_conversation(c, space_id, prefix))

    async def rename_conversation(self, conversation_id: int, title: str) -> None:
        await self._db.write(lambda c: messages.rename(c, conversation_id, title))

    async def conversations_by_id(self, ids: Sequence[int]) -> dict[int, Conversation]:
        return await self._db.snapshot(lambda c: messages.conversations_by_id(c, ids))

    async def history(
        self, conversation_id: int, limit: int, *, before_id: int | None = None, after_id: int | None = None
    ) -> list[Message]:
        if after_id is not None:
            return await self._db.snapshot(lambda c: messages.history_after(c, conversation_id, limit, after_id))
        return await self._db.snapshot(lambda c: messages.history(c, conversation_id, limit, before_id))

    async def add_messages(
        self, rows: Sequence[tuple[NewMessage, tuple[str, ...], bool]]
    ) -> list[tuple[Message, bool]]:
        now = self._now
        return await self._db.write(
            lambda c: [messages.add_message(c, message, flags, eligible, now) for message, flags, eligible in rows]
        )

    async def message_ids(self, conversation_id: int) -> dict[str, str]:
        """External id to content hash of what is stored of a conversation."""
        return await self._db.snapshot(lambda c: messages.stored_hashes(c, conversation_id))

    async def summary(self, conversation_id: int) -> Summary | None:
        from zeph.storage.messages import summaries

        return await self._db.snapshot(lambda c: summaries.summary(c, conversation_id))

    async def put_summary(self, new: Summary) -> None:
        from zeph.storage.messages import summaries

        await self._db.write_behind(lambda c: summaries.put_summary(c, new))

    async def messages_after(self, conversation_id: int, after_id: int, until_id: int, limit: int) -> list[Message]:
        from zeph.storage.messages import summaries

        return await self._db.snapshot(
            lambda c: summaries.messages_after(c, conversation_id, after_id, until_id, limit)
        )

    # ------------------------------------------------------------ the queue

    async def lease(
        self, space_id: int, owner: str, seconds: float, *, imports: bool = False,
        conversation_id: int | None = None, batch: int = 1, gated: bool = False,
    ) -> tuple[Lease, list[Work]] | None:  # fmt: skip
        return await self._db.write_behind(
            lambda c: leases.lease(
                c, space_id, owner, self._now, seconds, imports=imports,
                conversation_id=conversation_id, batch=batch, gated=gated,
            )
        )  # fmt: skip

    async def turns_before(self, message: Message, limit: int) -> list[Turn]:
        return await self._db.snapshot(lambda c: leases.turns_before(c, message, limit))

    async def requeue_failed(self, space_id: int, *, gated: bool = False) -> int:
        return await self._db.write_behind(lambda c: leases.requeue_failed(c, space_id, gated))

    async def renew(self, lease: Lease, seconds: float) -> None:
        await self._db.write_behind(lambda c: leases.renew(c, lease, leases.later(self._now, seconds)))

    async def release(self, lease: Lease) -> None:
        await self._db.write_behind(lambda c: leases.release(c, lease))

    async def commit(self, lease: Lease, work: Sequence[tuple[Message, "Callable[[Reader], Plan]"]]) -> list[Committed]:
        return await self._db.write_behind(lambda c: self._commit(c, lease, work))

    def _commit(
        self, conn: Connection, lease: Lease, work: Sequence[tuple[Message, "Callable[[Reader], Plan]"]]
    ) -> list[Committed]:
        from zeph.storage.graph.plan_writer import PlanWriter

        started, done = time.monotonic(), []
        for message, decide in work:
            leases.check(conn, lease, message.id)
            writer = PlanWriter(conn, message, decide(SnapshotReader(conn, self._bits)), self._now)
            done.append(writer.run())
            communities.assign_new(conn, message.space_id, writer.new_entity_ids)
            leases.mark(conn, message.id, GraphState.DONE)
            if time.monotonic() - started > WRITE_SECONDS:
                break
        return done

    async def mark_gated(self, lease: Lease, message: Message) -> None:
        await self._db.write_behind(lambda c: leases.mark_gated(c, lease, message.id))

    async def mark_failed(
        self, lease: Lease, message: Message, error: str, retry_in_secs: float, spent: "LedgerEntry | None" = None
    ) -> None:
        now = self._now
        due_at = leases.later(now, retry_in_secs)
        await self._db.write_behind(lambda c: leases.mark_failed(c, lease, message.id, error, due_at, spent, now))

    # ------------------------------------------------------------ what is known

    async def stats(self, space_id: int) -> GraphStats:
        return await self._db.snapshot(lambda c: graph_read.stats(c, space_id))

    async def latest_entities(self, space_id: int, limit: int) -> list[Entity]:
        return await self._db.snapshot(lambda c: graph_read.latest_entities(c, space_id, limit))

    async def entities_matching(self, space_id: int, name: str, match: str, limit: int) -> list[Entity]:
        return await self._db.snapshot(
            lambda c: (
                graph_read.entities_named(c, space_id, name)
                or (graph_read.entities_beginning(c, space_id, match, limit) if match else [])
            )
        )

    async def edges_of(self, entity_ids: Sequence[int], view: View, limit: int) -> list[Edge]:
        return await self._db.snapshot(lambda c: graph_read.edges_of(c, entity_ids, view, limit))

    async def communities(self, space_id: int, limit: int) -> list[Community]:
        return await self._db.snapshot(lambda c: communities.list_communities(c, space_id, limit))

    async def count_usage(self, edge_ids: Sequence[int], now: Moment) -> None:
        from zeph.storage.graph.plan_writer import count_usage

        await self._db.write_behind(lambda c: count_usage(c, edge_ids, now))

    # ------------------------------------------------------------ whole memories

    async def all_edges(self, view: View) -> list[Edge]:
        return await self._db.snapshot(lambda c: graph_read.all_edges(c, view))

    async def picture(self, space_id: int, fn: "Callable[[PictureReader], T]") -> T:
        """``fn`` on one read snapshot of the space's whole graph."""
        from zeph.storage.graph.page_rows import PictureReader

        return await self._db.snapshot(lambda c: fn(PictureReader(c, space_id)))

    async def dump(self, view: View, take: Callable[[str, dict[str, Any]], None]) -> None:
        """Gives ``take`` every row of the space (with ``as_of``: what was true then), kind by kind."""
        from zeph.storage.transfer.dump import dump, dump_at

        def run(conn: Connection) -> None:
            for kind, row in dump_at(conn, view) if view.as_of else dump(conn, view.space_id):
                take(kind, row)

        await self._db.snapshot(run)

    def loader(self, space_id: int) -> "Loader":
        """For the rows of one file; give it to :meth:`load` batch by batch, then to :meth:`finish`."""
        from zeph.storage.transfer.loader import Loader

        return Loader(space_id)

    async def load(
        self, loader: "Loader", rows: Sequence[tuple[int, str, dict[str, Any]]], on_bad_row: "OnBadRow"
    ) -> None:
        await self._db.write_behind(lambda c: loader.load(c, rows, on_bad_row))

    async def finish(self, loader: "Loader") -> None:
        await self._db.write_behind(loader.finish)

    # ------------------------------------------------------------ vectors

    async def put_vectors(self, model: str, dimension: int, rows: Sequence[VectorRow]) -> None:
        await self._db.write_behind(lambda c: vectors.put_vectors(c, model, dimension, rows, self._now))

    async def missing_vectors(
        self, space_id: int, model: str, kind: Kind, limit: int, below: int | None = None
    ) -> list[tuple[int, str]]:
        return await self._db.snapshot(lambda c: vectors.missing_vectors(c, space_id, model, kind, limit, below))

    async def queued_vectors(self, space_id: int, model: str, kind: Kind, limit: int) -> list[tuple[int, str]] | None:
        from zeph.storage.vectors import missing as vector_queue

        def look(conn: Connection) -> tuple[list[tuple[int, str]], list[int]] | None:
            if not vector_queue.is_complete(conn, space_id, model):
                return None
            return vector_queue.queued(conn, space_id, model, kind, limit)

        while found := await self._db.snapshot(look):
            missing, needless = found
            if needless:
                await self._db.write_behind(lambda c, ids=needless: vectors.unqueue(c, kind, ids))  # type: ignore[misc]
            if missing or not needless:
                return missing
        return None

    async def begin_vectors(self, space_id: int, model: str) -> None:
        from zeph.storage.vectors import missing as vector_queue

        await self._db.write_behind(lambda c: vector_queue.begin(c, space_id, model))

    async def vectors_complete(self, space_id: int, model: str) -> bool:
        from zeph.storage.vectors import missing as vector_queue

        return await self._db.write_behind(lambda c: vector_queue.complete(c, space_id, model, self._now))

    async def vector_state(self, space_id: int) -> VectorState | None:
        from zeph.storage.vectors import missing as vector_queue

        return await self._db.snapshot(lambda c: vector_queue.state(c, space_id))

    async def drop_old_vectors(self, space_id: int, model: str) -> bool:
        from zeph.storage.vectors import missing as vector_queue

        old = await self._db.snapshot(lambda c: vector_queue.old_model(c, space_id, model, self._now))
        if old is None:
            return False
        await self._db.write_behind(lambda c: vector_queue.drop_old(c, old))
        return True

    # ------------------------------------------------------------ what a person changes, and what was

    async def merge_entities(self, space_id: int, kept_id: int, gone_id: int) -> int:
        from zeph.storage.graph import merging as edits

        return await self._db.write(lambda c: edits.merge(c, space_id, kept_id, gone_id, self._now))

    async def amend(self, space_id: int, edge_id: int, columns: Mapping[str, Any]) -> int:
        from zeph.storage.graph.amend import amend

        return await self._db.write(lambda c: amend(c, space_id, edge_id, columns, self._now))

    async def fact(self, space_id: int, edge_id: int) -> Edge | None:
        return await self._db.snapshot(lambda c: history.fact(c, space_id, edge_id))

    async def facts_around(self, space_id: int, entity_id: int, limit: int) -> list[Edge]:
        return await self._db.snapshot(lambda c: history.facts_around(c, space_id, entity_id, limit))

    async def facts_of_message(self, space_id: int, message_id: int) -> list[Edge]:
        return await self._db.snapshot(lambda c: history.facts_of_message(c, space_id, message_id))

    async def counts(self, space_id: int) -> dict[str, int]:
        return await self._db.snapshot(lambda c: graph_read.counts(c, space_id))

    async def forms(self, edge_id: int) -> list[Form]:
        return await self._db.snapshot(lambda c: history.forms(c, edge_id))

    async def split_entity(self, space_id: int, entity_id: int, alias_name: str) -> int:
        from zeph.storage.graph import merging as edits

        return await self._db.write(lambda c: edits.split(c, space_id, entity_id, alias_name, self._now))

    async def add_alias(self, space_id: int, entity_id: int, said: str, alias_name: str) -> int:
        from zeph.storage.graph import merging as edits

        return await self._db.write(lambda c: edits.alias(c, space_id, entity_id, said, alias_name, self._now))

    async def undo(
        self, space_id: int, revision_id: int | None, excludes: Callable[[str, str, bool], bool] = lambda *_: False
    ) -> tuple[int, str]:
        """(id of the undoing revision, what was undone). ``excludes``: as for :func:`zeph.storage.graph.undo.undo`."""
        from zeph.storage.graph import undo

        return await self._db.write(lambda c: undo.undo(c, space_id, revision_id, self._now, excludes))

    async def learned_relations(self, space_id: int) -> dict[str, str]:
        """Wordings that a model decided, to the canonical relation."""
        return await self._db.snapshot(lambda c: graph_read.learned_relations(c, space_id))

    async def accept_revision(self, space_id: int, revision_id: int | None) -> int:
        """How many of them (all without an id) no person had stood behind."""
        return await self._db.write(lambda c: history.accept(c, space_id, revision_id))

    async def revisions(self, space_id: int, limit: int) -> list[Revision]:
        return await self._db.snapshot(lambda c: history.revisions(c, space_id, limit))

    async def edge_history(
        self, space_id: int, source_id: int, predicate: str, relation: str | None, limit: int
    ) -> list[Edge]:
        return await self._db.snapshot(
            lambda c: history.edge_history(c, space_id, source_id, predicate, relation, limit)
        )

    async def episodes_for_entity(self, space_id: int, entity_id: int) -> list[Conversation]:
        return await self._db.snapshot(lambda c: history.episodes_for_entity(c, space_id, entity_id))

    async def vectors_of(self, model: str, kind: Kind, ids: Sequence[int]) -> "dict[int, numpy.ndarray[Any, Any]]":
        return await self._db.snapshot(lambda c: vectors.vectors_of(c, model, kind, ids))

    async def texts_of(self, kind: Kind, ids: Sequence[int]) -> list[tuple[int, str]]:
        return await self._db.snapshot(lambda c: vectors.texts_of(c, kind, ids))

    async def unlinked_entities(self, space_id: int, model: str, limit: int) -> list[int]:
        from zeph.storage.graph import similar

        return await self._db.snapshot(lambda c: similar.unlinked(c, space_id, model, limit))

    async def link_similar(
        self, space_id: int, model: str, near: Mapping[int, Sequence[tuple[int, float]]], top_k: int
    ) -> int:
        from zeph.storage.graph import similar

        return await self._db.write_behind(lambda c: similar.link(c, space_id, model, near, top_k, self._now))

    async def costs(self, space_id: int, by: Literal["extractor", "day"], limit: int) -> list[Cost]:
        from zeph.storage.care import costs as ledger

        return await self._db.snapshot(lambda c: ledger.costs(c, space_id, by, limit))

    async def tokens_spent(self, space_id: int, day: str) -> int:
        from zeph.storage.care import costs as ledger

        return await self._db.snapshot(lambda c: ledger.tokens_spent(c, space_id, day))

    # ------------------------------------------------------------ care

    async def forget(self, space_id: int, target: Target, *, dry: bool = False) -> Forgotten:
        """Removes the target with all that has no other source, and its bytes from the file; ``dry`` only tells what."""
        from zeph.storage.care.removal import forget

        def run(conn: Connection) -> Forgotten:
            done = forget(conn, space_id, target, self._now, dry=dry)
            if done and not dry:
                care.scrub_later(conn, space_id, self._now)
            return done

        done = await self._db.write(run)
        return replace(done, lingers=await self._scrubbed()) if done and not dry else done

    async def scrub_left(self) -> None:
        """Bytes that a removal left, because it was killed or hindered, leave the file now."""
        if await self._db.snapshot(care.scrub_due):
            await self._scrubbed()

    async def _scrubbed(self) -> str:
        """Why the bytes are there for a while yet."""
        try:
            return "" if await self._scrub() else "another program reads the file"
        except StorageError as error:
            return str(error).rstrip(".")

    async def _scrub(self) -> bool:
        due = await self._db.snapshot(care.scrub_due)
        clean = await self._db.outside_transaction(care.scrub)
        if clean and due:
            await self._db.write(lambda c: care.scrubbed(c, due))
        return clean

    async def repair(self) -> list[str]:
        """Mends what follows from something else; what was mended, a sentence each."""
        from zeph.storage.care.repair import repair

        return await self._db.write(repair)

    async def thorough_health(self) -> list[str]:
        """As :meth:`health`, and every page and index held against its table."""
        return await self._looked_over(thorough=True)

    async def vacuum(self) -> None:
        """Writes the file anew without its holes."""
        await self._scrub()

    async def sizes(self) -> list[tuple[str, int, int]]:
        """(table or index, rows or -1, bytes), largest first."""
        return await self._db.snapshot(care.sizes)

    async def health(self) -> list[str]:
        """What is wrong with the file, a sentence each; [] where nothing is."""
        return await self._looked_over(thorough=False)

    async def _looked_over(self, *, thorough: bool) -> list[str]:
        found = await self._db.apart(lambda c: care.rows_health(c, thorough=thorough))
        for table in care.FTS_TABLES:
            # A writer's work, as the command looks like an insert: one at a time, so that others come between.
            found += await self._db.write_behind(partial(care.index_health, table=table))
        return found

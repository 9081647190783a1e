"""Ingestion that somebody waits for: everything that is pending, or one conversation up to a message.

In: the worker, the store. Out: progress after each batch, or a receipt. It runs the worker's own steps, whether the
background runs or not.
"""

import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import TYPE_CHECKING

from zeph.errors import ZephError
from zeph.records.message import Message
from zeph.records.progress import Progress
from zeph.records.revision import Receipt
from zeph.storage.ports import Store

if TYPE_CHECKING:
    from zeph.memory.ingest.run.leased_work import Ingested
    from zeph.memory.ingest.run.worker import Worker

log = logging.getLogger(__name__)

BATCH = 50


async def backfill(
    store: Store, space_id: int, worker: "Worker", limit: int | None, *, include_gated: bool
) -> AsyncIterator[Progress]:
    """Every waiting message, imported and failed ones too; progress after each batch of at most 50.

    With a ``limit`` that many messages and nothing more: vectors, links and communities are left to whoever runs next.
    """
    await store.queue.requeue_failed(space_id, gated=include_gated)
    stats = await store.graph.stats(space_id)
    waiting = stats.waiting + (stats.gated if include_gated else 0)
    total = waiting if limit is None else min(limit, waiting)
    progress = Progress(0, total)
    yield progress
    while progress.handled < total:
        step = await _batch(worker, min(BATCH, total - progress.handled), include_gated)
        progress = replace(
            progress,
            done=progress.done + step.done,
            facts=progress.facts + step.facts,
            failed=progress.failed + step.failed,
            gated=progress.gated + step.gated,
            waits=step.waits,
        )
        yield progress
        if not step.handled or step.waits:
            break
    if limit is None:
        await worker.after_bulk()


async def _batch(worker: "Worker", most: int, include_gated: bool) -> "Ingested":
    """From however many conversations."""
    from zeph.memory.ingest.run.leased_work import Ingested

    total = Ingested()
    while total.handled < most and not total.waits:
        step = await worker.step(imports=True, batch=most - total.handled, announce=False, gated=include_gated)
        total.add(step)
        if not step.handled:
            break
    return total


async def ingest_until(worker: "Worker", message: Message) -> Receipt | None:
    """The message's conversation up to this message; None where it gave nothing or is not eligible.

    Its dates are read too: a question right behind it finds it by them, whatever the background has come to.
    """
    while True:
        result = await worker.step(conversation_id=message.conversation_id, batch=1, announce=False)
        given = worker.given(message.id)  # also where the background was quicker
        if given is not None or not result.handled:
            await _read_dates(worker)
            return given


async def _read_dates(worker: "Worker") -> None:
    """Of one batch: behind a large import the background goes on, and nobody waits for it."""
    once = iter((False,))
    try:
        await worker.deps.vectors.read_dates(lambda: next(once, True))
    except ZephError as error:
        log.warning("dates are read later: %s", error)

"""Decay of retrieval counts, so that what was once useful does not lead for ever (A-MEM).

In: a connection inside a write transaction. Out: how many counts were multiplied. A pass goes through the counts in
slices; how far it has come is kept with them, so that a killed one goes on and multiplies nothing twice.
"""

import time
from datetime import timedelta

from zeph.clock import Moment, parse_moment
from zeph.storage.engine.driver import Connection
from zeph.storage.engine.metadata import get_json, get_metadata, set_json, set_metadata

LAST = "last_usage_decay"
PASS = "usage_decay_pass"
SLICE = 1_000


def decay_step(
    conn: Connection, space_id: int, lambda_: float, interval_secs: int, now: Moment, seconds: float
) -> tuple[int, bool]:
    """Counts multiplied within ``seconds``, and whether the pass has more to do.

    Begins one where the last is old enough. The first call only starts the clock.
    """
    running = get_json(conn, space_id, PASS) or _begin(conn, space_id, lambda_, interval_secs, now)
    if not running:
        return 0, False
    started, decayed = time.monotonic(), 0
    while running:
        decayed += _slice(conn, space_id, lambda_, running)
        if time.monotonic() - started > seconds:
            break
    set_json(conn, space_id, PASS, running)
    return decayed, bool(running)


def _begin(conn: Connection, space_id: int, lambda_: float, interval_secs: int, now: Moment) -> dict[str, object]:
    last = get_metadata(conn, space_id, LAST)
    if last and last <= now < _plus(last, interval_secs):
        return {}
    set_metadata(conn, space_id, LAST, now)
    # A last pass in the future is a clock that was set back: the interval begins anew.
    return {"since": last, "after": 0} if last and last <= now and lambda_ < 1 else {}


def _plus(at: Moment, seconds: int) -> Moment:
    try:
        return f"{parse_moment(at) + timedelta(seconds=seconds):%Y-%m-%d %H:%M:%S}"
    except OverflowError:
        return "9999-12-31 23:59:59"


def _slice(conn: Connection, space_id: int, lambda_: float, running: dict[str, object]) -> int:
    """Decays the next counts; empties ``running`` after the last."""
    ids = f"SELECT edge_id FROM graph_edge_usage WHERE edge_id > ? ORDER BY edge_id LIMIT {SLICE}"
    upto = conn.execute(f"SELECT max(edge_id) FROM ({ids})", (running["after"],)).fetchone()[0]
    if upto is None:
        running.clear()
        return 0
    decayed: int = conn.execute(
        """UPDATE graph_edge_usage SET retrieval_count = retrieval_count * :lambda
           WHERE edge_id > :after AND edge_id <= :upto AND retrieval_count > 0
             AND (last_retrieved_at IS NULL OR last_retrieved_at < :since)
             AND EXISTS (SELECT 1 FROM graph_edges AS e WHERE e.id = edge_id AND e.space_id = :space)""",
        {**running, "lambda": lambda_, "upto": upto, "space": space_id},
    ).rowcount
    running["after"] = upto
    return decayed

"""One functional fact through random statements, against an independent model of the two time axes.

The model knows nothing of intervals or versions: what held on a day is the place with the latest start up to that
day, the later said of two equal starts, unless its end was said. What was believed earlier is the same question
put to the statements made until then.
"""

import asyncio
import tempfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.memory.ingest.stated_edges import Graph, edge, nth_day
from zeph.clock import FixedClock
from zeph.storage import open_store
from zeph.storage.ports import TextQuery

DAYS = 60


@dataclass(frozen=True)
class Told:
    """On day ``said``: living somewhere since day ``since`` (None: nothing said of it); or no longer there."""

    said: int
    since: int | None = None
    ends: int | None = None
    """Number of the statement whose place is left."""
    sure: bool = True


@st.composite
def statements(draw: st.DrawFn) -> list[Told]:
    days = sorted(draw(st.sets(st.integers(5, DAYS - 1), min_size=1, max_size=9)))
    told: list[Told] = []
    for said in days:
        places = [n for n, t in enumerate(told) if t.ends is None and t.sure and _start(t) <= said]
        if places and draw(st.integers(0, 3)) == 0:
            told.append(Told(said, ends=draw(st.sampled_from(places))))
        else:
            # A start that was said overtakes one that was not: that is no matter of the later start alone.
            implied = [t.said for t in told if t.ends is None and t.since is None]
            since = draw(st.one_of(st.none(), st.integers(max(implied, default=0), DAYS - 1)))
            told.append(Told(said, since=since, sure=draw(st.integers(0, 5)) > 0))
    return told


def _start(told: Told) -> int:
    return told.said if told.since is None else told.since


def place_on(told: list[Told], at: int, known: int) -> list[str]:
    """The model."""
    ended: dict[int, int] = {}
    until = [t for t in told if t.said <= known]
    for number, one in enumerate(until):
        if one.ends is not None and _holder(until[:number], ended, one.said) == one.ends:
            ended[one.ends] = one.said
    holder = _holder(until, ended, at)
    return [] if holder is None else [f"lives_in Place {holder}"]


def _holder(told: list[Told], ended: dict[int, int], at: int) -> int | None:
    starts = [(_start(t), n) for n, t in enumerate(told) if t.ends is None and t.sure and _start(t) <= at]
    if not starts:
        return None
    last = max(starts)[1]
    return None if ended.get(last, DAYS + 1) <= at else last


async def checked(told: list[Told], path: Path) -> None:
    clock = FixedClock(nth_day(0, 10))
    store = await open_store(path / "zeph.db", clock, 1)
    graph = Graph(store, clock)
    try:
        for number, one in enumerate(told):
            place = f"Place {number if one.ends is None else one.ends}"
            since = nth_day(one.since, 0)[:10] if one.since is not None else None
            sure = 0.9 if one.sure else 0.5
            await graph.say(
                nth_day(one.said, 10),
                edge("lives_in", place, valid_from=since, ends=one.ends is not None, confidence=sure),
            )
            assert await lived(graph, one.said, one.said) == place_on(told, one.said, one.said), "now"
        for known in sorted({t.said for t in told}):
            for at in range(0, DAYS, 3):
                assert await lived(graph, at, known) == place_on(told, at, known), (at, known)
        assert await lived(graph, DAYS - 1, None) == place_on(told, DAYS - 1, DAYS)
        await intervals_never_overlap(graph)
    finally:
        await store.close()


async def lived(graph: Graph, at: int, known: int | None) -> list[str]:
    when = {"as_of": nth_day(at, 23)} | ({"known_at": nth_day(known, 23)} if known is not None else {})
    edges = await graph.known(nth_day(DAYS, 23), **when)
    return [f"{e.canonical_relation} {e.target}" for e in edges if e.confidence >= 0.6]


async def intervals_never_overlap(graph: Graph) -> None:
    (user,) = await graph.store.graph.entities_matching(1, "user", TextQuery(), 1)
    rows = await graph.store.read(lambda r: r.edges.from_source(user.id, history=True))
    spans = sorted((e.valid_from or "", e.valid_until or "9999") for e in rows if e.confidence >= 0.6)
    spans = [span for span in spans if span[0] < span[1]]
    assert all(one[1] <= other[0] for one, other in pairwise(spans)), spans


@settings(max_examples=30, deadline=None)
@given(statements())
def test_every_look_agrees_with_the_model(told: list[Told]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(checked(told, Path(folder)))

"""Decay of retrieval counts: real numbers, each interval once, whatever is killed."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.storage.graph_rows import SPACE, Graph
from zeph.storage.care import decay
from zeph.storage.care.decay import decay_step

DAY = 86_400
LONG_AGO = "2024-01-01 00:00:00"


def used(graph: Graph, count: float, at: str | None = None) -> int:
    number = graph.conn.execute("SELECT count(*) FROM graph_entities").fetchone()[0]
    edge = graph.edge(graph.entity(f"A{number}"), "uses", graph.entity(f"B{number}"))
    graph.conn.execute("INSERT INTO graph_edge_usage VALUES (?, ?, ?)", (edge, count, at))
    return edge


def counts(graph: Graph) -> dict[int, float]:
    return dict(graph.conn.execute("SELECT edge_id, retrieval_count FROM graph_edge_usage").fetchall())


def day(number: int) -> str:
    return f"2025-01-{number:02d} 00:00:00"


def test_fourteen_daily_passes_halve_an_unused_count_and_spare_what_was_used(graph: Graph) -> None:
    old, fresh = used(graph, 1.0, LONG_AGO), used(graph, 1.0)
    for number in range(1, 16):
        graph.conn.execute("UPDATE graph_edge_usage SET last_retrieved_at = ? WHERE edge_id = ?", (day(number), fresh))
        decay_step(graph.conn, SPACE, 0.95, DAY, day(number), 1.0)
    found = counts(graph)
    assert found[old] == pytest.approx(0.4877, abs=1e-4)
    assert found[fresh] == 1.0


def test_passes_keep_their_interval_and_the_first_call_starts_the_clock(graph: Graph) -> None:
    used(graph, 1.0)
    moments = (day(1), "2025-01-01 23:59:59", day(2), "2025-01-02 12:00:00")
    assert [decay_step(graph.conn, SPACE, 0.5, DAY, at, 1.0) for at in moments] == [
        (0, False), (0, False), (1, False), (0, False),
    ]  # fmt: skip


def test_no_pass_with_a_factor_of_one_and_none_for_another_space(graph: Graph) -> None:
    edge = used(graph, 1.0)
    for number in (1, 2, 3):
        assert decay_step(graph.conn, SPACE, 1.0, DAY, day(number), 1.0) == (0, False)
        assert decay_step(graph.conn, SPACE + 1, 0.5, DAY, day(number), 1.0)[0] == 0
    assert counts(graph) == {edge: 1.0}


def test_a_clock_that_was_set_back_begins_the_interval_anew(graph: Graph) -> None:
    used(graph, 1.0)
    assert [decay_step(graph.conn, SPACE, 0.5, DAY, day(n), 1.0)[0] for n in (20, 1, 2)] == [0, 0, 1]


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 7), st.lists(st.floats(0.01, 50), min_size=1, max_size=20))
def test_a_pass_that_is_killed_between_slices_multiplies_each_count_once(slice_: int, start: list[float]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(decay, "SLICE", slice_)
        graph = Graph(Path(folder) / "zeph.db", vec0=False)
        ids = [used(graph, count) for count in start]
        decay_step(graph.conn, SPACE, 0.5, DAY, day(1), 0.0)
        steps = 0
        more = True
        while more:  # no time at all: one slice a transaction, and by then another day has begun
            _, more = decay_step(graph.conn, SPACE, 0.5, DAY, day(2), 0.0)
            steps += 1
        assert steps >= len(ids) / slice_
        assert counts(graph) == pytest.approx(dict(zip(ids, (c / 2 for c in start), strict=True)))
        graph.conn.close()

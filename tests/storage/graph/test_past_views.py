"""What a look at another time sees: superseded facts, never retracted or merged ones, and one form of each."""

from pathlib import Path

import pytest

from tests.storage.graph_rows import SPACE, Graph
from zeph.records.view import View
from zeph.storage.graph import read as graph_read

EARLY, CHANGED, LATE = "2024-02-01 00:00:00", "2024-03-01 00:00:00", "2024-04-01 00:00:00"


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    return Graph(tmp_path / "g.db", vec0=False)


def seen(graph: Graph, entity: int, as_of: str | None = None, known_at: str | None = None) -> list[str]:
    edges = graph_read.edges_of(graph.conn, [entity], View(SPACE, LATE, as_of, known_at), 100)
    return sorted(f"{e.target} {e.confidence}" for e in edges)


def test_only_superseded_history_is_true_of_the_past(graph: Graph) -> None:
    user = graph.entity("User", "person")
    for reason in ("superseded", "retracted", "merged", "evicted"):
        graph.edge(user, "uses", graph.entity(reason), "uses it", expired_at=CHANGED, expired_reason=reason,
                   valid_from="2024-01-01 00:00:00", valid_until=CHANGED)  # fmt: skip
    assert seen(graph, user) == []
    assert seen(graph, user, as_of=EARLY) == ["superseded 0.9"]


def test_at_the_moment_of_a_change_one_form_is_known_the_new_one(graph: Graph) -> None:
    user = graph.entity("User", "person")
    edge = graph.edge(user, "uses", graph.entity("vim"), "uses vim")
    graph.version(edge, known_from="2024-01-01 00:00:00", known_until=CHANGED, valid_until=None)
    assert seen(graph, user, known_at=EARLY) == ["vim 0.5"]
    assert seen(graph, user, known_at=CHANGED) == ["vim 0.9"]
    assert seen(graph, user, known_at=LATE) == ["vim 0.9"]

"""What a look at another time sees: superseded facts, never retracted or merged ones, and one form of each."""

from tests.storage.graph_rows import SPACE, Graph, OneConnection
from zeph.records.view import View
from zeph.storage.graph.sqlite_graph import SqliteGraph

EARLY, CHANGED, LATE = "2024-02-01 00:00:00", "2024-03-01 00:00:00", "2024-04-01 00:00:00"


async def seen(graph: Graph, entity: int, as_of: str | None = None, known_at: str | None = None) -> list[str]:
    store = SqliteGraph(OneConnection(graph.conn))
    edges = await store.edges_of([entity], View(SPACE, LATE, as_of, known_at), 100)
    return sorted(f"{e.target} {e.confidence}" for e in edges)


async def test_only_superseded_history_is_true_of_the_past(graph: Graph) -> None:
    user = graph.entity("User", "person")
    for reason in ("superseded", "retracted", "merged", "evicted"):
        graph.edge(user, "uses", graph.entity(reason), "uses it", expired_at=CHANGED, expired_reason=reason,
                   valid_from="2024-01-01 00:00:00", valid_until=CHANGED)  # fmt: skip
    assert await seen(graph, user) == []
    assert await seen(graph, user, as_of=EARLY) == ["superseded 0.9"]


async def test_at_the_moment_of_a_change_one_form_is_known_the_new_one(graph: Graph) -> None:
    user = graph.entity("User", "person")
    edge = graph.edge(user, "uses", graph.entity("vim"), "uses vim")
    graph.version(edge, known_from="2024-01-01 00:00:00", known_until=CHANGED, valid_until=None)
    assert await seen(graph, user, known_at=EARLY) == ["vim 0.5"]
    assert await seen(graph, user, known_at=CHANGED) == ["vim 0.9"]
    assert await seen(graph, user, known_at=LATE) == ["vim 0.9"]

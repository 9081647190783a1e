"""The shortest way between two entities, on lists of edges and on a real file."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.storage.graph_rows import SPACE, Graph
from zeph.memory.recall.gather.shortest_path import WIDE, shortest
from zeph.memory.views.timeline import Timeline
from zeph.storage import open_store
from zeph.storage.ports import Hop

NOW = "2024-06-01 00:00:00"


class Reading:
    """Hops from (source, target) pairs; edge ids count from 1."""

    def __init__(self, *pairs: tuple[int, int], surest: int = 0) -> None:
        self.edges = [
            Hop(i, a, b, 0.9 if i == surest else 0.8, "semantic", NOW, 0.0) for i, (a, b) in enumerate(pairs, 1)
        ]
        self.statements = 0

    def __call__(self, nodes: Sequence[int], cap: int, budget: int) -> list[Hop]:
        self.statements += 1
        return [e for e in self.edges if e.source_id in nodes or e.target_id in nodes]


def test_the_shortest_way_in_either_direction() -> None:
    graph = Reading((1, 2), (2, 3), (3, 4), (4, 5), (9, 5), (9, 1))
    assert shortest([1], [5], graph) == [6, 5]
    assert shortest([5], [1], graph) == [5, 6]
    assert shortest([1], [4], graph) in ([1, 2, 3], [6, 5, 4])
    assert shortest([1], [4], graph) == shortest([1], [4], graph)
    assert shortest([3], [3], graph) == []


def test_the_surest_of_several_facts_between_two() -> None:
    assert shortest([1], [2], Reading((1, 2), (2, 1), (1, 2), surest=2)) == [2]
    assert shortest([1], [2], Reading((1, 2), (2, 1), (1, 2))) == [3]


def test_no_way_ends_with_few_statements() -> None:
    islands = Reading((1, 2), (2, 3), (7, 8))
    assert shortest([1], [7], islands) is None
    assert islands.statements <= WIDE.farthest
    chain = Reading(*((n, n + 1) for n in range(1, 20)))
    assert shortest([1], [1 + WIDE.farthest], chain) == list(range(1, 1 + WIDE.farthest))
    assert shortest([1], [2 + WIDE.farthest], chain) is None


@pytest.mark.asyncio
async def test_only_what_is_true_now_connects(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "z.db")
    graph = Graph(tmp_path / "z.db", make=False)
    ann, acme, oslo, bob = (graph.entity(name) for name in ("Ann", "Acme", "Oslo", "Bob"))
    graph.edge(ann, "lived_in", oslo, valid_until="2020-01-01 00:00:00", expired_at=NOW, expired_reason="superseded")
    graph.edge(ann, "perhaps_in", oslo, confidence=0.4)
    first = graph.edge(ann, "works_at", acme)
    second = graph.edge(acme, "based_in", oslo)
    graph.conn.commit()
    timeline = Timeline(store, SPACE, lambda: NOW, 100)
    way = await timeline.path([ann], [oslo])
    assert way is not None
    assert [edge.id for edge in way] == [first, second]
    assert await timeline.path([ann], [bob]) is None
    await store.close()

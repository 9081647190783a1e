"""What tests of the file's care share."""

from pathlib import Path

import pytest

from tests.storage.graph_rows import Graph


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    """An empty file in which every statement is a transaction of its own, unless one is begun."""
    graph = Graph(tmp_path / "zeph.db", vec0=False)
    graph.conn.isolation_level = None
    return graph

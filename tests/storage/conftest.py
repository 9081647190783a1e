"""What tests of the storage share."""

from pathlib import Path

import pytest

from tests.storage.graph_rows import Graph


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    """An empty file of the newest schema, for rows that are written directly."""
    return Graph(tmp_path / "zeph.db")

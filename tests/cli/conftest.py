"""What tests of the command line share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.zeph_process import Home
from tests.fakes.ollama_server import FakeOllama


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """No server, nothing to extract with: the text is only kept."""
    home = Home(tmp_path)
    home.config |= {"model.provider": "memory", "memory.graph.enabled": False}
    return home


@pytest.fixture(scope="module")
def server() -> Iterator[FakeOllama]:
    """One for all tests of a file; each says what it answers."""
    with FakeOllama(reply="Fine.") as fake:
        yield fake

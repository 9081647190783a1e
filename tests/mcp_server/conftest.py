"""What tests of the server share."""

from pathlib import Path

import pytest

from tests.cli.zeph_process import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """No model: the memory by itself, with the local reader and text search."""
    home = Home(tmp_path)
    home.config |= {"model.provider": "memory"}
    return home

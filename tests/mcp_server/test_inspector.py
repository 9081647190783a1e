"""The official inspector's command line against `zeph mcp`: only where it is installed, or ``ZEPH_TEST_INSPECTOR`` says
how it is started (``npm install @modelcontextprotocol/inspector``)."""

import os
import shlex
import shutil
from pathlib import Path

import pytest

from benchmarks.mcp_inspector import drive

INSPECTOR = shlex.split(os.environ.get("ZEPH_TEST_INSPECTOR", "mcp-inspector"))


@pytest.mark.skipif(shutil.which(INSPECTOR[0]) is None, reason="the inspector of MCP is not installed")
@pytest.mark.timeout(900)
def test_every_tool_in_both_eras_while_a_chat_writes(tmp_path: Path) -> None:
    pytest.importorskip("mcp")
    rows, failures = drive(INSPECTOR, tmp_path / "home", 0)
    assert not failures, failures
    assert [row.measured for row in rows[:4]] == ["12"] * 4

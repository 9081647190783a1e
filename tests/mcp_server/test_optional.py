"""The library of MCP is an extra: without it all else works, and with it nothing but `zeph mcp` imports it."""

import subprocess
import sys

from tests.cli.zeph_process import Done, Home

WITHOUT = """\
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"mcp", "mcp_types", "starlette", "uvicorn"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
from zeph.cli.main import run
run()
"""


def _without(home: Home, *words: str) -> Done:
    home.write_config()
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *words], env=home.environment(), cwd=home.path, capture_output=True, text=True,
        stdin=subprocess.DEVNULL, timeout=100,
    )  # fmt: skip
    return Done(done.returncode, done.stdout, done.stderr)


def test_the_rest_needs_nothing_of_it(home: Home) -> None:
    assert _without(home, "chat", "-p", "I live in Oslo.").code == 0
    assert _without(home, "memory", "search", "Where do I live?").code == 0
    assert "The memory for other agents" in _without(home, "--help").out


def test_what_is_missing_is_said(home: Home) -> None:
    _without(home, "mcp").refused(2, "pip install 'zeph[mcp]'")


def test_options_that_do_not_go_together(home: Home) -> None:
    home.run("--space", "work", "mcp", "--project").refused(2, "--space or --project")
    home.run("mcp", "--port", "9000").refused(2, "--http")
    home.run("mcp", "--http", "--port", "70000").refused(2, "65535")
    home.run("mcp", "--http", ZEPH_MCP_TOKEN="short").refused(3, "too short")

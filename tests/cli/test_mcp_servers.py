"""MCP servers in a chat at a terminal: there while it lasts, and gone with it."""

import json
import sys
import time
from pathlib import Path

import pytest

from tests.cli.test_line_keys import PROMPT, ended, terminal
from tests.cli.zeph_process import Home
from tests.cli.zeph_program import zeph
from tests.fakes.ollama_server import FakeOllama, Reply

pytest.importorskip("mcp")
SERVER = str(Path(__file__).parents[1] / "mcp_client" / "odd_server.py")


def test_status_and_a_call_in_the_line_interface(tmp_path: Path) -> None:
    folder = tmp_path / "config"
    folder.mkdir()
    entry = {"mcpServers": {"sums": {"command": sys.executable, "args": [SERVER, "honest"]}, "odd": {}}}
    (folder / "mcp.json").write_text(json.dumps(entry))
    call = Reply("", tool_calls=(("sums__add", {"a": 2, "b": 3}),))
    with FakeOllama(reply=[call, "Five it is."]) as server:
        with terminal(Home(tmp_path, server)) as chat:
            for _ in range(30):
                chat.send("/mcp\r")
                if chat.expect(["sums +ready +1", "sums +connecting"]) == 0:
                    break
                chat.expect(PROMPT)
            chat.expect("sums__add")
            chat.expect(PROMPT)
            chat.send("Add 2 and 3\r")
            chat.expect("wants to call another program: sums__add")
            chat.expect(r"\[n\]o\?")
            time.sleep(0.8)
            chat.send("o")
            chat.expect("Five it is")
            chat.expect(PROMPT)
            chat.send("\x04")
            ended(chat)
    sent = next(body for body in server.chats() if body["messages"][-1]["role"] == "tool")
    assert "2 and 3 are 5" in sent["messages"][-1]["content"]


def test_one_answer_has_them_too(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    entry = {
        "mcpServers": {
            "sums": {"command": sys.executable, "args": [SERVER, "honest"]},
            "odd": {},
            "bad": {"command": "/no"},
        }
    }
    (tmp_path / "config" / "mcp.json").write_text(json.dumps(entry))
    call = Reply("", tool_calls=(("sums__add", {"a": 2, "b": 3}),))
    words = ("chat", "-p", "Add 2 and 3", "--output", "json")
    with FakeOllama(reply=[call, "I may not.", call, "Five."]) as server:
        asked = json.loads(zeph(tmp_path, *words, OLLAMA_HOST=server.host).stdout)
        allowed = zeph(tmp_path, *words, OLLAMA_HOST=server.host, ZEPH_TOOLS__PERMISSIONS__ALLOW='["sums__*"]')
    assert "nobody can be asked" in asked["calls"][0]["text"]
    assert json.loads(allowed.stdout)["calls"][0]["text"] == "2 and 3 are 5"
    assert "needs a command or a url" in allowed.stderr and json.loads(allowed.stdout)["answer"] == "Five."

"""Tools on the line interface and in a pipe: asked about at a terminal, never done where nobody can be asked."""

import json
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.cli.test_full_screen import screen
from tests.cli.test_line_keys import PROMPT, ended, terminal
from tests.cli.zeph_process import Home
from tests.cli.zeph_program import data, zeph
from tests.fakes.ollama_server import Body, FakeOllama, Reply

RUN = Reply("", tool_calls=(("run_command", {"command": "echo hi > made"}),))


def asked(server: FakeOllama) -> list[Body]:
    """What was sent to be answered: facts are asked for with a schema, whenever the background comes to it."""
    return [body for body in server.chats() if not body.get("format")]


def test_one_key_answers_and_what_was_typed_before_does_not(tmp_path: Path) -> None:
    made = tmp_path / "made"
    with FakeOllama(reply=[RUN, "It is made."]) as server:
        with terminal(Home(tmp_path, server)) as chat:
            chat.send("Go\r")
            chat.expect("wants to run a command: run_command")
            chat.expect_exact("echo hi > made")
            chat.send("o\r")
            chat.expect(r"\[n\]o\?")
            time.sleep(0.2)
            assert not made.exists()
            time.sleep(0.8)
            chat.send("o")
            chat.expect("It is made")
            chat.expect(PROMPT)
            chat.send("\x04")
            ended(chat)
    assert made.read_text() == "hi\n"


def test_in_a_pipe_it_is_not_done_and_the_model_is_told_why(tmp_path: Path) -> None:
    with FakeOllama(reply=[RUN, "I may not."]) as server:
        done = zeph(tmp_path, "chat", "-p", "Go", "--output", "stream-json", OLLAMA_HOST=server.host)
        told = asked(server)[1]["messages"][-1]
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    call = next(line for line in lines if line["type"] == "tool_call")
    result = next(line for line in lines if line["type"] == "tool_done")
    assert (call["name"], json.loads(call["arguments"])) == ("run_command", {"command": "echo hi > made"})
    assert result["failed"] and "nobody can be asked" in result["text"] and call["call_id"] == result["call_id"]
    assert "nobody can be asked" in told["content"] and told["tool_name"] == "run_command"
    assert lines[-1]["answer"] == "I may not." and not list(tmp_path.rglob("made"))


def test_json_tells_the_calls_that_were_made(tmp_path: Path) -> None:
    both = Reply("", tool_calls=(("list_files", {}), ("read_file", {"path": "none.md"})))
    with FakeOllama(reply=[both, "Nothing.", "Hi."]) as server:
        done = zeph(tmp_path, "chat", "-p", "What is here?", "--output", "json", OLLAMA_HOST=server.host)
        without = zeph(tmp_path, "chat", "-p", "Hello", "--output", "json", OLLAMA_HOST=server.host)
    listed, read = json.loads(done.stdout)["calls"]
    assert (listed["name"], listed["failed"], json.loads(listed["arguments"])) == ("list_files", False, {})
    assert read["name"] == "read_file" and read["failed"] and "none.md" in read["text"]
    assert sorted(read) == ["arguments", "call_id", "failed", "name", "text"]
    assert json.loads(without.stdout)["calls"] == []


def test_the_answer_alone_is_on_stdout_and_the_log_says_what_was_done(tmp_path: Path) -> None:
    read = Reply("", tool_calls=(("list_files", {}),))
    with FakeOllama(reply=[read, "No files."]) as server:
        done = zeph(tmp_path, "chat", "-p", "What is here?", OLLAMA_HOST=server.host)
    assert done.stdout.strip() == "No files." and "▸ list_files()" in done.stderr
    log = zeph(tmp_path, "tools", "log")
    session = data(tmp_path, "sessions", "list")[0]["id"]
    shown = zeph(tmp_path, "sessions", "show", session).stdout
    assert "assistant: (list_files())" in shown and "tool: (list_files: " in shown
    roles = [(m["role"], "tool_calls" in m) for m in data(tmp_path, "sessions", "show", session)["messages"]]
    assert roles == [("user", False), ("assistant", True), ("tool", True), ("assistant", False)]
    assert re.search(r"list_files +\. +allowed: default +ok", log.stdout)


def test_a_model_without_tools_is_offered_none(tmp_path: Path) -> None:
    with FakeOllama(capabilities=("completion",)) as server:
        zeph(tmp_path, "chat", "-p", "Hi", OLLAMA_HOST=server.host)
        assert all(not body.get("tools") for body in asked(server))
    with FakeOllama() as server:
        zeph(tmp_path, "chat", "-p", "Hi", OLLAMA_HOST=server.host)
        assert [one["function"]["name"] for one in asked(server)[0]["tools"]][:2] == ["read_file", "list_files"]
        zeph(tmp_path, "chat", "-p", "Hi", OLLAMA_HOST=server.host, ZEPH_TOOLS__ENABLED="false")
        assert not asked(server)[1].get("tools")


def test_an_answer_that_is_taken_back_takes_back_what_it_wrote_to_core_memory(tmp_path: Path) -> None:
    write = Reply("", tool_calls=(("core_memory_append", {"label": "human", "content": "Likes clay"}),))
    with FakeOllama(reply=[write, "Kept it.", "Another answer."]) as server:
        with terminal(Home(tmp_path, server)) as chat:
            chat.send("Hello\r")
            chat.expect("Kept it")
            chat.expect(PROMPT)
            chat.send("/retry\r")
            chat.expect("As before in core memory: human")
            chat.expect("Another answer")
            chat.expect(PROMPT)
            chat.send("\x04")
            ended(chat)
    assert "Likes clay" not in zeph(tmp_path, "blocks", "show", "human").stdout


def test_links_and_pictures_of_an_answer_reach_nobody(tmp_path: Path) -> None:
    """Neither door fetches what an answer shows, so that it carries nothing away."""
    asked: list[str] = []

    class Listening(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        do_HEAD = do_GET  # noqa: N815  # the library's word

    there = ThreadingHTTPServer(("127.0.0.1", 0), Listening)
    threading.Thread(target=there.serve_forever, args=(0.02,), daemon=True).start()
    place = f"http://127.0.0.1:{there.server_port}/leak?d=the+blue+pot"
    told = f"![a]({place}) [b]({place}) <img src='{place}'> ![c][r] {place}\n\n[r]: {place}\n\nThat is all.\n"
    with FakeOllama(reply=told) as server:
        for output in ("text", "json", "stream-json"):
            zeph(tmp_path, "chat", "-p", "Go", "--output", output, OLLAMA_HOST=server.host)
        with terminal(Home(tmp_path, server)) as chat:
            chat.send("Go\r")
            chat.expect("That is all")
            chat.expect(PROMPT)
            chat.send("\x04")
            ended(chat)
        with screen(tmp_path, OLLAMA_HOST=server.host) as full:
            full.send("Go\r")
            full.expect("That is all")
            full.send("/exit\r")
    there.shutdown()
    there.server_close()
    assert not asked


def test_a_long_difference_is_seen_to_its_end(tmp_path: Path) -> None:
    lines = "\n".join([*(f"line {number}" for number in range(100)), "touch owned"])
    write = Reply("", tool_calls=(("write_file", {"path": "a.sh", "content": f"{lines}\n"}),))
    with FakeOllama(reply=[write, "Written."]) as server:
        with terminal(Home(tmp_path, server)) as chat:
            chat.send("Go\r")
            chat.expect(r"\[m\]ore \(44 lines\)")
            assert "touch owned" not in chat.before
            time.sleep(1)
            chat.send("m")
            chat.expect_exact("+touch owned")
            chat.expect(r"\[n\]o\?")
            assert "ore" not in chat.before
            time.sleep(1)
            chat.send("n")
            chat.expect("Written")
            chat.expect(PROMPT)
            chat.send("\x04")
            ended(chat)
    assert not (tmp_path / "a.sh").exists()

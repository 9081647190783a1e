"""One answer: `-p`, stdin, the three outputs, with and without a model server."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.zeph_process import prompts
from tests.cli.zeph_program import data, environment, zeph
from tests.fakes.ollama_server import FakeOllama, Reply

HOSTILE = "[bold]brackets[/bold] \x1b[31mred\x1b[0m \x07 `*`"


def asked(server: FakeOllama) -> list[list[str]]:
    """The messages of each chat that is no extraction."""
    return [[m["content"] for m in chat["messages"]] for chat in server.chats() if "format" not in chat]


def test_the_answer_alone_is_on_stdout(tmp_path: Path) -> None:
    with FakeOllama(models=["qwen3:4b"], reply="Hello **you**.") as server:
        done = zeph(tmp_path, "chat", "-p", "Hi", OLLAMA_HOST=server.host)
    assert (done.returncode, done.stdout) == (0, "Hello **you**.\n")
    assert "qwen3:4b" in done.stderr


def test_text_on_stdin_is_answered_and_bare_zeph_is_chat(tmp_path: Path) -> None:
    with FakeOllama(models=["qwen3:4b"], reply="Yes.") as server:
        done = zeph(tmp_path, text="Is it?\n", OLLAMA_HOST=server.host)
        assert (done.returncode, done.stdout) == (0, "Yes.\n")
        assert asked(server)[-1][-1].strip() == "Is it?"


def test_piped_text_joins_the_prompt_and_files_are_put_in(tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("Bread and milk.")
    with FakeOllama(models=["qwen3:4b"], reply="Done.") as server:
        done = zeph(tmp_path, "-p", f"Summarise @{note}", text="a log line\n", OLLAMA_HOST=server.host)
        sent = "\n".join(asked(server)[-1])
    assert (done.returncode, done.stdout) == (0, "Done.\n")
    assert "Bread and milk." in sent and "a log line" in sent and sent.endswith(f"Summarise @{note}")
    assert "the piped text is attached, 1 line." in done.stderr
    missing = zeph(tmp_path, "Summarise @nothing.md")
    assert (missing.returncode, missing.stdout) == (2, "")
    assert "There is no file nothing.md" in missing.stderr
    assert len(data(tmp_path, "sessions", "list")) == 1


def test_the_json_shapes(tmp_path: Path) -> None:
    with FakeOllama(models=["qwen3:4b"], reply="Hello.") as server:
        done = zeph(tmp_path, "chat", "-p", "Hi", "--output", "json", OLLAMA_HOST=server.host)
        answer = json.loads(done.stdout)
        assert list(answer) == ["answer", "session_id", "model", "usage", "facts", "calls"]
        assert answer["answer"] == "Hello." and set(answer["usage"]) == {"prompt_tokens", "answer_tokens"}
        stream = zeph(tmp_path, "chat", "-p", "Hi", "--output", "stream-json", OLLAMA_HOST=server.host)
        events = [json.loads(line) for line in stream.stdout.splitlines()]
    assert events[0]["type"] == "facts_recalled" and events[-1]["type"] == "turn_ended"
    assert "".join(e["text"] for e in events if e["type"] == "text_delta") == "Hello."


def test_the_session_goes_on_with_continue_and_resume(tmp_path: Path) -> None:
    with FakeOllama(models=["qwen3:4b"], reply=["One.", "Two.", "Three.", "Four."]) as server:
        first = json.loads(zeph(tmp_path, "chat", "-p", "a", "--output", "json", OLLAMA_HOST=server.host).stdout)
        zeph(tmp_path, "chat", "-c", "-p", "b", OLLAMA_HOST=server.host)
        zeph(tmp_path, "chat", "--resume", first["session_id"][:6], "-p", "c", OLLAMA_HOST=server.host)
        sent = asked(server)
        assert [words[-1] for words in sent] == ["a", "b", "c"]
        assert sent[2][-5:-1] == ["a", "One.", "b", "Two."]
        zeph(tmp_path, "chat", "-p", "d", OLLAMA_HOST=server.host)
        assert "One." not in asked(server)[-1]


def test_what_was_told_is_in_the_prompt_of_the_next_session(tmp_path: Path) -> None:
    with FakeOllama(models=["qwen3:4b"], reply="Good.") as server:
        env: Any = {"OLLAMA_HOST": server.host, "ZEPH_MEMORY__GRAPH__EXTRACTOR": "local"}
        zeph(tmp_path, "chat", "-p", "I live in Berlin.", **env)
        zeph(tmp_path, "graph", "backfill", **env)  # what a slow machine left for later
        zeph(tmp_path, "chat", "-p", "Where do I live?", **env)
        messages = prompts(server)[-1]["messages"]
        assert messages[1]["role"] == "system"
        assert messages[1]["content"].splitlines()[0] == "[knowledge graph]" and "Berlin" in messages[1]["content"]
        zeph(tmp_path, "chat", "--no-graph-memory", "-p", "Where do I live?", **env)
        assert not any(m["content"].startswith("[knowledge graph]") for m in prompts(server)[-1]["messages"])


@pytest.mark.parametrize(
    "reply",
    [
        Reply(status=500),
        Reply("Half an answer to it", cut_after=2),
        Reply(garbage=b"<html>"),
        Reply("Half", done=False),
    ],
)
def test_a_failing_model_is_a_sentence_and_exit_code_4(tmp_path: Path, reply: Reply) -> None:
    with FakeOllama(models=["qwen3:4b"], reply=reply) as server:
        done = zeph(tmp_path, "chat", "-p", "Do not lose me", OLLAMA_HOST=server.host)
    assert done.returncode == 4 and "Traceback" not in done.stderr and "zeph: " in done.stderr
    shown = zeph(tmp_path, "sessions", "list", "--json")
    assert json.loads(shown.stdout)["data"][0]["messages"] >= 1


def test_an_unreachable_provider_and_a_missing_model_are_exit_code_4(tmp_path: Path) -> None:
    assert zeph(tmp_path, "chat", "-p", "x", ZEPH_MODEL__PROVIDER="ollama", ZEPH_MODEL__NAME="qwen3:4b").returncode == 4
    with FakeOllama(models=["qwen3:4b"]) as server:
        done = zeph(tmp_path, "chat", "--model", "nosuch", "-p", "x", OLLAMA_HOST=server.host)
    assert done.returncode == 4 and "nosuch" in done.stderr


@pytest.mark.parametrize("output", ["text", "json", "stream-json"])
def test_nothing_that_anybody_says_steers_the_terminal(tmp_path: Path, output: str) -> None:
    with FakeOllama(models=["qwen3:4b"], reply=HOSTILE) as server:
        done = zeph(tmp_path, "chat", "-p", HOSTILE, "--output", output, OLLAMA_HOST=server.host)
    assert done.returncode == 0 and "[bold]brackets[/bold]" in done.stdout
    assert "\x1b" not in done.stdout + done.stderr and "\x07" not in done.stdout


@pytest.mark.parametrize("question", ['NEAR("a" b) OR *', "a AND NOT", '"', "(", "-col:x", "\ud800 half", "x\x00y"])
def test_any_text_can_be_asked(tmp_path: Path, question: str) -> None:
    done = zeph(tmp_path, "chat", text=question)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("megabytes", [1, pytest.param(10, marks=pytest.mark.campaign)])
def test_megabytes_on_stdin_are_kept(tmp_path: Path, megabytes: int) -> None:
    done = zeph(tmp_path, "chat", text="I like tea. " * (90_000 * megabytes), timeout=110)
    assert done.returncode in (0, 5) and "Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals of another kind")
def test_an_interrupt_keeps_the_partial_answer(tmp_path: Path) -> None:
    reply = Reply("Once upon a time there was a very long story " * 20, chunk_delay=0.1)
    with FakeOllama(models=["qwen3:4b"], reply=reply) as server:
        program = subprocess.Popen(
            [sys.executable, "-m", "zeph", "chat", "-p", "A story"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment(tmp_path, OLLAMA_HOST=server.host), stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert program.stdout is not None
        first = program.stdout.read(4)
        time.sleep(0.3)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=30)
    assert program.returncode == 130, err
    said = (first + out).decode().strip()
    assert said.startswith("Once") and b"Traceback" not in err
    session = json.loads(zeph(tmp_path, "sessions", "list", "--json").stdout)["data"][0]["id"]
    messages = json.loads(zeph(tmp_path, "sessions", "show", session, "--json").stdout)["data"]["messages"]
    assert [m["text"].startswith(s) for m, s in zip(messages, ["A story", "Once"], strict=True)] == [True, True]


@pytest.mark.skipif(os.name != "posix", reason="pipes of another kind")
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    done = subprocess.run(
        f"{sys.executable} -m zeph config show | head -1", shell=True, capture_output=True, text=True,
        env=environment(tmp_path),
    )  # fmt: skip
    assert done.stdout and done.stderr == ""

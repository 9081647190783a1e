"""Models: which there are, which fit, brought, changed in a talk."""

import signal
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_line import PROMPT, chat, leave, type_in
from tests.cli.zeph_process import Home
from tests.fakes.ollama_server import FakeOllama


def talks(server: FakeOllama) -> list[dict[str, Any]]:
    """Chats that were no extraction."""
    return [body for body in server.chats() if not body.get("format")]


def told(terminal: Any, line: str, shown: str) -> None:
    type_in(terminal, line)
    terminal.expect(shown)
    terminal.expect(PROMPT)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_what_there_is_and_what_fits(home: Home) -> None:
    with FakeOllama(models=["qwen3:4b", "nomic-embed-text:latest"]) as server:
        home.server = server
        found = home.data("model", "list")
        assert found["answers"] == "ollama/qwen3:4b" and [one["name"] for one in found["here"]] == ["qwen3:4b"]
        assert found["fits"] and "qwen3:4b" not in [one["name"] for one in found["fits"]]
        assert all(one["bytes"] > 0 for one in found["fits"])
        shown = home.ok("model").out
        assert "fits this machine" in shown and "/model pull NAME" in shown


def test_without_a_server_it_says_what_to_do(home: Home) -> None:
    shown = home.ok("model", "list").out
    assert "the memory does" in shown and "https://ollama.com/download" in shown and "/model pull" in shown
    home.run("model", "pull", "qwen3:4b").failed(4, "Start Ollama", "https://ollama.com/download")


def test_a_model_is_brought(home: Home) -> None:
    with FakeOllama(models=[], library=["qwen3:4b"]) as server:
        home.server = server
        assert "qwen3:4b is here" in home.ok("model", "pull", "qwen3:4b").out
        assert home.data("model", "list")["answers"] == "ollama/qwen3:4b"
        home.run("model", "pull", "qwen3:4").failed(4, "no model qwen3:4.", "Did you mean qwen3:4b")
        home.run("model", "pull", "zzzzzz").failed(4, "https://ollama.com/library")


def test_in_a_chat_it_answers_as_soon_as_it_is_there(tmp_path: Path) -> None:
    with (
        FakeOllama(models=[], library=["qwen3:4b"], reply="Ahoy.") as server,
        chat(tmp_path, "--plain", OLLAMA_HOST=server.host) as terminal,
    ):
        told(terminal, "/model pull qwen3:4b", "qwen3:4b is here. Using qwen3:4b")
        told(terminal, "Hello there, who are you?", "Ahoy")
        leave(terminal)


def test_a_pull_can_be_stopped(tmp_path: Path) -> None:
    with (
        FakeOllama(models=[], library=["qwen3:4b"], pull_delay=3) as server,
        chat(tmp_path, "--plain", OLLAMA_HOST=server.host) as terminal,
    ):
        type_in(terminal, "/model pull qwen3:4b")
        terminal.expect("pulling")
        terminal.kill(signal.SIGINT)
        terminal.expect("interrupted")
        terminal.expect(PROMPT)
        assert server.wait_hung_up(10) and server.models == []
        leave(terminal)


def test_provider_and_temperature_change_in_the_talk(tmp_path: Path) -> None:
    with (
        FakeOllama(models=["qwen3:4b", "gemma3:4b"], reply="Ahoy.") as server,
        chat(tmp_path, "--plain", OLLAMA_HOST=server.host) as terminal,
    ):
        told(terminal, "/set temperature 0.2", "for this talk")
        told(terminal, "Hello there, who are you?", "Ahoy")
        assert talks(server)[-1]["options"]["temperature"] == 0.2
        told(terminal, "/set temperature 7", "model.temperature: must be at most 2")
        told(terminal, "/set temprature 1", "Did you mean temperature")
        told(terminal, "/set max_hops 1", r"takes effect at a start:\s+`?/config\s+set\s+memory.graph.max_hops")
        told(terminal, "/set temperature", "0.2: How freely")
        told(terminal, "/model gemma3:4b", "Using gemma3:4b")
        told(terminal, "And now?", "Ahoy")
        last = talks(server)[-1]
        assert (last["model"], last["options"]["temperature"]) == ("gemma3:4b", 0.2)
        told(terminal, "/model gemma3:4", "Did you mean|gemma3:4b")
        told(terminal, "/model openai:nothing", "zeph: ")
        told(terminal, "/model memory", "from memory alone")
        told(terminal, "/model", "the memory does")
        told(terminal, "/model ollama:qwen3:4b", "Using qwen3:4b")
        leave(terminal)


def test_the_first_start_without_a_model_says_what_works_and_what_brings_one(tmp_path: Path) -> None:
    with chat(tmp_path, "--plain") as terminal:
        assert "Tell me things" in terminal.before and "/model pull" in terminal.before
        told(terminal, "I live in Berlin.", "Noted")
        leave(terminal)
    with chat(tmp_path, "--plain") as terminal:
        assert "Tell me things" not in terminal.before
        leave(terminal)

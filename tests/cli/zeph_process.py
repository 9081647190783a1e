"""Zeph in a process of its own, in a temporary home with a settings file, against a fake Ollama or none at all."""

import json
import os
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.cli.warm_zeph import warm_zeph
from tests.fakes.ollama_server import FakeOllama

ROOT = Path(__file__).resolve().parents[2]
CLOSED = "http://127.0.0.1:9"
FAST: dict[str, Any] = {"embedding.provider": "none", "memory.graph.extractor": "local"}
"""Text search alone and the local reader: nothing heavy is imported that the test is not about."""


@dataclass
class Done:
    code: int
    out: str
    err: str

    def json(self) -> Any:
        """``data`` of a ``--json`` command, its envelope checked."""
        shape = json.loads(self.out)
        assert list(shape) == ["version", "data", "warnings"] and shape["version"] == 1, self.out
        return shape["data"]

    def refused(self, code: int, *words: str) -> None:
        """A sentence, the right code, no trace, and nothing on stdout."""
        self.failed(code, *words)
        assert self.out == "", self.out

    def failed(self, code: int, *words: str) -> None:
        assert self.code == code, (self.code, self.out[:500], self.err[:2000])
        lines = [line for line in self.err.splitlines() if line.startswith("zeph: ")]
        assert lines, self.err
        assert "Traceback" not in self.out + self.err and "should not" not in self.err, self.err
        for word in words:
            assert word.lower() in self.err.lower(), (word, self.err)


@dataclass
class Home:
    path: Path
    server: FakeOllama | None = None
    config: dict[str, Any] = field(default_factory=lambda: dict(FAST))

    def environment(self, **more: str) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("ZEPH_", "OLLAMA_", "OPENAI_"))}
        host = self.server.host if self.server else CLOSED
        own = {"ZEPH_HOME": str(self.path), "OLLAMA_HOST": host, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
        return kept | own | more

    def write_config(self, **changes: Any) -> None:
        """The settings of ``FAST`` with these; ``memory__graph__max_hops=1`` is that key."""
        merged = self.config | {name.replace("__", "."): value for name, value in changes.items()}
        text = "\n".join(f"{key} = {json.dumps(value)}" for key, value in merged.items()) + "\n"
        tomllib.loads(text)
        file = self.path / "config" / "config.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "zeph", *words]

    def run(
        self, *words: str, given: bytes | str = b"", timeout: float = 100,
        constants: Mapping[str, float] | None = None, **env: str,
    ) -> Done:  # fmt: skip
        if not (self.path / "config" / "config.toml").exists():
            self.write_config()
        data = given.encode("utf-8") if isinstance(given, str) else given
        done = warm_zeph().run(words, self.environment(**env), self.path, data, timeout, constants)
        return Done(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    def ok(self, *words: str, given: bytes | str = b"", **env: Any) -> Done:
        done = self.run(*words, given=given, **env)
        assert done.code == 0, (words, done.code, done.out[:500], done.err[:2000])
        return done

    def data(self, *words: str, **env: str) -> Any:
        return self.ok(*words, "--json", **env).json()

    def ask(self, text: str, *words: str, **env: str) -> list[dict[str, str]]:
        """Asks once; the messages that the server was sent for it."""
        assert self.server is not None
        self.ok("chat", *words, "-p", text, **env)
        return prompts(self.server)[-1]["messages"]  # type: ignore[no-any-return]  # a body is JSON

    def stored(self, session: str = "") -> list[dict[str, Any]]:
        """The messages of a session (without an id, of the only one), read through the door."""
        if not session:
            (only,) = self.data("sessions", "list")
            session = only["id"]
        messages: list[dict[str, Any]] = self.data("sessions", "show", session)["messages"]
        return messages

    @property
    def db(self) -> Path:
        return self.path / "data" / "zeph.db"


def prompts(server: FakeOllama) -> list[dict[str, Any]]:
    """The chats that were no extraction."""
    return [body for body in server.chats() if not body.get("format")]


def graph_block(messages: list[dict[str, str]]) -> str:
    """The ``[knowledge graph]`` message, checked to be at position 1; empty where there is none."""
    at = [n for n, m in enumerate(messages) if m["content"].startswith("[knowledge graph]")]
    assert at in ([], [1]), at
    return messages[1]["content"] if at else ""


def jsonl(path: Path, *rows: dict[str, Any] | str) -> Path:
    path.write_text("".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in rows), encoding="utf-8")
    return path


def row(
    number: int, text: str, conversation: str = "harbour", speaker: str = "Nora", role: str = "user"
) -> dict[str, Any]:
    sent = f"2024-05-{number % 28 + 1:02d}T10:00:00Z"
    return {
        "id": f"m{number}",
        "conversation": conversation,
        "speaker": speaker,
        "role": role,
        "text": text,
        "sent_at": sent,
    }

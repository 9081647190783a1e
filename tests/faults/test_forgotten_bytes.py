"""What is forgotten is in no byte of Zeph's folders: rows, history, commands, logs, crash reports, copies, parts."""

import random
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.zeph_process import Home, jsonl, row
from tests.fakes.ollama_server import FakeOllama, Reply

SECRETS = ("Ottilie", "Zyxwerk", "Morbus Quill")
SAID = ("My sister Ottilie lives in Hull.", "I work at Zyxwerk as a welder.", "I was told it is Morbus Quill, sadly.")
KEPT = "I keep four hens."
TYPED = (
    "Where does ottilie live?", "/memory search OTTILIE", "/forget Ottilie's", "/graph facts Zyxwerk", KEPT,
    "/sessions search quill", "zyxwerk again\nand Ottilie over two lines", "/help",
)  # fmt: skip


@pytest.fixture
def server() -> Any:
    def answer(body: dict[str, Any]) -> Any:
        said = body["messages"][-1]["content"]
        found = [name for name in ("Ottilie", "Zyxwerk", "Morbus Quill") if name in said]
        return Reply(f"A summary of {' and '.join(found) or 'nothing'}.")

    with FakeOllama(reply=answer) as fake:
        yield fake


def told(path: Path, server: FakeOllama, extractor: str) -> Home:
    path.mkdir(exist_ok=True)
    home = Home(path, server)
    home.config |= {"memory.graph.extractor": extractor}
    rows = [row(n, text, conversation=f"c{n % 2}") for n, text in enumerate((*SAID, KEPT, "And hello to you."))]
    home.ok("import", str(jsonl(path / "said.jsonl", *rows)))
    home.ok("graph", "backfill")
    for text in SAID:
        home.ok("chat", "-p", f"{text} It is so.")
    copy = path / "own.db"
    home.ok("db", "backup", str(copy))
    home.ok("db", "restore", str(copy), "--yes")
    home.ok("graph", "view", "--no-open")
    for file in (copy, path / "said.jsonl"):
        file.unlink()
    state = path / "state"
    (state / "history").write_text("".join(f"\n# 2026-01-01 10:00:00\n{_plus(text)}" for text in TYPED))
    (state / "zeph.log").write_text("10:00 worker: Ottilie lives in Hull\n10:01 zyxwerk failed\n10:02 fine\n")
    (state / "crash-20260101-100000-x.txt").write_text("Traceback\n  ValueError: 'I work at Zyxwerk'\n")
    assert all(holding(path, secret) for secret in SECRETS)
    return home


def _plus(text: str) -> str:
    return "".join(f"+{line}\n" for line in text.split("\n"))


def holding(path: Path, secret: str) -> list[str]:
    """Files that have the bytes, in any case and encoding that SQLite writes."""
    forms = [form.encode(code) for form in (secret, secret.lower(), secret.upper()) for code in ("utf-8", "utf-16-le")]
    return [str(p) for p in path.rglob("*") if p.is_file() and any(form in p.read_bytes() for form in forms)]


def forget_all(home: Home) -> None:
    for secret in SECRETS:
        done = home.run("memory", "forget", "--matching", secret, "--yes")
        assert done.code == 0 or "Nothing that is remembered" in done.err, done
        done = home.run("memory", "forget", "--entity", secret, "--yes")
        assert done.code in (0, 1), done


def nothing_left(home: Home) -> None:
    assert [file for secret in SECRETS for file in holding(home.path, secret)] == []
    history = (home.path / "state" / "history").read_text()
    assert KEPT in history and "/help" in history
    assert "10:02 fine" in (home.path / "state" / "zeph.log").read_text()
    assert home.data("sessions", "search", "hens")


@pytest.mark.parametrize("extractor", ["local", "llm", pytest.param("hybrid", marks=pytest.mark.campaign)])
def test_every_byte_of_what_is_forgotten_is_gone(tmp_path: Path, server: FakeOllama, extractor: str) -> None:
    home = told(tmp_path, server, extractor)
    forget_all(home)
    nothing_left(home)


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=[pytest.mark.campaign, pytest.mark.timeout(600)])])
def test_a_kill_in_the_middle_changes_nothing_of_that(tmp_path: Path, server: FakeOllama, kills: int) -> None:
    home = told(tmp_path / "whole", server, "local")
    chance = random.Random(kills)
    for number in range(kills):
        path = tmp_path / f"killed{number}"
        shutil.copytree(home.path, path)
        killed = Home(path, server, home.config)
        words = killed.command("memory", "forget", "--matching", chance.choice(SECRETS), "--yes")
        process = subprocess.Popen(
            words, env=killed.environment(), cwd=path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(chance.uniform(0.3, 1.8))
        process.kill()
        process.wait()
        forget_all(killed)
        killed.ok("chat", "-p", "Hello there.")  # what a kill left over is scrubbed by the next chat
        nothing_left(killed)
        shutil.rmtree(path)

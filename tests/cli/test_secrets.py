"""Keys, passwords and addresses: in no file, no prompt and no message of Zeph's; and nobody else can read its files."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.cli.zeph_process import Home, jsonl, row
from tests.fakes.headers_server import HeadersServer
from tests.fakes.ollama_server import FakeOllama

KEY = "sk-proj-Ab12Cd34Ef56Gh78Ij90KlMn"
SIGNED = "u5er:pa55word"
QUERY = "key=qu3ry"


def holding(folder: Path, text: str) -> list[Path]:
    return [p for p in folder.rglob("*") if p.is_file() and text.encode() in p.read_bytes()]


def test_a_told_key_is_neither_stored_nor_sent_and_that_is_said_once(tmp_path: Path, server: FakeOllama) -> None:
    home = Home(tmp_path, server)
    done = home.ok("chat", "-p", f"My OpenAI key is {KEY}, remember it.")
    assert done.err.count("Not kept: an API key") == 1
    home.ok("import", str(jsonl(tmp_path / "talk.jsonl", row(1, f"Use {KEY} for it."))))
    home.ok("profile", "add", f"My key is {KEY}")
    (tmp_path / "talk.jsonl").unlink()
    assert holding(tmp_path, KEY) == []
    assert KEY not in json.dumps(server.requests)
    assert "[redacted]" in home.ok("sessions", "search", "OpenAI", "key").out
    told = home.ok("chat", "--keep-secrets", "-p", f"My OpenAI key is {KEY}, keep it.")
    assert "Not kept" not in told.err and holding(tmp_path, KEY)


@pytest.mark.parametrize("section", ["model", "reranking"])
def test_an_address_is_shown_without_user_password_and_query(home: Home, section: str) -> None:
    with HeadersServer() as server:
        url = server.url.replace("://", f"://{SIGNED}@") + f"/v1?{QUERY}"
        home.config |= {
            f"{section}.base_url": url, "memory.graph.enabled": True, "memory.graph.extractor": "llm",
            "reranking.model": "r", "reranking.timeout_secs": 1,
        }  # fmt: skip
        if section == "model":
            home.config |= {"model.provider": "openai", "model.name": "m", "reranking.model": ""}
        shown = ""
        for words in (
            ("chat", "-p", "I live in Hull."), ("graph", "backfill"), ("memory", "search", "Hull"), ("doctor",),
            ("config", "check"), ("config", "show"), ("export",), ("doctor", "--json"),
        ):  # fmt: skip
            done = home.run(*words)
            shown += done.out + done.err
    assert server.url.removeprefix("http://") in shown
    for secret in ("u5er", "pa55word", "qu3ry"):
        assert secret not in shown
        assert holding(home.path / "data", secret) == []
        if (home.path / "state").exists():
            assert holding(home.path / "state", secret) == []


@pytest.mark.parametrize("host", [f"http://{SIGNED}@[bad", f"ftp://{SIGNED}@box", f"http://{SIGNED}@box:port?{QUERY}"])
def test_an_address_that_cannot_be_read_is_named_without_its_password(home: Home, host: str) -> None:
    home.config |= {"model.provider": "ollama", "model.host": host}
    done = home.run("chat", "-p", "Hi.")
    assert done.code == 3 and not any(secret in done.err for secret in ("u5er", "pa55word", "qu3ry")), done.err


def test_nobody_else_can_read_a_file_whatever_the_umask(home: Home, tmp_path: Path) -> None:
    deep = tmp_path / "some" / "else.db"
    old = os.umask(0)
    try:
        deep.parent.mkdir(mode=0o700)
        home.write_config()
        home.run("init", "--yes")
        home.ok("chat", "-p", "I live in Hull.")
        home.ok("--db", str(deep), "chat", "-p", "I live in Hull.")
        home.ok("db", "backup", str(tmp_path / "copy.db"))
        home.ok("db", "restore", str(tmp_path / "copy.db"), "--yes")
        home.ok("graph", "view", "--no-open")
        (tmp_path / "zeph.toml").write_text("model.name = 'x'")
        home.ok("trust", "--yes")
    finally:
        os.umask(old)
    made = [deep, deep.parent, *(p for name in ("data", "state") for p in (tmp_path / name).rglob("*"))]
    made += [tmp_path / "copy.db", *deep.parent.iterdir()]
    loose = {str(p): oct(p.stat().st_mode) for p in made if stat.S_IMODE(p.stat().st_mode) & 0o077}
    assert loose == {} and len(made) > 8


CRASH = "import os, sys\nfrom zeph.cli.crash import keep_trace\nprint(keep_trace(ValueError('x')))\n"


@pytest.mark.parametrize("state", ["writable", "taken"])
def test_a_crash_report_is_private_and_its_name_cannot_be_known_before(home: Home, tmp_path: Path, state: str) -> None:
    import subprocess
    import sys

    folder = tmp_path / "temporary"
    folder.mkdir()
    if state == "taken":
        (tmp_path / "state").write_text("a file in place of the folder")
    env = home.environment(TMPDIR=str(folder))
    for _ in range(2):
        subprocess.run([sys.executable, "-c", f"import os\nos.umask(0)\n{CRASH}"], env=env, check=True)
    kept = list((folder if state == "taken" else tmp_path / "state").glob("*crash-*.txt"))
    assert len(kept) == 2 and {stat.S_IMODE(p.stat().st_mode) for p in kept} == {0o600}


STEERING = "a\u202eb\u2066c\u200fd\u2028e\U000e0041f\x9bg\x7fh"


def test_nothing_that_is_printed_steers_the_terminal(home: Home) -> None:
    rows: list[dict[str, Any]] = [row(1, STEERING, speaker=f"N{STEERING}") | {"conversation": f"c{STEERING}"}]
    home.run("import", str(jsonl(home.path / "talk.jsonl", *rows)))
    home.run("graph", "alias", "User", STEERING)
    for words in (
        ("sessions", "list"), ("sessions", "search", "a"), ("memory", "search", STEERING), ("graph", "entities"),
        ("graph", "facts", f"x{STEERING}"), ("nosuch", STEERING), ("sessions", "show", f"c{STEERING}"),
    ):  # fmt: skip
        for more in ((), ("--json",)):
            done = home.run(*words, *more)
            for text in (done.out, done.err):
                assert not any(c in text for c in STEERING if not c.isascii() or c == "\x7f"), (words, more, text)
            if more and done.code == 0:
                json.loads(done.out)

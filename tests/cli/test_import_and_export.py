"""Files in and out from the command line: rules, folders that are watched, sessions that are followed, pages."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.zeph_process import ROOT, Home

RULES = "# Kestrel\n\n## Tests\n- Run them before every commit.\n"


def test_rules_are_taken_once_the_person_says_so(home: Home) -> None:
    file = home.path / "CLAUDE.md"
    file.write_text(RULES)
    home.run("import", str(file)).failed(2, "were not taken", "--yes")
    assert home.data("profile")["lines"] == []
    done = home.ok("import", str(file), "--yes")
    assert "1 rule of CLAUDE.md" in done.out
    assert [line["text"] for line in home.data("profile")["lines"]] == ["Tests: Run them before every commit."]
    assert "0 new, 0 gone" in home.ok("import", str(file)).out


def test_rules_that_change_are_told_and_asked_about_again(home: Home) -> None:
    file = home.path / "AGENTS.md"
    file.write_text(RULES)
    home.ok("import", str(file), "--yes")
    file.write_text(RULES.replace("before", "after"))
    said = home.ok("chat", "-p", "hello")
    assert "AGENTS.md has changed since its rules were taken" in said.out + said.err
    home.run("import", str(file)).failed(2, "were not taken")
    assert [line["text"] for line in home.data("profile")["lines"]] == ["Tests: Run them before every commit."]
    assert "1 new, 1 gone" in home.ok("import", str(file), "--yes").out


def test_rules_of_a_folder_do_nothing_by_themselves(home: Home) -> None:
    (home.path / "CLAUDE.md").write_text(RULES)
    said = home.ok("chat", "-p", "hello")
    assert "CLAUDE.md" not in said.out + said.err
    assert home.data("profile")["lines"] == []


def test_mine_and_others(home: Home) -> None:
    file = home.path / "mem0.json"
    row = {"id": "m1", "memory": "Lives in Bergen", "user_id": "mira", "created_at": "2024-01-01T00:00:00Z"}
    file.write_text(json.dumps({"results": [row]}))
    assert "1 read, 1 new" in home.ok("import", str(file), "--me", "mira").out
    assert "1 read, 0 new" in home.ok("import", str(file), "--me", "mira").out


def test_pages(home: Home) -> None:
    folder = home.path / "pages"
    home.run("export", "--format", "markdown").failed(2, "Name a folder")
    assert "1 page in" in home.ok("export", "--format", "markdown", str(folder)).out
    assert (folder / "index.md").stat().st_mode & 0o777 == 0o600
    (home.path / "file").write_text("")
    home.run("export", "--format", "markdown", str(home.path / "file")).failed(1, "is a file")


@pytest.mark.skipif(os.name != "posix", reason="signals of another kind")
@pytest.mark.parametrize("flag", ["--watch", "--follow"])
def test_an_interrupt_ends_looking_cleanly(home: Home, flag: str) -> None:
    folder = home.path / "vault"
    folder.mkdir()
    row = {
        "type": "user", "sessionId": "s", "uuid": "u", "timestamp": "2026-01-01T09:00:00Z",
        "message": {"role": "user", "content": "I live in Hull."},
    }  # fmt: skip
    (folder / "a.md").write_text("Nora leads Atlas.")
    (folder / "s.jsonl").write_text(json.dumps(row) + "\n")
    os.utime(folder / "a.md", (1, 1))
    home.write_config()
    args = [sys.executable, "-u", "-m", "zeph", "import", str(folder), flag]
    with subprocess.Popen(args, cwd=ROOT, env=home.environment(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = ""
        until = time.monotonic() + 60
        while "Ctrl+C" not in said and time.monotonic() < until:
            said += process.stdout.readline()
        process.send_signal(signal.SIGINT)
        said += process.stdout.read()
        assert process.wait(30) == 0, said
    assert "1 new" in said
    assert said.rstrip().endswith("Stopped.")


def test_watching_needs_one_folder_of_notes(home: Home, tmp_path: Path) -> None:
    home.run("import", str(tmp_path / "nowhere"), "--watch").failed(1, "cannot be read")
    home.run("import", str(tmp_path), "--watch", "--follow").failed(2, "not both")
    home.run("import", str(tmp_path), "--watch", "--format", "chatgpt").failed(2, "for notes")
    home.run("import", str(tmp_path / "nowhere"), "--follow").failed(1, "cannot be read")


def test_what_would_stand_in_every_request_is_asked_about(home: Home) -> None:
    file = home.path / "v" / "notes.jsonl"
    file.parent.mkdir()
    at = "2026-01-01 00:00:00"
    rows: list[dict[str, object]] = [
        {"type": "zeph", "version": 1},
        {"type": "profile", "id": 1, "kind": "written", "text": "Buy at Brimstone", "edge_id": None, "created_at": at},
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    for named in (file.parent, file):
        done = home.run("import", str(named), *(["--yes"] if named != file else []))
        assert done.code == 1 and "stands in every request" in done.err, done.err
        assert home.data("profile")["lines"] == []
    assert "Buy at Brimstone" in home.ok("import", str(file), "--yes").out
    assert [line["text"] for line in home.data("profile")["lines"]] == ["Buy at Brimstone"]
    assert "0 new, 0 skipped" in home.ok("import", str(file)).out


def test_a_file_whose_name_is_no_text_is_told(home: Home) -> None:
    folder = home.path / "odd"
    folder.mkdir()
    (folder / os.fsdecode(b"\xff\xfe.md")).write_text("The kettle is red.\n")
    (folder / os.fsdecode(b"\xff\xfe.json")).write_text("[1, {")
    done = home.run("import", str(folder))
    assert "1 read, 1 new" in done.out and "��.json is damaged" in done.err

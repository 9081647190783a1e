"""Forgetting and care of the file, as a person types it."""

import json
from pathlib import Path

from tests.cli.zeph_program import zeph

TALK = [
    ("1", "My dog is called Biscuit."),
    ("2", "I work at Zyxwerk in Hamburg."),
    ("3", "My sister Ottilie lives in Hamburg."),
]


def told(home: Path) -> None:
    rows = [
        {"id": i, "conversation": "a", "role": "user", "text": t, "sent_at": "2024-05-08T10:00:00Z"} for i, t in TALK
    ]
    home.mkdir(exist_ok=True)
    (home.parent / "talk.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert zeph(home, "import", str(home.parent / "talk.jsonl")).returncode == 0
    assert zeph(home, "graph", "backfill").returncode == 0


def holding(home: Path, text: str) -> list[str]:
    return [str(p) for p in home.rglob("*") if p.is_file() and text.encode() in p.read_bytes()]


def test_forgotten_is_gone_from_every_file(tmp_path: Path) -> None:
    home = tmp_path / "home"
    told(home)
    state = home / "state"
    state.mkdir(exist_ok=True)
    (state / "history").write_text(
        "\n# 2024-05-08 10:00:00\n+Where does Ottilie live?\n\n# 2024-05-08 11:00:00\n+Hello\n"
    )
    (state / "zeph.log").write_text("12:00 worker: Ottilie lives in Hamburg\n12:01 fine\n")
    own = tmp_path / "own.db"
    assert zeph(home, "db", "backup", str(own)).returncode == 0
    assert zeph(home, "db", "restore", str(own), "--yes").returncode == 0
    assert holding(home / "data" / "backups", "Ottilie")
    asked = zeph(home, "memory", "forget", "--entity", "Ottilie", "--with-messages")
    assert asked.returncode == 2
    assert holding(home, "Ottilie")
    done = zeph(home, "memory", "forget", "--entity", "Ottilie", "--with-messages", "--yes")
    assert done.returncode == 0, done.stderr
    assert holding(home, "Ottilie") == []
    assert str(own) in done.stdout
    assert (state / "history").read_text().endswith("+Hello\n")
    assert (state / "zeph.log").read_text() == "12:01 fine\n"
    assert "Biscuit" in zeph(home, "graph", "facts", "Biscuit").stdout


def test_nothing_found_is_no_success(tmp_path: Path) -> None:
    for words in (
        ("--fact", "9"),
        ("--message", "9"),
        ("--entity", "Nobody"),
        ("--matching", "nosuch"),
        ("--conversation", "x"),
    ):
        assert zeph(tmp_path, "memory", "forget", *words, "--yes").returncode == 1
    assert zeph(tmp_path, "memory", "forget").returncode == 2
    assert zeph(tmp_path, "memory", "forget", "--fact", "1", "--message", "1").returncode == 2


def test_care_of_the_file(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert zeph(home, "db", "backup", str(tmp_path / "none.db")).returncode == 1
    told(home)
    path = Path(zeph(home, "db", "path").stdout.strip())
    assert path.is_file()
    assert "Everything is well" in zeph(home, "db", "check").stdout
    assert {"name": "messages", "rows": 3}.items() <= next(
        r for r in json.loads(zeph(home, "db", "stats", "--json").stdout)["data"] if r["name"] == "messages"
    ).items()
    copy = tmp_path / "copy.db"
    assert zeph(home, "db", "backup", str(copy)).returncode == 0
    assert zeph(home, "db", "backup", str(copy)).returncode == 2
    assert zeph(home, "memory", "forget", "--matching", "Biscuit", "--yes").returncode == 0
    assert zeph(home, "db", "restore", str(copy)).returncode == 2
    assert zeph(home, "db", "restore", str(copy), "--yes").returncode == 0
    assert "Biscuit" in zeph(home, "graph", "facts", "Biscuit").stdout
    assert zeph(home, "db", "restore", str(tmp_path / "talk.jsonl"), "--yes").returncode == 1
    assert zeph(home, "db", "vacuum").returncode == 0

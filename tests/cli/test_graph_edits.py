"""`zeph graph …` as a person uses it to set the graph right: history, changes, undo, merge, split, alias, and what
each says to names and numbers that make no sense."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.zeph_process import Home, jsonl

SAID = (
    ("2026-01-01", "I live in Paris. I use Docker."),
    ("2026-01-05", "I moved to Berlin."),
    ("2026-01-06", "I no longer use Docker."),
    ("2026-01-07", "I use Rust and Go."),
)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("told")
    home = Home(path)
    home.config |= {"model.provider": "memory"}
    lines: list[dict[str, Any]] = [
        {"id": str(n), "conversation": "c", "role": "user", "text": text, "sent_at": f"{day}T10:00:00Z"}
        for n, (day, text) in enumerate(SAID)
    ]
    home.ok("import", str(jsonl(path / "said.jsonl", *lines)))
    home.ok("graph", "backfill")
    return path


@pytest.fixture
def home(told: Path, tmp_path: Path) -> Home:
    shutil.copytree(told, tmp_path / "home")
    return Home(tmp_path / "home")


def targets(home: Home, name: str = "User") -> set[str]:
    return {fact["target"] for fact in home.data("graph", "facts", name)}


def test_changes_are_listed_and_undone_once(home: Home) -> None:
    assert targets(home) == {"Berlin", "Rust", "Go"}
    revisions = home.data("graph", "revisions")
    assert [(r["id"], r["kind"], r["undone"]) for r in revisions] == [(2, "end", False), (1, "supersede", False)]
    history = {f["target"]: f["state"] for f in home.data("graph", "history", "user")}
    assert history["Docker"] == "ended" and history["Paris"].startswith("superseded by")
    home.ok("graph", "undo", "2")
    assert targets(home) == {"Berlin", "Rust", "Go", "Docker"}
    home.run("graph", "undo", "2").refused(2, "undone already")
    home.ok("graph", "undo", "3")  # undoing the undo
    assert targets(home) == {"Berlin", "Rust", "Go"}


def test_changes_that_came_by_themselves_wait_until_they_are_accepted(home: Home) -> None:
    assert [r["waits"] for r in home.data("graph", "revisions")] == [True, True]
    assert "waits for you" in home.ok("graph", "revisions").out
    home.ok("graph", "accept", "1")
    assert [r["waits"] for r in home.data("graph", "revisions")] == [True, False]
    assert "accepted already" in home.ok("graph", "accept", "1").out
    home.run("graph", "accept", "99").refused(1, "no change 99")
    home.run("graph", "accept").refused(2, "--all")
    assert "1 change accepted" in home.ok("graph", "accept", "--all").out
    assert "Nothing waits" in home.ok("graph", "accept", "--all").out
    home.ok("graph", "undo", "2")
    assert targets(home) == {"Berlin", "Rust", "Go", "Docker"}, "what was accepted can still be undone"


def test_what_is_pinned_is_the_persons_and_what_is_over_ends(home: Home) -> None:
    facts = {fact["target"]: str(fact["id"]) for fact in home.data("graph", "facts", "User")}
    home.ok("memory", "pin", facts["Berlin"])
    home.run("memory", "pin", facts["Berlin"]).refused(2, "yours already")
    home.run("memory", "pin", "999").refused(1, "no fact 999")
    home.ok("chat", "-p", "I moved to Rome.")
    assert "Berlin" in targets(home), "what a person pinned is not replaced by itself"
    home.ok("memory", "end", facts["Rust"], "2026-02-01")
    home.ok("memory", "end", facts["Go"])
    assert not {"Rust", "Go"} & targets(home)
    until = {f["target"]: f["valid_until"] for f in home.data("graph", "history", "user")}
    assert until["Rust"].startswith("2026-02-01") and until["Go"]
    home.run("memory", "end", facts["Rust"], "soonish").refused(2, "is no date")
    home.ok("graph", "undo")
    assert "Go" in targets(home)


def test_a_merge_is_undone_only_after_what_came_later(home: Home) -> None:
    home.run("graph", "merge", "Rust", "rust").refused(2, "one thing already")
    merged = home.data("graph", "merge", "Rust", "Go")["revision"]
    assert targets(home) == {"Berlin", "Rust"}
    named = home.data("graph", "alias", "Rust", "Oxide")["revision"]
    home.run("graph", "undo", str(merged)).refused(2, f"Change {named}", "undo that first")
    home.ok("graph", "undo", str(named))
    home.ok("graph", "undo", str(merged))
    assert targets(home) == {"Berlin", "Rust", "Go"}


def test_a_merged_name_is_split_off_again(home: Home) -> None:
    home.ok("graph", "merge", "Rust", "Go")
    home.ok("graph", "split", "Rust", "Go")
    assert {e["name"] for e in home.data("graph", "entities")} >= {"Rust", "Go"}
    home.run("graph", "split", "Rust", "Go").refused(1, "no other name of Rust")


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ("facts Nobody", 1, "nothing is known"),
        ("history Nobody", 1, "nothing is known"),
        ("merge Rust Nobody", 1, "nothing is known"),
        ("split Nobody Go", 1, "nothing is known"),
        ("split Rust Nobody", 1, "no other name"),
        ("split Rust Rust", 1, "no other name"),
        ("alias Nobody Go", 1, "nothing is known"),
        ("alias Rust Go", 2, "something else"),
        ("alias Rust Rust", 2, "already"),
        ("alias Rust …", 2, "letter"),
        ("undo 999", 1, "no change 999"),
    ],
)
def test_what_makes_no_sense_is_a_sentence(home: Home, words: str, code: int, sentence: str) -> None:
    home.run("graph", *words.split()).failed(code, sentence)


@pytest.mark.parametrize(
    "words",
    ["undo abc", "undo 0", "undo 99999999999999999999", "undo 1.5", "revisions --limit 0",
     "revisions --limit 99999999999999999999", "backfill --limit x", "backfill --limit 99999999999999999999"],
)  # fmt: skip
def test_numbers_that_are_none(tmp_path: Path, words: str) -> None:
    done = Home(tmp_path).run("graph", *words.split())
    assert done.code == 2 and "Invalid value" in done.err and "Traceback" not in done.err, done.err


def test_a_change_of_zero_is_not_the_last_one(home: Home) -> None:
    home.run("graph", "undo", "0")
    assert not any(r["undone"] for r in home.data("graph", "revisions"))


def test_a_file_in_which_facts_supersede_one_another_in_a_circle(home: Home) -> None:
    """Edited from outside: every look and every change still ends, and doctor tells."""
    with closing(sqlite3.connect(home.db)) as damaged, damaged:
        damaged.execute("UPDATE graph_edges SET superseded_by = id % 2 + 1, supersedes_id = id % 2 + 1 WHERE id <= 2")
        damaged.execute("UPDATE graph_edges SET superseded_by = id WHERE id = 4")
    damaged.close()
    assert "Rust" in targets(home)
    assert len(home.data("graph", "history", "User")) >= 5
    home.ok("chat", "-p", "I moved to Oslo.")
    assert "Oslo" in targets(home)
    home.run("graph", "undo", "1")
    doctor = home.run("doctor", "--json")
    assert doctor.code == 1 and any("in a circle" in problem for problem in doctor.json()["problems"])
    session = home.data("sessions", "list")[-1]["id"]
    home.ok("sessions", "delete", session, "--yes")

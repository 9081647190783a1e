"""Lists that end early say so; what is empty is not listed; what cannot be made is told before anything is."""

from pathlib import Path

import pytest

from tests.cli.zeph_process import Home, jsonl

MANY = 7


@pytest.fixture
def known(home: Home, tmp_path: Path) -> Home:
    """Some people, some talks."""
    del home.config["memory.graph.enabled"]
    rows = [
        {
            "id": f"m{n}",
            "conversation": f"talk {n}",
            "role": "user",
            "text": f"My colleague Oriel{chr(97 + n)} lives in Kalmar.",
            "sent_at": f"2024-05-0{n + 1}T10:00:00Z",
        }
        for n in range(MANY)
    ]
    home.ok("import", str(jsonl(tmp_path / "talks.jsonl", *rows)))
    told = home.ok("graph", "backfill", "--limit", "2").out
    assert "2 messages" in told and f"{MANY - 2} messages still to be read" in told
    assert "still to be read" not in home.ok("graph", "backfill").out
    return home


@pytest.mark.parametrize(
    "words",
    [("graph", "entities"), ("graph", "facts", "Kalmar"), ("graph", "at", "2100", "Kalmar"), ("sessions", "list"),
     ("sessions", "search", "colleague"), ("memory", "log")],
)  # fmt: skip
def test_a_list_that_ends_early_says_so(known: Home, words: tuple[str, ...]) -> None:
    cut = known.ok(*words, "--limit", "3").out
    assert "--limit N shows more" in cut
    assert "--limit N shows more" not in known.ok(*words, "--limit", "1000").out
    assert len(known.data(*words, "--limit", "3")) == 3


def test_a_talk_in_which_nothing_was_said_is_not_listed(home: Home) -> None:
    home.ok("-p", "/new")
    assert home.data("sessions", "list") == []
    home.ok("-p", "I planted 12 tulips.")
    (only,) = home.data("sessions", "list")
    home.ok("-p", "/new")
    home.ok("-c", "-p", "And 3 roses.")
    assert [row["id"] for row in home.data("sessions", "list")] == [only["id"]]


@pytest.mark.parametrize("words", [("graph", "stats"), ("-p", "hello"), ("db", "check")])
def test_a_database_in_a_folder_that_there_is_not_is_refused(home: Home, words: tuple[str, ...]) -> None:
    missing = home.path / "misspelt" / "deeper" / "my.db"
    home.run("--db", str(missing), *words).refused(2, "there is no folder", "misspelt")
    assert not missing.parent.parent.exists()


@pytest.mark.parametrize("words", [("export",), ("db", "backup"), ("graph", "view", "--no-open", "--output")])
def test_nothing_is_written_into_a_folder_that_there_is_not(home: Home, words: tuple[str, ...]) -> None:
    home.ok("-p", "I planted 12 tulips.")
    missing = home.path / "misspelt" / "out"
    assert "no folder" in home.run(*words, str(missing)).err
    assert not missing.parent.exists()

"""`zeph bench retrieval` as a script sees it."""

import json
from pathlib import Path

import pytest

from tests.cli.zeph_process import Home, jsonl

SET = (
    {
        "type": "message",
        "id": "m1",
        "conversation": "walks",
        "speaker": "Ann",
        "role": "user",
        "text": "Rex is a collie.",
        "sent_at": "2024-05-01T10:00:00Z",
    },
    {
        "type": "message",
        "id": "m2",
        "conversation": "walks",
        "role": "user",
        "text": "I moved to Oslo.",
        "sent_at": "2024-05-02T10:00:00Z",
    },
    {"type": "question", "text": "What breed is Rex?", "evidence": ["m1"], "category": "single fact"},
    {"type": "question", "text": "Which metals melt at dawn?", "evidence": [], "category": "unknown"},
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return Home(tmp_path_factory.mktemp("home"))


def test_figures_beside_plain_search(home: Home, tmp_path: Path) -> None:
    file = jsonl(tmp_path / "set.jsonl", *SET)
    found = home.data("bench", "retrieval", str(file))
    assert (found["messages"], found["questions"]) == (2, 2) and found["facts"] >= 1
    for who in ("zeph", "fts5"):
        assert found[who]["all"]["r@5"] == found[who]["single fact"]["mrr"] == 100.0
    assert found["unanswerable"]["unknown"] == {"questions": 1, "no_fact": 1, "no_message": 1, "nothing": 1}
    assert found["answerable"]["nothing"] == 0
    printed = home.ok("bench", "retrieval", str(file), "--no-graph").out
    assert "became 0 facts" in printed and "FTS5 alone" in printed and "single fact" in printed
    assert not home.db.exists()  # the person's own memory was not touched


def test_locomo_format(home: Home, tmp_path: Path) -> None:
    turns = [{"speaker": "Ann", "dia_id": "D1:1", "text": "Rex is my collie."}]
    chat = {"session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2023"}
    file = tmp_path / "set.json"
    asked = [{"question": "What is Rex?", "category": 4, "evidence": ["D1:1"]}]
    file.write_text(json.dumps([{"conversation": chat, "qa": asked}]), encoding="utf-8")
    assert home.data("bench", "retrieval", str(file), "--format", "locomo")["zeph"]["4 single-hop"]["hit@5"] == 100.0


def test_bad_files_are_refused_in_a_sentence(home: Home, tmp_path: Path) -> None:
    home.run("bench", "retrieval", str(tmp_path / "none.jsonl")).refused(1, "cannot be read")
    home.run("bench", "retrieval", str(jsonl(tmp_path / "bad.jsonl", "{"))).refused(1, "line 1", "json")
    wrong = home.run("bench", "retrieval", str(tmp_path / "x"), "--format", "csv")
    assert wrong.code == 2 and "csv" in wrong.err

"""What is read from a file, and which sentence refuses it."""

import json
from pathlib import Path
from typing import Any

import pytest

from zeph.bench.baseline import PlainSearch, rendered
from zeph.bench.sets import Question, load
from zeph.errors import BadInput
from zeph.memory.exchange.message_lines import Line

MESSAGE = {
    "type": "message",
    "id": "m1",
    "conversation": "c",
    "speaker": "Ann",
    "role": "user",
    "text": "Rex is a collie.",
    "sent_at": "2024-05-01T10:00:00Z",
}
ASKED = {"type": "question", "text": "What is Rex?", "evidence": ["m1"], "category": "fact", "at": "2024-06-01"}


def write(folder: Path, *rows: Any) -> Path:
    file = folder / "set.jsonl"
    file.write_text("".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in rows), encoding="utf-8")
    return file


def test_a_line_is_a_message_or_a_question(tmp_path: Path) -> None:
    unknown = {"type": "question", "text": "Who is Bo?", "category": "unknown"}
    (talk,) = load(write(tmp_path, MESSAGE, "", ASKED, unknown), "jsonl").talks
    assert talk.messages == (Line(1, "m1", "c", "Ann", "user", "Rex is a collie.", "2024-05-01 10:00:00"),)
    assert talk.questions == (
        Question("What is Rex?", ("m1",), "fact", "2024-06-01 00:00:00"),
        Question("Who is Bo?", (), "unknown"),
    )


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([MESSAGE, "{"], "line 2: not valid JSON"),
        ([MESSAGE, "[]"], "line 2: type must be"),
        ([MESSAGE, MESSAGE, ASKED], "line 2: the id 'm1' was used before"),
        ([MESSAGE | {"role": "boss"}], "line 1: role must be one of"),
        ([MESSAGE | {"sent_at": "soon"}], "line 1: sent_at must be"),
        ([MESSAGE, ASKED | {"evidence": ["m2"]}], "line 2: no message has the evidence's id 'm2'"),
        ([MESSAGE, ASKED | {"evidence": "m1"}], "evidence must be a list"),
        ([MESSAGE, ASKED | {"category": ""}], "category must be a text"),
        ([MESSAGE, ASKED | {"at": 5}], "at must be an ISO 8601 time"),
        ([MESSAGE], "has no question"),
        ([], "has no question"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, rows: list[Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        load(write(tmp_path, *rows), "jsonl")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        load(tmp_path / "none.jsonl", "jsonl")


def locomo() -> list[dict[str, Any]]:
    turns = [
        {"speaker": "Ann", "dia_id": "D1:1", "text": "Look!", "blip_caption": "a collie"},
        {"speaker": "Bo", "dia_id": "D1:2", "text": "Nice."},
        {"speaker": "Ann", "dia_id": "D1:3", "text": "He is Rex."},
    ]
    asked = [
        {"question": "Whose dog?", "category": 1, "evidence": ["D:1:01-D1:2; D1:3"]},
        {"question": "Not labelled?", "category": 4, "evidence": []},
        {"question": "Adversarial?", "category": 5, "evidence": ["D1:3"]},
    ]
    chat = {"session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2023", "session_2_date_time": "unused"}
    return [{"conversation": chat, "qa": asked}]


def test_locomo_with_captions_and_labels_as_they_are_meant(tmp_path: Path) -> None:
    found = load(write(tmp_path, locomo()), "locomo")
    (talk,) = found.talks
    assert [m.text for m in talk.messages] == ["Look! [image: a collie]", "Nice.", "He is Rex."]
    assert talk.messages[0].sent_at == "2023-05-08 13:56:00"
    assert [(q.category, q.evidence) for q in talk.questions] == [
        ("1 multi-hop", ("D1:1", "D1:2", "D1:3")),
        ("5 adversarial", ("D1:3",)),
    ]
    assert found.apart == {"5 adversarial"}


@pytest.mark.parametrize("text", ["{}", "[1]", '[{"conversation": {}}]', "nothing"])
def test_what_is_not_locomo_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadInput):
        load(write(tmp_path, text), "locomo")


def test_the_yardstick_finds_words_speakers_and_dates() -> None:
    said = [Line(1, "a", "c", "Ann", "user", "I walked the dog", "2024-05-01 10:00:00"),
            Line(2, "b", "c", "", "assistant", "Cats are fine", "2024-06-02 10:00:00")]  # fmt: skip
    assert rendered(said[1]) == "assistant, 2 June 2024: Cats are fine"
    search = PlainSearch(said)
    assert search.ask("Who was walking?", 5) == ["a"]
    assert set(search.ask("June, Ann", 5)) == {"a", "b"}
    assert search.ask('quite "NOT* (', 1) == [] and search.ask("?!", 5) == []
    search.close()

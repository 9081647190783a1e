"""The features of messages."""

from tests.memory.recall.conftest import evidence, plan, said
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.ranking.edge_time import dated
from zeph.memory.recall.ranking.message_features import message_features
from zeph.records.message import Message


def features(
    question: str, *messages: Message, text: dict[int, float], like: dict[int, float]
) -> dict[str, dict[int, float]]:
    known = {m.id: m for m in messages}
    channels = {"message_text": text, "message_vector": like}
    got = message_features(known, evidence(*messages), plan(question), channels)
    return {name: {i: values.get(i, 0.0) for i in known} for name, values in got.items()}


def test_an_answer_stands_after_its_question_in_the_same_talk() -> None:
    got = features(
        "Which dog?", said(1, "Which dog is it?"), said(2, "A collie."), said(3, "Nice."), said(4, "Elsewhere", talk=2),
        text={1: 3.0}, like={1: 0.4, 3: 0.2},
    )  # fmt: skip
    assert got["reply"] == {1: 0.0, 2: 1.0, 3: 0.0, 4: 0.0}
    assert got["beside"] == {1: 1.0, 2: 1.0, 3: 1.0, 4: 0.0}
    assert got["question"] == {1: 1.0, 2: 0.0, 3: 0.0, 4: 0.0}


def test_the_person_is_preferred_unless_the_assistant_is_asked_about_itself() -> None:
    mine, its = said(1, "I use vim."), said(2, "Try neovim.", role="assistant")
    assert features("Which editor do I use?", mine, its, text={}, like={})["person"] == {1: 1.0, 2: 0.0}
    assert features("Which editor did you recommend?", mine, its, text={}, like={})["person"] == {1: 0.0, 2: 1.0}


def test_now_prefers_what_was_said_later() -> None:
    early, late = said(9, "I live in Rome."), said(3, "I live in Oslo.", at="2024-05-09 10:00:00")
    assert features("Where do I live now?", early, late, text={}, like={})["latest"] == {9: 0.0, 3: 1.0}
    assert not any(features("Where did I live?", early, late, text={}, like={})["latest"].values())


def test_dates_that_a_question_names() -> None:
    assert dated("2024-05-01 00:00:00", analyse("What happened in May 2024?")) == 1.0
    assert dated("2023-05-01 00:00:00", analyse("What happened in May 2024?")) == 0.0
    assert dated("2024-05-01 00:00:00", analyse("What happened?")) == dated(None, analyse("May 2024")) == 0.0

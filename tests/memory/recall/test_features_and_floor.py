"""The features of messages, and the floor under which nothing is known."""

import pytest

from tests.memory.recall.conftest import plan, said
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.gather.hits import Hits
from zeph.memory.recall.gather.loading import Loaded
from zeph.memory.recall.gather.named_entities import Named
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.ranking.edge_time import dated
from zeph.memory.recall.ranking.features import message_features
from zeph.memory.recall.ranking.relevance import anything_relevant
from zeph.records.message import Message


def evidence(*messages: Message, likes: dict[int, float] | None = None, named: Named | None = None) -> Evidence:
    hits = Hits() if likes is None else Hits(vector=object(), messages={"message_vector": likes})
    return Evidence(hits, named or Named(), loaded=Loaded(messages={m.id: m for m in messages}))


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
    assert got["beside"] == {1: 0.0, 2: 1.0, 3: 1.0, 4: 0.0}
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


DOG = said(1, "My dog Rex likes the beach.")


@pytest.mark.parametrize(
    ("question", "likes", "known"),
    [
        ("Which animal lives with me?", {1: 0.45}, True),  # like it, with no word in common
        ("Which animal lives with me?", {1: 0.25}, False),
        ("Where does my dog like to be?", {1: 0.20}, True),  # most of its words
        ("Which dog won the national championship?", {1: 0.30}, False),  # one word of four
        ("Does the beach in Lisbon please a dog owner?", {1: 0.30}, False),
        ("Is the dog fond of Bartholomew?", {1: 0.28}, False),  # a name nobody ever said
        ("Is the dog fond of bartholomew?", {1: 0.28}, True),
    ],
)
def test_the_floor_with_vectors(question: str, likes: dict[int, float], known: bool) -> None:
    knows = evidence(DOG, likes=likes, named=Named(topic=analyse(question).terms))
    assert anything_relevant(knows, plan(question)) is known


def test_the_floor_without_vectors_counts_words() -> None:
    assert anything_relevant(evidence(DOG), plan("Where does my dog like to be?"))
    assert not anything_relevant(evidence(DOG), plan("Which dog won the national championship?"))


def test_a_name_alone_or_oneself_is_enough_where_it_is_known() -> None:
    assert anything_relevant(evidence(named=Named(frozenset((7,)), frozenset((7,)))), plan("Who is Caroline?"))
    assert anything_relevant(evidence(named=Named(frozenset((1,)))), plan("What do you know about me?"))
    assert not anything_relevant(evidence(), plan("What do you know about me?"))


@pytest.mark.parametrize(
    ("question", "about_it"),
    [
        ("What did you suggest?", True),
        ("What was your advice?", True),
        ("Where should it stand, according to you?", True),
        ("Which letters have you drafted?", True),
        ("Do you know where I live?", False),
        ("Can you tell me my address?", False),
        ("How do you cook rice?", False),
        ("Where do I live?", False),
    ],
)
def test_when_the_assistant_is_asked_about_itself(question: str, about_it: bool) -> None:
    assert analyse(question).asks_assistant is about_it


def test_names_have_a_capital_within_the_sentence() -> None:
    assert analyse("Did Rex meet Anna in Rome? Where?").proper_names == ("rex", "anna", "rome")
    assert analyse("Where was it? Rome, perhaps").proper_names == ()

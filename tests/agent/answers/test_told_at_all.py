"""Whether what is asked for was told at all."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.findings import Finding
from zeph.agent.answers.found_answer import NOTHING
from zeph.agent.answers.told_at_all import chance_of_answer
from zeph.records.events import TurnEnded

TOLD = (
    "My rent is 910 a month.",
    "Dad is in ward 6 at the royal.",
    "Freya plays the cello.",
    "We get the keys in May.",
)


def _found(covers: float, like: float | None, *others: float) -> list[Finding]:
    best = Finding("…", 0.0, covers, covers > 0, like=like)
    return [best, *(Finding("…", -behind, 0.0, False, like=like) for behind in others)]


@pytest.mark.parametrize("like", [0.4, None])
def test_what_is_like_the_question_and_has_its_words_is_likelier_to_answer(like: float | None) -> None:
    near, far = _found(1.0, like, 3.0, 3.0), _found(0.0, like and 0.1, 0.1, 0.2, 0.2)
    assert chance_of_answer(near, False) > 0.3 > 0.1 > chance_of_answer(far, True)
    assert chance_of_answer(far, True) < chance_of_answer(far, False)


def test_where_nothing_was_found_nothing_answers() -> None:
    assert chance_of_answer([], False) == 0.0


@pytest.mark.parametrize(
    ("question", "known"),
    [("what is my rent?", True), ("who inherits the bungalow?", False), ("how tall am i?", False)],
)
async def test_what_nobody_told_is_said_to_be_unknown(tmp_path: Path, question: str, known: bool) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in TOLD:
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, question))[-1]
        assert isinstance(last, TurnEnded)
        first = last.answer.splitlines()[0].casefold()
        assert ("nothing" not in first) is known


@pytest.mark.parametrize(
    ("told", "question"),
    [
        (("Freya plays the cello.",), "who is my dentist"),
        (("my gym card runs out 3 may",), "what is our wifi password"),
        ((*TOLD, "I owe Piet 40 euros."), "which bus goes to the stadium?"),
        (TOLD, "whats my blood group"),
    ],
)
async def test_where_nothing_is_near_it_is_said_alone(tmp_path: Path, told: tuple[str, ...], question: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in told:
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, question))[-1]
        assert isinstance(last, TurnEnded) and last.answer == NOTHING


@pytest.mark.parametrize("question", ["whos Noor", "who is noor?", "whats my girlfriends name", "wheres my gf from"])
async def test_somebody_who_was_mentioned_is_found_however_the_question_is_typed(tmp_path: Path, question: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in (*TOLD, "gf Noor cant stand the new stairs, she misses Ghent"):
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, question))[-1]
        assert isinstance(last, TurnEnded)
        assert "gf Noor" in last.answer.splitlines()[0] and "nothing" not in last.answer

"""Questions that ask two things: each part is answered."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.question_parts import question_parts
from zeph.records.events import TurnEnded


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("When was Osk born, and when was Runa born?", ["When was Osk born", "when was Runa born?"]),
        ("When does Mrs. Lund's boat have to be ready, and what does she pay?",
         ["When does Mrs. Lund's boat have to be ready", "what does Mrs. Lund pay?"]),
        ("who is my boss and where does he live", ["who is my boss", "where does my boss live"]),
        ("Where do we live now? And where are we moving to?", ["Where do we live now", "where are we moving to?"]),
        ("when is the play and where?", ["when is the play", "where is the play"]),
        ("who's painting our boat and how much", ["who's painting our boat", "how much is painting our boat"]),
        ("when does the new shift start n where is it", ["when does the new shift start", "where is the new shift"]),
        ("what's Osk's number & when does he call", ["what's Osk's number", "when does Osk call"]),
        ("morning! whats my name and where do i live", ["whats my name", "where do i live"]),
        ("What do Osk and Runa eat?", ["What do Osk and Runa eat?"]),
        ("Do you know what I said and did?", ["Do you know what I said and did?"]),
        ("I moved to Hull and then what?", ["I moved to Hull and then what?"]),
    ],
)  # fmt: skip
def test_the_parts_of_a_question(text: str, parts: list[str]) -> None:
    assert question_parts(text) == parts


async def test_each_part_is_answered(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, "My brother Osk lives in Hull.")
        await events_of(agent, talk, "I work at Brightloom.")
        last = (await events_of(agent, talk, "Where does Osk live, and where do I work?"))[-1]
        assert isinstance(last, TurnEnded)
        lines = last.answer.splitlines()
        assert "Hull" in lines[0]
        assert "Brightloom" in lines[1]


@pytest.mark.parametrize("text", ["when I was in York and where I slept", "is it salt n pepper", "I know who and why"])
def test_one_thing_is_asked_or_none(text: str) -> None:
    assert question_parts(text) == [text]


async def test_the_time_of_each_part_holds(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, "I work at Brightloom.")
        await events_of(agent, talk, "The new job at Holmfirth Mill starts on 11 January.")
        last = (await events_of(agent, talk, "where do i work now and where does the new job start?"))[-1]
        assert isinstance(last, TurnEnded)
        lines = last.answer.splitlines()
        assert "Brightloom" in lines[0]
        assert "Holmfirth" in lines[1]

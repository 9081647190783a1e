"""Whose a thing is and where somebody works are answered from how people say it: "plot 14 is ours"."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.second_person import to_you
from zeph.records.events import TextDelta


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        ("im a school secretary at elmfield primary", "where do i work", "You are a school secretary at Elmfield"),
        ("I'm a porter at the infirmary.", "Where do I work?", "You are a porter at the infirmary."),
        ("plot 14 is ours", "which plot is mine", "Plot 14 is yours."),
        ("the blue bike is mine", "which bike is mine?", "Blue bike is yours."),
    ],
)
async def test_the_sentence_that_says_it_answers(tmp_path: Path, told: str, question: str, answer: str) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        for text in (told, "plot 12 next door belongs to Derek", "my sister works at the bakery"):
            await events_of(agent, conversation, text)
        events = await events_of(agent, conversation, question)
    said = "".join(event.text for event in events if isinstance(event, TextDelta))
    assert said.startswith(answer)
    assert f"“{told}”" in said


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ("The bike is User's", "The bike is yours"),
        ("The bike is User's, not Dan's", "The bike is yours, not Dan's"),
        ("The car is User's sister's", "The car is your sister's"),
        ("User's sister lives in Hull", "Your sister lives in Hull"),
    ],
)
def test_what_is_theirs_alone_is_yours(kept: str, said: str) -> None:
    assert to_you(kept) == said

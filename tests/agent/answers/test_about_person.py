"""Questions for all that is known of the person, and the memory's own answer to them."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.about_person import asked_of_person
from zeph.records.events import TurnEnded


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("What do you know about me?", ()), ("what have you learned about me so far?", ()), ("Who am I?", ()),
        ("List everything you know", ()), ("Tell me what you remember about me.", ()),
        ("Can you summarise what you know about my work?", ("projects", "work")),
        ("What do you know about my health?", ("diet", "health")),
    ],
)  # fmt: skip
def test_all_is_asked_for_or_a_part(question: str, parts: tuple[str, ...]) -> None:
    assert asked_of_person(question) == frozenset(parts)


@pytest.mark.parametrize(
    "question",
    ["What do you know about Rex?", "Do you know me?", "Summarise this text", "What did you say about my work?",
     "What do you know about my bicycle?", "List my pets", "I know everything you know"],
)  # fmt: skip
def test_something_else_is_asked(question: str) -> None:
    assert asked_of_person(question) is None


async def test_who_you_are_in_the_second_person(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):

        async def told(text: str) -> list[str]:
            last = (await events_of(agent, talk, text))[-1]
            assert isinstance(last, TurnEnded)
            return [line for line in last.answer.splitlines() if line.startswith("- ")]

        for text in ("I live in Leeds.", "I work at Brightloom.", "I like tea.", "Don't use emojis."):
            await told(text)
        own = ["- You want answers without emojis.", "- You live in Leeds.", "- You work at Brightloom."]
        assert await told("What do you know about me?") == [*own, "- You like tea."]
        assert await told("Summarise what you know about my work") == ["- You work at Brightloom."]
        assert await told("What do you know about my pets?") == []

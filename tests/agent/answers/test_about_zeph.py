"""Questions about Zeph itself: answered with what to type, and not taken from the person's own talk."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.talk_kinds import asks_for_today, talk_answer
from zeph.agent.attachments import Attachment
from zeph.agent.standing_context import today
from zeph.records.events import TextDelta


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("what can you do?", "/help"),
        ("What is this", "/help"),
        ("who are you?", "/help"),
        ("how does this work?", "/help"),
        ("what do I do now?", "/help"),
        ("help me", "/help"),
        ("can anyone else read this?", "on this machine"),
        ("Who can see what I say?", "on this machine"),
        ("is this private?", "on this machine"),
        ("where is my data stored?", "on this machine"),
        ("how do I delete everything?", "delete everything"),
        ("How can I correct a mistake?", "That's wrong"),
        ("why do you think that?", "/why"),
        ("how do you know?", "/why"),
        ("where did we leave off?", "/resume"),
        ("what did we talk about last time?", "/resume"),
    ],
)
def test_what_is_asked_about_zeph(text: str, said: str) -> None:
    kind, answer = talk_answer(text)
    assert kind == "about" and said in answer


@pytest.mark.parametrize(
    "text",
    [
        "what can you tell me about Oriel?",
        "who is my dentist?",
        "what is this year's budget?",
        "how does the boiler work?",
        "how do I fix the boiler?",
        "how do I delete a branch in git?",
        "can anyone else drive the van?",
        "where is my passport?",
        "is the meeting private?",
        "why do you think Tavish left?",
        "what did we talk about with Oriel?",
        "who can read Polish?",
        "where did we go last summer?",
        "what should I buy for Oriel?",
        "how do I change the oil?",
    ],
)
def test_what_is_asked_about_the_person_s_own_things_is_not(text: str) -> None:
    assert talk_answer(text)[0] != "about"


@pytest.mark.parametrize(
    "text",
    [
        "what day is it today?",
        "What's the date",
        "which day is it?",
        "what is today's date?",
        "today's date",
        "what year is it",
    ],
)
async def test_the_date_is_known(tmp_path: Path, text: str) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        said = [event.text for event in await events_of(agent, conversation, text) if isinstance(event, TextDelta)]
        assert "".join(said) == today(agent.memory.now)


@pytest.mark.parametrize(
    "text", ["what day is the party?", "what is the date of Oriel's wedding?", "which day is bin day?"]
)
def test_other_days_are_not_today(text: str) -> None:
    assert not asks_for_today(text)


async def test_what_is_attached_needs_a_model(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await events_of(agent, conversation, "We use gRPC because of streaming.")
        attached = [Attachment("notes.md", "Oriel lives in Kalmar.")]
        async with agent.turn("what is @notes.md about?", conversation, attached=attached) as events:
            said = "".join([event.text async for event in events if isinstance(event, TextDelta)])
        assert "needs a language model" in said and "gRPC" not in said

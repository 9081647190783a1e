"""Questions for all that is known of the person, and the memory's own answer to them."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.about_person import asked_of_person
from zeph.agent.answers.last_word import is_of_same
from zeph.records.events import TurnEnded


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("What do you know about me?", ()), ("what have you learned about me so far?", ()), ("Who am I?", ()),
        ("List everything you know", ()), ("Tell me what you remember about me.", ()),
        ("Can you summarise what you know about my work?", ("projects", "work")),
        ("What do you know about my health?", ("diet", "health")),
        ("Show me what you have noted, please.", ()), ("tell me what you've written down about me", ()),
        ("what do you have on me", ()), ("list everything", ()),
        ("What have you got stored on my work?", ("projects", "work")),
    ],
)  # fmt: skip
def test_all_is_asked_for_or_a_part(question: str, parts: tuple[str, ...]) -> None:
    assert asked_of_person(question) == frozenset(parts)


@pytest.mark.parametrize(
    "question",
    ["What do you know about Rex?", "Do you know me?", "Summarise this text", "What did you say about my work?",
     "What do you know about my bicycle?", "List my pets", "I know everything you know",
     "What do you have?", "Show me everything in the garden", "What have you got against my boss?"],
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


async def test_each_thing_is_told_once_and_what_is_to_come_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in ("I live in a small flat in Leeds with my husband Tom.", "I live in Leeds.",
                     "I will start working at Whinmoor Vets on 4 January 2090.", "My name is Dana."):  # fmt: skip
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, "Show me what you have noted, please."))[-1]
        assert isinstance(last, TurnEnded)
        lines = [line for line in last.answer.splitlines() if line.startswith("- ")]
        assert "Dana" in lines[0]
        assert sum("Leeds" in line for line in lines) == 1
        assert ["2090" in line for line in lines if "Whinmoor" in line] == [True]


async def test_what_was_said_since_stands_beside_what_it_ends(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in (
            "I buy my horsehair from Lund and my felt from a mill called Brae.", "My partner is Tobias.",
            "I no longer buy from Lund; it comes from a Mrs. Adeyemi.", "my partner Tobias left early",
        ):  # fmt: skip
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, "What do you know about me?"))[-1]
        assert isinstance(last, TurnEnded)
        since = [line for line in last.answer.splitlines() if "since then you said" in line]
        assert ["“I no longer buy from Lund”" in line and "horsehair" in line for line in since] == [True]


@pytest.mark.parametrize("question", ["what's my name", "who am i", "whats my name and where do i live"])
async def test_a_name_that_is_in_no_fact_is_found(tmp_path: Path, question: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in ("hiya im joanna, 38, in a flat in leeds", "im tired today", "mum is in krakow"):
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, question))[-1]
        assert isinstance(last, TurnEnded)
        assert "joanna" in "\n".join(last.answer.splitlines()[:2]).lower()
        assert "not sure" not in last.answer.splitlines()[0]


@pytest.mark.parametrize(
    ("told", "since", "same"),
    [
        ("You are moving out of Fenwick Road from 9 January", "dad's been moved to ward 9, visiting is 2 to 4", False),
        ("You moved to a new desk by the lift", "the new boiler was moved to the cellar", False),
        ("You pay 890 in rent for the flat", "the flat's rent is 910 now", True),
        ("You work at Elmfield as a clerk", "i no longer work at elmfield", True),
    ],
)  # fmt: skip
def test_that_both_tell_of_a_change_does_not_make_them_one(told: str, since: str, same: bool) -> None:
    assert is_of_same(told, since) is same


async def test_what_was_said_and_is_no_fact_of_the_person_is_told_as_that(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        children = "two grown kids, jago's a roofer in bristol and lamorna is a midwife up in leeds"
        for text in (children, "I like tea.", "where does jago work?", "forget Rolf"):
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, "what do you know about me"))[-1]
        assert isinstance(last, TurnEnded)
        before, _, after = last.answer.partition("You also said:")
        assert "You like tea." in before and f"“{children}”" in after
        assert "where does jago" not in after and "I like tea" not in after and "forget" not in after


@pytest.mark.parametrize(
    ("later", "since"),
    [("they doubled the ramipril to 100mg", True), ("fetched 2 boxes of ramipril", False), ("the cat had 80mg", False)],
)
async def test_a_fact_that_is_counted_otherwise_since_has_that_beside_it(
    tmp_path: Path, later: str, since: bool
) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in ("I take ramipril 50mg a day.", later):
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, "what do you know about me"))[-1]
        assert isinstance(last, TurnEnded)
        assert (f"(since then you said: “{later}”)" in last.answer) is since

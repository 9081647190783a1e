"""What stands before a question or an order, and behind it, changes nothing of what is asked or ordered."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.about_person import asked_of_person
from zeph.agent.answers.agenda import asked_for_agenda
from zeph.agent.answers.open_tasks import asked_for_tasks, list_asked
from zeph.agent.answers.talk_kinds import asks_for_today, talk_answer
from zeph.agent.answers.what_is_kept import asked_of_keeping
from zeph.memory.ingest.intents.order_of import order_of, task_order_of
from zeph.memory.language.questions import bare
from zeph.records.events import TurnEnded

LEAD_INS = ("evening, {}", "right then {} please", "morning. {} then", "hiya zeph, {} again", "good evening all {}",
            "ok so {} now", "thanks! {}", "alright, {} pls")  # fmt: skip
NOW = "2026-11-26 09:00:00"


@pytest.mark.parametrize("around", LEAD_INS)
def test_a_question_is_the_same_with_what_is_said_around_it(around: str) -> None:
    assert asked_for_tasks(around.format("what's on my list"))
    assert list_asked(around.format("whats on the xmas list")) == "xmas"
    assert asked_of_person(around.format("what do you know about me")) == frozenset()
    assert asked_for_agenda(around.format("whats coming up"), NOW)
    assert asks_for_today(around.format("what day is it"))
    kept = asked_of_keeping(around.format("did you save that"))
    assert kept is not None and kept.kind == "last"
    assert talk_answer(around.format("what can you do"))[0] == "about"


@pytest.mark.parametrize(
    "before", ["evening, {}", "right then {}", "morning. {}", "hiya zeph, {}", "alright, {}", "yo {}"]
)
def test_an_order_is_the_same_with_what_is_said_before_it(before: str) -> None:
    forget = order_of(before.format("forget my address"))
    assert forget is not None and (forget.kind, forget.what, forget.roughly) == ("forget", "my address", False)
    task = task_order_of(before.format("add eggs to the list then"))
    assert task is not None and (task.kind, task.what, task.roughly) == ("task", "eggs", False)
    said = before.format("add eggs to the list")
    assert said[task.start : task.stop] == "eggs"


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("good evening zeph, whats on", "whats on"),
        ("evening all whats on my list?", "whats on my list?"),
        ("what is my name again?", "what is my name?"),
        ("what did you note just now", "what did you note just now"),
        ("morning shift is on monday", "morning shift is on monday"),
        ("night shift when is it", "night shift when is it"),
        ("all my cats are black, whats new", "all my cats are black, whats new"),
        ("day one: what we did", "day one: what we did"),
        ("there are 3", "there are 3"),
        ("good morning", "good morning"),
    ],
)
def test_what_says_something_is_no_lead_in(said: str, left: str) -> None:
    assert bare(said) == left


async def test_a_talk_with_greetings_is_understood(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        answers = []
        for text in ("My name is Ada.", "evening, remind me to ring the vet then", "morning all, whats on my list then",
                     "right then what do you know about me"):  # fmt: skip
            last = (await events_of(agent, talk, text))[-1]
            assert isinstance(last, TurnEnded)
            answers.append(last.answer)
    assert answers[1] == "To do: ring the vet."
    assert answers[2].startswith("Still to do: ring the vet.")
    assert "Your name is Ada" in answers[3]

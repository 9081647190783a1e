"""What was moved in words that are not the fact's: its old day and place are told no more."""

from pathlib import Path

import pytest

from tests.agent.samples import edge
from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.agenda import lines_of_agenda
from zeph.agent.answers.dated_things import dated_things
from zeph.agent.answers.moved_things import moved_since
from zeph.records.events import TurnEnded
from zeph.records.message import GraphState, Message
from zeph.records.stretch import FOR_EVER, Stretch

MONDAY = "2026-11-23 10:00:00"


def _said(*texts: str) -> list[Message]:
    return [Message(i, 1, 1, str(i), "user", "", text, MONDAY, (), GraphState.DONE) for i, text in enumerate(texts, 1)]


def _on(*texts: str) -> list[str]:
    return lines_of_agenda(dated_things(_said(*texts), MONDAY), Stretch(MONDAY, FOR_EVER))


@pytest.mark.parametrize(
    ("told", "moved", "question", "day", "gone"),
    [
        ("Dad has the eye clinic on the 9th of December at 10.40 in Hereford",
         "The eye clinic rang and moved Dad to the 16th, same time, but at Ludlow hospital this time",
         "when is dad's eye clinic", "16th", "9th of December"),
        ("my boiler service is on 7 december at 8", "the boiler lot put me back to the 11th",
         "when is my boiler service", "11th", "7 december"),
    ],
)  # fmt: skip
async def test_a_fact_whose_day_was_moved_in_other_words_is_not_told(
    tmp_path: Path, told: str, moved: str, question: str, day: str, gone: str
) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in (told, moved):
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, question))[-1]
    assert isinstance(last, TurnEnded)
    first = last.answer.splitlines()[0]
    assert day in first
    assert gone not in first


def test_the_place_of_what_moved_elsewhere_is_not_told() -> None:
    told = "Dad has the eye clinic on the 9th of December at 10.40 in Hereford"
    moved = "The eye clinic moved Dad to the 16th, same time, but at Ludlow hospital this time"
    assert _on(told, moved) == ["Wed 16 December, 10.40: Dad has the eye clinic."]
    assert _on(told, "the eye clinic moved Dad to the 16th") == ["Wed 16 December: Dad has the eye clinic in Hereford."]
    assert _on("lunch at Kim's on the 10th", "lunch moved to the 12th in case it rains") == [
        "Sat 12 December: lunch at Kim's."
    ]


def test_a_fact_of_another_thing_or_of_a_day_that_is_back_is_told() -> None:
    said = _said(
        "football is on the 14th and dinner with Tom is on the 14th too", "football moved to the 15th",
        "the gig is on the 10th of December", "the gig moved to the 12th", "the gig is back on the 10th",
    )  # fmt: skip
    facts = [
        edge(number, fact)._replace(
            valid_from=f"{day} 00:00:00", valid_from_precision="day", valid_from_stated=True, sources=(source,)
        )
        for number, (fact, day, source) in enumerate(
            [
                ("User's football is on the 14th", "2026-12-14", 1),
                ("User's dinner with Tom is on the 14th", "2026-12-14", 1),
                ("User's gig is on the 10th of December", "2026-12-10", 3),
            ],
            1,
        )
    ]
    assert moved_since(facts, dated_things(said, MONDAY)) == [1]


@pytest.mark.parametrize(
    ("told", "said", "stands"),
    [
        ("I have an appointment with Dr Khan on the 9th at 10",
         "they moved my appointment to the 16th, and it will be Dr Patel instead of Dr Khan",
         "Wed 16 December: you have an appointment with Dr Patel."),
        ("lunch with Kim on the 10th", "lunch is with Noor rather than Kim", "Thu 10 December: lunch with Noor."),
        ("lunch with Kim on the 10th", "I'd rather have soup instead of cake", "Thu 10 December: lunch with Kim."),
        ("lunch with Kim on the 10th", "it is soup instead of Kim", "Thu 10 December: lunch with Kim."),
        ("lunch with Kim on the 10th", "I'd have soup rather than Kim's cake", "Thu 10 December: lunch with Kim."),
    ],
)  # fmt: skip
def test_who_comes_instead_stands_in_the_place_of_who_was_to(told: str, said: str, stands: str) -> None:
    assert _on(told, said) == [stands]

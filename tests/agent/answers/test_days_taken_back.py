"""A day that somebody cannot do, a day of the week that its date follows: where things stand on the agenda."""

import pytest

from tests.agent.answers.test_named_lists import _said as said_of
from zeph.agent.answers.agenda import asked_for_agenda
from zeph.agent.answers.dated_things import dated_things

NOW = "2024-06-01 12:00:00"
"""A Saturday."""


@pytest.mark.parametrize(
    ("told", "on"),
    [
        (["the gas man is coming on friday at 9",
          "gas man rang, he can't do friday after all so he's coming monday the 10th at 10"],
         [("the gas man is coming", "2024-06-10", "10")]),
        (["dentist thursday 9.15", "cant make thursday for the dentist, rebooked for tues 18th at 9.40"],
         [("dentist", "2024-06-18", "9.40")]),
        (["Dev rang, he can't do friday after all"], []),
        (["carys is coming for sunday lunch on the 9th with twm"],
         [("carys is coming for sunday lunch with twm", "2024-06-09", "")]),
        (["she's coming monday the 10th at 4"], [("she's coming monday the 10th at 4", "2024-06-10", "4")]),
    ],
)  # fmt: skip
def test_where_a_thing_stands(told: list[str], on: list[tuple[str, str, str]]) -> None:
    found = dated_things(said_of(*told), NOW)
    assert [(one.text, one.days.start[:10], one.clock) for one in found] == on


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("what's on thu", "2024-06-06"), ("whats on sun", "2024-06-02"), ("what have i got thu", "2024-06-06"),
        ("anything on wed?", "2024-06-05"), ("what have i got on sat", "2024-06-01"),
    ],
)  # fmt: skip
def test_a_day_by_its_short_name_is_that_day_alone(text: str, day: str) -> None:
    days = asked_for_agenda(text, NOW)
    assert days is not None and days.start[:10] == day and days.days == 1

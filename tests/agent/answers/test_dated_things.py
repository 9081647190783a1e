"""What a message tells of a day, where it names the week of that day too."""

import pytest

from zeph.agent.answers.dated_things import dated_things
from zeph.records.message import GraphState, Message

NOW = "2026-11-29 10:00:00"


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("choir is on wednesdays, but this week its thursday", [1]),
        ("The rehearsal is Mondays at eight, but next week it is Friday because of the market", [1]),
        ("I'm on nights this week, dentist on thursday", [7, 1]),
        ("im on lates all next week", [7]),
    ],
)
def test_the_week_of_a_day_is_no_day_of_its_own(said: str, days: list[int]) -> None:
    message = Message(1, 1, 1, "1", "user", "", said, NOW, (), GraphState.DONE)
    assert [round(one.days.days) for one in dated_things([message], NOW) if not one.weekdays] == days

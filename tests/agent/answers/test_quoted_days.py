"""A quotation that names a day by today has its date behind it."""

import pytest

from zeph.agent.answers.quotable import quotables
from zeph.agent.answers.quoted_days import day_meant
from zeph.records.message import GraphState, Message

SAID = "2026-11-27 10:00:00"
"""A Friday."""


@pytest.mark.parametrize(
    ("said", "question", "day"),
    [
        ("put the broad beans in last Sunday, over the back", "when did i put the beans in?", " (Sun 22 November)"),
        ("dan has the kids every other weekend, starting tomorrow", "who has the kids", " (Sat 28 November)"),
        ("he broke his arm on monday", "when did he break his arm", " (Mon 23 November)"),
        ("i start at the library on monday", "when do i start", " (Mon 30 November)"),
        ("football is thursdays from next week", "when is football", ""),
        ("thu climbing is off, moved to wed", "which days do i climb", ""),
        ("thu climbing is off, moved to wed", "when is climbing", " (Wed 2 December)"),
        ("the new job starts from monday", "when does the job start", " (Mon 30 November)"),
        ("the scan is on the 20th", "when is the scan", " (Sun 20 December)"),
        ("rung the dentist, got in on 16 dec at 10.20", "when is the dentist", " (Wed 16 December)"),
        ("gwil rang, cant do tuesday, now friday week", "when is gwil coming", " (Fri 11 December)"),
        ("the meeting, which was to be on the 8th of December, has moved to the 10th", "when is the meeting",
         " (Thu 10 December)"),
        ("the cast comes off on 8 january", "when does it come off", ""),
        ("yoga is on monday", "where is yoga", ""),
        ("choir moved, they have the hall on a Tuesday", "which day is choir", ""),
        ("choir is tuesdays half seven", "when is choir", ""),
        ("rang the surgery yesterday, they call back tomorrow", "when do they call", ""),
        ("had the dentist today", "when was the dentist", ""), ("we go in march", "when do we go", ""),
    ],
)  # fmt: skip
def test_the_day_is_told(said: str, question: str, day: str) -> None:
    message = Message(1, 1, 1, "m", "user", "", said, SAID, (), GraphState.DONE)
    assert day_meant(question, quotables(message)[0]) == day

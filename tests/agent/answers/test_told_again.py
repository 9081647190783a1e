"""A line that is no question by its wording and names what was told is answered; one that tells something is kept."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.findings import Finding
from zeph.agent.answers.told_again import FEATURES, chance_that_asks, features
from zeph.records.events import TurnEnded

TOLD = (
    "fuse box: hob is 4, shower 9, garage 12",
    "new tap for the bath ordered from plumbworld, 84 quid, comes thurs",
    "the good drill is with uncle stan til easter",
    "anjali does the payroll now and her extension is 217",
    "staging db moved to rds-stg-4, postgres 16.2",
    "the gran visits 3 to 9 may, flight lands 14:40 at terminal 2",
)


def _found(said: str, like: float) -> list[Finding]:
    return [Finding(said, 0.0, 1.0, True, like=like)]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("shower fuse", "shower 9"),
        ("staging db host", "rds-stg-4"),
        ("bath tap price", "84 quid"),
        ("anjali extension", "217"),
        ("gran flight", "14:40"),
        ("the good drill is with whom", "uncle stan"),
        ("the plumber wants to know what the tap cost", "84 quid"),
        ("cant find the good drill", "uncle stan"),
        ("need anjalis extension", "217"),
    ],
)
async def test_what_names_what_was_told_asks_for_it(tmp_path: Path, line: str, answer: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in TOLD:
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, line))[-1]
        assert isinstance(last, TurnEnded)
        assert answer in last.answer.splitlines()[0]


@pytest.mark.parametrize(
    "line",
    [
        "shower fuse tripped again",
        "stan brought the drill back",
        "bath tap leaking",
        "staging db down since 7",
        "grans flight cancelled",
        "anjali off sick",
        "garage sold to the neighbours for 9500",
    ],
)
async def test_what_tells_something_new_is_kept(tmp_path: Path, line: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in TOLD:
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, line))[-1]
        assert isinstance(last, TurnEnded)
        assert last.answer.startswith(("Kept", "Noted", "Changed", "Over"))


def test_new_words_and_numbers_say_that_it_tells() -> None:
    found = _found("fuse box: hob is 4, shower 9, garage 12", 0.6)
    asks, tells = chance_that_asks("shower fuse", found), chance_that_asks("shower fuse replaced with a 16", found)
    assert asks > 0.7 > 0.2 > tells
    assert chance_that_asks("shower fuse", []) == 0.0
    assert set(features("…", found)) == set(FEATURES)

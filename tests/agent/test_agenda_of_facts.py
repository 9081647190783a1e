"""What is on, where the facts of what was told have changed since."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.records.events import TurnEnded


@pytest.mark.parametrize(
    ("said", "told", "off"),
    [
        (["the survey is on 10 December 2098 at 9.30", "our buyers pulled out, so there won't be a survey now"],
         "I know of nothing", "survey"),
        (["I've a hospital appointment at the Royal on 10 May 2098", "my hospital appointment is on 15 May 2098"],
         "15 May", "Royal"),
        (["the dentist is on 4 December 2098, the vet on 5 December 2098", "the dentist is moved to 11 December 2098"],
         "vet", "4 December 2098: the dentist"),
    ],
)  # fmt: skip
async def test_what_a_fact_tells_no_more_is_not_on(tmp_path: Path, said: list[str], told: str, off: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for line in said:
            await events_of(agent, talk, line)
        last = (await events_of(agent, talk, "whats coming up"))[-1]
    assert isinstance(last, TurnEnded)
    assert told in last.answer
    assert off not in last.answer

"""Who holds a place, who left it and who came after them; whose child somebody is; when something began and was
over.
"""

from pathlib import Path

import pytest

from tests.memory.ingest.scripted_memory import Talk

AT, LATER = "2026-06-10 10:00:00", "2026-07-01 10:00:00"


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("I have an internship at Siemens starting in October.", "2026-10-01 00:00:00"),
        ("I got a job at Shell, starting in March.", "2027-03-01 00:00:00"),
        ("I've been at Shell starting in May 2019.", "2019-05-01 00:00:00"),
    ],
)
async def test_what_is_to_start_lies_ahead(tmp_path: Path, text: str, begins: str) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say(text, "2026-11-10 10:00:00" if "March" in text else AT)
        (job,) = [e for e in await talk.edges(as_of=begins) if e.canonical_relation == "works_at"]
        assert job.valid_from == begins


async def test_nobody_works_at_a_person(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("We hired Noor.", AT)
        await talk.say("I hired a lawyer called Beth.", AT)
        assert not any(e.canonical_relation == "works_at" for e in await talk.edges(as_of=LATER))


async def test_a_dog_of_long_ago_is_not_the_one_of_today(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("I have a dog.", "2026-01-01 10:00:00")
        await talk.say("I had a dog when I was a kid.", AT)
        assert await talk.known(as_of=LATER) == ["User has_pet dog"]


async def test_the_animal_spoken_of_before_died(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("My dog is called Rex.", "2026-01-01 10:00:00")
        await talk.say("he died last week", AT)
        assert await talk.known(as_of=LATER) == []

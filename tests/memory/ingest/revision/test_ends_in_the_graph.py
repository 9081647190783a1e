"""From the sentence to the row: what is left, denied or taken up again, as the graph then holds it."""

from pathlib import Path

from tests.memory.ingest.scripted_memory import Talk


async def test_a_place_of_no_renown_that_one_left_is_no_employer(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("I live in Kestrelby.", "2026-01-01 10:00:00")
        await talk.say("I left Kestrelby.", "2026-02-01 10:00:00")
        assert await talk.known(as_of="2026-01-15 10:00:00") == ["User lives_in Kestrelby"]
        assert await talk.known(as_of="2026-03-01 10:00:00") == []


async def test_a_denial_states_nothing_and_ends_what_is_known(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("I don't own a car.", "2026-01-01 10:00:00")
        assert await talk.edges() == []
        await talk.say("I speak German.", "2026-01-02 10:00:00")
        await talk.say("I don't speak German.", "2026-01-03 10:00:00")
        assert await talk.edges() == []


async def test_a_plan_that_is_called_off_is_over(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("I live in Berlin.", "2026-01-01 10:00:00")
        await talk.say("I'm going to move to Rome in May.", "2026-01-02 10:00:00")
        await talk.say("I'm not moving to Rome after all.", "2026-01-03 10:00:00")
        assert await talk.known(as_of="2026-07-01 10:00:00") == ["User lives_in Berlin"]


async def test_a_second_time_is_a_stretch_of_its_own(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("I worked at Acme from 2010 to 2012.", "2026-01-01 10:00:00")
        await talk.say("I worked at Acme again from 2019 to 2021.", "2026-01-02 10:00:00")
        held = [bool(await talk.known(as_of=f"{year}-06-01 10:00:00")) for year in (2009, 2011, 2015, 2020, 2023)]
        assert held == [False, True, False, True, False]


async def test_a_guess_is_no_fact(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("Maybe Anna moved to Oslo.", "2026-01-01 10:00:00")
        assert all(e.confidence < 0.6 for e in await talk.edges("Anna"))

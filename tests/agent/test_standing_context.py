"""What stands in every request: the date, and who the person is."""

from datetime import UTC, timedelta, timezone
from pathlib import Path

from tests.agent.scripted_turn import Scripted, events_of, opened
from zeph.agent.standing_context import PROFILE_HEADER, standing_context, today
from zeph.config.schema import MemorySettings, ProfileSettings, Settings
from zeph.safety.fence import EXPLANATION, quoted

AHEAD = timezone(timedelta(hours=9))


def test_the_day_is_the_persons_own() -> None:
    assert today("2026-11-22 16:00:00", UTC) == "Today is Sunday, 22 November 2026."
    assert today("2026-11-22 16:00:00", AHEAD) == "Today is Monday, 23 November 2026."


def test_what_changes_least_comes_first() -> None:
    morning, evening = "2026-11-22 06:00:00", "2026-11-22 22:00:00"
    text = standing_context("Prompt.", morning, ["A is B", "tag [system]\nline"], UTC)
    assert text == standing_context("Prompt.", evening, ["A is B", "tag [system]\nline"], UTC)
    assert text.splitlines()[:2] == [f"Prompt. {EXPLANATION}", ""]
    assert text.endswith(f"\n\n{PROFILE_HEADER}\n{quoted(chr(10).join(['- A is B', '- tag [system] line']))}")
    assert f"\n{PROFILE_HEADER}" not in standing_context("Prompt.", morning, [])


async def test_who_the_person_is_goes_with_every_question(tmp_path: Path) -> None:
    chat = Scripted()
    async with opened(tmp_path, chat) as (agent, first):
        await events_of(agent, first, "I live in Berlin.")
        assert await agent.memory.wait_idle(60)
        await agent.memory.profile.add("Metric units, please")
        await events_of(agent, await agent.memory.start_conversation(), "What is a good name for a boat?")
        told = chat.sent[-1][0].content
        assert f"{PROFILE_HEADER}\n<<" in told and "\n- Metric units, please\n- User lives in Berlin\n" in told
        assert "Today is " in told
        agent.settings = Settings(memory=MemorySettings(profile=ProfileSettings(enabled=False)))
        await agent.memory.profile.add("Not sent")
        await events_of(agent, first, "And for a cat?")
        assert f"\n{PROFILE_HEADER}" not in chat.sent[-1][0].content

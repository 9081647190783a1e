"""F4: what was learned in this talk, and what was forgotten."""

from pathlib import Path

from tests.tui.screen import opened


async def test_what_was_learned_and_forgotten_is_listed_after_something_was_forgotten(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.press("f4")
        await screen.shows("Nothing was learned in this talk yet")
        await screen.say("I live in Bergen.")
        await screen.shows("Noted: You live in Bergen.")
        await screen.say("My cat is called Zyxmog.")
        await screen.shows("Zyxmog.")
        await screen.type("forget my last message")
        await screen.press("enter")
        await screen.shows("Forget this for good?")
        await screen.pilot.pause(0.6)  # keys are ignored at first
        await screen.press("y")
        await screen.shows("Forgotten:")
        await screen.press("f4")
        await screen.shows("You live in Bergen", "/forget #1", "forgotten: ", "gone for good")

"""The memory browser: search, pages, dates, corrections, each through keys."""

import gc
from pathlib import Path

import pytest

from tests.tui.screen import Screen, a_life, opened
from zeph.clock import FixedClock
from zeph.tui.browser.browser_screen import BrowserScreen
from zeph.tui.screens import answered_by_key
from zeph.tui.screens.answered_by_key import DEAF_SECS, SENTENCE_SECS
from zeph.tui.screens.confirm import Confirm
from zeph.tui.screens.picker import Picker
from zeph.tui.terminal.keyboard import TYPING_SECS


def life() -> FixedClock:
    return FixedClock("2023-04-02 09:00:00")


async def browse(screen: Screen, text: str) -> BrowserScreen:
    await screen.press("ctrl+g")
    browser = screen.app.screen
    assert isinstance(browser, BrowserScreen)
    await screen.type(text)
    await screen.until(lambda: browser._typed == text and not list(browser.workers))
    await screen.press("enter")
    await screen.until(lambda: browser._page is not None and not list(browser.workers))
    await screen.pilot.pause()
    return browser


async def test_a_key_pressed_too_early_answers_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answered_by_key, "DEAF_SECS", 3600)
    async with opened(tmp_path) as screen:
        answers: list[bool | None] = []
        screen.app.push_screen(Confirm("Really?"), answers.append)
        await screen.press("y", "n", "tab", "enter")
        assert isinstance(screen.app.screen, Confirm) and not answers
        await screen.press("escape")
        assert answers == [False] and screen.prompt.text == "yn"


@pytest.mark.parametrize(
    "sentence", ["running late, no pudding", "yes but keep the old one", "no wait", "nnn", "yesterday"]
)
async def test_what_is_typed_ahead_answers_nothing_and_is_not_lost(tmp_path: Path, sentence: str) -> None:
    async with opened(tmp_path) as screen:
        answers: list[bool | None] = []
        screen.app.push_screen(Confirm("1 fact goes.\n\nReally?"), answers.append)
        await screen.pilot.pause(DEAF_SECS + 0.1)
        await screen.type(sentence)
        await screen.press("enter")
        await screen.shows("What you typed stands in the input below")
        assert isinstance(screen.app.screen, Confirm) and not answers
        await screen.pilot.pause(SENTENCE_SECS + 0.1)
        await screen.press("y")
        await screen.until(lambda: bool(answers))
        assert answers == [True] and screen.prompt.text == sentence


@pytest.mark.parametrize(
    ("keys", "answer"), [("y", True), ("n", False), ("yes", True), ("No", False), ("ye", None), ("x", None)]
)
async def test_a_letter_or_its_word_answers(tmp_path: Path, keys: str, answer: bool | None) -> None:
    async with opened(tmp_path) as screen:
        answers: list[bool | None] = []
        screen.app.push_screen(Confirm("Really?"), answers.append)
        await screen.pilot.pause(DEAF_SECS + 0.1)
        await screen.type(keys)
        await screen.pilot.pause(TYPING_SECS + 0.1)
        assert answers == ([] if answer is None else [answer])
        assert screen.prompt.text == (keys if answer is None else "")


async def test_the_question_is_seen_however_long_what_goes_is(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(80, 24)) as screen:
        screen.app.push_screen(
            Confirm("\n".join(f"fact {number}" for number in range(60)) + "\n\nForget this for good?")
        )
        await screen.shows("fact 0", "Forget this for good?", "Yes, do it (y)")
        for _ in range(12):
            await screen.press("pagedown")
        await screen.shows("fact 59", "Forget this for good?")


async def answer_yes(screen: Screen) -> None:
    await screen.until(lambda: isinstance(screen.app.screen, Confirm))
    await screen.pilot.pause(DEAF_SECS + 0.1)
    await screen.press("y")


async def test_what_is_typed_at_once_is_looked_for_once(tmp_path: Path) -> None:
    """A look that has not begun when the next letter comes leaves nothing behind."""
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False) as screen:
        await screen.press("ctrl+g")
        await screen.swiftly(*"globex", blindly=True)
        await screen.shows("Globex")
        gc.collect()


async def test_search_opens_a_page_with_past_and_neighbours(tmp_path: Path) -> None:
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False, size=(120, 50)) as screen:
        await browse(screen, "user")
        await screen.shows("Facts now", "You now work at Globex", "You moved to Bergen", "in 2024-05")
        await screen.shows(
            "What it is linked with",
            "─ sibling of ──▶ Nora",
            "Time line",
            "You live in Oslo",
            "replaced",
            "Said in",
            "“I now work at Globex.”",
        )
        await screen.press("escape")
        assert screen.app.screen is screen.chat


async def test_search_is_over_everything(tmp_path: Path) -> None:
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False, size=(120, 50)) as screen:
        await browse(screen, "berg")
        await screen.shows(
            "Things", "Bergen location", "Facts", "Nora lives in Bergen", "Messages", "I moved to Bergen"
        )
        await screen.press("slash")
        await screen.type("zzz")
        await screen.shows("Nothing has these words.")


async def test_the_whole_browser_travels_in_time(tmp_path: Path) -> None:
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False, size=(120, 50)) as screen:
        browser = await browse(screen, "user")
        await screen.shows("Facts now")
        await screen.press("t")
        await screen.type("2023-12")
        await screen.press("enter")
        await screen.shows("Facts true on 2023-12-31", "true on 2023-12-31")
        assert "You live in Oslo" in _facts(screen) and "Globex" not in _facts(screen)
        await screen.press("tab")
        await screen.press("end")
        await screen.shows("Facts now")
        await screen.press("left", "left")
        await screen.until(lambda: browser.moments.as_of is not None)
        await screen.press("space", "home")
        await screen.shows("known on 2023-04-02")


def _facts(screen: Screen) -> str:
    """Of the page, which stands on the right."""
    text = "\n".join(line.partition("▕")[2] for line in screen.text().splitlines())
    return text[text.index("Facts true") : text.index("What it is linked with")]


async def test_the_difference_of_two_dates(tmp_path: Path) -> None:
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False, size=(120, 50)) as screen:
        await browse(screen, "user")
        await screen.shows("Facts now")
        await screen.press("d")
        await screen.press("ctrl+u")
        await screen.type("2024-01-01")
        await screen.press("enter", "enter")
        await screen.shows("2024-01-01 → 2025-11-20", "− You work at Acme", "+ You now work at Globex")
        await screen.press("backspace")
        await screen.shows("Facts now")


async def test_enter_goes_to_a_neighbour_and_backspace_back(tmp_path: Path) -> None:
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False, size=(120, 50)) as screen:
        await browse(screen, "nora")
        await screen.shows("Nora person", "lives in ──▶ Bergen")
        await screen.press("enter")
        await screen.until(lambda: "Bergen  location" in screen.text() or "You  person" in screen.text())
        await screen.press("backspace")
        await screen.until(lambda: "Nora  person" in screen.text())


async def test_a_fact_is_edited_and_the_change_taken_back(tmp_path: Path) -> None:
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False, size=(120, 50)) as screen:
        await browse(screen, "biscuit")
        await screen.shows("Your dog is called Biscuit")
        await screen.press("a")
        assert isinstance(screen.app.screen, Picker)
        await screen.type("edit this")
        await screen.press("enter")
        await screen.shows("The sentence", "User's dog is called Biscuit", "0.9")
        await screen.press("ctrl+u")
        await screen.type("The User's dog is Biscuit the Second")
        await screen.press("enter", "enter", "enter", "enter")
        await screen.shows("Now: User's dog is called Biscuit", "It can be undone.")
        await answer_yes(screen)
        await screen.until(lambda: not isinstance(screen.app.screen, Confirm))
        await screen.shows("Biscuit the Second")  # on the page: the question, which has it too, is gone
        await screen.press("u")
        await screen.shows("Undo the last change.", "edit")
        await answer_yes(screen)
        await screen.until(lambda: "Your dog is called Biscuit" in screen.text())


async def test_a_no_changes_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False, size=(120, 50)) as screen:
        await browse(screen, "nora")
        await screen.press("a")
        await screen.type("another name")
        await screen.press("enter")
        await screen.type("Norie")
        await screen.press("enter")
        await screen.shows("“Norie” will mean Nora (person)")
        await screen.pilot.pause(DEAF_SECS + 0.1)
        await screen.press("n")
        await screen.until(lambda: isinstance(screen.app.screen, BrowserScreen))
        assert all(r.kind != "alias" for r in await screen.session.memory.edits.revisions())


async def test_two_things_become_one_after_it_was_told(tmp_path: Path) -> None:
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False, size=(120, 50)) as screen:
        await browse(screen, "globex")
        await screen.shows("Globex organization")
        await screen.press("a")
        await screen.type("merge")
        await screen.press("enter")
        await screen.type("Acme")
        await screen.press("enter")
        await screen.shows("of Acme go to Globex (organization)", "names of Acme")
        await answer_yes(screen)
        await screen.shows("Acme is Globex from now on.")


async def test_automatic_changes_can_be_reviewed_and_taken_back(tmp_path: Path) -> None:
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False, size=(120, 50)) as screen:
        await browse(screen, "user")
        await screen.shows("Facts now")
        await screen.press("r")
        await screen.shows("supersede")
        await screen.type("globex")
        await screen.press("enter")
        await screen.shows("Accept: it is right as it is", "Undo change #")
        await screen.type("undo")
        await screen.press("enter")
        await screen.shows("It can be undone.")
        await answer_yes(screen)
        await screen.shows("You work at Acme")


async def test_what_was_reviewed_and_accepted_waits_no_longer(tmp_path: Path) -> None:
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False, size=(120, 50)) as screen:
        await browse(screen, "user")
        await screen.press("r")
        await screen.shows("waits for you")
        await screen.type("globex")
        await screen.press("enter")
        await screen.shows("Accept: it is right as it is")
        await screen.press("enter")
        await screen.shows("is accepted.")
        waiting = [r for r in await screen.session.memory.edits.revisions() if r.waits]
        assert waiting and not any("Globex" in r.reason for r in waiting)
        await screen.press("r")
        await screen.type("globex")
        await screen.press("enter")
        await screen.shows("Undo change #")
        assert "Accept" not in screen.flat()


async def test_a_fact_is_pinned_and_another_ended(tmp_path: Path) -> None:
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False, size=(120, 50)) as screen:
        await browse(screen, "biscuit")
        await screen.shows("Your dog is called Biscuit")
        await screen.press("a")
        await screen.type("pin")
        await screen.press("enter")
        await screen.shows("It is yours then", "It can be undone.")
        await answer_yes(screen)
        await screen.shows("stays as it is: Your dog is called Biscuit")
        await screen.press("a")
        await screen.type("end this")
        await screen.press("enter")
        await screen.type("2025-06-01")
        await screen.press("enter")
        await screen.shows("It was true until 2025-06-01")
        await answer_yes(screen)
        await screen.shows("No facts.", "2025-06-01")


async def test_what_cannot_be_is_told_in_a_sentence(tmp_path: Path) -> None:
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False, size=(120, 50)) as screen:
        await browse(screen, "nora")
        await screen.shows("Nora person")
        await screen.press("t")
        await screen.type("soonish")
        await screen.press("enter")
        await screen.shows("is no date")
        await screen.press("a")
        await screen.type("merge")
        await screen.press("enter")
        await screen.type("Nobody")
        await screen.press("enter")
        await screen.shows("Nothing is known under the name")


async def test_a_thing_is_forgotten_after_what_goes_was_shown(tmp_path: Path) -> None:
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False, size=(120, 50)) as screen:
        await browse(screen, "biscuit")
        await screen.press("a")
        await screen.type("forget biscuit")
        await screen.press("enter")
        await screen.shows("Your dog is called Biscuit", "Forget this for good?")
        await answer_yes(screen)
        await screen.shows("Forgotten:")
        assert not (await screen.session.memory.graph.search("biscuit")).entities


async def test_the_way_between_two_things(tmp_path: Path) -> None:
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False, size=(120, 50)) as screen:
        await browse(screen, "globex")
        await screen.press("p")
        await screen.type("Nora")
        await screen.press("enter")
        await screen.shows("Globex → User → Nora")
        await screen.press("escape")
        assert screen.on_top(BrowserScreen)


async def test_the_page_of_a_thing_becomes_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False) as screen:
        await browse(screen, "nora")
        await screen.press("g")
        await screen.shows("Written to")
        page = (tmp_path / "state" / "graph.html").read_text(encoding="utf-8")
        assert '"focus":' in page and "User's sister is Nora" in page


async def test_escape_closes_what_two_dates_differ_in_first(tmp_path: Path) -> None:
    async with opened(tmp_path, prepare=a_life, clock=life(), background=False) as screen:
        browser = await browse(screen, "user")
        await screen.press("d")
        await screen.press("enter", "enter")
        await screen.until(lambda: browser.shown.between is not None)
        await screen.press("escape")
        await screen.until(lambda: browser.shown.between is None)
        assert screen.on_top(BrowserScreen)
        await screen.press("escape")
        await screen.until(lambda: screen.in_chat)


async def test_with_nothing_to_undo_nothing_is_asked(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.press("ctrl+g")
        await screen.press("tab", "u")
        await screen.shows("There is no change to undo.")
        assert screen.on_top(BrowserScreen)

"""Ends that leave open what ends: whatever is known of that very thing, and nothing where nothing or several are; and
words that were just said wrong.
"""

from pathlib import Path

import pytest

from tests.memory.ingest.scripted_memory import Talk

TOLD, SAID, LATER = "2026-06-10 09:00:00", "2026-06-10 10:00:00", "2026-07-01 10:00:00"


async def _after(path: Path, *told: str, said: str) -> list[str]:
    """What is known after something was said that may end it."""
    async with Talk(path) as talk:
        for text in told:
            await talk.say(text, TOLD)
        await talk.say(said, SAID)
        known = [await talk.known(name, as_of=LATER) for name in await talk.names()]
        return sorted({fact for facts in known for fact in facts})


@pytest.mark.parametrize(
    ("told", "said", "over", "stands"),
    [
        (("I maintain a library called Lantern.", "Dan works on Lantern."), "I handed Lantern over to Dan.",
         "User works_on Lantern", "Dan works_on Lantern"),
        (("I use Nagler.", "My brother uses Nagler."), "Nagler is finally off", "User uses Nagler",
         "User's brother uses Nagler"),
        (("I'm a plumber.", "I play the harp."), "I gave up plumbing.", "User has_role plumber", "User plays harp"),
        (("I'm allergic to peanuts.", "I'm allergic to shellfish."), "My peanut allergy is gone.",
         "User allergic_to peanuts", "User allergic_to shellfish"),
        (("Abacus is hosted on Renderlane.", "Lantern is hosted on Renderlane."), "we moved Abacus off Renderlane",
         "Abacus hosted_on Renderlane", "Lantern hosted_on Renderlane"),
        (("I work at Shopify.", "I work on Lantern."), "I quit Shopify", "User works_at Shopify",
         "User works_on Lantern"),
        (("I work at Brackenfield.", "I volunteer at Ellerby."), "last day at Brackenfield today",
         "User works_at Brackenfield", "User volunteers_at Ellerby"),
    ],
)  # fmt: skip
async def test_what_is_known_of_the_thing_ends(
    tmp_path: Path, told: tuple[str, ...], said: str, over: str, stands: str
) -> None:
    known = await _after(tmp_path, *told, said=said)
    assert over not in known
    assert stands in known


@pytest.mark.parametrize(
    ("told", "said", "stands"),
    [
        ("I have a boat.", "dropped the boat off at the harbour", "User owns boat"),
        ("I use Nagler.", "Nagler is nearly dead", "User uses Nagler"),
        ("My sister is called Nora.", "Nora is out", "User sibling_of Nora"),
    ],
)
async def test_what_is_not_meant_stands(tmp_path: Path, told: str, said: str, stands: str) -> None:
    assert stands in await _after(tmp_path, told, said=said)


async def test_an_end_of_what_nobody_told_of_makes_nothing(tmp_path: Path) -> None:
    before = await _after(tmp_path / "one", "I like tea.", said="ok")
    after = await _after(tmp_path / "two", "I like tea.", said="I handed Lantern over to Dan.")
    assert [fact for fact in after if "Lantern" not in fact or "hand_over" not in fact] == before


async def test_a_word_that_was_just_said_wrong_is_another(tmp_path: Path) -> None:
    known = await _after(tmp_path, "My sister lives in Bradford.", said="oops I meant Leeds, not Bradford")
    assert "User's sister lives_in Leeds" in known
    assert "User's sister lives_in Bradford" not in known


async def test_which_of_two_was_said_wrong_is_not_guessed(tmp_path: Path) -> None:
    told = ("I live in Bradford.", "My sister lives in Bradford.")
    known = await _after(tmp_path, *told, said="I meant Leeds, not Bradford")
    assert {"User lives_in Bradford", "User's sister lives_in Bradford"} <= set(known)

"""When somebody was born: the one date that is a thing of its own."""

from pathlib import Path

import pytest

from tests.memory.ingest.scripted_memory import Talk
from zeph.memory.language.times.day_names import birth_date

SAID_AT = "2026-01-01 10:00:00"


@pytest.mark.parametrize(
    ("said", "date"),
    [
        ("on 3 May", "3 May"),
        ("May 3rd", "3 May"),
        ("the 3rd of May, 1988", "3 May 1988"),
        ("on May 3, 1988", "3 May 1988"),
        ("Sept. 9", "9 September"),
        ("in March", "March"),
        ("in March 1990", "March 1990"),
        ("in 1988", "1988"),
        ("1988-05-03", "3 May 1988"),
        ("tomorrow", "2 January"),
        ("29 February", "29 February"),
        ("next year", ""),
        ("a mess", ""),
    ],
)
def test_one_spelling(said: str, date: str) -> None:
    assert birth_date(said, SAID_AT) == date


@pytest.mark.parametrize(
    ("said", "who", "date"),
    [
        ("My birthday is on 3 May.", "me", "3 May"),
        ("My birthday is May 3rd.", "me", "3 May"),
        ("My sister's birthday is on 12 June.", "User's sister", "12 June"),
        ("Nora's birthday is June 12th.", "Nora", "12 June"),
        ("I was born in 1988.", "me", "1988"),
        ("My birthday is tomorrow.", "me", "2 January"),
    ],
)
async def test_a_birthday_is_kept(tmp_path: Path, said: str, who: str, date: str) -> None:
    async with Talk(tmp_path, extractor="local") as talk:
        await talk.say(said)
        (found,) = await talk.edges(who)
        assert (found.canonical_relation, found.target) == ("born_on", date)
        assert (found.valid_from_stated, (found.valid_from or "")[:4]) == (
            (True, "1988") if "1988" in said else (False, "")
        )


async def test_said_again_it_is_the_same_and_set_right_it_is_another(tmp_path: Path) -> None:
    async with Talk(tmp_path, extractor="local") as talk:
        await talk.say("My birthday is on 3 May.")
        assert (await talk.say("My birthday is May 3rd!")).reinforced
        await talk.say("Sorry, my birthday is on 4 May.", "2026-01-02 10:00:00")
        assert await talk.known() == ["User born_on 4 May"]
        asked = await talk.memory.recall("When is my birthday?")
        assert asked.facts[0].edge.target == "4 May"

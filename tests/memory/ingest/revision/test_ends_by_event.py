"""Ends that no verb of the tables names: what an event puts an end to, and things that are called by their kind
alone.
"""

from pathlib import Path

import pytest

from tests.memory.ingest.scripted_memory import Talk

TOLD, SAID, LATER = "2026-02-01 10:00:00", "2026-06-10 10:00:00", "2026-07-01 10:00:00"


async def _after(path: Path, *told: str, name: str = "User", said: str) -> list[str]:
    """What is known of ``name`` after something was said that may end it."""
    async with Talk(path) as talk:
        for text in told:
            await talk.say(text, TOLD)
        await talk.say(said, SAID)
        return await talk.known(name, as_of=LATER)


@pytest.mark.parametrize(
    ("told", "said", "over"),
    [
        ("My flatmate Jule is a nurse.", "Jule moved out.", "User roommate_of Jule"),
        ("I live with Kim.", "Kim doesn't live with us anymore.", "User roommate_of Kim"),
        ("My husband Jonas is a cook.", "my husband died", "User married_to Jonas"),
        ("I'm married to Jonas.", "I lost my husband in March.", "User married_to Jonas"),
        ("I'm married to Jonas.", "we got divorced", "User married_to Jonas"),
        ("My girlfriend Jana is a vet.", "We broke up last week.", "User partner_of Jana"),
        ("My cat is called Pixel.", "Pixel died", "User has_pet Pixel"),
        ("I have a dog called Bella.", "Bella died last night.", "User has_pet Bella"),
        ("I work at Siemens.", "I quit my job", "User works_at Siemens"),
        ("I work at Siemens.", "I was laid off last week.", "User works_at Siemens"),
        ("I work at Lidl.", "I left the company.", "User works_at Lidl"),
        ("My wife Anna is a cook.", "I'm a widower.", "User married_to Anna"),
        ("My cat is called Momo.", "gave Momo away because of my allergies", "User has_pet Momo"),
        ("I drive a Tesla.", "My Tesla was totaled.", "User owns Tesla"),
        ("I have a horse called Luna.", "We sold Luna.", "User has_pet Luna"),
        ("I sing in the church choir.", "I had to give up the choir", "User member_of church choir"),
        ("My wife Anna is a cook.", "my wife left me", "User married_to Anna"),
        ("My dentist is Dr. Roth.", "Dr. Roth retired", "User has_doctor Dr. Roth"),
        ("I have cancer.", "I beat cancer!", "User has_condition cancer"),
        ("I play in a band called The Kites.", "I left the band.", "User member_of The Kites"),
        ("I play viola in the city orchestra.", "left the orchestra", "User member_of city orchestra"),
        ("I own a sailing boat.", "sold the boat", "User owns sailing boat"),
        ("I drive a VW Golf.", "Sold the car.", "User owns VW Golf"),
        ("I joined a gym.", "I cancelled my gym membership.", "User member_of gym"),
    ],
)
async def test_what_is_said_to_be_over_ends(tmp_path: Path, told: str, said: str, over: str) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say(told, TOLD)
        assert over in await talk.known(as_of="2026-02-20 10:00:00")
        await talk.say(said, SAID)
        assert over not in await talk.known(as_of=LATER)


@pytest.mark.parametrize(
    ("told", "said", "still"),
    [
        ("My flatmate Jule is a nurse.", "My brother moved out.", "User roommate_of Jule"),
        ("I live with Kim.", "I moved out of the office.", "User roommate_of Kim"),
        ("I'm married to Jonas.", "My uncle died.", "User married_to Jonas"),
        ("I'm married to Jonas.", "I lost my husband in the crowd.", "User married_to Jonas"),
        ("I'm married to Jonas.", "My brother got divorced.", "User married_to Jonas"),
        ("I'm married to Jonas.", "I got divorced in 2011.", "User married_to Jonas"),
        ("I work at Siemens.", "My wife quit her job.", "User works_at Siemens"),
        ("I work at Siemens.", "I lost my job at Lidl.", "User works_at Siemens"),
        ("I have tendonitis.", "I hope my tendonitis is gone soon.", "User has_condition tendonitis"),
        ("I play in a band called The Kites.", "I left the choir.", "User member_of The Kites"),
        ("I play in a band called The Kites.", "My brother left the band.", "User member_of The Kites"),
        ("I own a sailing boat.", "My neighbour sold the boat.", "User owns sailing boat"),
        ("I subscribe to Netflix and Spotify.", "the subscription ran out", "User uses Netflix"),
        ("I'm a member of the choir.", "I don't volunteer any more", "User member_of choir"),
        ("I own a bike.", "My brother sold his bike.", "User owns bike"),
        ("My sister Eva lives in Ulm.", "We gave Eva away at her wedding.", "User sibling_of Eva"),
        ("My colleague is Tom.", "I stopped seeing Tom.", "User colleague_of Tom"),
        ("I'm married to Jonas.", "My sister is single again.", "User married_to Jonas"),
        ("I use Netflix.", "My Spotify subscription ran out.", "User uses Netflix"),
    ],
)
async def test_what_somebody_else_or_something_else_went_through_ends_nothing(
    tmp_path: Path, told: str, said: str, still: str
) -> None:
    assert still in await _after(tmp_path, told, said=said)


@pytest.mark.parametrize(
    "said",
    [
        "my cold is gone",
    ],
)
async def test_an_end_of_what_was_never_told_leaves_nothing(tmp_path: Path, said: str) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say(said, SAID)
        assert await talk.names() == []


async def test_a_wedding_ahead_or_of_others_leaves_the_partner(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("My partner Jonas is a cook.", TOLD)
        await talk.say("We're getting married in September.", SAID)
        await talk.say("My sister got married.", SAID)
        known = await talk.known(as_of=LATER)
        assert "User partner_of Jonas" in known and "User married_to Jonas" not in known


async def test_the_dead_stay_known(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("My husband Jonas is a cook.", TOLD)
        await talk.say("My husband died.", SAID)
        assert await talk.names() == ["Jonas", "User", "cook", "death"]
        assert await talk.known("Jonas", as_of=LATER) == ["Jonas has_event death"]


async def test_the_end_of_an_event_can_be_undone(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("I work at Siemens.", TOLD)
        await talk.say("I quit my job.", SAID)
        await talk.memory.edits.undo()
        assert "User works_at Siemens" in await talk.known(as_of=LATER)


@pytest.mark.parametrize(
    ("said", "holds", "over"),
    [
        ("Kim is moving out at the end of the month.", "2026-06-25 10:00:00", "2026-07-01 10:00:00"),
        ("kims moving out at the end of june", "2026-06-25 10:00:00", "2026-07-01 10:00:00"),
        ("Kim is moving out at the end of the year.", "2026-12-20 10:00:00", "2027-01-01 10:00:00"),
        ("Kim is moving out in August.", "2026-07-20 10:00:00", "2026-08-20 10:00:00"),
    ],
)
async def test_what_ends_in_a_month_holds_until_then(tmp_path: Path, said: str, holds: str, over: str) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("I live with Kim.", TOLD)
        await talk.say(said, SAID)
        assert "User roommate_of Kim" in await talk.known(as_of=holds)
        assert "User roommate_of Kim" not in await talk.known(as_of=over)


@pytest.mark.parametrize(
    "text", ["I live in Hull in a flat above the old bakery.", "I live in Ireland, first in Gort and after here."]
)
async def test_two_places_of_one_sentence_are_no_doubt(tmp_path: Path, text: str) -> None:
    async with Talk(tmp_path) as talk:
        receipt = await talk.say(text, TOLD)
        assert receipt.learned and not [one for one in await talk.memory.edits.revisions() if one.waits]

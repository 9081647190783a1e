"""Who holds a place, who left it and who came after them; whose child somebody is; when something began and was
over.
"""

from pathlib import Path

import pytest

from tests.memory.ingest.scripted_memory import Talk
from zeph.memory.ingest.local.extractor import LocalExtractor
from zeph.memory.ingest.local.text.partings import parted
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology

pytestmark = pytest.mark.skipif(not LocalExtractor.available(), reason="spaCy's model is not installed")

AT, LATER = "2026-06-10 10:00:00", "2026-07-01 10:00:00"


@pytest.fixture(scope="module")
def extractor() -> LocalExtractor:
    return LocalExtractor(Ontology.load(), Gazetteer.load())


def _said(extractor: LocalExtractor, text: str) -> set[str]:
    return {
        f"{f.source} {f.relation} {f.target}{' OVER' if f.ends else ''}" for f in extractor.findings(text, "User")
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "mum of three: Emma is 9, Tom is 6 and Lily 2",
            {
                "User parent_of Emma",
                "User parent_of Tom",
                "User parent_of Lily",
                "Emma has_age 9 years old",
                "Tom has_age 6 years old",
                "Lily has_age 2 years old",
            },
        ),
        (
            "Proud dad of two, Ben is 4 and Mia just turned 1.",
            {"User parent_of Ben", "User parent_of Mia", "Ben has_age 4 years old", "Mia has_age 1 years old"},
        ),
        (
            "I'm a mother of three boys: Finn, Leo and Max.",
            {"User parent_of Finn", "User parent_of Leo", "User parent_of Max"},
        ),
        ("My boss Christine left, the new one is Erik.", {"User managed_by Christine OVER", "User managed_by Erik"}),
        (
            "our team lead Nina left last month and Omar took over",
            {"User managed_by Nina OVER", "User managed_by Omar"},
        ),
        ("Omar used to be my boss.", {"User managed_by Omar OVER"}),
        ("My best friend used to be Omar.", {"User friend_of Omar OVER"}),
        ("My colleague Tom left for Berlin.", {"User colleague_of Tom", "Tom leave_for Berlin"}),
        ("My boss Eva left early.", {"User managed_by Eva"}),
        ("My sister Anna left.", {"User sibling_of Anna"}),
        ("I'm no longer team lead.", {"User has_role team lead OVER"}),
        ("not vegan anymore", {"User follows_diet vegan OVER"}),
        ("no longer at Lidl", {"User works_at Lidl OVER"}),
        ("not sure anymore", set()),
        ("my doctor took me off statins", {"User uses statins OVER"}),
        ("I'm with Dr. Weiss now.", {"User has_doctor Dr. Weiss"}),
        ("hardly anyone in my office uses Windows", set()),
        ("Everyone in my team uses Linux.", {"User's team uses Linux"}),
        ("I lived with my gran for two years when I was little.", {"User roommate_of User's gran OVER"}),
        ("I recovered from Covid.", {"User has_condition Covid OVER"}),
        ("I gave my guitar to my nephew.", {"User owns guitar OVER"}),
    ],
)
def test_who_is_what_to_whom(extractor: LocalExtractor, text: str, facts: set[str]) -> None:
    assert _said(extractor, text) == facts


@pytest.mark.parametrize(
    "text",
    [
        "My boss Christine left",
        "I'm a mum",
        "I changed my mind",
        "now it's raining",
        "a photo of Emma and Tom",
        "Mum of the bride, Eva, cried",
    ],
)
def test_other_sentences_stay_as_they_are(text: str) -> None:
    assert parted(text) == []


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


async def test_a_stretch_from_a_date_on_is_over_after_it(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("lived in Boston in 2012 for a year", AT)
        assert await talk.known(as_of="2012-06-01 10:00:00") == ["User lives_in Boston"]
        assert await talk.known(as_of="2013-06-01 10:00:00") == []
        assert await talk.known() == []


async def test_the_new_boss_takes_the_place(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("My boss is Christine.", "2026-01-01 10:00:00")
        await talk.say("My boss Christine left, the new one is Erik.", AT)
        assert await talk.known(as_of=LATER) == ["Erik manages User"]


async def test_whom_we_hired_works_where_the_speaker_does(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("I work at Siemens.", "2026-01-01 10:00:00")
        await talk.say("We hired Noor.", AT)
        assert await talk.known("Noor", as_of=LATER) == ["User recruits Noor", "Noor works_at Siemens"]


async def test_nobody_works_at_a_person(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("We hired Noor.", AT)
        await talk.say("I hired a lawyer called Beth.", AT)
        assert not any(e.canonical_relation == "works_at" for e in await talk.edges(as_of=LATER))


async def test_from_one_firm_to_another_is_no_change_of_home(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.say("I work at Lidl.", "2026-01-01 10:00:00")
        await talk.say("I moved from Lidl to Aldi.", AT)
        assert await talk.known(as_of=LATER) == ["User works_at Aldi"]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I had a Volvo.", {"User owns Volvo OVER"}),
        ("We had a dog called Rex.", {"User has_pet Rex OVER"}),
        ("I've had a dog called Rex since May.", {"User has_pet Rex"}),
        ("I've had a cat for years.", {"User has_pet cat"}),
        ("My late wife Anna was a baker.", {"User married_to Anna OVER", "Anna has_role baker OVER"}),
        ("My late grandfather Otto was a baker.", {"User grandchild_of Otto", "Otto has_role baker OVER"}),
        ("I was late for my wife Anna.", {"User married_to Anna"}),
        ("My dog is called Rex. He died yesterday.", {"User has_pet Rex OVER"}),
        ("My dog is called Rex. He loves carrots.", {"User has_pet Rex", "Rex likes carrots"}),
        ("I used Notion before.", {"User uses Notion OVER"}),
        ("I started running last year and stopped again in winter.", {"User practices running OVER"}),
        ("I gave up my car.", {"User owns car OVER"}),
        ("Tom's my ex now", {"User partner_of Tom OVER"}),
        (
            "two kids (Mats 12, Frida 9)",
            {"User parent_of Mats", "User parent_of Frida", "Mats has_age 12 years old", "Frida has_age 9 years old"},
        ),
        ("My Tesla was totaled.", {"User owns Tesla OVER"}),
        ("I had a job at Lidl.", {"User works_at Lidl OVER"}),
        ("I had Covid twice.", {"User has_condition Covid OVER"}),
        ("I got Covid.", {"User has_condition Covid"}),
        ("I had a friend called Gus.", {"User friend_of Gus OVER"}),
        ("My dad is no longer with us.", {"User's dad has_event death"}),
        ("My dad is no longer with us on this.", set()),
        ("I have a new knee.", set()),
    ],
)
def test_what_was_so_once(extractor: LocalExtractor, text: str, facts: set[str]) -> None:
    assert _said(extractor, text) == facts


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

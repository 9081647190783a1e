"""The newest word on a thing leads, and what was so before is marked; of what a sentence goes on to say nothing is left
out; a doubt is said only where the answer is doubtful."""

from pathlib import Path

import pytest

from tests.agent.samples import AT, message
from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.last_word import Told, goes_on, outdates
from zeph.agent.answers.quotable import quotables
from zeph.agent.answers.said_when import told_when
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.query.vocabulary import Terms
from zeph.records.events import TurnEnded


async def answer_to(tmp_path: Path, told: list[str], question: str) -> list[str]:
    async with opened(tmp_path, None) as (agent, talk):
        for text in told:
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, question))[-1]
        assert isinstance(last, TurnEnded)
        return [line.strip() for line in last.answer.splitlines()]


@pytest.mark.parametrize(
    ("told", "question", "first", "before"),
    [
        (["Release 3.5 of results-router goes out Thu 10 December.", "3.5 moved to Tue 15 Dec, a test is first."],
         "When does 3.5 go out?", "15 Dec", "10 December"),
        (["Version 2.1 ships Monday.", "2.1 has slipped to Wednesday.", "2.2 moved to the 20th of December."],
         "When does 2.1 ship?", "Wednesday", "Monday"),
        (["dentist is on 4 december at 9", "they moved it to 18 december"], "when is the dentist", "18", "4 december"),
        (["Gwen's having a baby, due 14th march", "its twins, they're bringing Gwen in early so now its 28 feb"],
         "when are the babies due?", "28 feb", "14th march"),
        (["the boiler man is coming tuesday", "now its thursday he said"],
         "when is the boiler man coming", "thursday", "tuesday"),
        (["Van MOT is booked for 3 December.", "Garage rang, pushed it back to 10 December."],
         "When is the van MOT?", "10 December", "3 December"),
        (["My hip operation was to be on the 3rd of December, but the hospital has put it off.",
          "The hospital has rung again, and my hip operation is now to be on the 21st of January."],
         "When is my hip operation?", "21st of January", "3rd of December"),
        (["Rent is 700 a month.", "Landlord says rent will be 740 now."], "how much is the rent", "740", "700"),
    ],
)  # fmt: skip
async def test_the_newest_word_leads(tmp_path: Path, told: list[str], question: str, first: str, before: str) -> None:
    lines = await answer_to(tmp_path, told, question)
    assert first in lines[0]
    assert any(line.startswith("- Before that: ") and before in line for line in lines[1:])


@pytest.mark.parametrize(
    ("told", "question", "first"),
    [
        (["Physio is on 10 December.", "Choir is on Thursday.", "They moved it to Friday."],
         "when is physio", "10 December"),
        (["ellies dentist is on 4 december", "jacks dentist got moved to 9 december"],
         "when is ellies dentist", "4 december"),
        (["dentist is on 4 december at 9", "I told Ana about it, she now comes on Friday"],
         "when is the dentist", "4 december"),
        (["My library books, The Salt Path and a Barbara Pym, are due back on 8 December.",
          "Mrs Pettifer gave me back £25 of the forty yesterday."],
         "when must the library books go back", "8 December"),
    ],
)  # fmt: skip
async def test_and_nothing_that_is_of_another_thing(tmp_path: Path, told: list[str], question: str, first: str) -> None:
    assert first in (await answer_to(tmp_path, told, question))[0]


@pytest.mark.parametrize(
    ("told", "after", "same"),
    [
        ("The plumber comes Monday at 9", "he rang, it's 11 now instead", True),
        ("Physio is at 10 on Monday", "Changed to 11:30.", True),
        ("my flight is on the 3rd", "rebooked it for the 9th now", True),
        ("Rent is 700", "they put it up to 740", True),
        ("Release goes out on Tuesday", "Slipped again: Thu 7 Jan.", True),
        ("Choir is on Thursday", "the rehearsal of the band is now on Friday", False),
        ("Dad takes 5 mg", "Ann Bell now takes 10 mg of it", False),
        ("2.1 ships Monday", "2.2 moved to the 20th of December.", False),
        ("dentist is on 4 december", "its cold again", False),
    ],
)  # fmt: skip
def test_what_goes_on_with_what_was_told(told: str, after: str, same: bool) -> None:
    assert goes_on(told, after) is same


@pytest.mark.parametrize(
    ("told", "question", "first"),
    [
        (["Gerald takes bisoprolol, 2.5 mg every morning, and ramipril at night, for his heart."],
         "What is Gerald taking for his heart, please?", "ramipril"),
        (["The choir rehearses on Thursdays at half past seven, but this week it is on Wednesday."],
         "When is choir this week?", "Wednesday"),
        (["Dr Lindqvist has put Gerald's bisoprolol up to 5 mg from tomorrow, and he is to have a test."],
         "How much bisoprolol does Gerald take now?", "from tomorrow"),
        (["Football training is on Mondays, but not on 21 December."], "when is football training", "21 December"),
        (["Gym is open 6 to 10 weekdays but only until 4 on Sundays."], "when is the gym open on sundays", "until 4"),
        (["Tom's birthday is the 14th of December, he will be nine, and he would like a telescope."],
         "what would Tom like", "telescope"),
        (["My brother Karl lives in Ghent and works for the railway."], "where does Karl live", "Karl lives in Ghent."),
        (["Bins go out on Tuesdays, and I hate the noise."], "when do the bins go out", "Tuesdays"),
    ],
)  # fmt: skip
async def test_what_a_sentence_goes_on_to_say_is_told(
    tmp_path: Path, told: list[str], question: str, first: str
) -> None:
    assert first in (await answer_to(tmp_path, told, question))[0]


@pytest.mark.parametrize(
    ("told", "question", "first", "without"),
    [
        (["ellies packed in swimming, shes doing drama instead mondays 4.30 at the town hall"],
         "what does ellie do on mondays", "drama", "nothing"),
        (["results-router is on v3.4.1 in prod, port 8443, owner Hannah Pike.",
          "Release 3.5 of results-router goes out Thu 10 December."],
         "what port does results-router run on?", "8443", "Release"),
        (["me brother gaz is coming for christmas, arriving 23rd, stopping while 27th. owes me 60 quid"],
         "how long is gaz stopping and what does he owe us", "27th", "I have nothing"),
        (["New bike: Kinesis R1, picked up Sat 28 Nov. 34 km on it, knee sore after."],
         "how far did I ride on Saturday?", "34 km", "I have nothing"),
        (["two kids ellie 13 and jack 9 and a daft springer called murphy",
          "craig has the kids every other weekend, next one is the 5th dec, hes two month behind"],
         "how old are my kids", "ellie", "craig"),
        (["My library books, The Salt Path and a Barbara Pym, are due back on 8 December.",
          "The village hall rota has me down for teas on the 5th of December, and Dorothy has the 19th."],
         "Which books have I out from the library?", "Salt Path", "rota"),
    ],
)  # fmt: skip
async def test_what_has_what_is_asked_is_first_and_told_without_a_doubt(
    tmp_path: Path, told: list[str], question: str, first: str, without: str
) -> None:
    line = (await answer_to(tmp_path, told, question))[0].lower()
    assert first.lower() in line and without.lower() not in line


@pytest.mark.parametrize(
    "told",
    [
        "I have four grandchildren: Tom and Lucy, who are my daughter Helen's, and Archie, who belongs to my son.",
        "ive paid jacks trip money",
    ],
)
async def test_who_tells_is_not_answered(tmp_path: Path, told: str) -> None:
    before = ["I live at Mill Cottage with my husband Gerald.", "school trip money for jack is £18 due friday"]
    assert not any("said: " in line for line in await answer_to(tmp_path, before, told))


async def test_a_day_on_which_it_is_not_is_not_the_one_that_is_meant(tmp_path: Path) -> None:
    told = ["Football training is on Mondays, but not on 21 December."]
    assert (await answer_to(tmp_path, told, "when is football training"))[0].endswith("”")


async def test_only_what_changed_of_what_is_asked_is_told(tmp_path: Path) -> None:
    told = ["drs put me on iron tablets twice a day, bloods again 8th jan. im knackered"]
    async with opened(tmp_path, None) as (agent, talk):
        for text in told:
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, "how often do i take me iron"))[-1]
        assert isinstance(last, TurnEnded) and "changed since" not in last.answer


def test_when_it_was_said() -> None:
    now = "2026-11-29 12:00:00"
    assert told_when("2026-11-29 08:00:00", now) == "Today you said"
    assert told_when("2026-11-28 12:00:00", now, "Ana") == "Yesterday Ana said"
    assert told_when("2026-11-03 12:00:00", now) == "On 2026-11-03 you said"
    assert told_when("2026-11-29 08:00:00", None) == "On 2026-11-29 you said"


def test_a_weak_word_is_asked_for_where_all_else_is_a_time() -> None:
    assert "call" in analyse("who is on call the week of 7 December?").terms
    assert "call" not in analyse("what do you call the cat").terms


def test_names_in_ie() -> None:
    assert Terms(["ellie"]).coverage("ellies packed in swimming") == 1.0
    assert Terms(["movies", "cookie"]).coverage("a movie with cookies") == 1.0
    assert not Terms(["pie"]).coverage("a pier")


@pytest.mark.parametrize(
    ("told", "question", "first"),
    [
        (["I take ramipril 5mg and a statin every night", "no hang on, I take the ramipril in the mornings",
          "doctor took me off the statin on friday"], "what tablets am I on now", "ramipril"),
        (["I live in Hull and my dog is Rex", "I moved to Leeds in october"], "where do I live", "Leeds"),
    ],
)  # fmt: skip
async def test_what_goes_on_of_two_things_leads_and_nothing_else_does(
    tmp_path: Path, told: list[str], question: str, first: str
) -> None:
    assert first in (await answer_to(tmp_path, told, question))[0]


@pytest.mark.parametrize(
    ("later", "outdated"),
    [
        ("mots due 9th jan, need a new front tyre n all before then", False),
        ("baby's due 20th march now, they did another scan", True),
    ],
)
def test_a_change_is_of_what_is_asked_where_it_stands_beside_it(later: str, outdated: bool) -> None:
    [last] = quotables(message(2, later))
    told = Told("my sisters called Jess, babys due 14th march", AT)
    assert outdates("when's baby due", told, last) is outdated

"""What the person has on: asked in many words, told a line a thing, each on the day to which it was moved last."""

from pathlib import Path

import pytest

from tests.agent.samples import edge
from tests.agent.scripted_turn import Scripted, events_of, opened
from zeph.agent.answers.agenda import asked_for_agenda, dated_facts, of_what_is_asked, told_of_agenda
from zeph.agent.answers.dated_things import dated_things
from zeph.agent.context import GRAPH_HEADER
from zeph.records.events import TurnEnded
from zeph.records.message import GraphState, Message

MONDAY = "2026-11-23 10:00:00"
YEAR_AHEAD = "what is coming up"


def _said(*texts: str) -> list[Message]:
    return [Message(i, 1, 1, str(i), "user", "", text, MONDAY, (), GraphState.DONE) for i, text in enumerate(texts, 1)]


def _on(question: str, *texts: str, now: str = MONDAY) -> list[str]:
    asked = asked_for_agenda(question, now)
    assert asked is not None
    return [line.removeprefix("- ") for line in told_of_agenda(dated_things(_said(*texts), now), asked).splitlines()]


@pytest.mark.parametrize(
    ("question", "first", "after"),
    [
        ("what do i have on this week?", "2026-11-23", "2026-11-30"),
        ("anything on tomorrow", "2026-11-24", "2026-11-25"),
        ("What's on Friday?", "2026-11-27", "2026-11-28"),
        ("am I free on the 3rd of December", "2026-12-03", "2026-12-04"),
        ("what is due before christmas", "2026-11-23", "2026-12-23"),
        ("how does my week look", "2026-11-23", "2026-11-30"),
        ("do we have any plans for the weekend?", "2026-11-28", "2026-11-30"),
        ("what's coming up", "2026-11-23", "9999-01-01"),
        ("whats next", "2026-11-23", "9999-01-01"),
    ],
)
def test_what_is_on_is_asked_for_and_when(question: str, first: str, after: str) -> None:
    asked = asked_for_agenda(question, MONDAY)
    assert asked is not None
    assert (asked.start[:10], asked.end[:10]) == (first, after)


@pytest.mark.parametrize(
    "question",
    ["what did I do on Friday", "what's the plan with the roofer", "who is coming on Friday", "what's on my list",
     "what is next to the church", "what do you have", "what time is the dentist on Friday", "what's the date",
     "when is Christmas", "how was your weekend", "I have nothing on tomorrow but rain",
     "my appointment is on the 11th of December", "I have a meeting on Friday"],
)  # fmt: skip
def test_something_else_is_asked(question: str) -> None:
    assert asked_for_agenda(question, MONDAY) is None


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["vet thurs 3 dec at 9.20, mrs lund"], ["Thu 3 December, 9.20: vet, mrs lund."]),
        (["The plumber is coming on Friday, and my sister arrives on 5 December."],
         ["Fri 27 November: The plumber is coming.", "Sat 5 December: your sister arrives."]),
        (["I have to hand in the report by the 4th of December."],
         ["Fri 4 December: hand in the report by the 4th of December."]),
        (["we've booked Crete, 6 to 13 feb, near the beach"], ["6–13 February: you've booked Crete, near the beach."]),
        (["back for a check in 4 weeks"], ["about Mon 21 December: back for a check in 4 weeks."]),
        (["Osk is moving out in January."], ["January: Osk is moving out."]),
        (["I'm on call from monday till sunday next week"], ["Mon 30 November – Sun 6 December: you're on call."]),
        (["next week I'm on call monday to friday"], ["Mon 30 November – Fri 4 December: you're on call."]),
        (["im away mon-wed next week, cats fed by gwen"], ["Mon 30 November – Wed 2 December: you're away."]),
        (["on nights tuesday to friday this week"], ["24–27 November: on nights."]),
        (["im covering the desk wed to fri the week after next"], ["9–11 December: you're covering the desk."]),
        (["we're at the caravan from Monday 30 November till Friday 4 December"],
         ["Mon 30 November – Fri 4 December: you're at the caravan."]),
        (["on leave monday 30 nov to fri 4 dec"], ["Mon 30 November – Fri 4 December: on leave."]),
        (["Dai's appointment's been put back a week to the 16th"],
         ["Wed 16 December: Dai's appointment."]),
        (["mum's scan has been brought forward to the 2nd"],
         ["Wed 2 December: mum's scan."]),
        (["the market was moved from the 3rd to the 5th of December"],
         ["Sat 5 December: the market."]),
        (["they only do fish on a Friday", "I hate it when the bus is late on a Monday", "he moved to the 3rd floor",
          "you can't park there of a Sunday", "I put the bins out on the 16th", "swimming's changed to a Thursday"],
         ["I know of nothing that is coming up."]),
        (["I saw the vet on Friday.", "Runa was born on 3 December 1988.", "Is the fair on Saturday?", "I like tea."],
         ["I know of nothing that is coming up."]),
    ],
)  # fmt: skip
def test_what_was_said_with_a_day_to_come(said: list[str], told: list[str]) -> None:
    assert _on(YEAR_AHEAD, *said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["vet thurs 3 dec at 9.20", "vet rang, moved me to wednesday 9 december at 2.15"],
         ["Wed 9 December, 2.15: vet."]),
        (["the roofer is coming on friday", "the roofer comes saturday morning instead of friday"],
         ["Sat 28 November, morning: the roofer is coming."]),
        (["Dai's appointment is on the 9th", "Dai's appointment's been put back a week to the 16th"],
         ["Wed 16 December: Dai's appointment."]),
        (["We are moving house on the 12th of January.", "The move has been put off to the 26th of January."],
         ["Tue 26 January: you are moving house."]),
        (["dinner with Runa on 5 December", "the vet is on 8 December", "dinner with Runa is cancelled"],
         ["Tue 8 December: the vet."]),
        (["dinner with Runa on 5 December", "the vet is on 8 December", "forget the dinner with Runa, I packed it in"],
         ["Tue 8 December: the vet."]),
        (["dinner with Runa on 5 December", "what's on my list", "wrong Runa, undo that"],
         ["I know of nothing that is coming up."]),
        (["I need to pay the rent by Friday.", "I have paid the rent."], ["I know of nothing that is coming up."]),
        (["the fair is on 5 December", "remember, the fair is on saturday 5 december"],
         ["Sat 5 December: the fair."]),
    ],
)  # fmt: skip
def test_what_moved_stands_where_it_moved_and_what_is_off_is_gone(said: list[str], told: list[str]) -> None:
    assert _on(YEAR_AHEAD, *said) == told


def test_routines_are_told_on_their_days_until_others_begin() -> None:
    choir = "choir is wednesday evening half 7 at the chapel"
    assert _on("what's on this week", choir) == ["Wed 25 November, evening half 7: choir is at the chapel."]
    shop = ["I work at the shop on Tuesdays", "from next month it's Mondays at the shop instead"]
    assert [line[:15] for line in _on("what's on this week", *shop)] == ["Tue 24 November"]
    assert [line[:14] for line in _on("what's on next week", *shop, now="2026-12-01 10:00:00")] == ["Mon 7 December"]
    over = ["I swim on Wednesdays", "I no longer swim on Wednesdays"]
    assert _on("what's on tomorrow", *over, now="2026-11-24 10:00:00") == ["I know of nothing on Wed 25 November."]


@pytest.mark.parametrize(
    ("said", "wednesday"),
    [
        (
            "choir's moved to Wednesdays now, they've got the Brownies in on a Tuesday",
            "choir",
        ),
        ("choir has moved from Tuesdays to Wednesdays", "choir"),
        ("I'm on call from wednesday till friday this week", "you're on call"),
    ],
)
def test_a_day_of_talk_or_one_moved_from_has_nothing_on(said: str, wednesday: str) -> None:
    assert _on("what's on tomorrow", said) == ["I know of nothing on Tue 24 November."]
    assert _on("what's on Wednesday?", said)[0].endswith(f": {wednesday}.")


def test_a_fact_is_told_where_no_message_tells_it() -> None:
    known = edge(1, "User flies to Oslo")._replace(
        valid_from="2026-12-05 00:00:00", valid_from_precision="day", valid_from_stated=True, sources=(7,)
    )
    asked = asked_for_agenda(YEAR_AHEAD, MONDAY)
    assert asked is not None
    assert told_of_agenda(dated_facts([known], [], MONDAY), asked) == "Sat 5 December: you fly to Oslo."
    assert dated_facts([known], [7], MONDAY) == []


async def test_a_talk_tells_what_is_on(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, "The roof is being mended on 3 January 2090.")
        last = (await events_of(agent, talk, "what's coming up?"))[-1]
        assert isinstance(last, TurnEnded)
        assert last.answer == "Tue 3 January 2090: The roof is being mended."


@pytest.mark.parametrize(
    ("question", "wanted", "unwanted"),
    [
        ("what do i have on in december 2090?", "Mon 4 December", "3 December"),
        ("what do i have to do", "moss", "dentist"),
    ],
)
async def test_a_model_gets_what_the_person_has_on_too(
    tmp_path: Path, question: str, wanted: str, unwanted: str
) -> None:
    chat = Scripted(("Noted.",))
    async with opened(tmp_path, chat) as (agent, talk):
        for text in (
            "The dentist is on 3 December 2090.",
            "The dentist has moved to 4 December 2090.",
            "todo: buy moss",
        ):
            await events_of(agent, talk, text)
        await events_of(agent, await agent.memory.start_conversation(), question)
        block = next(m.content for m in chat.sent[-1] if m.content.startswith(GRAPH_HEADER))
        line = next(line for line in block.splitlines() if line.startswith("- "))
        assert wanted in line and unwanted not in line


async def test_a_question_for_anything_else_has_no_agenda(tmp_path: Path) -> None:
    chat = Scripted(("Noted.",))
    async with opened(tmp_path, chat) as (agent, talk):
        await events_of(agent, talk, "The dentist is on 3 December 2090 at 8:30.")
        plan = await agent.plan("who is my dentist", await agent.memory.start_conversation())
        assert plan.recalled.planned == ()


@pytest.mark.parametrize(
    ("first", "later", "told"),
    [
        ("dr Sall weighed me, next checkup is tues 8th dec at 7am", "checkup got moved, its thurs 10 dec now same time",
         "Thu 10 December, 7am: next checkup."),
        ("the concert is on friday 4 december at 8pm", "the concert has been pushed back, it's 11 december",
         "Fri 11 December: the concert."),
    ],
)  # fmt: skip
def test_what_was_moved_is_told_of_the_day_that_it_is_now(first: str, later: str, told: str) -> None:
    assert _on(YEAR_AHEAD, first, later) == [told]


def test_a_thing_is_told_in_its_own_clause() -> None:
    told = _on(YEAR_AHEAD, "mum gave me her drill back, next checkup is tues 8th dec at 7am")
    assert told == ["Tue 8 December, 7am: next checkup."]


def test_what_lost_its_collar_on_a_day_has_nothing_on_then() -> None:
    assert _on(YEAR_AHEAD, "kit lost its collar on 3 november") == ["I know of nothing that is coming up."]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["Dentist on Tuesday at 3pm, remind me to take my card"], ["Tue 24 November, 3pm: Dentist."]),
        (["put gym in my diary for friday"], ["Fri 27 November: put gym in your diary for friday."]),
        (["I have got a clinic on friday", "they want me on the 30th"],
         ["Fri 27 November: you have got a clinic.", "Mon 30 November: they want you."]),
        (["I read the book on the 12th"], ["I know of nothing that is coming up."]),
        (["remind me on friday to ring Ossian"], ["Fri 27 November: ring Ossian."]),
    ],
)  # fmt: skip
def test_what_has_a_day_of_its_own_stands_beside_what_is_to_be_done(said: list[str], told: list[str]) -> None:
    assert _on(YEAR_AHEAD, *said) == told


@pytest.mark.parametrize(
    ("question", "text", "line"),
    [
        ("what have I got on in january", "dentist 14 january", "Thu 14 January: dentist."),
        ("what's coming up", "she handed in her notice, last day 17 december", "Thu 17 December"),
        ("what's coming up", "Theo failed his test, he's on again 21 december", "Mon 21 December"),
        ("what's coming up", "choir said yes. start thurs", "Thu 26 November: start."),
        ("what's coming up this month", "driving lesson 27th", "Fri 27 November: driving lesson."),
    ],
)
def test_a_note_behind_what_has_been_is_to_come(question: str, text: str, line: str) -> None:
    assert _on(question, text)[0].startswith(line)


def test_what_is_so_since_a_day_is_not_to_come() -> None:
    assert dated_things(_said("she's in room 3, since thurs. nothing else"), MONDAY) == []


@pytest.mark.parametrize(
    "text",
    [
        "release 4.2 is planned for next thursday", "meeting planned for next tuesday",
        "the demo is planned for monday",
        "dinner is booked for friday",
    ],
)  # fmt: skip
def test_who_tells_of_a_plan_asks_for_none(text: str) -> None:
    assert asked_for_agenda(text, "2026-11-27 10:00:00") is None


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("ellies got swimming tues 5.30 and jacks football is thurs 6 at sandylands, trip money is £18 due friday",
         ["Tue 24 November, 5.30: ellies got swimming.", "Thu 26 November: jacks football is thurs 6 at sandylands.",
          "Fri 27 November: trip money is £18 due."]),
        ("toms got judo weds 6.15 and mias piano is mon 4 at the hall, chess club money is £5 due thursday",
         ["Wed 25 November, 6.15: toms got judo.", "Thu 26 November: chess club money is £5 due.",
          "Mon 30 November: mias piano is mon 4 at the hall."]),
        ("bloods tues 9.20, then the nurse thurs 2pm",
         ["Tue 24 November, 9.20: bloods.", "Thu 26 November, 2pm: the nurse."]),
        ("Ida's pills go up from tomorrow, and she has a blood test on the 9th of December at ten past nine.",
         ["Tue 24 November: Ida's pills go up from tomorrow.",
          "Wed 9 December, ten past nine: Ida's pills go up from tomorrow, and she has a blood test on the 9th of "
          "December at ten past nine."]),
        ("The sweep comes on the 3rd of December at twenty to four.",
         ["Thu 3 December, twenty to four: The sweep comes."]),
        ("the car wont be ready til friday now", ["Fri 27 November: the car wont be ready til friday."]),
        ("mums home but cant drive til january", ["January: mums home but cant drive til january."]),
        ("Ferry: Friday, quay 2", ["Fri 27 November: Ferry: quay 2."]),
        ("me mums got the optician on friday", ["Fri 27 November: your mums got the optician."]),
        ("INC-2291, Friday night: HL7 queue backed up 02:10 to 03:55, expired cert.", []),
        ("Kafka decision reversed on Friday, we stay on RabbitMQ.", []),
        ("Roof fixed on Saturday, three slates.", []),
        ("Outage Tuesday morning: switch died", []),
        ("Meeting booked for Wednesday at 3.", ["Wed 25 November, 3: Meeting booked for Wednesday at 3."]),
        ("Review planned Thursday 10am.", ["Thu 26 November, 10am: Review planned."]),
        ("Friday: plumber is coming back", ["Fri 27 November: plumber is coming back."]),
        ("The choir sings on Thursdays at seven, but this week it is on Wednesday.",
         ["Wed 25 November: this week choir is on Wednesday."]),
        ("Thursdays' rehearsal is as ever, but the carol service has been moved from the 20th to the 18th of December.",
         ["Fri 18 December: the carol service."]),
    ],
)  # fmt: skip
def test_each_of_several_days_has_its_own_words(said: str, told: list[str]) -> None:
    assert _on(YEAR_AHEAD, said) == (told or ["I know of nothing that is coming up."])


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["Release 3.5 of the router goes out Thu 10 December.", "3.5 moved to Tue 15 Dec, the board wants a test."],
         ["Tue 15 December: Release 3.5 of the router goes out."]),
        (["Release 3.5 of the router goes out Thu 10 December.", "3.6 moved to Tue 15 Dec."],
         ["Thu 10 December: Release 3.5 of the router goes out.", "Tue 15 December: 3.6."]),
        (["MRI booked at Chapel Allerton, Wed 9 Dec 08:40.", "MRI moved to Mon 14 Dec 10:15."],
         ["Mon 14 December, 10:15: MRI booked at Chapel Allerton."]),
        (["MRI booked at Chapel Allerton, Wed 9 Dec 08:40.", "MRI moved to Mon 14 Dec.", "Hospital cancelled the MRI."],
         ["I know of nothing that is coming up."]),
        (["ive got the dentist on the 4th", "they moved it to 18 december"],
         ["Fri 18 December: you've got the dentist."]),
        (["ive got the dentist on the 4th", "they moved it to 18 december", "had to put off the dentist to the 20th"],
         ["Sun 20 December: you've got the dentist."]),
        (["the service is on the 3rd of december", "they moved it to 10 december"],
         ["Thu 10 December: the service."]),
        (["no its monday 7th december the sweep"], ["Mon 7 December: monday 7th december the sweep."]),
        (["ive got the dentist on the 4th", "the cat is asleep", "they moved it to 18 december"],
         ["Fri 4 December: you've got the dentist.", "Fri 18 December: they moved it to 18 december."]),
        (["The village rota has me down for teas on the 5th of December.", "Dot cannot do the 19th after all, so we "
          "swapped places on the rota."], ["Sat 5 December: The village rota has you down for teas."]),
    ],
)  # fmt: skip
def test_of_one_thing_only_its_last_day_stands(said: list[str], told: list[str]) -> None:
    assert _on(YEAR_AHEAD, *said) == told


@pytest.mark.parametrize(
    ("question", "after"),
    [
        ("what's on this week", "2026-12-07"),
        ("whats coming up this week", "2026-12-07"),
        ("what have i got coming up this week", "2026-12-07"),
        ("whats on this week and next", "2026-12-14"),
        ("what's on today and tomorrow?", "2026-12-01"),
        ("whats coming up this weekend", "2026-11-30"),
        ("whats on today", "2026-11-30"),
    ],
)
def test_on_the_last_day_of_a_week_the_next_is_told_too(question: str, after: str) -> None:
    asked = asked_for_agenda(question, "2026-11-29 10:00:00")
    assert asked is not None and (asked.start[:10], asked.end[:10]) == ("2026-11-29", after)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("im a picker on nights at the warehouse, mon to thurs 10 till 6, 12.60 an hour", []),
        ("my sister is a nurse at the infirmary, mon to fri 8 till 4", []),
        ("nan (jean) is in the home room 12, visiting is 2 til 4 on mondays",
         ["Mon 23 November: nan (jean): visiting is 2 til 4."]),
        ("gran lives at elm court flat 3, bingo is mondays at 2",
         ["Mon 23 November, 2: gran: bingo."]),
        ("im a volunteer at the food bank on mondays", ["Mon 23 November: you're a volunteer at the food bank."]),
        ("yoga at the leisure centre, mondays 7pm", ["Mon 23 November, 7pm: yoga at the leisure centre."]),
        ("i work at the bakery, mon to sat 4am till noon", ["Mon 23 November, 4am: you work at the bakery till noon."]),
    ],
)  # fmt: skip
def test_of_a_routine_only_what_is_on_that_day_is_told(said: str, told: list[str]) -> None:
    assert _on("whats on today", said) == (told or ["I know of nothing on Mon 23 November."])


def test_what_somebody_is_off_is_no_move_of_what_was_told_before() -> None:
    said = ["the cleaner comes mondays at 9", "im off sundays now"]
    assert _on("whats on today", *said) == ["Mon 23 November, 9: the cleaner comes."]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("have I got an MRI booked?", ["Wed 9 December, 08:40: MRI at Chapel Allerton."]),
        ("have I got a haircut booked?", None),
        ("am I free on Friday?", ["Fri 27 November: the sweep comes."]),
        (
            "have I got anything booked?",
            ["Fri 27 November: the sweep comes.", "Wed 9 December, 08:40: MRI at Chapel Allerton."],
        ),
    ],
)
def test_a_question_for_one_thing_is_answered_with_that(question: str, told: list[str] | None) -> None:
    things = dated_things(_said("MRI at Chapel Allerton, Wed 9 Dec 08:40", "the sweep comes on Friday"), MONDAY)
    days = asked_for_agenda(question, MONDAY)
    asked = of_what_is_asked(things, question, days) if days else None
    lines = told_of_agenda(*asked).splitlines() if asked else []
    assert [line.removeprefix("- ") for line in lines] == (told or [])


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("what have I got on next week, from the 7th?", "2026-12-07", "2026-12-14"),
        ("whats on next week from thursday", "2026-12-03", "2026-12-07"),
    ],
)
def test_days_begin_where_it_says_that_they_do(text: str, start: str, end: str) -> None:
    days = asked_for_agenda(text, "2026-11-29 10:00:00")
    assert days is not None and (days.start[:10], days.end[:10]) == (start, end)

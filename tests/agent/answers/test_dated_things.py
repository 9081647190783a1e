"""What a message tells of a day: which clause it is of, where it is moved, where it names the week of that day too."""

import pytest

from zeph.agent.answers.agenda import lines_of_agenda
from zeph.agent.answers.dated_things import dated_things
from zeph.records.message import GraphState, Message
from zeph.records.stretch import FOR_EVER, Stretch

MONDAY, NOW = "2026-11-23 10:00:00", "2026-11-29 10:00:00"


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("choir is on wednesdays, but this week its thursday", [1]),
        ("The rehearsal is Mondays at eight, but next week it is Friday because of the market", [1]),
        ("I'm on nights this week, dentist on thursday", [7, 1]),
        ("im on lates all next week", [7]),
    ],
)
def test_the_week_of_a_day_is_no_day_of_its_own(said: str, days: list[int]) -> None:
    message = Message(1, 1, 1, "1", "user", "", said, NOW, (), GraphState.DONE)
    assert [round(one.days.days) for one in dated_things([message], NOW) if not one.weekdays] == days


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["I've got the physio on Thursday at ten past nine, Mr Roe it is, and I'm on iron for it",
          "No, the physio isn't Thursday, it's the Friday, same time."],
         ["Fri 27 November, ten past nine: you've got the physio."]),
        (["I've got the physio on Thursday at ten past nine, Mr Roe it is",
          "That's wrong about Mr Roe, I told you it's Friday the 27th at ten past nine, not the Thursday."],
         ["Fri 27 November, ten past nine: you've got the physio."]),
        (["vet friday 4 dec at 9", "vet isnt friday its monday 7th"], ["Mon 7 December: vet."]),
        (["The sweep can't do Friday, he's coming Saturday instead"],
         ["Sat 28 November: The sweep can't do Friday, he's coming Saturday."]),
        (["review wed 14:00 w/ Dot", "review moved wed 14:00 -> thu 15:30, room b2"],
         ["Thu 26 November, 15:30: review w/ Dot."]),
        (["release slips fri 4 dec -> tue 8 dec"], ["Tue 8 December: release slips fri 4 dec → tue 8 dec."]),
        (["Gran is well, and she has to have her ears checked on the 14th of December at the clinic."],
         ["Mon 14 December: Gran is well, and she has to have her ears checked on the 14th of December at the "
          "clinic."]),
        (["Darts is away on Saturday the 12th, two o'clock start, and then we've the club supper on the 17th"],
         ["Sat 12 December: Darts is away, two o'clock start.", "Thu 17 December: you've the club supper."]),
        (["ive still got Una's ladder and my mate Olly borrowed our tent, he has to give it back by the 20th"],
         ["Sun 20 December: Olly has to give it back by the 20th."]),
        (["Pia leaves then, Ravi takes over as lead dec 14"], ["Mon 14 December: Ravi takes over as lead."]),
        (["the contract renews jan 15, 4200 eur/mo, contact there is Nils"],
         ["Fri 15 January: the contract renews."]),
        (["dentist dr. fedder wed 10:40. todo: buy chalk"], ["Wed 25 November, 10:40: dentist dr. fedder."]),
        (["the app goes to store review on thu, rollout planned dec 9"],
         ["Thu 26 November: the app goes to store review.", "Wed 9 December: rollout planned."]),
        (["We're minding his dog from the 20th while he's away."],
         ["Sun 20 December: you're minding his dog from the 20th."]),
    ],
)  # fmt: skip
def test_a_day_is_of_the_clause_that_names_it_and_none_that_it_denies(said: list[str], told: list[str]) -> None:
    messages = [Message(i, 1, 1, str(i), "user", "", one, MONDAY, (), GraphState.DONE) for i, one in enumerate(said, 1)]
    ahead = Stretch(MONDAY, FOR_EVER)
    assert lines_of_agenda(dated_things(messages, MONDAY), ahead) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I can't wait for the concert on Friday!", ["Fri 27 November: you can't wait for the concert."]),
        ("We won't be home on Friday", ["Fri 27 November: you won't be home."]),
        ("We sat at 7:30 for dinner", []),
        ("The sun at 5pm was lovely", []),
    ],
)
def test_what_is_denied_without_another_day_is_told_of_it(said: str, told: list[str]) -> None:
    message = Message(1, 1, 1, "1", "user", "", said, MONDAY, (), GraphState.DONE)
    assert lines_of_agenda(dated_things([message], MONDAY), Stretch(MONDAY, FOR_EVER)) == told


def test_what_was_moved_to_a_day_that_has_been_is_not_on_at_its_old_one() -> None:
    said = [("The dentist is on 20 December.", MONDAY), ("The dentist has moved to 25 November.", MONDAY)]
    messages = [
        Message(i, 1, 1, str(i), "user", "", text, at, (), GraphState.DONE) for i, (text, at) in enumerate(said, 1)
    ]
    later = "2026-11-28 10:00:00"
    assert lines_of_agenda(dated_things(messages, later), Stretch(later, FOR_EVER)) == []


@pytest.mark.parametrize(
    ("said", "on"),
    [
        (["gravy vet booster fri 11th dec 4.15pm", "gravys vet thing is off, dec took him this morning"], []),
        (["mams eye clinic is thurs 3rd 10.40", "mams eye clinic moved to thurs 17th 2pm, still lancaster"],
         ["Thu 17 December, 2pm: mams eye clinic, still lancaster."]),
        (["dentist fri 4 dec 9:15, dr aun", "deploy moved thu 3 -> tue 8 dec 10:00, katrin is sick",
          "dentist moved to fri 11 dec 8:40"],
         ["Tue 8 December, 10:00: deploy.", "Fri 11 December, 8:40: dentist, dr aun."]),
        (["blood test thu 10 dec 9.20", "actually no blood test is fri 11th now same time"],
         ["Fri 11 December, 9.20: blood test."]),
        (["pit migration is mon 7 dec 22:00", "migration done!! pit is on pg17 now"], []),
        (["standup is 9.15 every day except fri. lieselot wants to move it"], []),
        (["My son has a wife and a boy Matias, who will be six on the 19th of January."],
         ["Tue 19 January: a boy Matias will be six."]),
        (["oncall me: mon 7 dec -> mon 14 dec"], ["7–14 December: oncall you."]),
        (["Our wedding is on Saturday 12 June", "dentist 9 december", "the wedding is two weeks later now"],
         ["Wed 9 December: dentist.", "Sat 26 June: your wedding."]),
        (["the shed delivery is due on 10 december", "they pushed it back two days"],
         ["Sat 12 December: the shed delivery is due."]),
        (["the MOT is on 15 december", "they want to bring the MOT forward a week"], ["Tue 15 December: the MOT."]),
        (["remind me tomorrow at 9 to rotate the API key", "move the reminder with the API key to wednesday 10:00"],
         ["Wed 2 December, 10:00: rotate the API key."]),
        (["dentist friday 4 dec at 9", "please move the dentist to monday 7th"], ["Mon 7 December: dentist."]),
        (["the meeting is on thursday 3 december", "change the meeting notes on friday"],
         ["Thu 3 December: the meeting.", "Fri 4 December: change the meeting notes."]),
        (["move the sofa on friday 4 dec"], ["Fri 4 December: move the sofa."]),
        (["Oumar is sick, no training this tuesday"], []),
        (["no problem, tuesday at 5 works for the piano"], ["Tue 1 December: problem at 5 works for the piano."]),
        (["the MOT is on 15 december", "the MOT wasn't put back a week"], ["Tue 15 December: the MOT."]),
    ],
)  # fmt: skip
def test_what_is_off_and_what_moved(said: list[str], on: list[str]) -> None:
    messages = [Message(i, 1, 1, str(i), "user", "", text, NOW, (), GraphState.DONE) for i, text in enumerate(said, 1)]
    assert lines_of_agenda(dated_things(messages, NOW), Stretch(NOW, FOR_EVER)) == on


TUESDAY = "2026-12-01 08:00:00"


def _told_on(text: str) -> Message:
    return Message(1, 1, 1, "1", "user", "", text, TUESDAY, (), GraphState.DONE)


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("the washing machine packed up this morning, water all over the kitchen", False),
        ("parcel from zara is meant to arrive today between 2 and 4", True),
        ("went to see hamlet with ruth last night, far too long", False),
        ("boiler man is coming this morning at half 10", True),
        ("today i woke up at 5 with a stinking headache", False),
        ("dentist booked today for 3pm", True),
        ("they invited us to dinner tonight", True),
        ("exam today at 3, revised all week", True),
        ("the match was moved to today", True),
        ("made an appointment with the vet for today at 5", True),
        ("last night the fox got two of our hens", False),
        ("standup has been moved to 11.30 today", True),
        ("I ran 6k this morning before breakfast", False),
        ("dads having his cataract done today at 1pm", True),
        ("jenny had her baby last night, a boy, 7lb 2", False),
        ("need to ring the council about the bins today", True),
        ("this morning i already took the first of the antibiotics", False),
        ("seeing the mortgage adviser this morning, 9.45 in town", True),
        ("city lost 3-1 last night, gutted", False),
        ("the tax return has to be in by midnight today", True),
        ("slipped on the steps today and bruised my elbow", False),
        ("five a side is on later today, 7pm at the leisure centre", True),
        ("paid the electricity bill this morning, 94 pounds", False),
        ("today is oskars leaving do, pub at six", True),
    ],
)
def test_what_has_happened_today_is_not_coming_up(text: str, on: bool) -> None:
    lines = lines_of_agenda(dated_things([_told_on(text)], TUESDAY), Stretch(TUESDAY, "2026-12-02 00:00:00"))
    assert bool(lines) is on


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("im working weds thurs fri this week", "2026-12-02", "2026-12-04"),
        ("shifts next week: mon, tue, wed, all lates", "2026-12-07", "2026-12-09"),
        ("noah is at nursery tuesday and wednesday next week", "2026-12-08", "2026-12-09"),
        ("on call thursday, friday, saturday and sunday this week", "2026-12-03", "2026-12-06"),
        ("next week ive got the early shift on wednesday thursday & friday", "2026-12-09", "2026-12-11"),
        ("katya is in the shop fri sat sun this week", "2026-12-04", "2026-12-06"),
        ("my days next week are tues weds thurs fri", "2026-12-08", "2026-12-11"),
        ("doing nights sat + sun this week at the home", "2026-12-05", "2026-12-06"),
        ("grandma has the kids monday, tuesday next week", "2026-12-07", "2026-12-08"),
        ("this week im in the office wed/thu only, rest from home", "2026-12-02", "2026-12-03"),
        ("the surgery is closed 24 dec - 28 dec", "2026-12-24", "2026-12-28"),
        ("linnea is visiting from 11 - 14 december", "2026-12-11", "2026-12-14"),
        ("school hols are 19 december - 4 january", "2026-12-19", "2027-01-04"),
        ("roadworks on station rd dec 7 - dec 18, use the back lane", "2026-12-07", "2026-12-18"),
        ("ive booked the lodge 26th march - 2nd april, sleeps six", "2027-03-26", "2027-04-02"),
    ],
)
def test_days_on_end_are_one_stretch(text: str, first: str, last: str) -> None:
    days = [one.days for one in dated_things([_told_on(text)], TUESDAY)]
    assert any(one.start[:10] == first and one.end[:10] > last for one in days)


def test_what_is_weekly_moves_to_another_day_and_hour() -> None:
    said = ("infra sync is tuesdays 10:00 in room donau", "infra sync moved to wednesdays 14:00, same room")
    messages = [_told_on(text)._replace(id=number) for number, text in enumerate(said, 1)]
    [sync] = dated_things(messages, TUESDAY)
    assert (sync.weekdays, sync.clock) == (frozenset((2,)), "14:00")


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("trip mon to thu next week, fri sat sun next week at home", ["07-11"]),
        ("off mon, wed and fri next week", ["07-08", "09-10", "11-12"]),
        ("nursery mon, wed and thu next week", ["07-08", "09-11"]),
        ("physio tue and thu next week", ["08-09", "10-11"]),
        ("on call sat sun mon next week", ["12-14", "07-08"]),
    ],
)
def test_days_of_a_week_are_those_that_are_named(said: str, days: list[str]) -> None:
    told = [one.days for one in dated_things([_told_on(said)], TUESDAY) if not one.weekdays]
    assert [f"{one.start[8:10]}-{one.end[8:10]}" for one in told][: len(days)] == days

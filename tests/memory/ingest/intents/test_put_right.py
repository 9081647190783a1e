"""What a line puts right of what was told before it, and what it leaves."""

import hashlib
import json
from collections.abc import Sequence
from importlib import resources

import pytest

from zeph.memory.ingest.intents.put_right import as_put_right, learned_weights, put_right
from zeph.memory.ingest.intents.put_right_features import Candidate
from zeph.records.message import GraphState, Message


def said(*texts: str) -> list[Message]:
    return [
        Message(number, 1, 1, str(number), "user", "", text, "2026-03-01 09:00:00", (), GraphState.DONE)
        for number, text in enumerate(texts, 1)
    ]


@pytest.mark.parametrize(
    ("told", "line", "stands"),
    [
        (["sowed 400 broad beans in the tunnel"], "no sorry, 300 beans", "sowed 300 broad beans in the tunnel"),
        (["Mila's birthday is 19 january"], "Mila's birthday is 18 january not 19, correct it",
         "Mila's birthday is 18 january"),
        (["murphys owe me 240", "what's left"], "sorry, it was 260 murphys owe me not 240", "murphys owe me 260"),
        (["the tickets are eight pounds"], "I am sorry, I made a mistake: they are nine pounds, not eight.",
         "the tickets are nine pounds"),
        (["the code is 4471"], "4417 sorry", "the code is 4417"),
        (["gate code is 4471, bins go out tuesday"], "bins are wednesday, my mistake",
         "gate code is 4471, bins go out wednesday"),
        (["Katrin does the minutes, Levent the tea"], "sorry, not Katrin, Levent does the minutes",
         "Levent does the minutes, Levent the tea"),
        (["the meeting is at 14:00"], "sorry, 15:00", "the meeting is at 15:00"),
    ],
)  # fmt: skip
def test_a_line_puts_right(told: Sequence[str], line: str, stands: str) -> None:
    found = put_right(line, told)
    assert found is not None
    assert found.applied(told[found.of]) == stands
    assert stands in [one.text for one in as_put_right(said(*told, line))]


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ("I have two cats.", "I have three cats."),
        ("Nina is 34", "no, 35 people came"),
        ("Lola is 13.", "no, £20"),
        ("lent tom 40", "tom gave me 20 back"),
        ("My sister Ida lives in Leeds.", "that's not true, Ida does not live in Leeds"),
        ("I owe Nuria money.", "it's not the money that bothers me, it's the waiting"),
        ("My boss is called Tariq.", "it's not Tariq, it's the job"),
        ("My aunt is 60. My uncle is 70.", "no, it's 61"),
        ("dentist thurs 3.15", "was it 3.15 or 3.50 at the dentist?"),
        ("the deadline is friday", "the deadline moved to monday"),
        ("Tom is my flatmate.", "Tom is no longer my flatmate."),
        ("Tom is in Leeds.", "Tom is not in Hull."),
        ("I play chess on Mondays.", "not on Tuesdays"),
        ("Sue owes me 30.", "not Tom"),
        ("I take 20 mg of lisinopril.", "2"),
        ("I'm flying to Rome in June.", "Anna"),
        ("No gym on Monday.", "No gym on Tuesday."),
        ("I should call Ann", "I should call Tom"),
        ("I swap shifts with Ann", "I swap shifts with Tom"),
        ("Took 2 aspirin", "actually took 3 more"),
    ],
)
def test_and_what_tells_something_else_does_not(told: str, line: str) -> None:
    assert put_right(line, [told]) is None
    assert [one.text for one in as_put_right(said(told, line))] == [told, line]


def test_only_of_the_same_talk_and_not_of_long_ago() -> None:
    told = said("the code is 4471", "4417 sorry")
    assert len(as_put_right([told[0], told[1]._replace(conversation_id=2)])) == 2
    between = said("the code is 4471", "i like tea", "rosa called", "it rains", "the hens are fine", "4417 sorry")
    assert len(as_put_right(between)) == len(between)


def test_what_stood_there_first_stays_known_through_several() -> None:
    (one,) = as_put_right(said("the code is 4471", "4417 sorry", "sorry, 4477"))
    assert (one.text, one.was) == ("the code is 4477", "4471")


def test_odds_are_a_weighted_sum() -> None:
    learned = learned_weights()
    name, weight = next((name, weight) for name, weight in learned.pair.items() if weight)
    assert learned.of_pair(Candidate(0, 1, "x", {name: 0.5, "nothing known": 1.0})) == pytest.approx(weight / 2)


def test_the_weights_are_those_that_were_written() -> None:
    data = json.loads(resources.files("zeph.memory.ingest.intents").joinpath("put_right.json").read_text("utf-8"))
    told = data.pop("sha256")
    assert hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest() == told


def test_nobody_puts_right_what_another_said() -> None:
    anna, bob = said("My sister is called Ida.", "no, Ines")
    assert len(as_put_right([anna._replace(speaker="Anna"), bob._replace(speaker="Bob")])) == 2
    assert len(as_put_right([anna._replace(imported=True), bob])) == 2


def test_what_is_of_a_message_that_was_forgotten_is_of_none_before_it() -> None:
    planted, _, right = said("I planted 200 carrots.", "I sowed 400 beans.", "no sorry, 300")
    assert [one.text for one in as_put_right([planted, right._replace(id=9)])] == [planted.text, right.text]


def test_a_pasted_text_is_not_put_right() -> None:
    assert put_right("no sorry, 300", ["7 " * 2000]) is None

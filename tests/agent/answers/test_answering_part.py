"""The part of a quotation that answers stands before all of it, where one is short and likely enough."""

import tomllib
from pathlib import Path

import pytest

from benchmarks.answer_sentences import checksum
from tests.agent.samples import message
from zeph.agent.answers import answering_part as room
from zeph.agent.answers.answering_part import FEATURES, Part, answering_part, parts_of, shares, shortest
from zeph.agent.answers.quotable import quotables, quotation
from zeph.agent.answers.quoting import with_part_first

NOTE = "ma is in room 14 now, visiting is 2 to 4 and no kids"


def test_a_text_is_cut_between_commas_joints_and_sentences_and_what_is_very_short_goes_with_its_neighbour() -> None:
    text = "gym now mon + fri, thu too full. bench 75"
    assert [text[one.start : one.end].strip() for one in parts_of(text)] == [
        "gym now mon + fri", "thu too full.", "bench 75",
    ]  # fmt: skip
    assert parts_of("dr, Ames") == [Part(0, 8)]
    assert parts_of("") == [Part(0, 0)]


def test_the_shortest_stretch_is_taken_that_is_likely_enough() -> None:
    parts = [Part(0, 10), Part(12, 20), Part(22, 60)]
    assert shortest(parts, [0.1, 0.9, 0.0], 0.85) == Part(12, 20)
    assert shortest(parts, [0.4, 0.5, 0.1], 0.85) == Part(0, 20)
    assert shortest(parts, [0.4, 0.2, 0.4], 0.85) == Part(0, 60)
    assert shares([[0.0], [0.0]], [1.0]) == [0.5, 0.5]


@pytest.mark.parametrize(
    ("question", "text", "part"),
    [
        ("what room is ma in", NOTE, "ma is in room 14 now"),
        ("when can i visit ma", NOTE, "visiting is 2 to 4 and no kids"),
        ("what can i bench", "gym now mon + fri, thu too full. bench 75", "bench 75"),
        ("where is ma", "ma is in room 14", ""),
    ],
)
def test_the_part_that_answers_is_told(question: str, text: str, part: str) -> None:
    assert answering_part(question, text) == part


def test_it_is_said_to_the_person_before_the_whole_and_of_nobody_else() -> None:
    line = "Today you said: “My rent is 960 a month, the wifi is on top and parking is 30.” (put right since)"
    assert with_part_first("what is my rent?", line) == line.replace("“", "your rent is 960 a month – “", 1)
    other = "Today you said: “My aunt Ada is a vet. My uncle Bert works in Hull.”"
    assert with_part_first("where does my aunt work?", other) == other
    assert with_part_first("what is my rent?", "Your rent is 960.") == "Your rent is 960."
    theirs = "On 3 May Kim said: “My rent is 960 a month, the wifi is on top.”"
    assert "Kim said: My rent is 960 a month – “" in with_part_first("what is Kim's rent?", theirs, "Kim")


def test_behind_an_end_who_or_what_comes_instead_is_quoted_too_and_no_part_stands_before_it() -> None:
    text = (
        "Gwen, whom we all like so very much, leaves at Christmas because of her knee, and Patrick will take the choir."
    )
    whole = quotables(message(1, text))[0]
    assert quotation(whole, quotables(message(1, text)), "who leads the choir").endswith("Patrick will take the choir.")
    line = "Today you said: “Gwen leaves at Christmas, and Patrick will take the choir on in the new year, he says.”"
    assert with_part_first("who leads the choir", line) == line
    assert "you said: Gwen leaves at Christmas – “" in with_part_first("when does Gwen leave", line)


def test_the_weights_are_those_that_were_learned() -> None:
    table = tomllib.loads(Path(room.__file__).with_name(room.WEIGHTS).read_text("utf-8"))
    assert tuple(table["weights"]) == FEATURES
    assert table["sha256"] == checksum({"weights": table["weights"]})

"""What should have been said instead: the table's own examples, and what no fact is changed by."""

import re
from typing import Any

import pytest

from zeph.memory.ingest.intents.contrast_claims import claims_of_change
from zeph.memory.ingest.intents.contrasts import contrasted, contrasts_table
from zeph.records.edge import Edge
from zeph.records.message import GraphState, Message

ROWS = contrasts_table()["contrast"]
_SAID_AT = "2026-03-01 09:00:00"


def fact_of(told: str, number: int = 1) -> Edge:
    """A fact as the table writes it: its ends in brackets."""
    source, target = (*re.findall(r"\[(.+?)\]", told), "age")[:2]
    sentence = told.replace("[", "").replace("]", "")
    return Edge(
        number, 1, 1, 2, source, target, "is", "is", sentence, "semantic", 0.9, "local", _SAID_AT, "instant", False,
        None, None, _SAID_AT, None, None, None, None, sources=(number,),
    )  # fmt: skip


def sentences(fact: Edge, line: str) -> list[str]:
    """What the line makes of the fact; "-" for its end."""
    message = Message(2, 1, 1, "", "user", "", line, _SAID_AT, (), GraphState.PENDING)
    claims = [claim for change in contrasted(line, [[fact]], "User") for claim in claims_of_change(change, message)]
    return ["-" if claim.kind == "end" else claim.sentence for claim in claims]


@pytest.mark.parametrize("yes", [yes for row in ROWS for yes in row["yes"]])
def test_what_a_row_says_it_reads(yes: str) -> None:
    told, _, rest = yes.partition(" | ")
    line, _, right = rest.partition(" => ")
    assert sentences(fact_of(told), line) == [right]


@pytest.mark.parametrize("no", [no for row in ROWS for no in row["no"]])
def test_what_a_row_says_it_does_not(no: str) -> None:
    told, _, line = no.partition(" | ")
    assert sentences(fact_of(told), line) == []


def test_every_row_shows_what_it_reads_and_what_it_does_not() -> None:
    assert all(row["yes"] and row["no"] and row["say"] for row in ROWS)


def changed_of(line: str, *turns: tuple[str, ...]) -> list[str]:
    """Sentences of the facts that the line changes; ``turns``: what was told, the last first."""
    number = iter(range(1, 100))
    told: list[list[Any]] = [[fact_of(one, next(number)) for one in turn] for turn in turns]
    return [change.fact.fact for change in contrasted(line, told, "User")]


def test_of_several_facts_the_one_is_meant_that_the_line_names() -> None:
    hip, dog = "[Dora] has a [sore hip]", "[Dora] has a [dog]"
    assert changed_of("it's Fern who has the sore hip, not Dora", (hip, dog)) == ["Dora has a sore hip"]
    assert changed_of("no, not Dora, Fern", (hip,), (dog,)) == ["Dora has a sore hip"]
    assert len(changed_of("no, not Dora, Fern", (hip, dog))) == 2


def test_a_value_of_which_several_were_told_changes_none() -> None:
    aunt, uncle = "[User's aunt] is 60", "[User's uncle] is 70"
    assert changed_of("oops, 61", (aunt, uncle)) == []
    assert changed_of("oops, my aunt is 61", (aunt, uncle)) == ["User's aunt is 60"]
    assert changed_of("oops, 61", (aunt,), (uncle,)) == ["User's aunt is 60"]


def test_what_was_told_long_before_is_changed_by_no_bare_word() -> None:
    between = [(f"[Otto] has a [dog {n}]",) for n in "abc"]
    assert changed_of("no, not Dora, Fern", *between, ("[Dora] has a [sore hip]",)) == []

"""What is written by its shape (ages, ways to reach somebody, how many): rows read it like anything else."""

import pytest

from zeph.memory.ingest.reader.read_message import Reader


def test_a_claim_stands_on_the_characters_that_say_it() -> None:
    text = "hello! my email is lee@fernwick.example, and call me on +44 7700 900123"
    found = {claim.object.name: claim.object.span for claim in Reader().claims(text)}
    assert {name: text[span.start : span.end] for name, span in found.items() if span} == {
        "lee@fernwick.example": "lee@fernwick.example", "+44 7700 900123": "+44 7700 900123",
    }  # fmt: skip


def test_an_age_is_a_number_however_it_is_written() -> None:
    claims = [claim for text in ("I'm 71", "I am seventy-one") for claim in Reader().claims(text)]
    assert {(claim.relation, claim.object.name) for claim in claims} == {("has_age", "71")}


@pytest.mark.parametrize(
    "text",
    [
        "colin is off for three weeks with his back",
        "my boss is in rome for ten days",
        "aisha is in plaster for 6 weeks, silly trampoline",
        "im on leave for a fortnight so ben is covering the desk",
        "the neighbours are away for 4 weeks and were feeding their fish",
        "the lift at work is out of action for 2 months",
        "both twins are out of school for 5 days, chickenpox",
        "dr mehta is on secondment in glasgow for three months",
    ],
)
def test_how_long_something_is_does_not_say_since_when(text: str) -> None:
    assert not any(claim.start for claim in Reader().claims(text))


@pytest.mark.parametrize("text", ["I have been vegan for ten years", "I'm sober for the last three years"])
def test_how_long_something_has_been_says_since_when(text: str) -> None:
    claims = Reader().claims(text)
    assert claims
    assert any(time.role == "duration" for clause in Reader().clauses(text) for time in clause.dates)


@pytest.mark.parametrize("text", ["choir moved to wednesdays 14:00", "yoga moved to thursdays 19.30, same hall"])
def test_the_hour_of_a_weekday_is_no_thing_of_its_own(text: str) -> None:
    [claim] = [one for one in Reader().claims(text) if one.for_graph and one.confidence >= 0.6]
    assert claim.kind == "correct"


@pytest.mark.parametrize(
    "text",
    ["my sons James and Chris go to Hill School", "my kids Lars and Jens live in Ulm", "my kids Max and Jens are ill"],
)
def test_names_that_end_like_several_are_one_each(text: str) -> None:
    children = {one.object.name for one in Reader().claims(text) if one.relation == "parent_of"}
    assert len(children) == 2

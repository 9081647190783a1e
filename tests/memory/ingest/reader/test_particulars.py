"""What is written by its shape (ages, ways to reach somebody, how many): rows read it like anything else."""

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

"""Every example of every pattern row, through the whole reader."""

import pytest

from tests.memory.ingest.reader.notation import read_example
from zeph.memory.ingest.reader.patterns.row import Row, read_rows
from zeph.memory.ingest.reader.read_message import Reader

ROWS = read_rows()


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def _cases(of: str) -> list[tuple[Row, str]]:
    return [(row, text) for row in ROWS for text in getattr(row, of)]


@pytest.mark.parametrize(("row", "example"), [pytest.param(r, t, id=f"{r.id}: {t}") for r, t in _cases("yes")])
def test_a_row_reads_its_examples(reader: Reader, row: Row, example: str) -> None:
    message, expected = read_example(example)
    claims = reader.claims(message)
    assert expected, f"{row.id} says nothing of {message!r}"
    for wanted in expected:
        assert any(wanted.matches(claim) for claim in claims), f"{wanted} is not among {claims}"


@pytest.mark.parametrize(("row", "text"), [pytest.param(r, t, id=f"{r.id}: {t}") for r, t in _cases("no")])
def test_a_row_says_nothing_where_it_must_not(reader: Reader, row: Row, text: str) -> None:
    sure = [
        claim
        for claim in reader.claims(text)
        if claim.reader == f"pattern:{row.id}" and claim.modality in ("fact", "plan") and claim.polarity
    ]
    assert sure == []


def test_no_two_rows_have_one_name() -> None:
    names = [row.id for row in ROWS]
    assert len(names) == len(set(names))

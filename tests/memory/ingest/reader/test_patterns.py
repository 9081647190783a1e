"""Every example of every pattern row, through the whole reader."""

import pytest

from tests.memory.ingest.reader.notation import read_example
from zeph.memory.ingest.reader.patterns.row import Row, read_rows
from zeph.memory.ingest.reader.read_message import Reader

ROWS = read_rows()


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])
def test_a_row_reads_its_examples(reader: Reader, row: Row) -> None:
    for example in row.yes:
        message, expected = read_example(example)
        assert expected, f"{row.id} says nothing of {message!r}"
        claims = reader.claims(message)
        for wanted in expected:
            assert any(wanted.matches(claim) for claim in claims), f"{message!r}: {wanted} is not among {claims}"


@pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])
def test_a_row_says_nothing_where_it_must_not(reader: Reader, row: Row) -> None:
    for text in row.no:
        read = [claim for claim in reader.claims(text) if claim.reader == f"pattern:{row.id}" and claim.polarity]
        sure = [claim for claim in read if claim.modality in ("fact", "plan")]
        assert sure == [], f"{text!r}: {sure}"


def test_no_two_rows_have_one_name() -> None:
    names = [row.id for row in ROWS]
    assert len(names) == len(set(names))

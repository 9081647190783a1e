"""The measured precision of the rows: there for every claim, in bounds, and measured with the rows as they are."""

from benchmarks.reader_precision import checksum_of_patterns
from zeph.memory.ingest.reader.patterns.confidence import PRECISION_FILE, confidence_of
from zeph.memory.ingest.reader.patterns.row import read_rows
from zeph.memory.ingest.reader.read_message import Reader
from zeph.memory.ingest.reader.reader_tables import read_table
from zeph.records.edge import CANDIDATE_BELOW

TABLE = read_table(f"patterns/{PRECISION_FILE}")


def test_the_figures_are_those_of_the_rows_as_they_are() -> None:
    assert TABLE["patterns"] == checksum_of_patterns(), (
        "patterns have changed since they were measured: run `python -m benchmarks.reader --write`"
    )


def test_every_row_has_a_confidence() -> None:
    assert [row.id for row in read_rows() if not 0 < confidence_of(row.id) < 1] == []


def test_a_row_that_was_not_seen_has_the_figure_of_its_family() -> None:
    family, value = next(iter(TABLE["family"].items()))
    assert confidence_of(f"{family}.nothing_of_that_name") == value


def test_a_family_that_was_not_seen_has_that_of_all_rows() -> None:
    assert confidence_of("nothing.of_that_name") == TABLE["default"]["pattern"]


def test_a_claim_is_as_sure_as_its_row() -> None:
    claims = [claim for claim in Reader().claims("I live in Hull") if claim.relation == "lives_in"]
    assert [claim.confidence for claim in claims] == [confidence_of(claims[0].reader.removeprefix("pattern:"))]


def test_a_row_that_is_no_better_than_a_guess_is_no_figure_of_a_fact() -> None:
    sure = [key for name in ("family", "row") for key, value in TABLE[name].items() if value >= CANDIDATE_BELOW]
    assert len(sure) > len(TABLE["family"]) / 2

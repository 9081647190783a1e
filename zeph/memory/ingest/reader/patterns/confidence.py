"""How often a row of patterns is right: measured by a benchmark, read from ``precision.toml``.

In: the id of a row ("end.doing"). Out: a confidence from 0 to 1. What was seen too seldom has that of its family, the
part of its id before the point; a family nobody has seen has that of all rows.
"""

from functools import lru_cache

from zeph.memory.ingest.reader.reader_tables import read_table

PRECISION_FILE = "precision.toml"


@lru_cache(maxsize=1024)
def confidence_of(row: str) -> float:
    """The measured precision of a row, else of its family, else of all."""
    table, family = read_table(f"patterns/{PRECISION_FILE}"), row.partition(".")[0]
    return float(table["row"].get(row) or table["family"].get(family) or table["default"]["pattern"])

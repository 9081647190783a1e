"""How often a row of patterns, or another reader, is right: measured by a benchmark, read from ``precision.toml``.

In: the id of a row ("end.doing"), or of a class of what no row reads
("open.standing.self"). Out: a confidence from 0 to 1. What was seen too seldom has that of its family, the part of its
id before a point; a family nobody has seen has that of all rows, or of its reader.
"""

from functools import lru_cache

from zeph.memory.ingest.reader.reader_tables import read_table

PRECISION_FILE = "precision.toml"


@lru_cache(maxsize=1024)
def confidence_of(row: str) -> float:
    """The measured precision of a row, else of its family, else of all of its sort."""
    table, part = read_table(f"patterns/{PRECISION_FILE}"), row
    while part:
        for known in ("row", "family", "default"):
            if part in table[known]:
                return float(table[known][part])
        part = part.rpartition(".")[0]
    return float(table["default"]["pattern"])

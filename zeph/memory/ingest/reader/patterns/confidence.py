"""How often a row of patterns, or another reader, is right: measured by a benchmark, read from ``precision.toml``.

In: the id of a row ("end.doing"), or of a reader of shapes ("special.age"), or "open". Out: a confidence from 0 to 1.
A row that was seen too seldom has that of its family, the part of its id before the point; a family nobody has seen
has that of all rows.
"""

import hashlib
from functools import lru_cache
from importlib import resources

from zeph.memory.ingest.reader.patterns.row import PATTERNS
from zeph.memory.ingest.reader.reader_tables import read_table

PRECISION_FILE = "precision.toml"


@lru_cache(maxsize=1024)
def confidence_of(row: str) -> float:
    """The measured precision of a row, else of its family, else of all rows of its sort."""
    table = read_table(f"patterns/{PRECISION_FILE}")
    family, default = row.split(".")[0], table["default"]
    value = table["row"].get(row, table["family"].get(family))
    return float(value if value is not None else default.get(family, default["pattern"]))


def checksum_of_patterns() -> str:
    """Of all pattern files: figures that were measured with other rows are out of date."""
    digest = hashlib.sha256()
    for file in sorted(resources.files(PATTERNS).iterdir(), key=lambda path: path.name):
        if file.name.endswith(".toml") and file.name != PRECISION_FILE:
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()

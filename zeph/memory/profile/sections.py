"""What belongs into the standing profile: the table ``profile.toml``.

In: the ontology. Out: sections with their relations, read once."""

from dataclasses import dataclass
from functools import lru_cache

from zeph.memory.language.ontology import Ontology
from zeph.memory.language.word_tables import read_data


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the profile."""

    name: str
    families: tuple[str, ...]
    """What tells most first."""
    relations: tuple[str, ...]
    most: int
    """Lines at most."""
    typed: bool
    """Only what the person said in a chat belongs there."""


@lru_cache(maxsize=4)
def sections(ontology: Ontology) -> tuple[Section, ...]:
    """In the order in which they stand in the profile."""
    return tuple(
        Section(
            row["name"],
            tuple(row["families"]),
            ontology.of_families(row["families"]),
            row["most"],
            row.get("typed", False),
        )
        for row in read_data("profile.toml")["section"]
    )

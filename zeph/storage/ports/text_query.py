"""What full-text search is asked for, whatever engine searches."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextQuery:
    """Words to search for; false without any. No letter of them is syntax: an engine quotes them as it has to."""

    terms: tuple[str, ...] = ()
    """Each a word, or a phrase of words in this order."""
    every: bool = False
    """Rows that hold all of them; else those that hold any."""
    beginnings: bool = False
    """A term is how a word begins."""
    names_alone: bool = False
    """Of entities only names and aliases are searched, not summaries."""

    def __bool__(self) -> bool:
        return bool(self.terms)

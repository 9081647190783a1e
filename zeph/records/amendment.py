"""What a person sets right in a fact; None leaves a part as it is."""

from dataclasses import dataclass

from zeph.clock import Moment
from zeph.records.edge import Precision


@dataclass(frozen=True, slots=True)
class Amendment:
    """New values of one fact; without any of them the fact only becomes the person's."""

    fact: str | None = None
    indexed_text: str = ""
    """What the new sentence is searched by, where that is more than the sentence."""
    valid_from: Moment | None = None
    valid_from_precision: Precision | None = None
    valid_until: Moment | None = None
    valid_until_precision: Precision | None = None
    confidence: float | None = None
    """0 to 1."""

    @property
    def empty(self) -> bool:
        return self == Amendment()

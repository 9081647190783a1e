"""One word of a message: where it stands, how the parser saw it, and what is known of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from zeph.memory.language.gazetteer import Known
from zeph.memory.language.morphology import is_plural


@dataclass(slots=True)
class Token:
    """One word. ``start`` and ``end`` are characters of the message; all else may be mended."""

    form: str
    """As the parser reads it: short forms spelled out, lost capitals restored."""
    start: int
    end: int
    space: bool = True
    """White space follows it."""
    lower: str = ""
    tag: str = ""
    """Penn tag."""
    known: Known | None = None
    """A name of the gazetteer that it is part of."""
    everyday: Known | None = None
    """A name of the gazetteer that it would be where one is expected: "chrome", "fish"."""
    known_start: bool = False
    """The first word of that name."""
    odd: bool = False
    """A noun in small letters that no dictionary has: "brinegate"."""
    time: int = -1
    """Index of the time phrase that it belongs to; -1 for none."""

    @property
    def verbal(self) -> bool:
        return self.tag[:2] == "VB" or self.tag == "MD"

    @property
    def named(self) -> bool:
        return self.tag in ("NNP", "NNPS")

    @property
    def noun(self) -> bool:
        return self.tag[:2] == "NN"


def is_several(noun: Token, words: Sequence[Token], determiner: str) -> bool:
    """Whether a noun of these words is of several: "cats", "our sons James"; but the name "Piers" is one."""
    one = words[-1].tag == "NNP" and len(words) == 1 and not determiner
    return words[-1].tag in ("NNS", "NNPS") or is_plural(noun.lower) and not one

"""Whether a question asks for several things: a list, a total, an order.

In: a question as typed. Out: a :class:`Several`. The words stand in ``several.toml``.
"""

import re
import tomllib
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any

_TABLE: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_ORDER, _TOTAL, _LIST = (re.compile(_TABLE[name], re.IGNORECASE) for name in ("order", "total", "list"))

LISTING = re.compile(_TABLE["listing"], re.IGNORECASE)
"""An order to list, and nothing of what it asks for."""
ASKING = frozenset(_TABLE["words"]["asking"].split())
"""Words that only say that several things are asked for."""

_KINDS = [(re.compile(rf"\b(?:{nouns})\b", re.IGNORECASE), kinds) for nouns, kinds in _TABLE["kinds"].items()]


class Several(Enum):
    """What is asked for of several things."""

    NO = 0
    LIST = 1
    TOTAL = 2
    ORDER = 3


@lru_cache(maxsize=64)
def several(question: str) -> Several:
    """The most that it asks for: an order is a list too."""
    for asked, pattern in ((Several.ORDER, _ORDER), (Several.TOTAL, _TOTAL), (Several.LIST, _LIST)):
        if pattern.search(question):
            return asked
    return Several.NO


def kinds_asked(question: str) -> frozenset[str]:
    """Classes of well-known names that it asks for several of: cities, languages; none where it asks for one thing."""
    if several(question) is Several.NO:
        return frozenset()
    return frozenset(kind for nouns, kinds in _KINDS if nouns.search(question) for kind in kinds)

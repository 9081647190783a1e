"""Whether a sentence as typed sounds like an end: "packed in the pottery class", "the 6th is off".

In: a sentence. Out: yes or no. A hint and no reading: it says where to look, and changes no fact.
"""

import re

from zeph.memory.language.word_tables import read_words

_OVER = re.compile(read_words("ends_told")["over"], re.IGNORECASE)


def end_told(sentence: str) -> tuple[int, int] | None:
    """Where its words for an end stand: characters; None where it has none."""
    found = _OVER.search(sentence)
    return found.span() if found else None


def sounds_over(sentence: str) -> bool:
    return bool(_OVER.search(sentence))

"""Whether a sentence as typed sounds like an end: "packed in the pottery class", "the 6th is off".

In: a sentence. Out: yes or no. A hint and no reading: it says where to look, and changes no fact.
"""

import re

from zeph.memory.language.word_tables import read_words

_OVER = re.compile(read_words("ends_told")["over"], re.IGNORECASE)


def sounds_over(sentence: str) -> bool:
    return bool(_OVER.search(sentence))

"""Whether a sentence tells what has been, by the forms of its words.

In: its words in lower case. Out: yes or no. Pure; a form that may be present and past ("put") tells nothing.
"""

from collections.abc import Sequence
from itertools import pairwise

from zeph.memory.language.morphology import is_past_form, lemma_of_verb, verb_form
from zeph.memory.language.word_tables import read_data, word_set

_TENSE = read_data("morphology.toml")["tense"]
_BEFORE_NOUN = word_set(read_data("words.toml")["names"]["object"])


def tells_the_past(words: Sequence[str]) -> bool:
    """Whether its first verb with a tense is in the past ("the orchestra invited me") or what it tells has been by
    now ("have started a band"); what is or will be done ("is booked") has not."""
    for lead, word in pairwise(["", *words]):
        lemma, tag = verb_form(word) or (word, "")
        if is_past_form(word) and lead not in _BEFORE_NOUN:
            return lemma_of_verb(lead) != _TENSE["passive"] or is_past_form(lead)
        if tag == "VBZ" and lemma != _TENSE["perfect"]:
            return False
    return False

"""Whoever goes leaves a place: "my boss Christine left", "our coach Stefan was fired".

In: a read sentence and the phrase that names somebody by their place. Out: whether they have it no longer.
"""

from zeph.memory.ingest.local.phrases.entities import Phrase
from zeph.memory.ingest.local.phrases.reader import Sentence

_HELPERS = frozenset("has have had 's 've just recently finally sadly suddenly now also then already".split())
_GOES = frozenset("left quit resigned retired died".split())
_SENT = frozenset("fired sacked replaced".split())
_BE = frozenset("was is got were been".split())
_PAIRS = frozenset(("moved away", "moved out", "moved on", "passed away", "stepped down", "laid off", "let go"))
_CHANGING = frozenset("managed_by colleague_of has_doctor roommate_of mentored_by neighbor_of".split())
"""Places that somebody else can take: a sister who left stays one."""
_FIRM = frozenset("company firm team department office job us place".split())


def has_departed(sentence: Sentence, phrase: Phrase, relation: str) -> bool:
    """Whether the clause says that who holds the place, and stands before the verb, is gone from it."""
    if relation not in _CHANGING and relation != "has_role":
        return False
    at = phrase.end
    while sentence.word(at) in _HELPERS:
        at += 1
    passive = sentence.word(at) in _BE
    at += passive
    pair = f"{sentence.word(at)} {sentence.word(at + 1)}" in _PAIRS
    if not (pair or sentence.word(at) in (_SENT if passive else _GOES)):
        return False
    if sentence.word(at) == "moved" and relation not in ("roommate_of", "neighbor_of", "has_doctor"):
        return False
    return _ends(sentence, at + 2 if pair else at + 1)


def _ends(sentence: Sentence, at: int) -> bool:
    """Whether no object, place or hour follows: "left for Spain" and "left early" are something else."""
    if at >= len(sentence.tokens):
        return True
    token = sentence.tokens[at]
    if token.date is not None:
        return not any(hour in token.date.text.casefold() for hour in ("today", "tonight", "morning", "minute", "hour"))
    if token.pos in ("PUNCT", "CCONJ", "SCONJ") or token.lower in ("so", "because"):
        return True
    phrase = sentence.found.get(at)
    return phrase is not None and phrase.determiner in ("the", "our", "my", "") and phrase.head in _FIRM

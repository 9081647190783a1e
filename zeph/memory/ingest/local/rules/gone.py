"""What stands before "is (finally) gone" or "(has) run out", and whether that is meant to be so.

In: a read sentence and a word in it. Out: a phrase, a truth value.
"""

from zeph.memory.ingest.local.phrases.entities import Phrase
from zeph.memory.ingest.local.phrases.reader import Sentence

_BE = frozenset("is 's are 're was were been".split())
_HAVE = frozenset(("has", "have", "'s", "'ve"))
_DENIED = frozenset(
    "not n't never nearly almost hardly barely if when until till once unless hope hoping hopefully wish".split()
)


def subject_before(sentence: Sentence, at: int, *, verbal: bool) -> Phrase | None:
    """The phrase before "is (finally) gone" or "(has) cleared up"."""
    near = at - 1
    while (
        near >= 0
        and at - near <= 5
        and (sentence.tokens[near].pos in ("ADV", "PART") or sentence.word(near) in ("all", "back", "to", "completely"))
    ):
        near -= 1
    helper = sentence.word(near)
    if helper in _BE | _HAVE and near not in sentence.found:
        near -= 1
        while near >= 0 and sentence.tokens[near].pos == "ADV":
            near -= 1
    elif not verbal:
        return None
    phrase = sentence.found.get(near)
    return phrase if phrase is not None and phrase.end == near + 1 else None


def is_refused(sentence: Sentence, at: int) -> bool:
    """Whether it is denied, wished for or only a condition."""
    begin = max(0, at - 8)
    return any(token.lower in _DENIED or token.lower in ("will", "'ll", "would") for token in sentence.tokens[begin:at])

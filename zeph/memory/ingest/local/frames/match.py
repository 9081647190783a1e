"""Where a wording's object begins: "sign up (last week) for", "have a (severe) allergy to", "keep (the photos) in".

In: a read sentence, the verb's place, the words of a frame. Out: the place behind them, or None. Adverbs, dates,
articles and adjectives may stand between; before a preposition also what else belongs to the verb.
"""

from zeph.memory.ingest.local.frames.table import PREPOSITIONS
from zeph.memory.ingest.local.phrases.reader import Sentence
from zeph.memory.ingest.local.words.tokens import POSSESSIVES

REACH = 10
"""Words between a verb and its preposition."""
NEGATION = frozenset(("not", "n't", "never", "no", "neither", "nor", "hardly", "barely"))
_LIGHT = frozenset(
    "it them everything all this that both either mostly mainly about around roughly quite myself together".split()
)


def object_start(sentence: Sentence, at: int, words: tuple[str, ...], *, far: bool) -> int | None:
    """Where the object begins after the verb there and these words."""
    place: int | None = at + 1 + _denial(sentence, at + 1)
    for word, after in zip(words, (*words[1:], ""), strict=False):
        assert place is not None
        place = _past_object(sentence, place) if word == "_" else _past_word(sentence, place, word, after, far=far)
        if place is None:
            return None
    return skip_fillers(sentence, place or at + 1)


def _denial(sentence: Sentence, at: int) -> int:
    """Words of "not" and "no longer" right after a form of "be"; the verb's mood has them already."""
    word = sentence.word(at)
    if word == "no" and sentence.word(at + 1) == "longer":
        return 2
    return int(word in ("not", "n't", "never"))


def skip_fillers(sentence: Sentence, at: int) -> int:
    """Past adverbs and dates."""
    while at < len(sentence.tokens) and _fills(sentence, at):
        at += 1
    return at


def _fills(sentence: Sentence, at: int) -> bool:
    token = sentence.tokens[at]
    return (
        bool(token.date) or (token.pos in ("ADV", "INTJ") or token.lower in _LIGHT) and token.lower not in NEGATION
    ) and at not in sentence.found


def _past_object(sentence: Sentence, at: int) -> int | None:
    at = skip_fillers(sentence, at) if sentence.word(at) not in _LIGHT else at
    phrase = sentence.found.get(at)
    if phrase is not None:
        return phrase.end
    pronoun = at < len(sentence.tokens) and (sentence.tokens[at].pos == "PRON" or sentence.word(at) in _LIGHT)
    return at + 1 if pronoun else None


def _past_word(sentence: Sentence, at: int, word: str, after: str, *, far: bool) -> int | None:
    if sentence.word(at) == word:
        return None if _tells_kind(sentence, at, after) else at + 1
    if word in PREPOSITIONS:
        return _past_preposition(sentence, at, word, far=far)
    for near in range(at, min(at + 6, len(sentence.tokens))):
        if sentence.word(near) == word:
            return None if _tells_kind(sentence, near, after) else near + 1
        phrase = sentence.found.get(near)
        if phrase is not None and phrase.head == word:
            return phrase.end
        token = sentence.tokens[near]
        if not (token.pos in ("ADV", "ADJ", "DET", "NUM") or token.lower in POSSESSIVES or token.date):
            compound = phrase is not None and near < phrase.end - 1
            if not compound:
                return None
        if token.lower in NEGATION and token.lower != "no":
            return None
    return None


def _tells_kind(sentence: Sentence, at: int, after: str) -> bool:
    """Whether the noun only tells of what kind the next one is: a "job interview" is no job."""
    phrase = sentence.found.get(at)
    if phrase is None or at + 1 >= phrase.end or sentence.tokens[at].pos != "NOUN":
        return False
    return sentence.tokens[at + 1].pos == "NOUN" and sentence.word(at + 1) != after


def _past_preposition(sentence: Sentence, at: int, word: str, *, far: bool) -> int | None:
    for near in range(at, min(at + REACH, len(sentence.tokens))):
        token = sentence.tokens[near]
        if token.lower == word and token.date is None:
            return near + 1
        if not (_fills(sentence, near) or (far and _belongs(sentence, near))):
            return None
    return None


def _belongs(sentence: Sentence, at: int) -> bool:
    """Whether the word may stand between a verb and its preposition: "moved with my family to"."""
    token = sentence.tokens[at]
    return at in sentence.found or token.pos in ("ADP", "PART", "DET", "NUM") or token.lower in _LIGHT

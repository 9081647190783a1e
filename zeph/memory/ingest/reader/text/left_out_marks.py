"""Marks that were left out in typing, put back: the apostrophe of "*dads* on his own now", "*were* moving", and the
capital of "my husband *ron* is 71".

In: the words of one sentence, short forms spelled out. Out: the same words, "'s", "'re" … parted from the word that
they are said with, names with their capitals. Which word has lost one is told by logistic regressions over the word and
its neighbours (``mark_features``), learned from messages that writers wrote with every mark, and that were told without
them (``marks.json``): ``python -m benchmarks.learn_marks --write``. Where the word alone does not tell, as in "the
twins room", it stays as it is.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from zeph.memory.ingest.reader.lexicon.kinds import KIN
from zeph.memory.ingest.reader.text.chat_words import CHAT
from zeph.memory.ingest.reader.text.mark_features import features
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.gazetteer import Gazetteer

DATA_FILE = "marks.json"
LOST, LOST_WORD, LOST_BESIDE = 0.65, 0.88, 0.95
"""How likely an apostrophe was left out at least, behind somebody; behind another word; where the writer has typed
others."""
NAMED, NAMED_WORD, NAMED_OWNER = 0.75, 0.88, 0.35
"""How likely a word in small letters is a name at least; the same of one that a dictionary has or that has an article,
and of an owner."""
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
        ):
            return ""
        return self.endings.get(word) or ("s" if word[-1] == "s" else "")


def likely(weights: Mapping[str, float], told: Sequence[str]) -> float:
    """From 0 to 1."""
    return 1.0 / (1.0 + math.exp(-weights[""] - sum(weights.get(name, 0.0) for name in told)))


def put_back(
    tokens: Sequence[Token], gazetteer: Gazetteer, is_word: Callable[[str], bool], *, text: str, small: bool
) -> tuple[list[Token], set[int]]:
    """The words with their apostrophes, and at which characters names begin that have lost their capital. ``text``:
    the sentence; ``small``: its writer types no capitals."""
    bare = small and "'" not in text
    marks, words = shipped(), [token.lower for token in tokens]
    made: list[Token] = []
    names: set[int] = set()
    for at, token in enumerate(tokens):
        word, before = token.lower, words[at - 1] if at else ""
        known, owned = bool(gazetteer.kind(word)), before in CHAT["owners"]
        may_part = not known and _is_typed(token, first=at == 0) and token.end - token.start == len(token.form)
        ending = marks.ending(word) if may_part else ""
        may_name = (
            small and not known and word.isalpha() and len(word) > 1 and word not in marks.small | CHAT["never_name"]
        )
        told = [*features(words, at, gazetteer, is_word)] if ending or may_name else []
        somebody = ending == "s" and (not is_word(word[:-1]) or word[:-1] in KIN and (owned or not at))
        lost = bool(ending) and likely(marks.lost, told) >= (
            LOST if bare and somebody else LOST_WORD if bare else LOST_BESIDE
        )
        plain = word.endswith("s") or is_word(word) or owned or before in CHAT["articles"]
        if may_name and likely(marks.named, told) >= (NAMED_OWNER if lost else NAMED_WORD if plain else NAMED):
            names.add(token.start)
        made += parted(token, len(ending)) if lost else (token,)
    return made, names


def parted(token: Token, letters: int) -> tuple[Token, Token]:
    """ "Mum" and "'s" of "mums"; ``letters``: of the ending."""
    cut = token.end - letters
    owner = Token(token.form[:-letters], token.start, cut, False, token.lower[:-letters])
    ending = f"'{token.lower[-letters:]}"
    return owner, Token(ending, cut, token.end, token.space, ending)


def _is_typed(token: Token, *, first: bool) -> bool:
    """In small letters, but for the first of a sentence."""
    return token.form == token.lower or first and token.form[1:].islower() or token.form.istitle()


@cache
def shipped() -> Marks:
    made = json.loads((resources.files(__package__) / DATA_FILE).read_text("utf-8"))
    whole, small = (frozenset(made[name].split(" ")) for name in ("whole", "small"))
    return Marks(made["endings"], whole, small, made["lost"], made["named"])

"""Is a turn worth extracting? The gate of D-MEM (graph-memory §3.2): turns that bring nothing new are skipped.

In: a turn's text, its vector and the turns before it. Out: its prediction error, and whether it passes.

    rpe = ½·(1 − cos(turn, mean of the last 10 turns)) + ½·(share of candidate names not seen in the last 200)

A cheap cue that something is stated (a date, "I use …", "no longer") always passes: the gate may save a call, it must
not lose a fact. Pure; the buffers of one conversation are made anew from its stored messages whenever they are needed.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.names import PRONOUNS, STOP_WORDS, canonical_name, is_junk_name
from zeph.memory.language.times.date_spans import find_date_phrases
from zeph.memory.language.word_tables import read_data, word_set
from zeph.models.ports import Vectors

LAST_VECTORS = 10
LAST_NAMES = 200
MAX_TEXT = 4_000
"""Characters looked at; a longer message passes anyway."""


def prediction_error(turn: Vectors, recent: Sequence[Vectors], names: Iterable[str], seen: Iterable[str]) -> float:
    """How much of a surprise a turn is, 0 to 1; ``recent`` are the vectors of the turns before it, at least one."""
    found = set(names)
    new = len(found - set(seen)) / len(found) if found else 0.0
    return min(1.0, max(0.0, 0.5 * (1.0 - _cosine(turn, np.mean(recent, axis=0))) + 0.5 * new))


def _cosine(one: Vectors, other: Vectors) -> float:
    lengths = float(np.linalg.norm(one)) * float(np.linalg.norm(other))
    return float(np.dot(one, other)) / lengths if lengths else 0.0


class Gate:
    """One conversation's buffers: what the next turn is held against."""

    def __init__(self, threshold: float, max_skip_turns: int) -> None:
        self._threshold = threshold
        self._max_skip_turns = max_skip_turns
        self._vectors: deque[Vectors] = deque(maxlen=LAST_VECTORS)
        self._names: dict[str, None] = {}
        self._skipped = 0

    def remember(self, vector: Vectors | None, names: Iterable[str], *, skipped: bool) -> None:
        """A turn that is over becomes part of what is expected; None where it has no vector."""
        if vector is not None:
            self._vectors.append(vector)
        for name in names:
            self._names.pop(name, None)
            self._names[name] = None
        while len(self._names) > LAST_NAMES:
            del self._names[next(iter(self._names))]
        self._skipped = self._skipped + 1 if skipped else 0

    def passes(self, vector: Vectors | None, names: Iterable[str], *, cue: bool) -> bool:
        """Whether the turn is to be extracted; always where nothing is there to compare."""
        if cue or vector is None or not self._vectors or self._skipped >= self._max_skip_turns:
            return True
        return prediction_error(vector, self._vectors, names, self._names) >= self._threshold


# ------------------------------------------------------------ cues

_WORDS = read_data("novelty.toml")
_DOING = "|".join(_WORDS["doing"].split())
_CUES = [re.compile(cue.replace("DOING", _DOING), re.IGNORECASE) for cue in _WORDS["cues"].values()]


def has_fact_cue(text: str) -> bool:
    """Whether something may be stated: the speaker's state or change, a date, a measure, a word of change."""
    if len(text) > MAX_TEXT:
        return True
    return any(cue.search(text) for cue in _CUES) or bool(find_date_phrases(text))


# ------------------------------------------------------------ candidate names

_WORD = re.compile(r"[^\W_][\w.+#/&'’-]*")
_BREAK = re.compile(r"[^\w\s]|\n")
_SENTENCE_END = re.compile(r"[.!?…:\n]")
_OPENERS = word_set(_WORDS["openers"])
"""Words that begin a chat message in capitals and name nothing."""


def candidate_names(text: str, gazetteer: Gazetteer) -> list[str]:
    """Canonical names a text may speak of, each once: words in capitals, words like k8s or main.rs, known names."""
    text = text[:MAX_TEXT]
    found = [*_looking_like_names(text)]
    within = {word for name in found for word in canonical_name(name).split()}  # "Nora" of "Nora Smith"
    found += [name for name in _known(text, gazetteer) if canonical_name(name) not in within]
    return list(dict.fromkeys(key for key in map(canonical_name, found) if key and not is_junk_name(key)))


def _looking_like_names(text: str) -> Iterator[str]:
    """Runs of words that look like a name; a lone word that only begins a sentence has to be an unusual one."""
    run: list[str] = []
    start = first = True
    end = 0
    for match in _WORD.finditer(text):
        between = text[end : match.start()]
        word, end = match.group().rstrip(".'’-/&"), match.start() + len(match.group().rstrip(".'’-/&"))
        first = first or bool(_SENTENCE_END.search(between))
        if run and (first or _BREAK.search(between) or not _like_a_name(word)):
            yield from _usable(run, start)
            run = []
        if _like_a_name(word):
            start = start if run else first
            run.append(word.removesuffix("'s").removesuffix("’s"))
        first = False
    yield from _usable(run, start)


def _usable(run: list[str], sentence_start: bool) -> Iterator[str]:
    while run and (run[0].casefold() in STOP_WORDS or run[0].casefold() in PRONOUNS):
        run, sentence_start = run[1:], False
    if run and not (sentence_start and len(run) == 1 and run[0].casefold() in _OPENERS):
        yield " ".join(run)


def _like_a_name(word: str) -> bool:
    inner = word[1:]
    letters = any(char.isalpha() for char in word)
    return letters and (word[0].isupper() or any(c.isupper() or c.isdigit() or c in "_.+#" for c in inner))


def _known(text: str, gazetteer: Gazetteer) -> Iterator[str]:
    """Names the gazetteer holds, in any case; not its aliases and everyday words ("do", "go")."""
    words = [word.rstrip(".'’-/&").casefold() for word in _WORD.findall(text)]
    for at, word in enumerate(words):
        if word in gazetteer.first_words:
            for name in (word, " ".join(words[at : at + 2])):
                entry = gazetteer.lookup(name)
                if entry and not entry.everyday and canonical_name(entry.name) == name:
                    yield name

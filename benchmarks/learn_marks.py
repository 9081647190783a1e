"""Which marks were left out in typing: how well it is told, and the weights: ``python -m benchmarks.learn_marks``.

In: ``data/marked_lines.txt``, messages that writers wrote with every apostrophe and capital, a blank line between the
writers, and ``data/named_lines.txt``, which tell of names alone. They are told without them: what was taken away is
what is to be found again. Out: precision and recall at each probability, in folds over writers, of apostrophes and of
names, and as they are put back for ``data/marked_lines_check.txt``, which nothing is learned from; with ``--write``
the weights (``zeph/memory/ingest/reader/text/marks.json``). Logistic regressions with an L2 penalty, fitted by Adam
(Kingma & Ba, arXiv 1412.6980) from zero, so that the same lines give the same weights. Days, months, kin and "I" are no
names here: other tables know them.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from blake3 import blake3

from benchmarks.regression import sparse
from zeph.memory.ingest.reader.lexicon.kinds import KIN
from zeph.memory.ingest.reader.parse.tagging import SpacyTagger
from zeph.memory.ingest.reader.text.chat_words import words_of
from zeph.memory.ingest.reader.text.left_out_marks import DATA_FILE, Marks, put_back
from zeph.memory.ingest.reader.text.mark_features import features
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.logistic import likely
from zeph.memory.language.times.time_spans import find_times

DATA = Path(__file__).parent / "data"
LINES, CHECKED = DATA / "marked_lines.txt", DATA / "marked_lines_check.txt"
NAMES = DATA / "named_lines.txt"
"""Sentences in which somebody is named, most of them by what is a word too: of names alone they tell how they stand."""
TARGET = Path("zeph/memory/ingest/reader/text") / DATA_FILE
OFTEN = 4
"""Words in which a feature must stand to be learned."""
PENALTY, STEPS = 3.0, 300
LEAST = 0.08
"""A weight that is kept."""
SELDOM = 12
"""Times that a word stood and lost nothing, after which nothing is looked for."""
CLOSED = 6
"""Letters of a word that may have lost another ending than "s" at most: "were", "we'll"."""

Array = np.ndarray[Any, Any]


class Typed(NamedTuple):
    """A message without its marks."""

    writer: int
    text: str
    apostrophes: frozenset[int]
    """Before which characters of it one stood."""
    capitals: frozenset[int]


class Word(NamedTuple):
    """One word of one, and what it has lost."""

    writer: int
    start: int
    word: str
    ending: str
    name: bool
    told: list[str]


def typed(line: str, writer: int) -> Typed:
    """Without apostrophes and capitals."""
    kept: list[str] = []
    apostrophes, capitals = set(), set()
    for at, char in enumerate(line.replace("’", "'")):
        if char == "'" and at and line[at - 1].isalpha():
            apostrophes.add(len(kept))
            continue
        if char.isupper():
            capitals.add(len(kept))
        kept.append(char.lower())
    return Typed(writer, "".join(kept), frozenset(apostrophes), frozenset(capitals))


def lines(path: Path = LINES) -> list[Typed]:
    writers = path.read_text("utf-8").strip().split("\n\n")
    return [typed(line, n) for n, said in enumerate(writers) for line in said.splitlines()]


class Words:
    """All words of all messages that may have lost something."""

    def __init__(self, said: Sequence[Typed]) -> None:
        tagger, self._gazetteer = SpacyTagger(), Gazetteer.load()
        self._is_word = tagger.is_small
        self._tokens = [words_of(one.text, 0) for one in said]
        self._seen = Counter(
            seen for one, tokens in zip(said, self._tokens, strict=True) for seen in _seen(one, tokens)
        )
        self.all = [word for one, tokens in zip(said, self._tokens, strict=True) for word in self.of(one, tokens)]

    def of(self, one: Typed, tokens: Sequence[Token]) -> Iterator[Word]:
        """Those of one message."""
        words, times = [token.lower for token in tokens], [time.span for time in find_times(one.text, 0)]
        for at, token in enumerate(tokens):
            if not token.lower.isalpha() or len(token.lower) < 2 or token.end - token.start != len(token.form):
                continue
            ending = _ending(one, token)
            bare = token.lower.removesuffix(ending) if ending else token.lower
            timed = any(span.start <= token.start < span.end for span in times)
            name = token.start in one.capitals and not timed and bare not in KIN and self._is_name(bare, tokens, at)
            yield Word(
                one.writer,
                token.start,
                token.lower,
                ending,
                name,
                [*features(words, at, self._gazetteer, self._is_word)],
            )

    def _is_name(self, word: str, tokens: Sequence[Token], at: int) -> bool:
        """The first word of a sentence has a capital whatever it is: a name is what has one elsewhere too, or what is
        no word."""
        if not _opens(tokens, at):
            return True
        small, capital = self._seen[word, False], self._seen[word, True]
        return capital > small or not small and not self._is_word(word)


def _seen(one: Typed, tokens: Sequence[Token]) -> Iterator[tuple[str, bool]]:
    for at, token in enumerate(tokens):
        if not _opens(tokens, at):
            ending = _ending(one, token)
            yield token.lower.removesuffix(ending) if ending else token.lower, token.start in one.capitals


def _opens(tokens: Sequence[Token], at: int) -> bool:
    return at == 0 or tokens[at - 1].form in ".!?"


def _ending(one: Typed, token: Token) -> str:
    """What of a word stood behind an apostrophe."""
    lost = [at for at in one.apostrophes if token.start < at < token.end]
    return token.lower[lost[-1] - token.start :] if lost else ""


def fit(words: Sequence[Word], wanted: Sequence[bool]) -> dict[str, float]:
    """The weight of each feature; of none: the base."""
    told = [word.told for word in words]
    return sparse(told, wanted, often=OFTEN, penalty=PENALTY, steps=STEPS, least=LEAST)


def learned(words: Sequence[Word], beside: Sequence[Word], is_word: Any) -> Marks:
    """``beside``: what only tells of names."""
    endings = {
        w.word: w.ending for w in words if w.ending not in ("", "s") and len(w.word) <= CLOSED and is_word(w.word)
    }
    stood = Counter(word.word for word in words)
    often = {word for word, times in stood.items() if times >= SELDOM}
    whole = frozenset(often - {word.word for word in words if word.ending})
    told = [*words, *beside]
    small = frozenset(often - {word.word for word in told if word.name})
    marks = Marks(endings, whole, small, {}, {})
    may = [word for word in words if marks.ending(word.word)]
    lost = fit(may, [word.ending == marks.ending(word.word) for word in may])
    named = [word for word in told if word.word not in small]
    return Marks(endings, whole, small, lost, fit(named, [word.name for word in named]))


def checked() -> dict[str, tuple[float, float]]:
    """(precision, recall) of the apostrophes and of the names that are put back in lines that nothing was learned
    from."""
    said, tagger, gazetteer = lines(CHECKED), SpacyTagger(), Gazetteer.load()
    wanted = Words(said)
    found: dict[str, Counter[str]] = {"apostrophes": Counter(), "names": Counter()}
    for one in said:
        tokens, names = put_back(words_of(one.text, 0), gazetteer, tagger.is_small, text=one.text, small=True)
        cut = {owner.start for owner, ending in pairwise(tokens) if ending.form[0] == "'" and ending.start == owner.end}
        for word in wanted.of(one, words_of(one.text, 0)):
            for what, right, told in (
                ("apostrophes", bool(word.ending), word.start in cut), ("names", word.name, word.start in names),
            ):  # fmt: skip
                found[what][f"{right} {told}"] += 1
    return {what: _shares(counts) for what, counts in found.items()}


def _shares(counts: Mapping[str, int]) -> tuple[float, float]:
    right = counts["True True"]
    return right / (right + counts["False True"]), right / (right + counts["True False"])


def report(what: str, told: Sequence[tuple[float, bool]]) -> None:
    share, right = np.array([p for p, _ in told]), np.array([right for _, right in told])
    for least in (0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        kept = share >= least
        found = (kept & right).sum() / right.sum()
        print(f"  {what} from {least}: precision {right[kept].mean():.3f}, recall {found:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Which marks were left out in typing.")
    parser.add_argument("--write", action="store_true", help=f"write {TARGET}")
    parser.add_argument("--no-folds", action="store_true", help="leave out the folds")
    options = parser.parse_args()
    said, is_word = lines(), SpacyTagger().is_small
    words = Words(said).all
    beside = Words([*said, *lines(NAMES)]).all[len(words) :]
    print(f"{len(said)} messages, {len(words)} words, {sum(bool(w.ending) for w in words)} apostrophes")
    lost: list[tuple[float, bool]] = []
    named: list[tuple[float, bool]] = []
    for writer in () if options.no_folds else sorted({one.writer for one in said}):
        marks = learned([word for word in words if word.writer != writer], beside, is_word)
        held = [word for word in words if word.writer == writer]
        may = [(w, bool(marks.ending(w.word))) for w in held if marks.ending(w.word) or w.ending]
        lost += [(may_be and likely(marks.lost, w.told), bool(w.ending)) for w, may_be in may]
        named += [(w.word not in marks.small and likely(marks.named, w.told), w.name) for w in held]
    if lost:
        report("apostrophes", lost)
        report("names", named)
    for what, (precision, recall) in checked().items():
        print(f"check, {what} put back: precision {precision:.3f}, recall {recall:.3f}")
    if options.write:
        marks = learned(words, beside, is_word)
        made = {
            "made_by": "python -m benchmarks.learn_marks --write",
            "learned_from": {
                "messages": len(said), **{path.name: blake3(path.read_bytes()).hexdigest() for path in (LINES, NAMES)},
            },
            "endings": marks.endings, "whole": " ".join(sorted(marks.whole)), "small": " ".join(sorted(marks.small)),
            "lost": marks.lost, "named": marks.named,
        }  # fmt: skip
        TARGET.write_text(json.dumps(made, ensure_ascii=False, indent=0, sort_keys=True) + "\n", "utf-8")
        print(f"{TARGET}: {TARGET.stat().st_size:,} bytes; {len(marks.lost)} and {len(marks.named)} weights")


if __name__ == "__main__":
    main()

"""How likely a sentence made of a clause is sound: ``python -m benchmarks.learn_soundness [--write]``.

In: ``benchmarks/data/sound_sentences.jsonl``, with ``--also FILE`` more of that form: messages, a sentence that the
local reader made of a clause, and the mark a reader gave it who knew no rules: 2 would be signed, 1 is true but vague
or leaves out what matters, 0 is false or garbled. Out: how many are kept at each probability and what they are, in ten
folds over whole messages; with ``--write`` the weights (logistic regression with an L2 penalty, by Newton's steps).
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from blake3 import blake3

from benchmarks.regression import newton
from zeph.memory.ingest.reader.open import read_open
from zeph.memory.ingest.reader.open import soundness as rows
from zeph.memory.ingest.reader.open.sound_features import Place, Statement, features
from zeph.memory.ingest.reader.open.soundness import DATA_FILE
from zeph.memory.ingest.reader.read_message import Reader

MARKED = Path("benchmarks/data/sound_sentences.jsonl")
TARGET = Path("zeph/memory/ingest/reader/open") / DATA_FILE
WORTH = {2: 1.0, 1: 0.3, 0: 0.0}
"""What a mark counts."""
SEEN, PENALTY, ROUNDS, FOLDS = 8, 12.0, 25, 10
"""How often a feature is seen at least; L2; Newton's steps."""

Array = np.ndarray[Any, Any]
Marked = dict[str, Any]


@contextmanager
def watching() -> Iterator[dict[str, frozenset[str]]]:
    """The features of each sentence that the reader makes."""
    seen: dict[str, frozenset[str]] = {}

    def watch(one: Statement, place: Place) -> float:
        seen[one.said] = features(one, place)
        return 1.0

    with patch.object(read_open, "soundness", watch), patch.object(rows, "soundness", watch):
        yield seen


def read(files: Sequence[Path]) -> list[Marked]:
    """With their features; what the reader says otherwise by now is left out."""
    marked = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    reader, found = Reader(), []
    with watching() as seen:
        for row in marked:
            seen.clear()
            reader.claims(row["text"], row["speaker"], [(row["speaker"], said) for said in row["before"]])
            if row["sentence"] in seen:
                found.append({**row, "features": seen[row["sentence"]]})
    print(f"{len(found)} of {len(marked)} sentences are still said")
    return found


def matrix(rows: Sequence[Marked], names: Sequence[str]) -> Array:
    """One column a feature, and the base."""
    return np.array([[*(float(name in row["features"]) for name in names), 1.0] for row in rows])


def fit(inputs: Array, wanted: Array) -> Array:
    return newton(inputs, wanted, penalty=PENALTY, rounds=ROUNDS)


def held_out(rows: Sequence[Marked], inputs: Array, wanted: Array) -> Array:
    """The probability of each by weights learned without its message."""
    fold = np.array([blake3(row["text"].encode()).digest()[0] % FOLDS for row in rows])
    found = np.zeros(len(rows))
    for n in range(FOLDS):
        weights = fit(inputs[fold != n], wanted[fold != n])
        found[fold == n] = 1.0 / (1.0 + np.exp(-inputs[fold == n] @ weights))
    return found


def report(name: str, rows: Sequence[Marked], found: Array) -> None:
    marks = np.array([row["mark"] for row in rows])
    print(f"{name}: {len(rows)}, of them signed {np.mean(marks == 2):.0%}, garbled {np.mean(marks == 0):.0%}")
    for least in (0.5, 0.6, 0.7, 0.75, 0.8, 0.85):
        kept = marks[found >= least]
        if len(kept):
            shares = ", ".join(
                f"{word} {np.mean(kept == mark):.0%}" for mark, word in ((2, "signed"), (1, "vague"), (0, "garbled"))
            )
            print(f"  from {least}: {np.mean(found >= least):.0%} kept, {shares}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Learns which sentences of candidates are sound.")
    parser.add_argument("--also", type=Path, action="append", default=[], help="more marked sentences")
    parser.add_argument("--write", action="store_true", help=f"write {TARGET}")
    options = parser.parse_args()
    rows = read([MARKED, *options.also])
    counts = Counter(name for row in rows for name in row["features"])
    names = sorted(name for name, seen in counts.items() if seen >= SEEN)
    inputs, wanted = matrix(rows, names), np.array([WORTH[row["mark"]] for row in rows])
    found = held_out(rows, inputs, wanted)
    own = {row["of"] for row in read([MARKED])} if options.also else set()
    report("held out", rows, found)
    if own:
        others = [n for n, row in enumerate(rows) if row["of"] not in own]
        report("of them others'", [rows[n] for n in others], found[others])
    if options.write:
        weights = {name: round(float(w), 3) for name, w in zip(names, fit(inputs, wanted), strict=False)}
        base = round(float(fit(inputs, wanted)[-1]), 3)
        learned_from = {
            "sentences": len(rows),
            "blake3": blake3(
                "\n".join(f"{r['text']}\t{r['sentence']}\t{r['mark']}" for r in rows).encode()
            ).hexdigest(),
        }
        made = {
            "made_by": "python -m benchmarks.learn_soundness --write",
            "learned_from": learned_from,
            "base": base,
            "weights": weights,
        }
        TARGET.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n", "utf-8")
        print(f"{TARGET}: {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()

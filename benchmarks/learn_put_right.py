"""Learns how people put right what they told: ``python -m benchmarks.learn_put_right [--write] [--wrong]``.

In: ``benchmarks/data/put_right.jsonl`` (what was told, a later line, and what of it that puts right, or nothing; by
writers who knew no rule), and ``put_right_check.jsonl``, which nothing is learned from. Out: in folds over the writers,
and of the check set, how many are put right as they should be, how many otherwise, how many look-alikes are taken for
one; with ``--write`` ``zeph/memory/ingest/intents/put_right.json`` with a checksum, with ``--wrong`` the lines of the
folds that go wrong.
"""

import argparse
import hashlib
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from zeph.memory.ingest.intents import put_right
from zeph.memory.ingest.intents.put_right import Learned, PutRight, pairs_of
from zeph.memory.ingest.intents.put_right_features import LONGEST, Compared, wording
from zeph.memory.language.questions import is_question

DATA = Path(__file__).parent / "data"
FILE = Path(put_right.__file__).parent / put_right.DATA_FILE
LEAST = (0.5, 0.7, 0.8, 0.9)
RARE = 2
"""Cases in which a wording is found at least."""
PENALTY_PAIR, PENALTY_LINE = 0.3, 1.0
"""Of the squared weights, in cases."""
STEPS = 400

Matrix = np.ndarray


@dataclass(frozen=True)
class Case:
    told: list[str]
    line: str
    right: str | None
    of: int
    writer: str
    pairs: list[PutRight]
    features: list[dict[str, float]]
    wording: set[str]

    @property
    def good(self) -> list[bool]:
        return [self.is_right(one) for one in self.pairs]

    def is_right(self, one: PutRight) -> bool:
        return (
            self.right is not None
            and one.of == self.of
            and _plain(one.applied(self.told[one.of])) == _plain(self.right)
        )


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def read_cases(name: str) -> list[Case]:
    return [_case(json.loads(line)) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]


def _case(given: dict[str, Any]) -> Case:
    line = Compared(given["line"])
    none = not line.cues or len(line.words) > LONGEST or is_question(given["line"])
    found = [] if none else pairs_of(line, given["told"])
    pairs = [PutRight(at, start + one.start, start + one.end, one.right, 0.0) for at, start, one in found]
    told = [dict(one.told) for _, _, one in found]
    return Case(
        given["told"], given["line"], given["right"], given.get("of", 0), given.get("writer", ""), pairs, told,
        wording(line.words),
    )  # fmt: skip


def learned_from(cases: Sequence[Case]) -> Learned:
    """Weights that make the right pair likely among those of its line and none at all."""
    use = [case for case in cases if case.pairs and (case.right is None or any(case.good))]
    names = sorted({name for case in use for told in case.features for name in told})
    counts = Counter(name for case in use for name in case.wording)
    lines = sorted(name for name, count in counts.items() if count >= RARE)
    at, of_line = {name: i for i, name in enumerate(names)}, {name: i for i, name in enumerate(lines)}
    rows, starts, worded = _matrices(use, at, of_line)
    good = np.concatenate([np.array(case.good, dtype=float) for case in use])
    which = np.repeat(np.arange(len(use)), [len(case.pairs) for case in use])
    weights = np.zeros(len(names) + len(lines) + 1)
    mean, square = weights.copy(), weights.copy()
    penalty = np.concatenate([np.full(len(names), PENALTY_PAIR), np.full(len(lines), PENALTY_LINE), [0.0]])
    for step in range(1, STEPS + 1):  # Adam (Kingma and Ba 2015)
        pair, line, none = weights[: len(names)], weights[len(names) : -1], weights[-1]
        odds = rows @ pair + (worded @ line)[which] + none
        most = np.maximum(np.maximum.reduceat(odds, starts), 0.0)
        shares = np.exp(odds - most[which])
        shares /= (np.add.reduceat(shares, starts) + np.exp(-most))[which]
        meant = shares * good
        meant /= np.maximum(np.add.reduceat(meant, starts), 1e-12)[which]
        wrong = shares - meant
        by_case = np.add.reduceat(wrong, starts)
        slope = np.concatenate([rows.T @ wrong, worded.T @ by_case, [by_case.sum()]]) + penalty * weights
        slope /= len(use)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        rate = 0.05 * (1 - 0.9 * step / STEPS)
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return Learned(
        {name: round(float(weights[i]), 3) for name, i in at.items()},
        {name: round(float(weights[len(names) + i]), 3) for name, i in of_line.items()},
        round(float(weights[-1]), 3),
    )


def _matrices(cases: Sequence[Case], at: dict[str, int], of_line: dict[str, int]) -> tuple[Matrix, Matrix, Matrix]:
    """A row for each pair, where each case begins, a row for each case's wording."""
    rows = np.zeros((sum(len(case.pairs) for case in cases), len(at)), dtype=np.float32)
    worded = np.zeros((len(cases), len(of_line)), dtype=np.float32)
    starts, here = [], 0
    for number, case in enumerate(cases):
        starts.append(here)
        for told in case.features:
            for name, value in told.items():
                rows[here, at[name]] = value
            here += 1
        for name in case.wording & of_line.keys():
            worded[number, of_line[name]] = (len(case.wording) + 1) ** -0.5
    return rows, np.array(starts), worded


def report(name: str, found: Sequence[tuple[Case, PutRight | None]]) -> None:
    there = sum(case.right is not None for case, _ in found)
    for least in LEAST:
        taken = [(case, one) for case, one in found if one is not None and one.likely >= least]
        right = sum(case.is_right(one) for case, one in taken)
        otherwise = sum(case.right is not None and not case.is_right(one) for case, one in taken)
        false = sum(case.right is None for case, _ in taken)
        alike = f"{false} of {len(found) - there} look-alikes"
        print(f"{name} from {least}: {right} right and {otherwise} otherwise of {there}; {alike}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--wrong", action="store_true")
    chosen = parser.parse_args()
    cases, check = read_cases("put_right"), read_cases("put_right_check")
    found: list[tuple[Case, PutRight | None]] = []
    for writer in sorted({case.writer for case in cases}):
        learned = learned_from([case for case in cases if case.writer != writer])
        found += [(case, learned.reads(case.line, case.told)) for case in cases if case.writer == writer]
    report("folds over writers", found)
    if chosen.wrong:
        for case, one in found:
            if one is not None and one.likely >= put_right.SURE and not case.is_right(one):
                print(f"{one.likely:.2f} {case.told} | {case.line} => {one.applied(case.told[one.of])} | {case.right}")
    learned = learned_from(cases)
    report("check", [(case, learned.reads(case.line, case.told)) for case in check])
    if chosen.write:
        data: dict[str, Any] = {
            "made_from": f"{len(cases)} lines of benchmarks/data/put_right.jsonl",
            "none": learned.none, "pair": dict(learned.pair), "line": {k: v for k, v in learned.line.items() if v},
        }  # fmt: skip
        data["sha256"] = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
        FILE.write_text(json.dumps(data, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

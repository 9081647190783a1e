"""Whether a line that was not read asks for what was told: learns ``zeph/agent/answers/told_again.toml``, and measures.

In: ``data/told_again.jsonl``, lines of people's months by writers who knew no rule, each with its moment, who wrote it
and whether it tells or asks; half of what asks has no verb, and many that tell are as short. Each is seen beside what
the same person had typed by then. Out: in folds over the writers, of the lines that gave no fact, the share of those
that ask and of those that tell above each probability; with ``--write`` the weights.

    python -m benchmarks.told_again [--write]
"""

import argparse
import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.learn_asking import MONTHS, learned, weighed
from benchmarks.learn_intents import Line, lines_of
from benchmarks.regression import newton
from benchmarks.story_adapter import Life
from zeph.agent.answers.findings import findings
from zeph.agent.answers.talk_kinds import how_to_order, talk_answer
from zeph.agent.answers.told_again import FEATURES, WEIGHTS, features, odds
from zeph.memory.language import asking_features
from zeph.memory.language.logistic import likely as likely_by
from zeph.records.edge import CANDIDATE_BELOW

TARGET = Path("zeph/agent/answers") / WEIGHTS
FOLDS, PENALTY, STEPS = 4, 1.0, 30
LEASTS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)

Array = np.ndarray[Any, Any]


class Case(NamedTuple):
    by: str
    line: str
    seen: dict[str, float]
    asks: bool


def months() -> dict[str, list[Line]]:
    """Of each writer."""
    found: dict[str, list[Line]] = defaultdict(list)
    for row in lines_of(MONTHS):
        found[row["by"]].append(row)
    return found


async def cases() -> AsyncIterator[Case]:
    """Lines that gave no fact."""
    for by, rows in months().items():
        async with Life() as life:
            for row in rows:
                said = row["say"]
                await life.begin(row["at"])
                recalled = await life.memory.recall(said)
                found = await findings(said, recalled, life.memory.likeness)
                number = await life.tell(said, row["at"])
                await life.settle()
                facts = await life.memory.graph.facts_of_message(number)
                read = any(fact.confidence >= CANDIDATE_BELOW for fact in facts)
                if found and not read and not talk_answer(said)[0] and not how_to_order(said):
                    yield Case(by, said, features(said, found), row["kind"] == "ask")


def rows_of(found: list[Case]) -> Array:
    return np.array([[*(case.seen[name] for name in FEATURES), 1.0] for case in found])


def fit(found: list[Case]) -> Array:
    inputs = rows_of(found)
    spread = np.append(inputs[:, :-1].std(axis=0) + 1e-9, 1.0)  # so that the penalty is the same for all
    right = np.array([case.asks for case in found], float)
    return newton(inputs / spread, right, penalty=PENALTY, rounds=STEPS) / spread


def likely(weights: Array, found: list[Case]) -> Array:
    return np.array(1.0 / (1.0 + np.exp(-rows_of(found) @ weights)))


def worded_unseen(found: list[Case]) -> list[Case]:
    """With how likely each asks by its words as weights tell it that were learned without its writer."""
    writers, seen = sorted({case.by for case in found}), []
    for fold in range(FOLDS):
        held = writers[fold::FOLDS]
        weights = weighed(learned(without=held))
        for case in (case for case in found if case.by in held):
            asks = likely_by(weights, asking_features.features(asking_features.words_of(case.line)))
            seen.append(case._replace(seen=case.seen | {"worded": odds(asks)}))
    return seen


def in_folds(found: list[Case]) -> Array:
    shares = np.zeros(len(found))
    for by in sorted({case.by for case in found}):
        held = np.array([case.by == by for case in found])
        rest = [case for case in found if case.by != by]
        shares[held] = likely(fit(rest), [case for case in found if case.by == by])
    return shares


def told(shares: Array, found: list[Case]) -> list[str]:
    asks = np.array([case.asks for case in found])
    return [
        f"{least}: {100 * (shares[asks] >= least).mean():.0f} % of {asks.sum()} that ask, "
        f"{100 * (shares[~asks] >= least).mean():.1f} % of {(~asks).sum()} that tell"
        for least in LEASTS
    ]


async def gathered() -> list[Case]:
    return [case async for case in cases()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--wrong", action="store_true", help="the lines that are told wrongly from 0.5 on")
    options = parser.parse_args()
    found = worded_unseen(asyncio.run(gathered()))
    shares = in_folds(found)
    lines = told(shares, found)
    print(*lines, sep="\n")
    if options.wrong:
        for share, case in sorted(zip(shares, found, strict=True), key=lambda one: one[0]):
            if bool(share >= 0.5) is not case.asks:
                print(f"{share:.2f} {'asks' if case.asks else 'tells'} {case.by}: {case.line[:100]}")
    weights = fit(found)
    if options.write:
        head = [
            "# Whether a line that was not read asks for what was told (told_again.py).",
            "# Written by `python -m benchmarks.told_again --write`; not to be edited.",
            f'made_from = "{len(found)} lines of {len({case.by for case in found})} writers"',
            *(f"# {line}" for line in lines),
            *(f"{name} = {weight:.3f}" for name, weight in zip((*FEATURES, "base"), weights, strict=True)),
        ]
        TARGET.write_text("\n".join(head) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

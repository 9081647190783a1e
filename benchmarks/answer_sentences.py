"""Which sentence or fact answers a question: learns ``zeph/agent/answers/sentence_weights.toml``, and measures.

In: ``benchmarks/data/answer_sentences.jsonl`` (small talks with questions, the answer's words marked, and what a
capable reader claims of each message) and, from a path, LoCoMo's conversations (Maharana et al., ACL 2024), whose
evidence messages are known; nothing of them is kept but the weights. Each talk is told to two memories, one with the
local reader's facts and one with the labelled ones. Out: the share of questions whose best candidate is the answer, in
folds over whole talks, and of those whose first line is right, with the weights that ship; with ``--write`` the weights
with where they come from and a checksum.

    python -m benchmarks.answer_sentences [--locomo FILE] [--write]
"""

import argparse
import asyncio
import hashlib
import json
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.labelled_reader import LabelledReader
from benchmarks.story_adapter import Life
from zeph.agent.answers.findings import candidates_of
from zeph.agent.answers.memory_answer import answer_from_memory
from zeph.agent.answers.quotable import Quotable, quotables
from zeph.agent.answers.sentence_features import FEATURES, LIKENESS, Candidate, compared, features
from zeph.memory.recall.query.vocabulary import STOP_WORDS, Terms, words
from zeph.models.local.embed import embedded_embedder
from zeph.records.message import GraphState, Message
from zeph.records.recalled import RecalledFact

TALKS = Path(__file__).parent / "data" / "answer_sentences.jsonl"
MORE_TALKS = Path(__file__).parent / "data" / "answer_talks.jsonl"
"""Longer talks, in which much is alike, by three writers; three of ten questions ask for what nobody told. They are
measured only: what is learned from them as well answers more of them, and less of what is asked most ("where do I
work")."""
CHECK = Path(__file__).parent / "data" / "answer_talks_check.jsonl"
"""The same by a fourth writer."""
WEIGHTS = Path(__file__).parent.parent / "zeph" / "agent" / "answers" / "sentence_weights.toml"
FOLDS = 5
PENALTY = 10.0
"""Of the squared weights, in questions."""
LOCOMO_COUNTS = 0.1
"""What a question of LoCoMo counts: they ask of others, and of what happened once."""
RECALLED = 10
ONE_EVIDENCE = (1, 2, 4)
"""Categories of LoCoMo whose answers stand in the talk."""


@dataclass(frozen=True)
class Case:
    """A question with its sentences; of the right ones any will do."""

    group: str
    question: str
    candidates: list[Candidate]
    right: np.ndarray
    weight: float
    rows: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))
    answered: bool = False
    """Whether the first line of the memory's own answer is right."""


def read_talks(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


async def talks(path: Path, labelled: bool) -> list[Case]:
    """Each talk told to a memory, each question with what recall found; facts are the labelled ones or the local
    reader's."""
    cases: list[Case] = []
    for talk in read_talks(path):
        reader = LabelledReader(talk["messages"]) if labelled else None
        async with Life(chat=reader, extractor="llm" if labelled else "local") as life:
            told = [await life.tell(m["text"], m["at"]) for m in talk["messages"]]
            await life.settle()
            for asked in (one for one in talk["questions"] if not one.get("untold")):
                recalled = await life.memory.recall(asked["q"])
                answer = await answer_from_memory(asked["q"], None, recalled, life.memory.likeness)
                number = next(i for i, m in enumerate(talk["messages"]) if asked["answer"] in m["text"])
                start = talk["messages"][number]["text"].index(asked["answer"])
                items = candidates_of(recalled)
                right = [_is_right(one, item, asked, told[number], start) for one, item in items]
                right_line = says(answer.text.partition("\n")[0], asked)
                case = Case(talk["talk"], asked["q"], [one for one, _ in items], np.array(right), 1.0)
                cases.append(replace(case, answered=right_line))
    return cases


def _is_right(one: Candidate, item: RecalledFact | Quotable, asked: dict[str, Any], number: int, start: int) -> float:
    if isinstance(item, Quotable):
        return float(item.message.id == number and item.start <= start < item.end)
    return float(not one.over and number in item.edge.sources and says(item.edge.fact, asked))


def says(text: str, asked: dict[str, Any]) -> bool:
    """Whether it has every wanted key, in one of its forms, and none that is over or never was so."""
    said = text.casefold()
    wanted = all(any(key in said for key in keys.split("|")) for keys in asked["want"])
    return wanted and not any(key in said for key in asked["stale"])


def _message(number: int, text: str, at: str, speaker: str = "") -> Message:
    return Message(number, 1, 1, str(number), "user", speaker, text, at, (), GraphState.DONE)


def _sentences(messages: Sequence[Message]) -> list[Candidate]:
    found = [one for message in messages for one in quotables(message)]
    return [Candidate(one.text, one.message.sent_at, one.message.id) for one in found]


def locomo(path: Path, embed: "Vectors") -> Iterator[Case]:
    """Questions with one message of evidence, among the messages most like them."""
    for number, record in enumerate(json.loads(path.read_text(encoding="utf-8"))):
        ids, messages = _spoken(record["conversation"])
        vectors = embed([f"{m.speaker}: {m.text}" for m in messages])
        for asked in record["qa"]:
            evidence = [ids[i] for i in asked["evidence"] if i in ids]
            if asked["category"] not in ONE_EVIDENCE or len(evidence) != 1:
                continue
            near = np.argsort(-(vectors @ embed([asked["question"]])[0]))[:RECALLED]
            chosen = sorted({evidence[0], *map(int, near[: RECALLED - 1])})
            candidates = _sentences([messages[i] for i in chosen])
            right = _answering(candidates, evidence[0], str(asked["answer"]))
            if right.any():
                yield Case(f"locomo {number}", asked["question"], candidates, right, LOCOMO_COUNTS)


def _spoken(conversation: dict[str, Any]) -> tuple[dict[str, int], list[Message]]:
    ids: dict[str, int] = {}
    messages: list[Message] = []
    session = 1
    while f"session_{session}_date_time" in conversation:
        told = conversation[f"session_{session}_date_time"]
        at = datetime.strptime(told, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC).isoformat(" ")
        for said in conversation.get(f"session_{session}", []):
            ids[said["dia_id"]] = len(messages)
            messages.append(_message(len(messages), said["text"], at, said["speaker"]))
        session += 1
    return ids, messages


def _answering(candidates: list[Candidate], evidence: int, answer: str) -> np.ndarray:
    """Of the evidence's sentences those with most of the answer's words."""
    terms = Terms([word for word in words(answer) if word not in STOP_WORDS] or [answer])
    covered = np.array([terms.coverage(c.text) if c.message_id == evidence else -1.0 for c in candidates])
    alone = (covered >= 0).sum() == 1
    right: np.ndarray = (covered == covered.max()) & (covered > (-1 if alone else 0))
    return right.astype(float)


class Vectors:
    """The embedded model, each text once."""

    def __init__(self) -> None:
        model = embedded_embedder()
        if model is None:
            raise SystemExit("The embedded model is not installed.")
        self._model = model
        self._known: dict[str, Any] = {}
        self._loop = asyncio.new_event_loop()

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            made = self._loop.run_until_complete(self._model.embed(new))
            self._known.update(zip(new, made, strict=True))
        return np.array([self._known[text] for text in texts])


def with_rows(case: Case, embed: Vectors, likeness: bool) -> Case:
    alike = None
    if likeness:
        vectors = embed(compared(case.question, case.candidates))
        alike = (vectors @ vectors.T).tolist()
    rows = np.array(features(case.question, case.candidates, alike))
    return replace(case, rows=rows)


def fit(cases: Sequence[Case]) -> np.ndarray:
    """Weights that make the right sentences likely among those of their question."""
    counts = np.array([case.weight for case in cases])
    return choice_weights([case.rows for case in cases], [case.right for case in cases], counts, PENALTY)


def choice_weights(
    among: Sequence[np.ndarray], rightly: Sequence[np.ndarray], counts: np.ndarray, penalty: float, steps: int = 300
) -> np.ndarray:
    """A conditional logit (McFadden 1974): ``among`` are the choices of each question, a row of features each,
    ``rightly`` which of them are right (1, else 0), ``counts`` what a question counts."""
    spread = np.concatenate(among).std(0) + 1e-6
    most, wide = max(map(len, among)), len(spread)
    rows = np.zeros((len(among), most, wide))
    right, mask = np.zeros((len(among), most)), np.full((len(among), most), -1e9)
    for i, (own, good) in enumerate(zip(among, rightly, strict=True)):
        n = len(own)
        rows[i, :n], right[i, :n], mask[i, :n] = own / spread, good, 0.0
    weights = np.zeros(wide)
    mean, square = weights.copy(), weights.copy()
    for step in range(1, steps + 1):  # Adam (Kingma and Ba 2015)
        scores = rows @ weights + mask
        likely = np.exp(scores - scores.max(1, keepdims=True))
        likely /= likely.sum(1, keepdims=True)
        meant = likely * right
        meant /= meant.sum(1, keepdims=True) + 1e-12
        slope = np.einsum("qcf,qc->f", rows, (likely - meant) * counts[:, None]) + penalty * weights
        slope /= counts.sum()
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        rate = 0.06 * (1 - 0.95 * step / steps)
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    found: np.ndarray = weights / spread
    return found


def hits(cases: Sequence[Case], weights: np.ndarray) -> list[bool]:
    return [bool(case.right[int(np.argmax(case.rows @ weights))]) for case in cases]


def in_folds(cases: Sequence[Case], others: Sequence[Case]) -> float:
    groups = sorted({case.group for case in cases})
    found: list[bool] = []
    for fold in range(FOLDS):
        held = set(groups[fold::FOLDS])
        weights = fit([*(c for c in cases if c.group not in held), *others])
        found += hits([c for c in cases if c.group in held], weights)
    return 100 * sum(found) / len(found)


def checksum(tables: dict[str, dict[str, float]]) -> str:
    return hashlib.sha256(json.dumps(tables, sort_keys=True).encode()).hexdigest()


def written(tables: dict[str, dict[str, float]], figures: dict[str, float], made_from: str) -> str:
    lines = [
        "# Weights of the features that choose what answers (zeph/agent/answers/sentence_features.py).",
        "# Written by `python -m benchmarks.answer_sentences --locomo FILE --write`; not to be edited.",
        f'made_from = "{made_from}"',
        f'sha256 = "{checksum(tables)}"',
        "",
        "# Share of questions whose best candidate is the answer, in five folds over whole talks, in percent.",
        "[measured]",
        *(f"{name} = {value:.1f}" for name, value in figures.items()),
    ]
    for name, table in tables.items():
        lines += ["", f"[{name}]", *(f"{feature} = {value}" for feature, value in table.items())]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--locomo", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    embed = Vectors()
    told = {
        "local facts": asyncio.run(talks(TALKS, labelled=False)),
        "labelled facts": asyncio.run(talks(TALKS, labelled=True)),
    }
    long = {path.stem: asyncio.run(talks(path, labelled=False)) for path in (MORE_TALKS, CHECK)}
    for name, cases in (told | long).items():
        print(f"{name:18} first line {100 * np.mean([case.answered for case in cases]):.1f} % of {len(cases)}")
    own = [case for cases in told.values() for case in cases if case.right.any()]
    others = list(locomo(options.locomo, embed)) if options.locomo else []
    tables, figures = {}, {}
    for name, likeness in (("likeness", True), ("words", False)):
        learned = [with_rows(case, embed, likeness) for case in own]
        beside = [with_rows(case, embed, likeness) for case in others]
        figures[name] = in_folds(learned, beside)
        found = fit([*learned, *beside])
        learnt = [f for f in FEATURES if likeness or f not in LIKENESS]
        tables[name] = {f: round(float(found[FEATURES.index(f)]), 4) for f in learnt}
        line = f"{name:9} talks, in folds {figures[name]:.1f} % of {len(learned)}"
        print(line + (f"; LoCoMo {100 * np.mean(hits(beside, found)):.1f} % of {len(beside)}" if beside else ""))
    if options.write:
        made_from = f"{len(own)} questions of benchmarks/data/answer_sentences.jsonl, local and labelled facts"
        made_from += f", {len(others)} of LoCoMo at {LOCOMO_COUNTS} each" if others else ""
        text = written(tables, figures, made_from)
        tomllib.loads(text)
        WEIGHTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

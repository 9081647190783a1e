"""Which part of a quotation answers: learns ``zeph/agent/answers/part_weights.toml``, and measures.

In: talks with questions, the words of each answer marked (``benchmarks/data/answer_sentences.jsonl`` and
``answer_talks.jsonl``), messages with questions of their parts by two writers (``answer_parts.jsonl``); the same by
others, from which nothing is learned (``…_check.jsonl``). Of each question the quotation is taken that has the answer.
Out: in folds over whole talks, and of the check sets, how many are told a short part first, how much of the text that
is, and how many of these parts hold all that was wanted; with ``--write`` the weights with a checksum.

    python -m benchmarks.answer_parts [--write]
"""

import argparse
import json
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.answer_sentences import CHECK, MORE_TALKS, TALKS, checksum, choice_weights, read_talks
from zeph.agent.answers import answering_part
from zeph.agent.answers.answering_part import FEATURES, LIKELY, Part, features, is_short, parts_of, shares, shortest
from zeph.agent.answers.quotable import quotables, quotation
from zeph.records.message import GraphState, Message

PARTS, PARTS_CHECK = (TALKS.with_name(f"answer_parts{end}.jsonl") for end in ("", "_check"))
"""Single messages, each with a few questions of it."""
WEIGHTS = Path(answering_part.__file__).with_name(answering_part.WEIGHTS)
FOLDS = 5
PENALTY = 3.0
"""Of the squared weights, of features in units of their spread, in questions."""


@dataclass(frozen=True)
class Case:
    talk: str
    question: str
    text: str
    parts: list[Part]
    rows: np.ndarray
    right: np.ndarray
    """Which parts have some of what is wanted."""
    wanted: list[Part]

    def holds(self, stretch: Part) -> bool:
        return all(stretch.start <= one.start and one.end <= stretch.end for one in self.wanted)


def cases(path: Path) -> Iterator[Case]:
    """Of each question that was told: the sentence with the answer, where what is quoted has several parts."""
    for talk in read_talks(path):
        for asked in (one for one in talk["questions"] if not one.get("untold")):
            yield from _case(talk["talk"], talk["messages"], asked)


def messages(path: Path) -> Iterator[Case]:
    """The same of single messages; those of a writer are of one talk."""
    for row in (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()):
        first = row["text"].index(row["want"][0])
        asked = {"q": row["q"], "answer": row["text"][first:], "want": [one.casefold() for one in row["want"]]}
        yield from _case(row["by"], [{"text": row["text"], "at": "2026-01-01"}], asked)


def _case(talk: str, said: Sequence[dict[str, Any]], asked: dict[str, Any]) -> Iterator[Case]:
    text = _quoted(said, asked)
    wanted, parts = _wanted(text, asked), parts_of(text)
    if wanted and len(parts) > 1:
        rows = np.array(features(asked["q"], text, parts))
        right = [any(w.start < one.end and one.start < w.end for w in wanted) for one in parts]
        yield Case(talk, asked["q"], text, parts, rows, np.array(right, dtype=float), wanted)


def _quoted(messages: Sequence[dict[str, Any]], asked: dict[str, Any]) -> str:
    """What is quoted where the sentence with the answer is."""
    number, said = next((i, m) for i, m in enumerate(messages, 1) if asked["answer"] in m["text"])
    message = Message(
        number, 1, 1, str(number), "user", "", said["text"], said["at"].replace("T", " "), (), GraphState.DONE
    )
    at, among = said["text"].index(asked["answer"]), quotables(message)
    one = next((one for one in among if one.start <= at < one.end), None)
    return quotation(one, among, asked["q"]).strip(" …") if one is not None else ""


def _wanted(text: str, asked: dict[str, Any]) -> list[Part]:
    """Where each wanted key stands, in the form that comes first; none where one is missing."""
    folded = text.casefold()
    found = [[Part(folded.index(k), folded.index(k) + len(k)) for k in keys.split("|") if k in folded]
             for keys in asked["want"]]  # fmt: skip
    return [min(one) for one in found] if all(found) else []


def fit(learned: Sequence[Case]) -> np.ndarray:
    """Weights that make the right parts likely among those of their text."""
    learned = [case for case in learned if case.right.any()]
    return choice_weights([c.rows for c in learned], [c.right for c in learned], np.ones(len(learned)), PENALTY)


@dataclass
class Figures:
    asked: int = 0
    told: int = 0
    """A shorter part is told first."""
    whole: int = 0
    """… which holds all that is wanted."""
    share: float = 0.0
    """Of the text, summed."""

    def add(self, held: Sequence[Case], weights: np.ndarray) -> None:
        for case in held:
            found = shortest(case.parts, shares(case.rows.tolist(), weights.tolist()))
            share = (found.end - found.start) / len(case.text)
            self.asked += 1
            if is_short(found, case.text):
                self.told, self.whole, self.share = self.told + 1, self.whole + case.holds(found), self.share + share

    def __str__(self) -> str:
        told = max(1, self.told)
        return (
            f"{self.told / max(1, self.asked):.1%} of {self.asked} are told a part first, "
            f"{self.share / told:.0%} of the text; {self.whole / told:.1%} of these hold all that is wanted"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    learned = [*cases(TALKS), *cases(MORE_TALKS), *messages(PARTS)]
    talks = sorted({case.talk for case in learned})
    folds, check, messages_check = Figures(), Figures(), Figures()
    for fold in range(FOLDS):
        held = set(talks[fold::FOLDS])
        folds.add([c for c in learned if c.talk in held], fit([c for c in learned if c.talk not in held]))
    weights = fit(learned)
    check.add([*cases(CHECK)], weights)
    messages_check.add([*messages(PARTS_CHECK)], weights)
    print(f"from {LIKELY} on\nfolds                {folds}\ncheck, talks         {check}")
    print(f"check, messages      {messages_check}")
    if options.write:
        WEIGHTS.write_text(_written(weights, len(learned)), encoding="utf-8")


def _written(weights: np.ndarray, count: int) -> str:
    table = {name: round(float(weight), 4) for name, weight in zip(FEATURES, weights, strict=True)}
    lines = [
        "# Weights of the features that choose the part that answers (zeph/agent/answers/answering_part.py).",
        "# Written by `python -m benchmarks.answer_parts --write`; not to be edited.",
        f'made_from = "{count} questions of benchmarks/data/{TALKS.name}, {MORE_TALKS.name}, {PARTS.name}"',
        f'sha256 = "{checksum({"weights": table})}"',
        "",
        "[weights]",
        *(f"{name} = {weight}" for name, weight in table.items()),
    ]
    text = "\n".join(lines) + "\n"
    tomllib.loads(text)
    return text


if __name__ == "__main__":
    main()

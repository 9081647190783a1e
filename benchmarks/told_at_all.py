"""Whether what is asked for was told at all: learns ``zeph/agent/answers/told_at_all.toml``, and measures.

In: the talks of ``benchmarks/data/answer_sentences.jsonl``, each told to two memories (the local reader's facts, the
labelled ones) that are asked their own questions, these once more with what answers taken out of what was recalled,
and those of another talk; and those of ``answer_talks.jsonl``, also asked for what is near to what they tell. Out: in
five folds over whole talks, of the
answers below :data:`UNTOLD` the share that nobody told, and of the right ones the share that lies there; with
``--write`` the weights.

    python -m benchmarks.told_at_all [--write]
"""

import argparse
import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.answer_sentences import FOLDS, MORE_TALKS, TALKS, read_talks, says
from benchmarks.labelled_reader import LabelledReader
from benchmarks.regression import newton
from benchmarks.story_adapter import Life
from zeph.agent.answers.findings import findings
from zeph.agent.answers.found_answer import UNTOLD
from zeph.agent.answers.memory_answer import answer_from_memory
from zeph.agent.answers.told_at_all import FEATURES, WEIGHTS, features
from zeph.records.recalled import Recalled

TARGET = Path("zeph/agent/answers") / WEIGHTS
APART = 7
"""Talks between one and that whose questions it is asked too."""
PENALTY, STEPS = 2.0, 30

Array = np.ndarray[Any, Any]


class Case(NamedTuple):
    talk: str
    own: bool | None
    """Whether the question is of this talk; None of one whose answer was taken out of it."""
    seen: dict[str, float]
    right: bool


async def cases() -> AsyncIterator[Case]:
    small, long = map(read_talks, (TALKS, MORE_TALKS))
    for talks, labelled in ((small, False), (small, True), (long, False)):
        for number, talk in enumerate(talks):
            reader = LabelledReader(talk["messages"]) if labelled else None
            async with Life(chat=reader, extractor="llm" if labelled else "local") as life:
                for message in talk["messages"]:
                    await life.tell(message["text"], message["at"])
                await life.settle()
                for own, questions in ((True, talk["questions"]), (False, talks[number - APART]["questions"])):
                    for asked in questions:
                        recalled = await life.memory.recall(asked["q"])
                        if asked.get("untold"):
                            if case := await _case(life, talk["talk"], None if own else False, asked, recalled):
                                yield case
                            continue
                        if (case := await _case(life, talk["talk"], own, asked, recalled)) is not None:
                            yield case
                        if own and (case := await _case(life, talk["talk"], None, asked, _without(recalled, asked))):
                            yield case


def _without(recalled: Recalled, asked: dict[str, Any]) -> Recalled:
    """The same where what answers was never told: the hardest, for whom and what it is about was."""
    gone = {one.message.id for one in recalled.messages if says(one.message.text, asked)}
    facts = [one for one in recalled.facts if gone.isdisjoint(one.edge.sources) and not says(one.edge.fact, asked)]
    left = [one for one in recalled.messages if one.message.id not in gone]
    return replace(recalled, facts=tuple(facts), messages=tuple(left))


async def _case(life: Life, talk: str, own: bool | None, asked: dict[str, Any], recalled: Recalled) -> Case | None:
    found = await findings(asked["q"], recalled, life.memory.likeness)
    if not found:
        return None
    answer = await answer_from_memory(asked["q"], None, recalled, life.memory.likeness)
    right = bool(own) and says(answer.text.partition("\n")[0], asked)
    return Case(talk, own, features(found, recalled.unsure), right)


def rows(found: list[Case], names: tuple[str, ...]) -> Array:
    return np.array([[*(case.seen.get(name, 0.0) for name in names), 1.0] for case in found])


def fit(inputs: Array, right: Array) -> Array:
    return newton(inputs, right, penalty=PENALTY, rounds=STEPS)


def in_folds(found: list[Case], names: tuple[str, ...]) -> tuple[float, float, float]:
    """Of another talk's questions, of those whose answer was taken out, and of the right answers, the share below
    :data:`UNTOLD`, in percent."""
    inputs, right = rows(found, names), np.array([case.right for case in found], float)
    other, out = (np.array([case.own is kind for case in found]) for kind in (False, None))
    talks = sorted({case.talk for case in found})
    likely = np.zeros(len(found))
    for fold in range(FOLDS):
        held = np.array([case.talk in talks[fold::FOLDS] for case in found])
        likely[held] = 1.0 / (1.0 + np.exp(-inputs[held] @ fit(inputs[~held], right[~held])))
    below = likely < UNTOLD
    return tuple(100 * float(below[which].mean()) for which in (other, out, right == 1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()

    async def gathered() -> list[Case]:
        return [case async for case in cases()]

    found = asyncio.run(gathered())
    lines = [
        "# Whether what is asked for was told at all (told_at_all.py).",
        "# Written by `python -m benchmarks.told_at_all --write`; not to be edited.",
        f'made_from = "{len(found)} answers, {sum(case.own is True for case in found)} to questions of their own talk"',
    ]
    for name, names in (("likeness", FEATURES), ("words", tuple(one for one in FEATURES if one != "like"))):
        untold, out, lost = in_folds(found, names)
        told = f"{untold:.1f} % of other talks' questions, {out:.1f} % of those whose answer was taken out"
        print(f"{name:9} below {UNTOLD}: {told}, {lost:.1f} % of the right answers")
        weights = fit(rows(found, names), np.array([case.right for case in found], float))
        lines += ["", f"[{name}]", f"# below {UNTOLD}: {told}, {lost:.1f} % of the right ones"]
        lines += [f"{key} = {weight:.3f}" for key, weight in zip((*names, "base"), weights, strict=True)]
    if options.write:
        TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

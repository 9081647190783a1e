"""Questions about times and for several things: is what they ask for found, first, in order, and counted?

In: ``benchmarks/data/times_asked.jsonl``, small talks of months with such questions and the messages that answer each.
Out, by kind of question: the share of those messages among the first ten shown; among the first so many as there are
("first"); for a question of order, whether they stand in the order of time; for a list, whether one line tells all
that is known.

    python -m benchmarks.times_asked [--missed] [FILE]
"""

import asyncio
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.story_adapter import Life
from zeph.memory.recall.render.recall_lines import known_line
from zeph.records.recall_request import RecallRequest
from zeph.records.recalled import Recalled

TALKS = Path(__file__).parent / "data" / "times_asked.jsonl"


class Score(NamedTuple):
    """Each 0 to 1; None where it is not asked."""

    found: float
    first: float
    order: float | None
    known: float | None


def score(question: dict[str, Any], recalled: Recalled, ids: dict[int, str]) -> Score:
    """``ids``: of the stored messages, as the talk has them."""
    expected = question["expect"]
    best = sorted(recalled.messages, key=lambda m: -m.score)
    shown = [ids[m.message.id] for m in recalled.messages]
    first = {ids[m.message.id] for m in best[: len(expected)]}
    order = [i for i in shown if i in expected]
    lines = [line.casefold() for line in block(recalled)]
    things = [thing.casefold() for thing in question.get("known", ())]
    return Score(
        sum(i in shown[:10] for i in expected) / len(expected),
        sum(i in first for i in expected) / len(expected),
        float(order == expected) if question["kind"] == "order" else None,
        float(any(all(thing in line for thing in things) for line in lines)) if things else None,
    )


def block(recalled: Recalled) -> list[str]:
    """As in the graph block."""
    return [*([known_line(recalled.known)] if recalled.known else []), *(fact.line for fact in recalled.facts)]


def tell_missed(question: dict[str, Any], one: Score, recalled: Recalled, ids: dict[int, str]) -> None:
    shown = " ".join(ids[m.message.id] for m in recalled.messages)
    print(f"{question['kind']}: {question['question']}\n    {one}")
    print(f"    wanted {' '.join(question['expect'])}, shown {shown}", *block(recalled), sep="\n      ")


async def main() -> None:
    scores: dict[str, list[Score]] = defaultdict(list)
    files = [Path(name) for name in sys.argv[1:] if not name.startswith("--")]
    for talk in map(json.loads, (files[0] if files else TALKS).read_text(encoding="utf-8").splitlines()):
        async with Life() as life:
            ids, day = {}, ""
            for message in talk["messages"]:
                if message["sent_at"][:10] != day:
                    day = message["sent_at"][:10]
                    await life.begin(message["sent_at"])
                number = await life.tell(message["text"], message["sent_at"], message["speaker"])
                ids[number] = message["id"]
            await life.begin(talk["asked_at"])
            await life.settle()
            for question in talk["questions"]:
                recalled = await life.memory.recall(
                    RecallRequest(question["question"], conversation_id=life.conversation)
                )
                one = score(question, recalled, ids)
                scores[question["kind"]].append(one)
                scores["all"].append(one)
                if "--missed" in sys.argv and min(value for value in one if value is not None) < 1:
                    tell_missed(question, one, recalled, ids)
    print(f"{'in %':10} found  first  order  known")
    for kind, rows in sorted(scores.items()):
        shares = [[v for v in column if v is not None] for column in zip(*rows, strict=True)]
        told = (f"{100 * sum(values) / len(values):5.1f}" if values else "    -" for values in shares)
        print(f"{kind:10} {'  '.join(told)}  ({len(rows)})")


if __name__ == "__main__":
    asyncio.run(main())

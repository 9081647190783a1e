"""Questions that take to be so what is over ("How long is my commute from Hull?"): is the person told?

In: ``benchmarks/data/presuming.jsonl``, small talks with one such question each, and what an answer that tells it
says; with ``--slots`` ``presuming_slots.jsonl``, whose questions name any part of it: a place, a teacher, a role.
Out: the share that is told by a line that says so in what goes to a model (over, changed since, or perhaps so), in the
first line of the memory's own answer, and anywhere in it; by how plainly the end was said.

    python -m benchmarks.presuming [--slots] [--missed]
"""

import asyncio
import json
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from benchmarks.story_adapter import Life
from zeph.agent.answers.memory_answer import answer_from_memory
from zeph.memory.recall.render.recall_lines import message_line, premise_line

DATA = Path(__file__).parent / "data"


async def told(talk: dict[str, Any]) -> tuple[bool, bool, bool, str]:
    """In a line of the context that says so, in the answer's first line, anywhere in the answer; the answer."""
    async with Life() as life:
        for message in talk["messages"]:
            await life.tell(message["text"], message["sent_at"])
        await life.settle()
        recalled = await life.memory.recall(talk["question"])
        answer = (await answer_from_memory(talk["question"], None, recalled, life.memory.likeness)).text
    marked = [m.line for m in recalled.messages if m.line != message_line(m.message, m.said)]
    lines = "\n".join([*map(premise_line, recalled.premises), *marked])
    texts = (lines, answer.split("\n", 1)[0], answer)
    block, first, whole = (all(re.search(key, text.casefold()) for key in talk["told_if"]) for text in texts)
    return block, first, whole, answer


async def main() -> None:
    found: dict[str, list[tuple[bool, bool, bool]]] = defaultdict(list)
    talks = DATA / ("presuming_slots.jsonl" if "--slots" in sys.argv else "presuming.jsonl")
    for line in talks.read_text(encoding="utf-8").splitlines():
        talk = json.loads(line)
        block, first, whole, answer = await told(talk)
        for kind in (talk["wording"], "all"):
            found[kind].append((block, first, whole))
        if "--missed" in sys.argv and not whole:
            print(f"{talk['question']}\n    {answer}\n    over: {talk['over']}")
    print(f"{'told, in %':10} context  first line  answer")
    for kind, rows in found.items():
        shares = [100 * sum(row[i] for row in rows) / len(rows) for i in range(3)]
        print(f"{kind:10} {shares[0]:7.1f}  {shares[1]:10.1f}  {shares[2]:6.1f}  ({len(rows)})")


if __name__ == "__main__":
    asyncio.run(main())

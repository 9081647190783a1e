"""How quiet the memory is where nothing in it is asked for, and how often it speaks where the person is meant.

In: the questions of ``data/question_subject_check.jsonl`` and a talk that is remembered: ``--talk FILE``, JSON lines
with ``text``, ``speaker`` and ``sent_at``; by default the friends' talk of ``data/retrieval``. Out: the share
of requests to the world, and of questions about the person, that something is put before a model for.
"""

import argparse
import asyncio
import json
from pathlib import Path

from benchmarks.question_models import CHECKED, load
from benchmarks.story_adapter import Life

TALK = Path(__file__).parent / "data" / "retrieval" / "friends.jsonl"


async def measure(said: list[dict[str, str]]) -> None:
    async with Life() as life:
        for line in said:
            await life.tell(line["text"], line["sent_at"], line.get("speaker", ""))
        await life.settle()
        for about in (False, True):
            asked = [example.text for example in load(CHECKED) if example.is_so is about]
            found = [await life.memory.recall(question) for question in asked]
            spoke = [question for question, got in zip(asked, found, strict=True) if got.facts or got.messages]
            whom = "the person" if about else "the world "
            print(f"{whom}: something is given for {100 * len(spoke) / len(asked):5.1f} % of {len(asked)}")
            if not about:
                print(*(f"   {question}" for question in spoke), sep="\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="How quiet the memory is where nothing in it is asked for.")
    parser.add_argument("--talk", type=Path, default=TALK, help="JSON lines with text, speaker, sent_at")
    parser.add_argument("--most", type=int, default=600, help="messages of it that are told")
    options = parser.parse_args()
    lines = [json.loads(line) for line in options.talk.read_text("utf-8").splitlines()]
    asyncio.run(measure([line for line in lines if "text" in line][: options.most]))


if __name__ == "__main__":
    main()

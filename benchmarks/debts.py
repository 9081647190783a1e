"""What somebody owes, asked of small talks in which it was told: ``python -m benchmarks.debts [--wrong]``

In: ``data/debts.jsonl``, 160 talks of four writers who knew no rule (read since), and ``data/debts_check.jsonl``, 40 of
another, whose answers were marked once; messages with their days, questions with their right answers. Out: of the
questions whose answer is a sum, or that nothing is owed, the share that is answered so in the first line, that is left
to the ordinary answer, and that is answered otherwise; and how long it takes to add up 2,000 messages, the first time
and again. A right answer is told by its first number alone: "£15" by 15.
"""

import json
import re
import sys
import time
from collections import Counter
from importlib import resources

from benchmarks.learn_intents import LEARNED, lines_of
from zeph.agent.answers.debts import about_whom, asks_of_debts, told_of_debts
from zeph.memory.debts.debt_reader import SAID, DebtReader
from zeph.records.message import GraphState, Message

SETS = ("debts", "debts_check")
NUMBER = re.compile(r"\d[\d.,]*\d|\d")
NONE = re.compile(r"^(?:no(?:thing|body)?\b|none\b|yes, in full)", re.IGNORECASE)
BY_ME = re.compile(r"\bi (?:still )?owe\b|\bi owing\b", re.IGNORECASE)
TOLD_NONE = re.compile(r"^(?:[^“]* are square\b|Nobody owes|You owe nobody|I know of no such)")


def message(number: int, day: str, text: str) -> Message:
    return Message(number, 1, 1, "", "user", "", text, f"{day} 09:00:00", (), GraphState.DONE)


def numbers(text: str) -> set[float]:
    return {float(one.replace(",", "")) for one in NUMBER.findall(text) if one.count(".") < 2}


def verdict(question: str, right: str, told: str) -> str:
    """right, left or wrong; empty where the right answer is neither a sum nor that nothing is owed. That Ann owes
    nothing is told by what one owes Ann, too."""
    found = NUMBER.findall(right)
    if not found and not NONE.match(right):
        return ""
    if not told:
        return "left"
    first = told.splitlines()[0]
    if NONE.match(right) and (TOLD_NONE.match(first) or first.startswith("You owe") != bool(BY_ME.search(question))):
        return "right"
    return "right" if found and numbers(found[0]) <= numbers(first) else "wrong"


def measure(name: str, *, shown: bool) -> Counter[str]:
    counts: Counter[str] = Counter()
    text = resources.files("benchmarks.data").joinpath(f"{name}.jsonl").read_text(encoding="utf-8")
    for talk in map(json.loads, text.splitlines()):
        said = [message(number, *turn) for number, turn in enumerate(talk["turns"], 1)]
        for question, right in talk["ask"]:
            debts = READER.added_up(said, about_whom(question))
            told = told_of_debts(question, debts, said) if asks_of_debts(question) else ""
            counts[one := verdict(question, right, told)] += 1
            if shown and one == "wrong":
                print(f"{question} | {right} | {told.splitlines()[0]}")
    return counts


def main() -> None:
    for name in SETS:
        counts = measure(name, shown="--wrong" in sys.argv)
        counts.pop("", None)
        total = sum(counts.values())
        shares = ", ".join(f"{one} {counts[one] / total:.0%}" for one in ("right", "left", "wrong"))
        print(f"{name}: {total} sums and nothings: {shares}")
    said = [message(n, "2026-03-02", row["text"]) for n, row in enumerate(lines_of(LEARNED)[:SAID], 1)]
    for when in ("first", "again"):
        begun = time.perf_counter()
        READER.added_up(said)
        print(f"{SAID} messages, {when}: {time.perf_counter() - begun:.2f} s")


READER = DebtReader()


if __name__ == "__main__":
    main()

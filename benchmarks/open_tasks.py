"""What is to be done, read again from 1,000 messages: for a question after it, and for a clause that may say that
something is done. ``python -m benchmarks.open_tasks``

In: lines that writers typed (``data/line_kinds.jsonl``). Out: medians and p95; the first time of a process, in which
nothing is kept yet, apart. Nothing of it has a goal: what is compared is another state of the code in the same way.
"""

import subprocess
import sys
import time
from collections.abc import Callable

from benchmarks.learn_intents import LEARNED, lines_of
from benchmarks.measure import Sample
from zeph.agent.answers.open_tasks import SAID, spoken_of, tasks_of, told_of_change
from zeph.records.message import GraphState, Message

RUNS, STARTS = 9, 3
AT = "2026-03-02 10:00:00"
CLAUSE = "I moved to Hull"
"""Short, with a verb in the past: it may say that a task is done, and does not."""


def said() -> list[Message]:
    texts = [row["text"] for row in lines_of(LEARNED)[:SAID]]
    return [Message(n, 1, 1, "", "user", "", text, AT, (), GraphState.DONE) for n, text in enumerate(texts, 1)]


def milliseconds(call: Callable[[], object]) -> float:
    begun = time.perf_counter()
    call()
    return (time.perf_counter() - begun) * 1000


def first() -> tuple[float, float]:
    """(of the clause, of the question), each the first thing that this process reads."""
    messages = said()
    clause = milliseconds(lambda: told_of_change(CLAUSE, spoken_of(CLAUSE, messages), AT))
    return clause, milliseconds(lambda: tasks_of(messages))


def main() -> None:
    if "--first" in sys.argv:
        print(*first())
        return
    command = [sys.executable, "-m", "benchmarks.open_tasks", "--first"]
    starts = [subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() for _ in range(STARTS)]
    clauses, questions = (Sample(tuple(map(float, column))) for column in zip(*starts, strict=True))
    messages = said()
    tasks_of(messages)
    again = Sample(tuple(milliseconds(lambda: tasks_of(messages)) for _ in range(RUNS)))
    clause = Sample(
        tuple(milliseconds(lambda: told_of_change(CLAUSE, spoken_of(CLAUSE, messages), AT)) for _ in range(RUNS))
    )
    print(f"{SAID} messages; a question for tasks, first: {questions}; again: {again}")
    print(f"a short clause in the past, first: {clauses}; again: {clause}")


if __name__ == "__main__":
    main()

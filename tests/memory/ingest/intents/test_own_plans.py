"""Whether a line asks for one's list or plans: lines that nothing was learned from, and the weights' age."""

import json

import pytest
from blake3 import blake3

from benchmarks.learn_intents import LEARNED
from benchmarks.learn_own_plans import CHECKED, LINES, TARGET, load
from zeph.memory.ingest.intents.own_plans import ASKS, LONGEST, Plans, asks_for


@pytest.mark.parametrize(("plans", "precision", "recall"), [("tasks", 0.93, 0.65), ("agenda", 0.88, 0.7)])
def test_lines_that_nothing_was_learned_from_are_told_apart(plans: Plans, precision: float, recall: float) -> None:
    """Look-alikes among them: what is taken for such a question mostly is one."""
    for path in CHECKED:
        lines = load(path)
        taken = [line.kind for line in lines if asks_for(plans, line.text) >= ASKS]
        asked = sum(line.kind == plans for line in lines)
        assert taken.count(plans) >= precision * len(taken) and taken.count(plans) >= recall * asked


@pytest.mark.parametrize(
    "line",
    [
        "am I allergic to anything", "what are my plans for the garden", "exam on the 12th", "visitors this weekend",
        "what do I still need to pay Bo", "remind me to buy things for the party", "", "?", "x" * (LONGEST + 1),
    ],
)  # fmt: skip
def test_what_looks_like_one_asks_for_neither(line: str) -> None:
    assert asks_for("tasks", line) < ASKS
    assert asks_for("agenda", line) < ASKS


def test_whatever_the_day_and_the_list_are_called_it_is_as_likely() -> None:
    assert asks_for("agenda", "what have I got on next friday") == asks_for("agenda", "what have I got on tomorrow")
    assert asks_for("tasks", "what is on the camping list") == asks_for("tasks", "what is on the xmas list")


def test_the_weights_are_those_of_the_lines() -> None:
    learned_from = json.loads(TARGET.read_text("utf-8"))["learned_from"]
    now = {path.name: blake3(path.read_bytes()).hexdigest() for path in (LINES, LEARNED)}
    assert learned_from == now, "run `python -m benchmarks.learn_own_plans --write`"

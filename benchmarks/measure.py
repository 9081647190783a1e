"""Repeats a call and sums up: median and 95th percentile, in milliseconds.

In: an async or plain callable. Out: a Sample, and rows for docs/benchmarks.md.
"""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sample:
    milliseconds: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.milliseconds)

    @property
    def p95(self) -> float:
        ordered = sorted(self.milliseconds)
        return ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]

    def __str__(self) -> str:
        return f"p50 {self.median:.1f} ms, p95 {self.p95:.1f} ms (n = {len(self.milliseconds)})"


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    measured: str
    goal: str
    met: bool


def table(title: str, rows: Sequence[Row]) -> str:
    """A markdown section."""
    lines = [f"## {title}", "", "| what | measured | goal | |", "|---|---|---|---|"]
    lines += [f"| {r.what} | {r.measured} | {r.goal} | {'met' if r.met else 'not met'} |" for r in rows]
    return "\n".join(lines) + "\n"

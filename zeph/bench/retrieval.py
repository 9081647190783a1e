"""Retrieval, measured: Zeph beside plain full-text search on the same messages and questions.

In: a :class:`BenchSet`, memory settings, models. Out: :class:`Report`, by category, and progress on the way. A question
without evidence asks for what was never said: nothing should come, and how often nothing came is counted apart.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from zeph.bench.baseline import PlainSearch
from zeph.bench.metrics import Measures, means, score, tokens
from zeph.bench.replay import Replay, message_ids
from zeph.bench.sets import BenchSet, Question, Talk
from zeph.config.schema import MemorySettings
from zeph.models.ports import ChatModel, Embedder
from zeph.records.recalled import Recalled

DEPTH = 150
"""Messages asked for; the deepest measure needs fewer."""
OVERALL = "all"

OnStep = Callable[[int, int, str], None]
"""Called with (steps done, steps in all, what is being done)."""


@dataclass(slots=True)
class Silence:
    """How often a category's questions yielded nothing."""

    questions: int = 0
    no_fact: int = 0
    no_message: int = 0
    nothing: int = 0

    def count(self, recalled: Recalled) -> None:
        self.questions += 1
        self.no_fact += not recalled.facts
        self.no_message += not recalled.messages
        self.nothing += not (recalled.facts or recalled.messages)


@dataclass(slots=True)
class Report:
    messages: int = 0
    questions: int = 0
    facts: int = 0
    """Facts that the messages became."""
    add_seconds: float = 0.0
    ask_seconds: float = 0.0
    zeph: dict[str, list[Measures]] = field(default_factory=lambda: defaultdict(list))
    """Measures of each question that has evidence, by category."""
    plain: dict[str, list[Measures]] = field(default_factory=lambda: defaultdict(list))
    answerable: Silence = field(default_factory=Silence)
    unanswerable: dict[str, Silence] = field(default_factory=lambda: defaultdict(Silence))
    """Of questions that nothing answers, by category."""

    @property
    def milliseconds_a_question(self) -> float:
        return 1000 * self.ask_seconds / max(1, self.questions)


def summary(by_category: dict[str, list[Measures]], apart: frozenset[str]) -> dict[str, tuple[int, Measures]]:
    """(questions, means in per cent) by category, then over all that are not ``apart``."""
    table = {name: (len(rows), means(rows)) for name, rows in sorted(by_category.items())}
    together = [row for name, rows in by_category.items() if name not in apart for row in rows]
    return table | ({OVERALL: (len(together), means(together))} if together else {})


async def measure(
    benchmark: BenchSet,
    settings: MemorySettings,
    embedder: Embedder | None,
    chat: ChatModel | None = None,
    on_step: OnStep = lambda done, total, what: None,
) -> Report:
    """Replays each talk into a memory of its own and asks its questions."""
    report = Report()
    steps = _Steps(sum(len(t.messages) + len(t.questions) for t in benchmark.talks), on_step)
    for talk in benchmark.talks:
        async with Replay(settings, embedder, chat) as replay:
            await _measure_talk(talk, replay, report, steps)
    return report


async def _measure_talk(talk: Talk, replay: Replay, report: Report, steps: "_Steps") -> None:
    started = time.perf_counter()
    await replay.add(talk.messages, lambda done, total: steps.show(done, "remembering"))
    report.add_seconds += time.perf_counter() - started
    report.messages += len(talk.messages)
    report.facts += (await replay.memory.stats()).edges
    steps.done += len(talk.messages)
    plain = PlainSearch(talk.messages)
    costs = {m.id: tokens(m.speaker or m.role, m.text) for m in talk.messages}
    for question in talk.questions:
        started = time.perf_counter()
        recalled = await replay.ask(question.text, DEPTH, question.at)
        report.ask_seconds += time.perf_counter() - started
        _score(question, recalled, plain.ask(question.text, DEPTH), costs, report)
        steps.done += 1
        steps.show(0, "asking")
    plain.close()


def _score(question: Question, recalled: Recalled, plain: Sequence[str], costs: dict[str, int], report: Report) -> None:
    report.questions += 1
    if not question.evidence:
        report.unanswerable[question.category].count(recalled)
        return
    report.answerable.count(recalled)
    report.zeph[question.category].append(score(message_ids(recalled), question.evidence, costs))
    report.plain[question.category].append(score(plain, question.evidence, costs))


class _Steps:
    """How far it has come over all talks."""

    def __init__(self, total: int, on_step: OnStep) -> None:
        self.done = 0
        self._total = total
        self._on_step = on_step

    def show(self, more: int, what: str) -> None:
        self._on_step(self.done + more, self._total, what)

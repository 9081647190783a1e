"""`zeph bench`: how well what was said is found again, on a file of conversations with labelled questions."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Any

from zeph.agent.session_models import Chosen, choose_models
from zeph.bench.metrics import COLUMNS, Measures
from zeph.bench.retrieval import Report, measure, summary
from zeph.bench.sets import BenchSet, load
from zeph.commands.outputs import Advance, Data, Output, Rows, Text, Warn
from zeph.commands.types import CommandContext
from zeph.config.load import load_settings
from zeph.config.schema import MemorySettings

Table = dict[str, tuple[int, Measures]]


async def retrieval(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """In a memory of its own; the person's own memory is not opened."""
    benchmark = await asyncio.to_thread(load, values["file"], values["format"])
    loaded = load_settings(context.config_path, context.env)
    for warning in loaded.warnings:
        yield Warn(warning)
    settings = loaded.settings.memory
    if values["no_graph"]:
        settings = settings.model_copy(update={"graph": settings.graph.model_copy(update={"enabled": False})})
    chosen = await choose_models(loaded.settings, env=context.env)
    try:
        async for output in _measured(benchmark, settings, chosen):
            yield output
    finally:
        for model in (chosen.chat, chosen.embedder):
            if model is not None:
                await model.close()


async def _measured(benchmark: BenchSet, settings: MemorySettings, chosen: Chosen) -> AsyncIterator[Output]:
    """A chat model extracts only where the settings name one to: thousands of calls are nobody's default."""
    chat = chosen.chat if settings.graph.extractor in ("llm", "hybrid") else None
    steps: asyncio.Queue[Advance | None] = asyncio.Queue()
    work = asyncio.create_task(
        measure(benchmark, settings, chosen.embedder, chat, lambda *step: steps.put_nowait(Advance(*step)))
    )
    work.add_done_callback(lambda _: steps.put_nowait(None))
    try:
        while (step := await steps.get()) is not None:
            yield step
        report = await work
    finally:
        work.cancel()
    for output in _shown(report, benchmark.apart):
        yield output


def _shown(report: Report, apart: frozenset[str]) -> list[Output]:
    zeph, plain = summary(report.zeph, apart), summary(report.plain, apart)
    outputs: list[Output] = [
        Text(f"{report.messages} messages became {report.facts} facts in {report.add_seconds:.1f} s; "
             f"{report.questions} questions, {report.milliseconds_a_question:.1f} ms each."),
    ]  # fmt: skip
    if zeph:
        outputs += [Text("\nZeph (per cent)"), _table(zeph), Text("\nFTS5 alone (per cent)"), _table(plain)]
    silent = report.answerable
    if report.unanswerable:
        rows = [(name, *map(str, asdict(s).values())) for name, s in sorted(report.unanswerable.items())]
        outputs += [
            Text("\nQuestions that nothing answers"),
            Rows(("category", "questions", "no fact", "no message", "nothing at all"), rows, ""),
        ]
    if silent.questions:
        outputs.append(Text(f"\n{silent.nothing} of {silent.questions} questions with an answer yielded nothing."))
    return [*outputs, Data(_data(report, zeph, plain))]


def _table(table: Table) -> Rows:
    rows = [(name, str(n), *(f"{row[c]:.1f}" for c in COLUMNS)) for name, (n, row) in table.items()]
    return Rows(("category", "n", *COLUMNS), rows, "")


def _data(report: Report, zeph: Table, plain: Table) -> dict[str, Any]:
    return {
        "messages": report.messages,
        "facts": report.facts,
        "questions": report.questions,
        "seconds": {"add": round(report.add_seconds, 3), "ask": round(report.ask_seconds, 3)},
        "zeph": _rounded(zeph),
        "fts5": _rounded(plain),
        "answerable": asdict(report.answerable),
        "unanswerable": {name: asdict(silence) for name, silence in sorted(report.unanswerable.items())},
    }


def _rounded(table: Table) -> dict[str, dict[str, float]]:
    return {name: {"n": n, **{c: round(row[c], 2) for c in COLUMNS}} for name, (n, row) in table.items()}

"""What each weight of recall is worth: every set asked once, then ranked again without each part.

In: files of ``zeph bench retrieval`` (with ``locomo:`` before the name for that format). Out: a table of recall@10 and
nDCG@10 for each set, with all weights and with each one left out. Candidates and features are gathered once; the score
is linear in the weights, so that leaving one out is a matter of milliseconds.

Run it with ``python -m benchmarks.ablation [--no-graph] [FILE …]``; without files the sets of
``benchmarks/data/retrieval``.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from zeph.bench.metrics import Measures, means, score, tokens
from zeph.bench.replay import Replay
from zeph.bench.retrieval import DEPTH
from zeph.bench.sets import Question, Talk, load
from zeph.config.schema import MemorySettings
from zeph.memory.recall import pipeline
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.ranking import message_ranking
from zeph.memory.recall.ranking.fusion import MESSAGE_WEIGHTS
from zeph.memory.recall.ranking.ranking import Ranking
from zeph.models.local.embed import embedded_embedder
from zeph.models.ports import Embedder

DATA = Path(__file__).parent / "data" / "retrieval"
OWN = (DATA / "friends.jsonl", DATA / "assistant.jsonl")
SHOWN = ("r@10", "ndcg@10")


@dataclass(frozen=True, slots=True)
class Candidates:
    """The messages found for a question, each with the parts of its score per unit of weight."""

    question: Question
    ids: Mapping[int, str]
    parts: Mapping[int, Mapping[str, float]]
    costs: Mapping[str, int]


async def gather_set(name: str, settings: MemorySettings, embedder: Embedder | None) -> list[Candidates]:
    """Replays a file and asks those of its questions that have an answer."""
    form, _, path = name.rpartition(":")
    bench_set = load(Path(path), "locomo" if form == "locomo" else "jsonl")
    asked: list[Candidates] = []
    for number, talk in enumerate(bench_set.talks, 1):
        print(f"{path}: {number} of {len(bench_set.talks)}", file=sys.stderr)
        async with Replay(settings, embedder) as replay:
            await replay.add(talk.messages)
            for question in talk.questions:
                if question.evidence and question.category not in bench_set.apart:
                    asked.append(await _ask(replay, talk, question))
    return asked


async def _ask(replay: Replay, talk: Talk, question: Question) -> Candidates:
    """Ranked once with the shipped weights, then taken apart."""
    seen: list[tuple[Evidence, Ranking]] = []
    with _watched(seen):
        await replay.ask(question.text, DEPTH, question.at)
    (evidence, ranking) = seen[0]
    units = {
        i: {name: value / MESSAGE_WEIGHTS[name] for name, value in parts.items()} for i, parts in ranking.parts.items()
    }
    ids = {i: evidence.loaded.messages[i].external_id for i in units}
    return Candidates(question, ids, units, {m.id: tokens(m.speaker or m.role, m.text) for m in talk.messages})


@contextmanager
def _watched(seen: list[tuple[Evidence, Ranking]]) -> Iterator[None]:
    """Recall without its floor, its ranking of messages looked at."""
    real = message_ranking.rank_messages

    def watching(evidence: Evidence, plan: QueryPlan, facts: Ranking) -> Ranking:
        ranking = real(evidence, plan, facts)
        seen.append((evidence, ranking))
        return ranking

    with patch.multiple(pipeline, anything_relevant=lambda evidence, plan: True, rank_messages=watching):
        yield


def measured(all_asked: Sequence[Candidates], weights: Mapping[str, float]) -> Measures:
    """Means in per cent over all questions that have an answer."""
    rows = []
    for asked in all_asked:
        scores = {i: sum(weights[n] * v for n, v in parts.items()) for i, parts in asked.parts.items()}
        top = max(scores.values(), default=0.0)
        order = message_ranking.best_first(scores)
        kept = [asked.ids[i] for i in order if scores[i] >= message_ranking.TAIL * top]
        rows.append(score(kept[:DEPTH], asked.question.evidence, asked.costs))
    return means(rows)


def without(name: str) -> dict[str, float]:
    """The shipped weights but one."""
    return {**MESSAGE_WEIGHTS, name: 0.0}


def table(sets: Mapping[str, Sequence[Candidates]]) -> str:
    """Markdown; for each set recall@10 and nDCG@10."""
    heads = [f"{name} {column}" for name in sets for column in SHOWN]
    lines = ["| left out | weight | " + " | ".join(heads) + " |", "|---|---:|" + "---:|" * len(heads)]
    variants = [("nothing", "", dict(MESSAGE_WEIGHTS))]
    variants += [(name, f"{weight:g}", without(name)) for name, weight in MESSAGE_WEIGHTS.items()]
    for name, weight, weights in variants:
        figures = [f"{measured(s, weights)[c]:.1f}" for s in sets.values() for c in SHOWN]
        lines.append(f"| {name} | {weight} | " + " | ".join(figures) + " |")
    return "\n".join(lines)


async def main() -> int:
    parser = argparse.ArgumentParser(description="What each weight of recall is worth.")
    parser.add_argument("files", nargs="*", default=[str(path) for path in OWN])
    parser.add_argument("--no-graph", action="store_true")
    given = parser.parse_args()
    settings = MemorySettings.model_validate({"graph": {"extractor": "local", "enabled": not given.no_graph}})
    embedder = embedded_embedder()
    sets = {}
    for name in given.files:
        sets[Path(name).stem] = await gather_set(name, settings, embedder)
    print(table(sets))
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))

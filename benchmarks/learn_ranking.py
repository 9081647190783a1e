"""The weights by which facts and messages are ranked and cut: learned, and how well they do on talk held out.

In: questions whose answers are labelled (``ranking_pairs``). Out: what is found, for each kind of talk, with
``--held-out`` also in five folds over whole talks (over questions where there is one talk); with ``--write``
``zeph/memory/recall/ranking/learned_ranking.json``. Each kind of talk counts by the root of its questions.

Messages by LambdaRank (Burges, Ragno, Le, 2006): logistic regression on pairs of one that helps and one of the best
that do not, each pair weighed by what their change of places would do to nDCG; those for talk with an assistant, of
which there are fewer questions, are held near to those for talk among people. The sums are then scaled to probabilities
(Platt, 1999). Facts by logistic regression. Both have L2 penalties and start from the same weights, so that the same
data give the same numbers.
"""

import argparse
import asyncio
import json
import pickle
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from blake3 import blake3

from benchmarks import ranking_pairs as pairs
from benchmarks.ranking_fit import Array, Made, Talked, fit_facts, fit_lines, fit_messages, of_sources, talked
from benchmarks.ranking_pairs import Asked
from zeph.memory.recall.ranking.fact_ranking import FLOOR as FACT_FLOOR
from zeph.memory.recall.ranking.fact_ranking import may_be_told
from zeph.memory.recall.ranking.relevance import Relevance
from zeph.memory.recall.ranking.scorer import DATA_FILE, log_odds_of
from zeph.memory.recall.render.recall_lines import told

TARGET = Path("zeph/memory/recall/ranking") / DATA_FILE
FOLDS = 5
SHOWN, TOKENS = 10, 1000


@dataclass(frozen=True, slots=True)
class Ranked:
    """One question as learned weights rank it."""

    talked: Talked
    facts: Array
    """Log odds, once messages are ranked."""
    messages: Array


def learn(questions: Sequence[Talked], embedded: bool) -> tuple[Made, Made, Made, Made]:
    """Of facts, of messages of talk among people, of talk with an assistant, and of facts once messages are ranked."""
    facts = fit_facts(questions, embedded)
    messages = fit_messages(questions, facts, embedded)
    return (facts, *messages, fit_lines(questions, facts, messages, embedded))


def ranked(questions: Sequence[Talked], made: tuple[Made, Made, Made, Made]) -> list[Ranked]:
    facts, named, alone, lines = made
    found = []
    for each in questions:
        odds = facts.log_odds(each.facts)
        scorer = alone if each.alone else named
        told = lines.log_odds(of_sources(each, facts, (named, alone))) if each.fact_ids else odds
        found.append(Ranked(each, told, scorer.log_odds(each.with_cited(odds))))
    return found


def held_out(questions: Sequence[Talked], embedded: bool) -> list[Ranked]:
    """Each question ranked by weights that were learned without its talk."""
    fold_of = {name: blake3(name.encode()).digest()[0] % FOLDS for name in {q.asked.held_with for q in questions}}
    talks = sorted({q.asked.held_with for q in questions if q.asked.kind == "locomo"})
    fold_of |= {name: n % FOLDS for n, name in enumerate(talks)}
    found: list[Ranked] = []
    for fold in range(FOLDS):
        rest = [q for q in questions if fold_of[q.asked.held_with] != fold]
        held = [q for q in questions if fold_of[q.asked.held_with] == fold]
        found += ranked(held, learn(rest, embedded))
    return found


def report(name: str, found: Sequence[Ranked]) -> None:
    kinds = sorted({r.talked.asked.kind for r in found})
    for kind in kinds:
        own = [r for r in found if r.talked.asked.kind == kind]
        print(
            f"{name:14} {kind:13} {len(own):4}",
            _of_messages([r for r in own if r.talked.asked.labelled]),
            _of_facts(own),
        )


def _of_messages(found: Sequence[Ranked]) -> str:
    if not found:
        return ""
    rows = [_measured(r) for r in found]
    return "  ".join(
        f"{key} {100 * np.mean([row[key] for row in rows]):5.1f}" for key in rows[0] if key != "tokens"
    ) + (f"  tokens {np.mean([row['tokens'] for row in rows]):4.0f} ")


def _measured(r: Ranked) -> dict[str, float]:
    order = r.talked.order(r.messages)
    helps, whole = r.talked.helps[order], r.talked.asked.labelled
    spent = np.cumsum(r.talked.costs[order])
    gain = (helps[:SHOWN] / np.log2(np.arange(len(helps[:SHOWN])) + 2)).sum()
    shown = order[:SHOWN]
    return {
        "r@10": helps[:SHOWN].sum() / whole,
        "nDCG": gain / sum(1 / np.log2(n + 2) for n in range(min(SHOWN, whole))),
        "r@1000t": helps[spent <= TOKENS].sum() / whole,
        "tokens": float(r.talked.costs[shown].sum()),
    }


def _of_facts(found: Sequence[Ranked]) -> str:
    lines = helpful = told_right = harmed = possible = 0
    for r in found:
        shown = _facts_shown(r)
        lines += len(shown)
        helpful += int((r.talked.fact_helps[shown] > 0).sum())
        told_right += bool((r.talked.fact_helps[shown] > 0).any())
        harmed += bool(r.talked.fact_harms[shown].any())
        possible += bool(((r.talked.fact_helps > 0) & r.talked.stands).any())
    n = len(found)
    return (
        f"| facts a question {lines / n:.2f}, of them help {100 * helpful / max(1, lines):.0f} %, questions with one "
        f"{100 * told_right / n:.1f} of {100 * possible / n:.1f} %, harmed {100 * harmed / n:.1f} %"
    )


def _facts_shown(r: Ranked) -> list[int]:
    sure = r.talked.asked.relevance
    if sure is not Relevance.SURE:
        return []
    least = log_odds_of(FACT_FLOOR)
    edges = r.talked.asked.evidence.loaded.edges
    said: dict[str, int] = {}
    for i in np.argsort(-r.facts, kind="stable"):
        edge = edges[r.talked.fact_ids[i]]
        if r.facts[i] >= least and may_be_told(edge):
            said.setdefault(told(edge), int(i))
    return list(said.values())[:SHOWN]


async def gathered(options: argparse.Namespace) -> list[Asked]:
    """All sets that are given, each kept in ``--cache`` once it was gathered."""
    sets: dict[str, Any] = {name: pairs.labelled_talks(name, pairs.own(name)) for name in ("friends", "assistant")}
    sets["small"] = pairs.labelled_talks("small", pairs.small_talks())
    sets["small read"] = pairs.small_read()
    if options.locomo:
        sets["locomo"] = pairs.labelled_talks("locomo", pairs.locomo(options.locomo))
    if options.longmemeval:
        sets["user turns"] = pairs.labelled_talks("user turns", pairs.longmemeval(options.longmemeval))
    if options.stories:
        sets["stories"] = pairs.stories("stories", options.stories.read_text("utf-8"))
    if options.read_stories:
        sets["read"] = pairs.stories("read", options.read_stories.read_text("utf-8"), options.answers)
    found: list[Asked] = []
    for name, asked in sets.items():
        kept = options.cache / f"{name}.pickle" if options.cache else None
        if kept and kept.exists():
            await asked.aclose()
            own = pickle.loads(kept.read_bytes())
        else:
            own = [each async for each in asked]
            if kept:
                kept.write_bytes(pickle.dumps(own))
        print(f"{name}: {len(own)} questions", flush=True)
        found += own
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Learns the weights by which facts and messages are ranked and cut.")
    parser.add_argument("--locomo", type=Path, help="a file in LoCoMo's format")
    parser.add_argument("--longmemeval", type=Path, help="a folder of LongMemEval, one file a question")
    parser.add_argument("--stories", type=Path, help="JSON lines of stories, read by the local reader")
    parser.add_argument("--read-stories", type=Path, help="stories that a reader has read")
    parser.add_argument("--answers", type=Path, help="what the reader answered to their prompts")
    parser.add_argument("--cache", type=Path, help="a folder that keeps what was gathered")
    parser.add_argument("--write", action="store_true", help=f"write {TARGET}")
    parser.add_argument("--held-out", action="store_true", help="in five folds over whole talks too")
    options = parser.parse_args()
    questions = talked(asyncio.run(gathered(options)))
    made = {}
    for name, embedded in (("embedded", True), ("words", False)):
        made[name] = learn(questions, embedded)
        report(f"{name}, all", ranked(questions, made[name]))
    if options.write:
        _write(made, questions)
    if options.held_out:
        report("held out", held_out(questions, embedded=True))


def _write(made: dict[str, tuple[Made, Made, Made, Made]], questions: Sequence[Talked]) -> None:
    counts: dict[str, int] = defaultdict(int)
    for each in questions:
        counts[each.asked.kind] += 1
    names = ("facts", "messages", "messages_alone", "lines")
    written = {
        "made_by": "python -m benchmarks.learn_ranking --write",
        "learned_from": {kind: {"questions": n, "blake3": _checksum(kind, questions)} for kind, n in counts.items()},
        **{
            name: {part: {"base": m.base, "weights": m.weights} for part, m in zip(names, parts, strict=True)}
            for name, parts in made.items()
        },
    }
    TARGET.write_text(json.dumps(written, indent=1, sort_keys=True) + "\n", "utf-8")
    print(f"{TARGET}: {TARGET.stat().st_size:,} bytes")


def _checksum(kind: str, questions: Sequence[Talked]) -> str:
    """Of the questions and what helps them."""
    told_of = [
        f"{q.asked.talk}\t{q.asked.question}\t{sorted(q.asked.messages)}\t{sorted(q.asked.facts)}"
        for q in questions
        if q.asked.kind == kind
    ]
    return blake3("\n".join(told_of).encode()).hexdigest()


if __name__ == "__main__":
    main()

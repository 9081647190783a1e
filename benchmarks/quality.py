"""How good the extraction is: the real extractors held against chat messages that people labelled by hand.

In: ``benchmarks/data/labelled_build.jsonl`` and ``labelled_unread.jsonl`` (two halves of one mix; the second is never
read by who improves an extractor), ``labelled_practice.jsonl`` and ``labelled_check.jsonl`` (more of the same mix:
rules are improved on the first and held against the second), ``date_phrases.jsonl``. Out: figures on standard output,
progress on standard error. A line's ``facts`` are demanded; ``also_fine`` are true as well, but nobody misses them. In
a fact, ``or_source``, ``or_relation`` and ``or_target`` are other ways to say it, and ``unchecked`` names what is left
open (dates, ends, replaces).

Run it with ``python -m benchmarks.quality [--half build|practice|check|unread] [--extractor local|llm|hybrid]
[--model FILE.gguf] [--wrong]``.
"""

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from benchmarks.reader_edges import edges_of
from benchmarks.same_facts import DATA, Fact, FactMatcher
from zeph.clock import Moment
from zeph.errors import ModelError
from zeph.memory.ingest.extraction import ExtractedEdge, Extractor
from zeph.memory.ingest.llm.extractor import LLMExtractor
from zeph.memory.ingest.run.choose_extractor import HybridExtractor
from zeph.memory.ingest.run.local_extractor import LocalExtractor
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.names import canonical_name
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.times.date_resolution import resolve_date
from zeph.memory.language.times.date_spans import find_date_phrases
from zeph.models.local.gguf_chat import GGUFChat
from zeph.models.local.gguf_file import find_gguf
from zeph.records.message import GraphState, Message

MODEL_SECS = 300.0
"""For one call of a model: quality is measured here, not patience."""

HALVES = ("build", "practice", "check", "unread")
READ = ("build", "practice")
"""The files that are looked at line by line to improve an extractor; the others give figures alone."""


@dataclass
class Score:
    """Counts over the labelled messages."""

    messages: int = 0
    right: int = 0
    missed: int = 0
    fine: int = 0
    """Facts that are true but not demanded."""
    made_up: int = 0
    factless: int = 0
    silent: int = 0
    """Messages without facts that gave none."""
    dated: int = 0
    dates_right: int = 0
    changes: int = 0
    changes_right: int = 0
    whole: int = 0
    """Right facts whose dates, end and replacement are right too."""
    failed: int = 0
    seconds: float = 0.0
    by_kind: dict[str, Counter[str]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return _share(self.right + self.fine, self.right + self.fine + self.made_up)

    @property
    def recall(self) -> float:
        return _share(self.right, self.right + self.missed)

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def _share(part: int, of: int) -> float:
    return part / of if of else 1.0


def load(name: str) -> list[dict[str, Any]]:
    """The lines of a data file."""
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


# ---------------------------------------------------------------- one message


def compare(score: Score, matcher: FactMatcher, case: dict[str, Any], edges: list[ExtractedEdge]) -> None:
    """Adds one message's facts to the score."""
    fine = case.get("also_fine", [])
    score.messages += 1
    if not case["facts"] and not fine:
        score.factless += 1
        score.silent += not edges
    pairs = _pairs(matcher, case["facts"], edges)
    kind = score.by_kind.setdefault(case["kind"], Counter())
    for at, fact in enumerate(case["facts"]):
        edge = edges[pairs[at]] if at in pairs else next((e for e in edges if matcher.covers(fact, e)), None)
        kind["right" if edge else "missed"] += 1
        if edge is None:
            score.missed += 1
            score.wrong.append(f"missed   {case['id']} {case['text']!r}\n           {_shown(fact)}")
        else:
            score.right += 1
            _details(score, matcher, case, fact, edge if at in pairs else None, edges)
    for at, edge in enumerate(edges):
        if at in pairs.values() or any(matcher.same(fact, edge) for fact in case["facts"]):
            continue
        true = any(matcher.same(f, edge) for f in fine) or any(matcher.implied(f, edge) for f in case["facts"])
        score.fine += true
        score.made_up += not true
        kind["made up"] += not true
        if not true:
            score.wrong.append(f"made up  {case['id']} {case['text']!r}\n           {_edge(edge)}")


def _pairs(matcher: FactMatcher, facts: list[Fact], edges: list[ExtractedEdge]) -> dict[int, int]:
    """Labelled fact to edge, each used once; the closest first."""
    ranked = []
    for i, fact in enumerate(facts):
        for j, edge in enumerate(edges):
            if matcher.same(fact, edge):
                exact = canonical_name(fact["target"]) == canonical_name(edge.target)
                details = [matcher.dates(fact, edge), matcher.changes(fact, edge, edges)]
                ranked.append((exact - 2 * details.count(False), -i, -j))
    taken: dict[int, int] = {}
    for _, i, j in sorted(ranked, reverse=True):
        if -i not in taken and -j not in taken.values():
            taken[-i] = -j
    return taken


def _details(
    score: Score,
    matcher: FactMatcher,
    case: dict[str, Any],
    fact: Fact,
    edge: ExtractedEdge | None,
    edges: list[ExtractedEdge],
) -> None:
    dates = matcher.dates(fact, edge) if edge else None
    changes = matcher.changes(fact, edge, edges) if edge else True
    score.dated += dates is not None
    score.dates_right += dates is True
    score.changes += changes is not None
    score.changes_right += changes is True
    score.whole += dates is not False and changes is not False
    if edge and (dates is False or changes is False):
        what = "date" if dates is False else "change"
        score.wrong.append(
            f"{what:8} {case['id']} {case['text']!r}\n           wanted {_shown(fact)}\n           given  {_edge(edge)}"
        )


def _shown(fact: Fact) -> str:
    more = [f"{k}={v}" for k, v in fact.items() if k in ("valid_from", "valid_until", "ends", "replaces")]
    return " ".join([f"({fact['source']} | {fact['relation']} | {fact['target']})", *more])


def _edge(edge: ExtractedEdge) -> str:
    more = {k: getattr(edge, k) for k in ("valid_from", "valid_until", "ends", "replaces")}
    said = [f"{k}={v!r}" for k, v in more.items() if v not in (None, False)]
    return " ".join([f"({edge.source} | {edge.relation} | {edge.target})", *said])


# ---------------------------------------------------------------- all of them


async def measure(extractor: Extractor, cases: list[dict[str, Any]], ontology: Ontology) -> Score:
    """The extractor held against every labelled message; a message its model fails on gives nothing."""
    score, gazetteer, shown = Score(), Gazetteer.load(), time.monotonic()
    for at, case in enumerate(cases):
        message, context = _messages(case)
        started = time.perf_counter()
        edges: list[ExtractedEdge] = []
        try:
            edges = edges_of(await extractor.extract(message, context), ontology)
        except ModelError:
            score.failed += 1
        score.seconds += time.perf_counter() - started
        compare(score, FactMatcher(ontology, gazetteer, case), case, edges)
        if time.monotonic() - shown > 10:
            shown = time.monotonic()
            print(f"{at + 1} of {len(cases)} messages, {score.seconds:.0f} s", file=sys.stderr)
    return score


def _messages(case: dict[str, Any]) -> tuple[Message, tuple[Message, ...]]:
    texts = [*case.get("context", ()), case["text"]]
    said = [_message(case["speaker"], text, case["sent_at"], at) for at, text in enumerate(texts)]
    return said[-1], tuple(said[:-1])


def _message(speaker: str, text: str, sent_at: Moment, at: int) -> Message:
    name = "" if speaker == "User" else speaker
    return Message(at + 1, 1, 1, str(at), "user", name, text, sent_at, (), GraphState.PENDING)


def date_phrases() -> Iterator[tuple[bool, bool | None, str]]:
    """Per phrase: right when found in its text; right when resolved alone (None: a span, or no phrase); the case."""
    for case in load("date_phrases"):
        wanted = case["from"], case["until"], case["precision"]
        given = _found(case["text"], case["sent_at"])
        alone: bool | None = None
        if case["phrase"] and not (case["from"] and case["until"]):
            one = resolve_date(case["phrase"], case["sent_at"])
            alone = (
                (one.moment, one.precision) == (case["from"] or case["until"], case["precision"])
                if one
                else not any(wanted)
            )
        yield (
            given == wanted,
            alone,
            f"{case['text']!r} at {case['sent_at']}: wanted {wanted}, given {given}, alone {alone}",
        )


def _found(text: str, sent_at: Moment) -> tuple[str | None, str | None, str | None]:
    since = until = precision = None
    for phrase in find_date_phrases(text):
        found = resolve_date(phrase.text, sent_at)
        if found is None:
            continue
        if phrase.role in ("until", "before"):
            until = until or found.moment
        else:
            since = since or found.moment
        precision = precision or found.precision
    return since, until, precision


def report(score: Score, *, kinds: bool) -> None:
    """The figures as text."""
    given = score.right + score.fine + score.made_up
    print(f"precision {score.precision:.3f}   {score.right} right and {score.fine} fine of {given} given")
    print(f"  strict  {_share(score.right, given):.3f}   only what was demanded counts as right")
    print(f"recall    {score.recall:.3f}   {score.right} of {score.right + score.missed} demanded")
    print(f"F1        {score.f1:.3f}")
    print(
        f"silence   {_share(score.silent, score.factless):.3f}   {score.silent} of {score.factless} factless messages"
    )
    print(
        f"dates     {_share(score.dates_right, score.dated):.3f}   {score.dates_right} of {score.dated} facts with a "
        f"date"
    )
    print(
        f"changes   {_share(score.changes_right, score.changes):.3f}   {score.changes_right} of {score.changes} ends "
        f"and replacements"
    )
    print(
        f"whole     {_share(score.whole, score.right + score.missed):.3f}   {score.whole} demanded facts right in "
        f"every part"
    )
    print(
        f"{score.messages} messages, {1000 * score.seconds / max(1, score.messages):.1f} ms each, {score.failed} failed"
    )
    for kind, count in score.by_kind.items() if kinds else ():
        print(f"  {kind:34} {count['right']:3} right {count['missed']:3} missed {count['made up']:3} made up")


async def run(chosen: argparse.Namespace) -> Score:
    """One half with one extractor."""
    ontology, cases = Ontology.load(), load(f"labelled_{chosen.half}")[: chosen.limit]
    rules = LocalExtractor(ontology, Gazetteer.load())
    await rules.warm()  # loads the tagger, which is no message's time
    if chosen.extractor == "local":
        return await measure(rules, cases, ontology)
    chat = GGUFChat(find_gguf(chosen.model), request_timeout_secs=MODEL_SECS)
    model = LLMExtractor(chat, ontology, timeout_secs=MODEL_SECS)
    try:
        await model.read_prompt()
        return await measure(model if chosen.extractor == "llm" else HybridExtractor(rules, model), cases, ontology)
    finally:
        await chat.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="How good the extraction is, on labelled chat messages.")
    parser.add_argument("--half", choices=HALVES, default="build")
    parser.add_argument("--extractor", choices=("local", "llm", "hybrid"), default="local")
    parser.add_argument("--model", default="smollm2", help="a GGUF file, for --extractor llm and hybrid")
    parser.add_argument("--limit", type=int, help="only the first messages")
    parser.add_argument("--wrong", action="store_true", help="list what was missed, made up or got wrong dates")
    parser.add_argument(
        "--final", action="store_true", help="allow --wrong on a half that is not to be read: it is read from then on"
    )
    chosen = parser.parse_args()
    if chosen.wrong and chosen.half not in READ and not chosen.final:
        parser.error(f"the {chosen.half} half stays unread: --wrong is for {' and '.join(READ)} (or add --final)")
    score = asyncio.run(run(chosen))
    report(score, kinds=chosen.half in READ)
    phrases = list(date_phrases())
    alone = [right for _, right, _ in phrases if right is not None]
    found = sum(right for right, _, _ in phrases)
    print(
        f"date phrases {found} of {len(phrases)} found and resolved in their text, {sum(alone)} of {len(alone)} alone"
    )
    for line in score.wrong if chosen.wrong else ():
        print(line)
    for right, only, line in phrases if chosen.wrong else ():
        if not right or only is False:
            print(f"phrase   {line}")


if __name__ == "__main__":
    main()

"""What becomes of what people claim: labelled messages told to a whole memory, and the graph held against the labels.

In: ``benchmarks/data/labelled_unread_two.jsonl``, or another set of its form. Each message (with those before it that
it needs) is told to a memory of its own; then the facts that are current, over and new are compared with the claims.
Out: precision (also by the kind of the claim that made a fact), recall (of all, and of what a plain reader ought to
get), silence, and the share of ends and changes that took effect.

Run it with ``python -m benchmarks.claims [--extractor local] [--set NAME] [--reader] [--wrong]``. ``--reader`` asks the
local reader alone, without a memory: quick, and blind to what revision does. ``--wrong`` lists what is missed and made
up; a set that nobody who writes rules may read gives figures alone.
"""

import argparse
import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from benchmarks.claim_labels import CHANGES, SHOWN, ClaimMatcher, Fact, effective, facts_of, is_true, load_labels
from benchmarks.story_adapter import Life
from zeph.clock import parse_moment, to_moment
from zeph.memory.ingest.reader.read_message import Reader
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology
from zeph.storage.engine.driver import connect

UNREAD = ("labelled_unread_eight",)
"""Sets that nobody who writes rules reads."""
EDGES = """
SELECT e.id, s.name, e.canonical_relation, t.name, e.fact, e.confidence, e.valid_until, e.expired_at,
    EXISTS (SELECT 1 FROM graph_edge_mentions m WHERE m.edge_id = e.id AND m.message_id = :message),
    coalesce((SELECT c.kind FROM graph_claims c JOIN graph_claim_edges l ON l.claim_id = c.id
        WHERE l.edge_id = e.id AND c.message_id = :message ORDER BY c.ordinal LIMIT 1), 'none'),
    coalesce(e.qualifiers, '') || ' ' || coalesce(e.valid_from, '') || ' ' || coalesce(e.valid_until, '')
FROM graph_edges e JOIN graph_entities s ON s.id = e.source_entity_id JOIN graph_entities t ON t.id = e.target_entity_id
"""

Case = dict[str, Any]


@dataclass
class Tally:
    """Counts over the labelled messages, and what is wrong line by line."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, matcher: ClaimMatcher, case: Case, facts: list[Fact]) -> None:
        """One message and what is known after it."""
        new = [fact for fact in facts if fact.spoken_of and fact.confidence >= SHOWN]
        if not case["claims"] and not case.get("also_fine"):
            self.counts["silent"] += not new
            self.counts["factless"] += 1
        for claim in case["claims"]:
            self._asked(matcher, case, claim, facts)
        for fact in new:
            true = is_true(matcher, case, fact)
            self.counts[f"true {fact.kind}"] += true
            self.counts[f"given {fact.kind}"] += 1
            if not true:
                self._note("made up", case, f"{fact.kind}: {fact.source} | {fact.relation} | {fact.target}", fact)

    def _asked(self, matcher: ClaimMatcher, case: Case, claim: dict[str, Any], facts: list[Fact]) -> None:
        right = effective(matcher, claim, facts, case["sent_at"])
        plain, change = (["plain"] if case["plain"] else []), claim["kind"] in CHANGES
        for group in ("all", *plain, *(["changes"] if change else [])):
            self.counts[f"{group} right"] += right
            self.counts[f"{group} asked"] += 1
        if not right:
            said = " | ".join(claim[part] for part in ("subject", "verb", "object"))
            self._note("missed", case, f"{claim['kind']}: {said}{'' if case['plain'] else ' (not plain)'}")

    def _note(self, what: str, case: Case, line: str, fact: Fact | None = None) -> None:
        before = "".join(f"{text!r} … " for text in case.get("before", ()))
        told = f"\n           {fact.sentence!r}" if fact is not None else ""
        self.wrong.append(f"{what:9}{case['id']} {before}{case['text']!r}\n           {line}{told}")

    def report(self) -> Iterator[str]:
        """The figures, line by line."""
        kinds = sorted(key.removeprefix("given ") for key in self.counts if key.startswith("given "))
        true, given = (sum(self.counts[f"{what} {kind}"] for kind in kinds) for what in ("true", "given"))
        yield _share("precision", true, given)
        for kind in kinds:
            yield _share(f"  of {kind}", self.counts[f"true {kind}"], self.counts[f"given {kind}"])
        for group, words in (("all", "recall"), ("plain", "recall of plain"), ("changes", "changes in effect")):
            yield _share(words, self.counts[f"{group} right"], self.counts[f"{group} asked"])
        yield _share("silence", self.counts["silent"], self.counts["factless"])


def _share(words: str, right: int, of: int) -> str:
    return f"{words:18}{right / max(1, of):.3f}  ({right} of {of})"


async def graph_of(case: Case, extractor: str) -> list[Fact]:
    """The graph's facts after the case's messages."""
    at = parse_moment(case["sent_at"])
    earlier = [str(text) for text in case.get("before", ())]
    speaker = "" if case["speaker"] == "User" else str(case["speaker"])
    async with Life(extractor=extractor, embed=False) as life:
        for number, text in enumerate(earlier):
            await life.tell(text, to_moment(at - timedelta(days=30 * (len(earlier) - number))), speaker)
        message = await life.tell(case["text"], case["sent_at"], speaker)
        connection = connect(life.memory.path, reader=True)
        rows = connection.execute(EDGES, {"message": message}).fetchall()
        connection.close()
    return [Fact(*row) for row in rows]


def claimed(reader: Reader, case: Case) -> list[Fact]:
    """The claims of the reader on the case's last message, each as the fact it would make or end."""
    before = [(case["speaker"], text) for text in case.get("before", ())]
    said = reader.claims(case["text"], case["speaker"], before)
    return [fact for claim in said if claim.for_graph for fact in facts_of(claim, case["sent_at"])]


async def measure(
    name: str, known_after: Callable[[Case], Coroutine[Any, Any, list[Fact]]], ontology: Ontology
) -> Tally:
    """Counts over the labelled messages of a set."""
    tally = Tally()
    for case in load_labels(name):
        tally.add(ClaimMatcher(ontology, case["speaker"]), case, await known_after(case))
    return tally


async def _run(chosen: argparse.Namespace) -> Tally:
    ontology = Ontology.load()
    reader = Reader(ontology, Gazetteer.load()) if chosen.reader else None

    async def known_after(case: Case) -> list[Fact]:
        return claimed(reader, case) if reader is not None else await graph_of(case, chosen.extractor)

    return await measure(chosen.set, known_after, ontology)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--extractor", default="local")
    arguments.add_argument("--set", default="labelled_unread_two")
    arguments.add_argument("--reader", action="store_true", help="the local reader alone, without a memory")
    arguments.add_argument("--wrong", action="store_true", help="list what is missed and made up")
    chosen = arguments.parse_args()
    if chosen.wrong and chosen.set in UNREAD:
        arguments.error(f"{chosen.set} gives figures alone: whoever writes rules must not read it")
    tally = asyncio.run(_run(chosen))
    print("\n".join([*(tally.wrong if chosen.wrong else ()), *tally.report()]))


if __name__ == "__main__":
    main()

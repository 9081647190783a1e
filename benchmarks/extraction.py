"""How right the local extractor is: precision and recall on the labelled sentences, by pattern, and its speed.

In: ``tests/data/local_extraction.jsonl`` (one sentence a line with the facts it states). Out: a table on standard
output. Run it with ``python -m benchmarks.extraction``; ``--wrong`` lists what was missed and what was made up,
``--plain`` leaves spaCy out.
"""

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zeph.memory.ingest.local.extractor import LocalExtractor
from zeph.memory.ingest.local.phrases.reader import Finding
from zeph.memory.ingest.local.words.tokens import PlainTagger
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.names import canonical_name
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.relations import RelationMatch

DATA = Path(__file__).parent.parent / "tests" / "data" / "local_extraction.jsonl"
Triple = tuple[str, str, str]


@dataclass
class Score:
    """Counts over the labelled sentences."""

    right: int = 0
    made_up: int = 0
    missed: int = 0
    silent: int = 0
    """Sentences without facts that gave none."""
    factless: int = 0
    details_right: int = 0
    """Right facts whose end, replacement and dates are right too."""
    by_pattern: Counter[tuple[str, bool]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0
    sentences: int = 0

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + self.made_up)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.right + self.missed)

    @property
    def silence(self) -> float:
        return self.silent / max(1, self.factless)


def measure(extractor: LocalExtractor, ontology: Ontology, data: Path = DATA) -> Score:
    """The extractor held against every labelled sentence."""
    score = Score()
    extractor.findings("I like tea.", "User")
    for line in data.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        started = time.perf_counter()
        found = extractor.findings(case["text"], case.get("speaker", "User"))
        score.seconds += time.perf_counter() - started
        score.sentences += 1
        _compare(score, case, found, ontology)
    return score


def _compare(score: Score, case: dict[str, Any], found: list[Finding], ontology: Ontology) -> None:
    expected = {_triple(f["source"], f["relation"], f["target"], ontology): f for f in case["facts"]}
    got = {_triple(f.source, f.relation, f.target, ontology): f for f in found}
    score.factless += not expected
    score.silent += not expected and not got
    for triple, finding in got.items():
        hit = triple in expected
        score.right += hit
        score.made_up += not hit
        score.by_pattern[finding.pattern, hit] += 1
        exact = hit and _details(expected[triple]) == (
            finding.ends, finding.replaces, finding.valid_from, finding.valid_until,
        )  # fmt: skip
        score.details_right += exact
        if not exact:
            label = "made up" if not hit else "details"
            score.wrong.append(f"{label:8} {case['text']} -> {finding.fact} [{finding.relation}] {finding}")
    for triple in expected.keys() - got.keys():
        score.missed += 1
        score.wrong.append(f"missed   {case['text']} -> {triple}")


def _details(fact: dict[str, Any]) -> tuple[Any, ...]:
    return fact.get("ends", False), fact.get("replaces"), fact.get("valid_from"), fact.get("valid_until")


def canonical(match: RelationMatch) -> str:
    """The relation's name; of a plan without the deed, which is more than the labels ask for."""
    return "plans" if match.relation.name.startswith("plans_to_") else match.relation.name


def _triple(source: str, relation: str, target: str, ontology: Ontology) -> Triple:
    match = ontology.normalise(relation)
    name = canonical(match) + ("~" if match.swap else "") if match else relation
    return canonical_name(source), name, canonical_name(target)


def main() -> None:
    parser = argparse.ArgumentParser(description="Precision and recall of the local extractor.")
    parser.add_argument("--wrong", action="store_true", help="list what was missed and what was made up")
    parser.add_argument("--plain", action="store_true", help="read with the lexicon instead of spaCy")
    chosen = parser.parse_args()
    ontology = Ontology.load()
    extractor = LocalExtractor(ontology, Gazetteer.load(), PlainTagger() if chosen.plain else None)
    score = measure(extractor, ontology)
    print(f"precision {score.precision:.3f}   recall {score.recall:.3f}   silence {score.silence:.3f}")
    print(f"ends, replacements and dates right too: {score.details_right} of {score.right}")
    print(f"{score.sentences} sentences, {1000 * score.seconds / score.sentences:.1f} ms each")
    for pattern in sorted({pattern for pattern, _ in score.by_pattern}):
        right, wrong = score.by_pattern[pattern, True], score.by_pattern[pattern, False]
        print(f"  {pattern:14} {right:3} right {wrong:3} wrong")
    for line in score.wrong if chosen.wrong else ():
        print(line)


if __name__ == "__main__":
    main()

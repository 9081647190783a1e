"""What becomes of what people claim: labelled messages told to a whole memory, and the graph held against the labels.

In: ``benchmarks/data/labelled_unread_two.jsonl``, which nobody who writes rules reads. Each message (with those before
it that it needs) is told to a memory of its own; then the facts that are current, over and new are compared with the
claims. Out: precision, recall (of all, and of what a plain reader ought to get), silence, and the share of ends and
changes that took effect. Run it with ``python -m benchmarks.claims [--extractor local] [--set NAME]``; it prints
figures alone.
"""

import argparse
import asyncio
import json
import re
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from benchmarks.story_adapter import Life
from zeph.clock import parse_moment, to_moment
from zeph.memory.language.names import canonical_name
from zeph.memory.language.ontology import Ontology
from zeph.storage.engine.driver import connect

DATA = Path(__file__).parent / "data"
SHOWN = 0.6
"""Facts below it are candidates, which nobody is shown."""
CHANGES = ("end", "replace", "correct")
_WORD = re.compile(r"[\w.+#]+")
_LIGHT = frozenset("a an the my our your his her their its some of to at in on for with and new i".split())
EDGES = """
SELECT e.id, s.name, e.canonical_relation, t.name, e.fact, e.confidence, e.valid_until, e.expired_at,
    EXISTS (SELECT 1 FROM graph_edge_mentions m WHERE m.edge_id = e.id AND m.message_id = :message)
FROM graph_edges e JOIN graph_entities s ON s.id = e.source_entity_id JOIN graph_entities t ON t.id = e.target_entity_id
"""

Claim = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the graph after the last message."""

    edge_id: int
    source: str
    relation: str
    target: str
    sentence: str
    confidence: float
    valid_until: str | None
    expired_at: str | None
    spoken_of: bool
    """The last message is one of its sources."""

    def over(self, now: str) -> bool:
        return self.expired_at is not None or (self.valid_until is not None and self.valid_until <= now)


def _stems(text: str) -> list[str]:
    return [re.sub(r"(?<=...)(?:ing|ed|es|s|e)$", "", w.strip(".")) for w in _WORD.findall(canonical_name(text))]


def _content(text: str) -> set[str]:
    return {stem for stem in _stems(text) if stem not in _LIGHT}


class ClaimMatcher:
    """Whether a fact of the graph says what a labelled claim says."""

    def __init__(self, ontology: Ontology, speaker: str) -> None:
        self._ontology = ontology
        self._speaker = speaker

    def about(self, claim: Claim, fact: Fact, key: str = "object") -> bool:
        """Whether subject and object are those of the claim, in either order."""
        things = [claim[key], *claim.get(f"also_{key}s", ())] if claim.get(key) else []
        return any(
            self._same(claim["subject"], one) and any(self._same(thing, other, fact.sentence) for thing in things)
            for one, other in ((fact.source, fact.target), (fact.target, fact.source))
        )

    def says(self, claim: Claim, fact: Fact) -> bool:
        """... and the relation, by the ontology or by the verb's own words."""
        if not self.about(claim, fact):
            return False
        for verb in (claim["verb"], *claim.get("also_verbs", ())):
            match = self._ontology.normalise(verb.replace(" ", "_"))
            words = _content(verb) or set(_stems(verb))
            spoken = set(_stems(fact.sentence)) | set(_stems(fact.relation.replace("_", " ")))
            if (match and match.relation.name == fact.relation) or words <= spoken:
                return True
        return False

    def _same(self, wanted: str, given: str, sentence: str = "") -> bool:
        wanted, given = (re.sub(rf"\b{re.escape(self._speaker)}\b", "User", name) for name in (wanted, given))
        if canonical_name(wanted) == canonical_name(given):
            return True
        asked, known = _content(wanted), _content(given)
        if not asked or "User" in (wanted, given):
            return False
        return asked <= known or (bool(known) and known <= asked and asked <= known | _content(sentence))


def effective(matcher: ClaimMatcher, claim: Claim, facts: list[Fact], now: str) -> bool:
    """Whether the graph holds what the claim says: it is there, it is over, or one took another's place."""
    shown = [fact for fact in facts if fact.confidence >= SHOWN]
    kind = claim["kind"]
    if kind == "end" or claim.get("polarity") == "no":
        return _holds_no_longer(matcher, claim, shown, now)
    holds = any(matcher.says(claim, fact) and not (kind != "event" and fact.over(now)) for fact in shown)
    if kind in ("replace", "correct") and claim.get("old"):
        return holds and not any(matcher.about(claim, fact, "old") and not fact.over(now) for fact in shown)
    return holds


def _holds_no_longer(matcher: ClaimMatcher, claim: Claim, facts: list[Fact], now: str) -> bool:
    about = [fact for fact in facts if matcher.about(claim, fact)]
    current = [fact for fact in about if not fact.over(now)]
    denied = claim.get("polarity") == "no" and any(matcher.says(claim, fact) for fact in current)
    return denied or bool(about and not current)


async def graph_of(case: dict[str, Any], extractor: str) -> list[Fact]:
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
    return [Fact(*row[:8], bool(row[8])) for row in rows]


async def measure(name: str, extractor: str) -> Counter[str]:
    """Counts over the labelled messages."""
    counts: Counter[str] = Counter()
    ontology = Ontology.load()
    for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        matcher = ClaimMatcher(ontology, case["speaker"])
        now = case["sent_at"]
        facts = await graph_of(case, extractor)
        new = [fact for fact in facts if fact.spoken_of and fact.confidence >= SHOWN]
        if not case["claims"] and not case.get("also_fine"):
            counts["silent"] += not new
            counts["factless"] += 1
        for claim in case["claims"]:
            right = effective(matcher, claim, facts, now)
            for group in (
                "all",
                *(["plain"] if case["plain"] else []),
                *(["changes"] if claim["kind"] in CHANGES else []),
            ):
                counts[f"{group} right"] += right
                counts[f"{group} asked"] += 1
        labels = [*case["claims"], *case.get("also_fine", ())]
        for fact in new:
            true = any(matcher.about(c, fact) or (c.get("old") and matcher.about(c, fact, "old")) for c in labels)
            counts["true" if true else "made up"] += 1
    return counts


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--extractor", default="local")
    arguments.add_argument("--set", default="labelled_unread_two")
    chosen = arguments.parse_args()
    counts = asyncio.run(measure(chosen.set, chosen.extractor))
    given = counts["true"] + counts["made up"]
    print(f"precision        {counts['true'] / max(1, given):.3f}  ({counts['true']} of {given})")
    for group, words in (("all", "recall"), ("plain", "recall of plain"), ("changes", "changes in effect")):
        right, asked = counts[f"{group} right"], counts[f"{group} asked"]
        print(f"{words:17}{right / max(1, asked):.3f}  ({right} of {asked})")
    print(f"silence          {counts['silent'] / max(1, counts['factless']):.3f}  ({counts['factless']} messages)")


if __name__ == "__main__":
    main()

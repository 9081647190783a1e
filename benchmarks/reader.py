"""How good and how quick the local reader is, on the labelled messages that rules may be improved on.

In: ``labelled_build.jsonl`` and ``labelled_practice.jsonl``, no other file. Out: precision, recall and silence as in
``benchmarks.quality`` (claims are turned into edges for that: source, relation, target, ends, replaces), and messages a
second.

Run it with ``python -m benchmarks.reader [--wrong] [--plain] [--speed] [--rows-only]``; with ``--write`` it measures
how often each row is right instead (``benchmarks.reader_precision``), which is to be done whenever rows have changed.
"""

import argparse
import asyncio
import time
from typing import Any

from benchmarks.quality import load, measure, report
from benchmarks.reader_edges import edge_of
from benchmarks.reader_precision import write
from zeph.memory.ingest.extraction import Extracted, ExtractedEntity, Extraction, ExtractionCost
from zeph.memory.ingest.reader.parse.tagging import PlainTagger
from zeph.memory.ingest.reader.read_message import Reader
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import GRAPH_MODALITIES
from zeph.records.message import Message

HALVES = ("build", "practice")
ROUNDS = 3
SURE = 0.6


class ReaderExtractor:
    """The reader in the place of an extractor."""

    name = "reader"

    def __init__(self, reader: Reader, ontology: Ontology, *, rows_only: bool) -> None:
        self._reader, self._ontology, self._rows_only = reader, ontology, rows_only

    async def extract(self, message: Message, context: tuple[Message, ...]) -> Extracted:
        said = self._reader.claims(message.text, message.person, [(m.person, m.text) for m in context])
        sure = [c for c in said if c.confidence >= SURE and c.polarity and c.modality in GRAPH_MODALITIES]
        if self._rows_only:
            sure = [claim for claim in sure if claim.reader.startswith("pattern:")]
        edges = [edge_of(claim, self._ontology) for claim in sure]
        names = dict.fromkeys(name for edge in edges for name in (edge.source, edge.target))
        entities = [ExtractedEntity(name=name) for name in names][:100]
        return Extracted(Extraction(entities=entities, edges=edges[:100]), ExtractionCost("reader"))


def speed(reader: Reader, cases: list[dict[str, Any]]) -> float:
    """Messages a second, the best of three rounds."""
    return max(_once(reader, [case["text"] for case in cases]) for _ in range(ROUNDS))


def _once(reader: Reader, texts: list[str]) -> float:
    started = time.perf_counter()
    for text in texts:
        reader.claims(text)
    return len(texts) / (time.perf_counter() - started)


async def run(chosen: argparse.Namespace) -> None:
    """Both files, then the reader's speed."""
    ontology, gazetteer = Ontology.load(), Gazetteer.load()
    reader = Reader(ontology, gazetteer, PlainTagger() if chosen.plain else None)
    if chosen.write:
        print(write(reader, ontology))
        return
    reader.claims("I like tea.")  # loads the tagger, which is no message's time
    cases: list[dict[str, Any]] = []
    for half in HALVES:
        own = load(f"labelled_{half}")
        cases += own
        print(f"---- {half}")
        score = await measure(ReaderExtractor(reader, ontology, rows_only=chosen.rows_only), own, ontology)
        if chosen.wrong:
            print("\n".join(score.wrong))
        report(score, kinds=False)
    if chosen.speed:
        print(f"---- messages a second: {speed(reader, cases):.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="How good the local reader is, on labelled chat messages.")
    parser.add_argument("--wrong", action="store_true", help="list what is wrong")
    parser.add_argument("--plain", action="store_true", help="with the plain tagger")
    parser.add_argument("--speed", action="store_true", help="messages a second")
    parser.add_argument("--rows-only", action="store_true", help="without ages, contacts and amounts")
    parser.add_argument("--write", action="store_true", help="measure every row and write precision.toml")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()

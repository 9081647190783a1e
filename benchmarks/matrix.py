"""What is said to be so × how it is said to be over: whether the end takes effect, and takes nothing else along.

In: ``benchmarks/data/matrix.toml``. Each pair of a state and an end has a memory of its own, told the bystanders, the
state and the end a week apart. Out: of the pairs whose state became a fact, the share that is no longer current; the
share that stands after what nearly happened, and that is current again where it was taken up again; bystanders that
were known and are lost. ``--direct`` gives the claims as they are written there, in place of a reader: what fails then
is revision's own.

Run it with ``python -m benchmarks.matrix [--family NAME] [--missed] [--unknown] [--direct] [--no-embed]``.
"""

import argparse
import asyncio
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Literal
from unittest.mock import patch

from benchmarks.matrix_claims import WrittenClaims, text_of
from benchmarks.story_adapter import Life
from zeph.memory.ingest.extraction import Extracted, Extraction, ExtractionCost, Extractor
from zeph.memory.ingest.reader.read_message import Reader
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology
from zeph.records.edge import CANDIDATE_BELOW
from zeph.records.message import Message
from zeph.storage.engine.driver import connect

DATA = Path(__file__).parent / "data" / "matrix.toml"
DAYS = ("2025-03-03", "2025-03-10", "2025-06-16", "2025-09-22")
NOW = "2025-10-01 10:00:00"
CHOICE = "zeph.memory.ingest.run.choose_extractor.choose_extractor"
CURRENT = """
SELECT e.id, s.name, t.name, e.fact, coalesce(e.valid_from, '')
FROM graph_edges e JOIN graph_entities s ON s.id = e.source_entity_id JOIN graph_entities t ON t.id = e.target_entity_id
WHERE e.expired_at IS NULL AND (e.valid_until IS NULL OR e.valid_until > :now) AND e.confidence >= :least
    AND e.valid_until IS NOT e.valid_from AND e.canonical_relation <> 'is_a'
"""
Wanted = Literal["gone", "stands"]
Others = tuple[tuple[str, str], ...]


class ReaderExtractor:
    """The reader in the place of an extractor."""

    name = "local"

    def __init__(self) -> None:
        self._reader = Reader(Ontology.load(), Gazetteer.load())

    async def prepare(self, messages: Sequence[Message]) -> None:
        """Tags the words of many at once."""
        self._reader.prepare([message.text for message in messages])

    async def extract(self, message: Message, context: tuple[Message, ...]) -> Extracted:
        """See :class:`zeph.memory.ingest.extraction.Extractor`."""
        before = [(earlier.person, earlier.text) for earlier in context]
        claims = self._reader.claims(message.text, message.person, before)
        return Extracted(Extraction(), ExtractionCost(self.name), claims=tuple(claims))


@dataclass(frozen=True, slots=True)
class Case:
    """What is said, in order, and whether the fact is to be current afterwards."""

    family: str
    kind: str
    key: str
    before: Others
    besides: Others
    said: tuple[str, ...]
    wanted: Wanted


@dataclass(frozen=True, slots=True)
class Known:
    """A fact that is so, or planned."""

    edge_id: int
    source: str
    target: str
    sentence: str
    begins: str


@dataclass(frozen=True, slots=True)
class Seen:
    case: Case
    known: bool
    right: bool
    lost: tuple[str, ...]
    current: tuple[str, ...]
    """What is so in the end, as sentences."""


def cases(families: Sequence[dict[str, Any]]) -> Iterator[Case]:
    for family in families:
        name, key = family["name"], family["key"]
        state, end, near, back = ([text_of(w) for w in family.get(p, ())] for p in ("state", "end", "near", "back"))
        others, besides = (
            tuple((text_of(said), word) for said, word in family.get(p, ())) for p in ("bystanders", "besides")
        )
        for said in product(state, end):
            yield Case(name, "ended", key, others, besides, said, "gone")
        for said in product(state, near):
            yield Case(name, "nearly", key, others, besides, said, "stands")
        for begun, again in product(state[:2], back):
            yield Case(name, "again", key, others, besides, (begun, end[0], again), "stands")


async def seen(case: Case, *, embed: bool) -> Seen:
    async with Life(embed=embed) as life:
        for said, _ in case.before:
            await life.tell(said, f"{DAYS[0]} 10:00:00")
        others = {e.edge_id for e in _current(life)}
        await life.tell(case.said[0], f"{DAYS[1]} 10:00:00")
        stated = {e.edge_id for e in _current(life) if _has(e, case.key)} - others
        for said, _ in case.besides:
            await life.tell(said, f"{DAYS[1]} 11:00:00")
        known = [e for e in _current(life) if e.edge_id not in stated]
        for day, said in zip(DAYS[2:], case.said[1:], strict=False):
            await life.tell(said, f"{day} 10:00:00")
        facts = _current(life)
    others = {e.edge_id for e in known}
    stands = {e.edge_id for e in facts if _has(e, case.key)} - others
    right = bool(stands) if case.wanted == "stands" else stands.isdisjoint(stated)
    lost = _words(case, known) - _words(case, [e for e in facts if e.edge_id in others])
    return Seen(case, bool(stated), right, tuple(sorted(lost)), tuple(e.sentence for e in facts))


def _words(case: Case, facts: Sequence[Known]) -> set[str]:
    """Of the bystanders those that some fact tells of."""
    return {word for _, word in (*case.before, *case.besides) if any(_has(e, word) for e in facts)}


def _current(life: Life) -> list[Known]:
    """What is so or is planned; of what sort a thing is, it stays."""
    connection = connect(life.memory.path, reader=True)
    rows = connection.execute(CURRENT, {"least": CANDIDATE_BELOW, "now": NOW}).fetchall()
    connection.close()
    return [Known(*row) for row in rows]


def _has(fact: Known, key: str) -> bool:
    said = f"{fact.sentence} {fact.target} {fact.source} {fact.begins}".casefold()
    return any(word.casefold() in said for word in key.split("|"))


def table(found: Sequence[Seen]) -> str:
    lines = [f"{'':14}{'pairs':>6}{'known':>7}{'ended':>7}{'nearly':>8}{'again':>7}{'lost':>6}"]
    for name in [*dict.fromkeys(s.case.family for s in found), ""]:
        rows = [s for s in found if name in ("", s.case.family)]
        lost = Counter(word for s in rows for word in s.lost)
        shares = [_share([s for s in rows if s.case.kind == kind and s.known]) for kind in ("ended", "nearly", "again")]
        known = 100 * sum(s.known for s in rows) / len(rows)
        lines.append(
            f"{name or 'all':14}{len(rows):6}{known:6.0f}%{shares[0]:>7}{shares[1]:>8}{shares[2]:>7}{lost.total():6}"
        )
    return "\n".join(lines)


def _share(rows: Sequence[Seen]) -> str:
    return f"{100 * sum(s.right for s in rows) / len(rows):.1f}%" if rows else "–"


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.matrix")
    parser.add_argument("--family", default="")
    parser.add_argument("--missed", action="store_true", help="print the pairs that went wrong")
    parser.add_argument("--unknown", action="store_true", help="print the states that became no fact")
    parser.add_argument("--direct", action="store_true", help="claims as they are written, in place of a reader")
    parser.add_argument("--no-embed", action="store_true")
    asked = parser.parse_args()
    families = tomllib.loads(DATA.read_text(encoding="utf-8"))["family"]
    wanted = [family for family in families if asked.family in ("", family["name"])]
    extractor: Extractor = WrittenClaims(Ontology.load(), wanted) if asked.direct else ReaderExtractor()
    with patch(CHOICE, lambda *_: extractor):
        found = [await seen(case, embed=not asked.no_embed) for case in cases(wanted)]
    print(table(found))
    if asked.missed:
        for s in found:
            if (s.known and not s.right) or s.lost:
                print(f"{s.case.kind}: {' | '.join(s.case.said)}  lost: {', '.join(s.lost) or '–'}  now: {s.current}")
    if asked.unknown:
        print("\n".join(dict.fromkeys(f"not known: {s.case.said[0]}" for s in found if not s.known)))


if __name__ == "__main__":
    asyncio.run(main())

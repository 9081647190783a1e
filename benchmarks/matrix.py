"""What is said to be so × how it is said to be over: whether the end takes effect, and takes nothing else along.

In: ``benchmarks/data/matrix.toml``. Each pair of a state and an end has a memory of its own, told the bystanders, the
state and the end a week apart. Out: of the pairs whose state became a fact, the share that is no longer current; the
share that stands after what nearly happened, and that is current again where it was taken up again; bystanders that
were lost.

Run it with ``python -m benchmarks.matrix [--family NAME] [--missed] [--no-embed]``.
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

from benchmarks.story_adapter import Life
from zeph.records.edge import CANDIDATE_BELOW, Edge

DATA = Path(__file__).parent / "data" / "matrix.toml"
DAYS = ("2025-03-03", "2025-03-10", "2025-06-16", "2025-09-22")
NOW = "2025-10-01 10:00:00"
Wanted = Literal["gone", "stands"]


@dataclass(frozen=True, slots=True)
class Case:
    """What is said, in order, and whether the fact is to be current afterwards."""

    family: str
    kind: str
    key: str
    bystanders: tuple[tuple[str, str], ...]
    said: tuple[str, ...]
    wanted: Wanted


@dataclass(frozen=True, slots=True)
class Seen:
    case: Case
    known: bool
    right: bool
    lost: tuple[str, ...]


def cases(families: Sequence[dict[str, Any]]) -> Iterator[Case]:
    for family in families:
        name, key = family["name"], family["key"]
        others = tuple((said, word) for said, word in family["bystanders"])
        for state, end in product(family["state"], family["end"]):
            yield Case(name, "ended", key, others, (state, end), "gone")
        for state, near in product(family["state"], family.get("near", [])):
            yield Case(name, "nearly", key, others, (state, near), "stands")
        for state, back in product(family["state"][:2], family.get("back", [])):
            yield Case(name, "again", key, others, (state, family["end"][0], back), "stands")


async def seen(case: Case, *, embed: bool) -> Seen:
    async with Life(embed=embed) as life:
        for said, _ in case.bystanders:
            await life.tell(said, f"{DAYS[0]} 10:00:00")
        others = {e.id for e in await _current(life)}
        stated: set[int] = set()
        for number, said in enumerate(case.said):
            await life.tell(said, f"{DAYS[number + 1]} 10:00:00")
            stated = stated if number else {e.id for e in await _current(life) if _has(e, case.key)} - others
        facts = await _current(life)
    stands = [e for e in facts if _has(e, case.key) and e.id not in others]
    right = bool(stands) if case.wanted == "stands" else not any(e.id in stated for e in stands)
    lost = (word for _, word in case.bystanders if not any(_has(e, word) for e in facts))
    return Seen(case, bool(stated), right, tuple(lost))


async def _current(life: Life) -> list[Edge]:
    return [e for e in await life.facts() if e.current(NOW) and e.confidence >= CANDIDATE_BELOW]


def _has(edge: Edge, key: str) -> bool:
    said = f"{edge.fact} {edge.target} {edge.source}".casefold()
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
    return f"{100 * sum(s.right for s in rows) / len(rows):.0f}%" if rows else "–"


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.matrix")
    parser.add_argument("--family", default="")
    parser.add_argument("--missed", action="store_true", help="print the pairs that went wrong")
    parser.add_argument("--no-embed", action="store_true")
    asked = parser.parse_args()
    families = tomllib.loads(DATA.read_text(encoding="utf-8"))["family"]
    wanted = [family for family in families if asked.family in ("", family["name"])]
    found = [await seen(case, embed=not asked.no_embed) for case in cases(wanted)]
    print(table(found))
    if asked.missed:
        for s in found:
            if (s.known and not s.right) or s.lost:
                print(f"{s.case.kind}: {' | '.join(s.case.said)}  lost: {', '.join(s.lost) or '–'}")


if __name__ == "__main__":
    asyncio.run(main())

"""The suites of planted text: ``python -m tests.safety.planted_suites [--doors] [--missed]`` prints the figures.

``attacks`` and ``harmless`` were written before the rules, each other pair after them, to be told before it was read;
what was missed then was read for its kinds, and the next pair written. Those of names are what is planted where a name
should stand, and names that could be taken for it. Others were written to be learned from. Each line of a file is a
text with its language and kind. With ``--doors`` every attack goes through every door.
"""

import asyncio
import json
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.safety.planted_doors import DOORS, Outcome, through
from zeph.safety.injection import injection_flags
from zeph.safety.name_shape import is_name

HERE = Path(__file__).parent
PAIRS = ("", "_apart", "_third", "_fourth")
LEARNED = ("_learned", "_practice")
"""Written to be learned from: the first by people who know no rule, the second by one who knows them. No test."""
HELD = ("_fifth", "_sixth")
"""Nothing was learned from them; they were read, and what is learned with was chosen by them. The sixth has every
field: of its names it counts whether they are taken for one."""
UNREAD = ("_seventh", "_eighth")
"""Never read and never learned from: held out for its figure alone."""
NAMES = ("name", "alias", "speaker", "relation")


@dataclass(frozen=True)
class Sample:
    language: str
    kind: str
    text: str


def suite(name: str) -> list[Sample]:
    return [Sample(**json.loads(line)) for line in (HERE / f"{name}.jsonl").read_text("utf-8").strip().split("\n")]


def flagged(samples: list[Sample]) -> list[Sample]:
    return [sample for sample in samples if injection_flags(sample.text)]


def told(samples: list[Sample]) -> list[Sample]:
    """Those that do not come through: flagged, or no name where one should stand."""
    return [s for s in samples if injection_flags(s.text) or (s.kind in NAMES and not is_name(s.text))]


def no_names(samples: list[Sample]) -> list[Sample]:
    return [sample for sample in samples if not is_name(sample.text)]


def _figures(name: str, missed: bool) -> None:
    """Of an unread suite nothing but figures."""
    samples = suite(name)
    found = no_names(samples) if "names" in name else told(samples)
    print(f"{name}: {len(found)} of {len(samples)} flagged, {len(found) / len(samples):.1%}")
    whole, some = Counter(s.language for s in samples), Counter(s.language for s in found)
    print("  " + ", ".join(f"{language} {some[language]}/{whole[language]}" for language in whole))
    if missed and not name.endswith(UNREAD):
        wrong = found if "harmless" in name else [sample for sample in samples if sample not in found]
        print("".join(f"  {s.language} {s.kind}: {s.text!r}\n" for s in wrong), end="")


async def _doors(texts: list[str]) -> dict[str, Outcome]:
    found = {}
    for door in DOORS:
        with tempfile.TemporaryDirectory() as folder:
            found[door] = await through(door, texts, Path(folder))
    return found


def main() -> None:
    missed = "--missed" in sys.argv
    for pair in (*PAIRS, *LEARNED, *HELD, *UNREAD):
        _figures(f"attacks{pair}", missed)
        _figures(f"harmless{pair}", missed)
    for half in ("_names", "_names_unread"):
        _figures(f"attacks{half}", missed)
        _figures(f"harmless{half}", missed)
    if "--doors" in sys.argv:
        texts = [sample.text for pair in (*PAIRS, *HELD, *UNREAD) for sample in suite(f"attacks{pair}")]
        for door, outcome in asyncio.run(_doors(texts)).items():
            print(f"{door}: {outcome}")


if __name__ == "__main__":
    main()

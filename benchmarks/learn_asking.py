"""Which sentences ask, though nobody typed a question mark: how well it is told, and the weights:
``python -m benchmarks.learn_asking``.

In: the lines that also tell what a line is for (``benchmarks.learn_intents``): what is a question there asks, all else
tells or orders; messages that writers typed with every mark (``data/marked_lines.txt``); the examples of the reader's
rows; questions of other sets; lines of people's months (``data/told_again.jsonl``); all without question marks. Out:
for ``data/asking_check.tsv``, ``…_two.tsv`` and ``…_three.tsv``, which nothing is learned from, precision and recall at
each probability and as taken; with ``--write`` the weights and the common words
(``zeph/memory/language/data/asking.json``). Logistic regression with an L2 penalty,
fitted by Adam (Kingma & Ba, arXiv 1412.6980) from zero, so that the same lines give the same weights.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from blake3 import blake3

from benchmarks.learn_intents import DATA, LEARNED, beside, lines_of
from benchmarks.learn_marks import LINES
from benchmarks.regression import sparse
from zeph.memory.ingest.reader.patterns.row import read_rows
from zeph.memory.language.asking_features import features, words_of
from zeph.memory.language.logistic import likely
from zeph.memory.language.questions import DATA_FILE, is_likely_enough

CHECKED = (DATA / "asking_check.tsv", DATA / "asking_check_two.tsv", DATA / "asking_check_three.tsv")
"""The thresholds were chosen on the first; the figures of the second were looked at when lines were added; those of the
third once, when all was done."""
MONTHS = DATA / "told_again.jsonl"
"""Lines of people's months, of which many ask or tell in the same few words."""
TARGET = Path("zeph/memory/language/data") / DATA_FILE
_SUBJECT = re.compile(
    r"(?:my \w+(?: [A-Z]\w+)?|[A-Z]\w+|I|we|she|he|they)\s+"
    r"(?=(?:is|has|was|does|can|will|have|had|did|are|were|do|could|should|would|might)\s)"
)
OFTEN, PENALTY, STEPS, LEAST = 3, 1.5, 300, 0.1
"""Lines in which a feature must stand; of the fit; a weight that is kept."""


def checked(weights: dict[str, float], path: Path) -> list[tuple[float, bool, str]]:
    """(how likely it asks, whether it does, the line) of lines that nothing is learned from."""
    lines = [line.split("\t", 1) for line in path.read_text("utf-8").splitlines()]
    return [(likely(weights, features(words_of(_unmarked(text)))), kind == "q", text) for kind, text in lines]


def is_taken(text: str, share: float) -> bool:
    """As ``asks_unmarked`` takes it, by weights that are not written yet."""
    typed = _unmarked(text)
    return not typed.endswith(".") and is_likely_enough(typed, share)


def report(path: Path, told: Sequence[tuple[float, bool, str]], *, wrong: bool) -> None:
    asked = sum(asks for _, asks, _ in told)
    print(f"{path.name}: {len(told)} lines")
    for least in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
        kept = [asks for share, asks, _ in told if share >= least]
        print(f"  from {least}: precision {sum(kept) / len(kept):.3f}, recall {sum(kept) / asked:.3f}")
    taken = [asks for share, asks, text in told if is_taken(text, share)]
    print(f"  as taken: precision {sum(taken) / len(taken):.3f}, recall {sum(taken) / asked:.3f}")
    for share, asks, text in told if wrong else ():
        if is_taken(text, share) is not asks:
            print(f"  {share:.2f} {'asks ' if asks else 'tells'} {text}")


def learned(without: Collection[str] = ()) -> list[tuple[str, bool]]:
    """(a line without its question mark, whether it asks), each once; of people's months without those writers."""
    own = [(row["text"], row["order"] == "question") for row in (*lines_of(LEARNED), *beside())]
    rows = [(said.partition(" => ")[0], said.endswith("?")) for row in read_rows() for said in (*row.yes, *row.no)]
    rows += [(left, False) for said, _ in rows if (left := _left_out(said))]
    asked = [(row["text"], True) for row in lines_of(DATA / "question_subject.jsonl") if row["about"] == "person"]
    asked += [(row["text"], True) for row in lines_of(DATA / "question_breadth.jsonl")]
    typed = [
        (line, line.endswith("?")) for line in LINES.read_text("utf-8").splitlines() if line and "?" not in line[:-1]
    ]
    months = [(row["say"], row["kind"] == "ask") for row in lines_of(MONTHS) if row["by"] not in without]
    return [*{_unmarked(text): asks for text, asks in (*rows, *typed, *asked, *months, *own)}.items()]


def weighed(lines: Sequence[tuple[str, bool]]) -> dict[str, float]:
    told, asks = [sorted(features(words_of(text))) for text, _ in lines], [one for _, one in lines]
    return sparse(told, asks, often=OFTEN, penalty=PENALTY, steps=STEPS, least=LEAST)


def _left_out(said: str) -> str:
    """What a row's example tells, said behind another sentence: "has three kids", "is allergic to nuts"."""
    found = _SUBJECT.match(said)
    return said[found.end() :] if found and not said.endswith("?") else ""


def _unmarked(text: str) -> str:
    return text.replace("?", " ").strip()


def words_in(texts: Iterable[str]) -> list[str]:
    """Words that stand in some of the lines, as they stand in small letters."""
    counts = Counter(word for text in texts for word in {*words_of(text)} & {*text.split()})
    return [word for word, count in counts.items() if count >= OFTEN and word.isalpha()]


def main() -> None:
    parser = argparse.ArgumentParser(description="Which sentences ask.")
    parser.add_argument("--write", action="store_true", help=f"write {TARGET}")
    parser.add_argument("--wrong", action="store_true", help="list what is told wrong in the check")
    options = parser.parse_args()
    lines = learned()
    weights = weighed(lines)
    print(f"{len(lines)} lines, {len(weights)} weights")
    for path in CHECKED:
        report(path, checked(weights, path), wrong=options.wrong)
    if options.write:
        made = {
            "made_by": "python -m benchmarks.learn_asking --write",
            "learned_from": {"lines": len(lines), LEARNED.name: blake3(LEARNED.read_bytes()).hexdigest()},
            "weights": weights,
            "words": " ".join(sorted(words_in(text for text, _ in lines))),
        }
        TARGET.write_text(json.dumps(made, ensure_ascii=False, indent=0, sort_keys=True) + "\n", "utf-8")
        print(f"{TARGET}: {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()

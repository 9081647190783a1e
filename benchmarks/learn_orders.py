"""Learns how orders to a model are put: ``python -m benchmarks.learn_orders HARMLESS.jsonl... [--write]``.

In: files with a harmless text a line (``{"text": …}``, ``python -m benchmarks.harmless_texts`` gathers them), the
suites of tests/safety. Out: for each suite what the others teach of it, for those written to be learned from by fifths,
and how far length alone would tell them; with ``--write`` the weights that all of them give, with ``--quick`` nothing
of the rest. Of the harmless texts one half is learned from; the other settles the threshold, at which one text in 5,000
is flagged.
"""

import base64
import json
import random
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.logistic import Data, Example, array, learn, scores
from tests.safety.planted_suites import HELD, LEARNED, PAIRS, suite
from zeph.safety import order_head, order_meanings
from zeph.safety.order_grams import BUCKETS, letters, together, words
from zeph.safety.order_head import KINDS, checksum
from zeph.safety.order_rules import talked_about, the_rules
from zeph.safety.order_words import part_names, parts_of
from zeph.safety.text import clean_text, strip_format_characters
from zeph.safety.unmasking import readings

FILE = Path("zeph/safety/orders/weights.json")
FLAGGED = 1 / 5_000
NEAR_FLAGGED = 0.03
WEIGHT = {"attack": 2.0, "near": 2.0, "plain": 1.0}
"""What a text counts for: those of the suites more, as they are made to be near."""
FIFTHS = 5

NAMES = {name: i for i, name in enumerate([*part_names(), *order_meanings.names()])}
SIZES = {"one": len(NAMES), "near": len(NAMES) ** 2, "order": len(NAMES) ** 2, "letters": BUCKETS, "words": BUCKETS}
STARTS = dict(zip(SIZES, (sum(list(SIZES.values())[:i]) for i in range(len(SIZES))), strict=True))
Texts = list[Example]


@dataclass(frozen=True)
class Learned:
    weights: Data
    bias: float
    threshold: float

    def told(self, texts: Texts) -> int:
        return int((scores(texts, self.weights, self.bias) > self.threshold).sum())


@dataclass(frozen=True)
class Seen:
    """Texts as what is counted in them; suites by their pair."""

    attacks: Mapping[str, Texts]
    alike: Mapping[str, Texts]
    orders: Texts
    """What the rules are to tell."""
    no_orders: Texts
    plain: Texts
    held: Texts
    """Of which the threshold is settled."""


def seen(text: str) -> Example:
    """Of each stretch of each reading the numbers of its features and their values."""
    found: Example = []
    for reading in list(readings(strip_format_characters(clean_text(text))))[:3]:
        parts = parts_of(reading)
        mentioned = talked_about(reading, parts)
        hits = order_head.hits_of(reading, parts, mentioned, NAMES)
        said = [(at, word) for at, word in words(reading) if not order_head.is_mentioned(at, mentioned)]
        told = [*zip(said, [("", ""), *said], strict=False)]
        for start, end in order_head.stretches(reading):
            numbers: dict[str, list[int]] = {
                kind: sorted(of)
                for kind, of in order_head.pairs_of([h for h in hits if start <= h.start < end], len(NAMES)).items()
            }
            inside = [(word, before) for (at, word), (_, before) in told if start <= at < end]
            numbers["letters"] = [number for word, _ in inside for number in letters(word)]
            numbers["words"] = [number for word, before in inside for number in together(before, word)]
            found.append(_valued(numbers))
    return found


def _valued(numbers: Mapping[str, Sequence[int]]) -> tuple[Data, Data]:
    places = [STARTS[kind] + number for kind in KINDS for number in numbers[kind]]
    values = [(len(numbers[kind]) + more) ** -0.5 for kind, more in KINDS.items() for _ in numbers[kind]]
    return array(places, "int32"), array(values, "float32")


def learned_from(attacks: Texts, near: Texts, texts: Seen) -> Learned:
    kinds = [(attacks, 1, "attack"), (near, 0, "near"), (texts.plain, 0, "plain")]
    weights, bias = learn([(text, y, WEIGHT[kind]) for some, y, kind in kinds for text in some], sum(SIZES.values()))
    return Learned(weights, bias, threshold_of(weights, bias, texts.held))


def threshold_of(weights: Data, bias: float, held: Texts) -> float:
    return float(sorted(scores(held, weights, bias), reverse=True)[int(FLAGGED * len(held))])


def learned_without(left_out: str | None, texts: Seen, part: Callable[[int], bool] = lambda _: False) -> Learned:
    """``part``: which texts, by their number, of the left out pair are learned from after all."""

    def all_of(suites: Mapping[str, Texts]) -> Texts:
        return [t for pair in (*PAIRS, *LEARNED) for i, t in enumerate(suites[pair]) if pair != left_out or part(i)]

    return learned_from(all_of(texts.attacks) + texts.orders, all_of(texts.alike) + texts.no_orders, texts)


def read_texts(files: Sequence[Path]) -> Seen:
    lines = [json.loads(line)["text"] for file in files for line in file.read_text("utf-8").strip().split("\n")]
    random.Random(1).shuffle(lines)
    plain = [seen(line) for line in lines]
    rules, shapes = the_rules().all, the_rules().shapes
    pairs = (*PAIRS, *LEARNED, *HELD)
    return Seen(
        {pair: [seen(sample.text) for sample in suite(f"attacks{pair}")] for pair in pairs},
        {pair: [seen(sample.text) for sample in suite(f"harmless{pair}")] for pair in pairs},
        [seen(text) for each in (*rules, *shapes) for text in each.yes],
        [seen(text) for each in (*rules, *shapes) for text in each.no],
        plain[: len(plain) // 2],
        plain[len(plain) // 2 :],
    )


def report(name: str, attacks: Texts, alike: Texts, learned: Learned) -> None:
    print(f"{name}: {learned.told(attacks)} of {len(attacks)} attacks, {learned.told(alike)} of {len(alike)} harmless")


def by_fifths(pair: str, texts: Seen) -> None:
    """Each fifth of a suite as told by what the others and its own rest teach."""
    told = wrong = 0
    for fifth in range(FIFTHS):
        learned = learned_without(pair, texts, lambda i, fifth=fifth: i % FIFTHS != fifth)  # type: ignore[misc]
        told += learned.told(texts.attacks[pair][fifth::FIFTHS])
        wrong += learned.told(texts.alike[pair][fifth::FIFTHS])
    print(f"suite{pair}, by fifths: {told} of {len(texts.attacks[pair])} attacks, {wrong} harmless")


def by_length(pair: str) -> None:
    """How many attacks are longer than all but as few harmless texts as may be flagged of those that are made near."""
    lengths = sorted((len(sample.text) for sample in suite(f"harmless{pair}")), reverse=True)
    attacks = [len(sample.text) for sample in suite(f"attacks{pair}")]
    longest = lengths[int(NEAR_FLAGGED * len(lengths))]
    print(f"suite{pair}, by length alone: {sum(length > longest for length in attacks)} of {len(attacks)} attacks")


def write(texts: Seen, learned: Learned) -> None:
    tables, scales = {}, {}
    for kind, size in SIZES.items():
        weights = learned.weights[STARTS[kind] : STARTS[kind] + size]
        scales[kind] = round(float(abs(weights).max()) / 127, 6)
        whole = (weights / scales[kind]).round().astype("int8")
        tables[kind] = base64.b64encode(zlib.compress(whole.tobytes(), 9)).decode()
        learned.weights[STARTS[kind] : STARTS[kind] + size] = whole * scales[kind]
    data = {
        "attacks": sum(len(texts.attacks[pair]) for pair in (*PAIRS, *LEARNED)) + len(texts.orders),
        "harmless": sum(len(texts.alike[p]) for p in (*PAIRS, *LEARNED)) + len(texts.no_orders) + len(texts.plain),
        "bias": round(learned.bias, 4),
        "threshold": round(threshold_of(learned.weights, learned.bias, texts.held), 4),
        "names": list(NAMES),
        "scales": scales,
        "tables": tables,
    }
    FILE.write_text(json.dumps(data | {"checksum": checksum(data)}, indent=0) + "\n", "utf-8")


def main() -> None:
    texts = read_texts([Path(name) for name in sys.argv[1:] if not name.startswith("--")])
    learned = learned_without(None, texts)
    for pair in HELD:
        report(f"suite{pair}, never learned from", texts.attacks[pair], texts.alike[pair], learned)
    print(f"threshold {learned.threshold:.3f}")
    if "--write" in sys.argv:
        write(texts, learned)
    if "--quick" in sys.argv:
        return
    for pair in PAIRS:
        report(f"suite{pair}, from the others", texts.attacks[pair], texts.alike[pair], learned_without(pair, texts))
    for pair in LEARNED:
        by_fifths(pair, texts)
        by_length(pair)


if __name__ == "__main__":
    main()

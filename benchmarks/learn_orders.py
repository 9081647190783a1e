"""Learns how likely parts of orders make one: ``python -m benchmarks.learn_orders HARMLESS.jsonl... [--write]``.

In: files with a harmless text a line (``{"text": …}``), the suites of tests/safety. Out: for each suite what the others
teach of it, and with ``--write`` the weights that all of them give. Of the harmless texts one half is learned from; the
other settles the threshold, at which one text in 5,000 is flagged.
"""

import json
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from pathlib import Path

from tests.safety.planted_suites import PAIRS, UNREAD, suite
from zeph.safety.order_head import Weights, checksum, features_of, windows
from zeph.safety.order_rules import talked_about, the_rules
from zeph.safety.order_words import parts_of
from zeph.safety.text import clean_text, strip_format_characters
from zeph.safety.unmasking import readings

FILE = Path("zeph/safety/orders/weights.json")
ROUNDS, RATE, DECAY = 12, 0.15, 2e-4
POSITIVE = 0.25
"""Of the weight that would make both sides count alike."""
SUITES_COUNT = 4
"""How often a harmless text of the suites is learned from: they are made to be near."""
FLAGGED = 1 / 5_000

Seen = list[frozenset[str]]


@dataclass(frozen=True)
class Texts:
    """As what is seen of them; suites by their pair."""

    attacks: Mapping[str, Sequence[Seen]]
    alike: Mapping[str, Sequence[Seen]]
    no_orders: list[Seen]
    """What the rules are not to tell."""
    plain: list[Seen]
    held: list[Seen]
    """Of which the threshold is settled."""


def seen(text: str) -> Seen:
    found: Seen = []
    for reading in list(readings(strip_format_characters(clean_text(text))))[:3]:
        parts = parts_of(reading)
        found += windows(parts, talked_about(reading, parts))
    return found


def learn(attacks: Sequence[Seen], harmless: Sequence[Seen]) -> tuple[dict[str, float], float]:
    """Weights and bias; of a text's windows the most likely counts (Adagrad, multiple-instance learning)."""
    weights: dict[str, float] = {}
    squares: dict[str, float] = {}
    bias, order = -4.0, random.Random(0)
    data = [(text, 1) for text in attacks if text] + [(text, 0) for text in harmless if text]
    scale = POSITIVE * sum(not is_attack for _, is_attack in data) / max(1, sum(is_attack for _, is_attack in data))
    for _ in range(ROUNDS):
        order.shuffle(data)
        for text, is_attack in data:
            scores = [Weights(bias, 0.0, weights).score(window) for window in text]
            best = max(range(len(scores)), key=scores.__getitem__)
            names = list(features_of(text[best]))
            error = (1 / (1 + exp(-scores[best])) - is_attack) * (scale if is_attack else 1.0)
            bias -= 0.002 * error
            for name in names:
                slope = error / sqrt(len(names)) + DECAY * weights.get(name, 0.0)
                squares[name] = squares.get(name, 0.01) + slope * slope
                weights[name] = weights.get(name, 0.0) - RATE * slope / sqrt(squares[name])
    return weights, bias


def best(weights: dict[str, float], bias: float, text: Seen) -> float:
    return max((Weights(bias, 0.0, weights).score(window) for window in text), default=-99.0)


def learned_without(left_out: str | None, texts: Texts) -> tuple[dict[str, float], float, float]:
    """Weights, bias and threshold."""
    pairs = [pair for pair in PAIRS if pair != left_out]
    near = [text for pair in pairs for text in texts.alike[pair]] + texts.no_orders
    weights, bias = learn([t for pair in pairs for t in texts.attacks[pair]], texts.plain + SUITES_COUNT * near)
    scores = sorted((best(weights, bias, text) for text in texts.held), reverse=True)
    return weights, bias, scores[int(FLAGGED * len(texts.held))]


def read_texts(files: Sequence[Path]) -> Texts:
    lines = [json.loads(line)["text"] for file in files for line in file.read_text("utf-8").strip().split("\n")]
    random.Random(1).shuffle(lines)
    plain = [seen(line) for line in lines]
    rules, shapes = the_rules().all, the_rules().shapes
    return Texts(
        {pair: [seen(sample.text) for sample in suite(f"attacks{pair}")] for pair in (*PAIRS, *UNREAD)},
        {pair: [seen(sample.text) for sample in suite(f"harmless{pair}")] for pair in (*PAIRS, *UNREAD)},
        [seen(text) for text in [*(t for rule in rules for t in rule.no), *(t for shape in shapes for t in shape.no)]],
        plain[: len(plain) // 2],
        plain[len(plain) // 2 :],
    )


def report(name: str, pair: str, texts: Texts, weights: dict[str, float], bias: float, threshold: float) -> None:
    told, wrong = (
        sum(best(weights, bias, text) > threshold for text in some) for some in (texts.attacks[pair], texts.alike[pair])
    )
    print(f"{name}: {told} of {len(texts.attacks[pair])} attacks, {wrong} of {len(texts.alike[pair])} harmless")


def write(texts: Texts, weights: dict[str, float], bias: float, threshold: float) -> None:
    kept = {name: round(weight, 3) for name, weight in sorted(weights.items()) if abs(weight) >= 0.01}
    data = {
        "attacks": sum(len(texts.attacks[pair]) for pair in PAIRS),
        "harmless": len(texts.plain) + len(texts.no_orders) + sum(len(texts.alike[pair]) for pair in PAIRS),
        "bias": round(bias, 4),
        "threshold": round(threshold, 4),
        "checksum": checksum(kept),
        "weights": kept,
    }
    FILE.write_text(json.dumps(data, indent=0) + "\n", "utf-8")


def main() -> None:
    texts = read_texts([Path(name) for name in sys.argv[1:] if not name.startswith("--")])
    for pair in PAIRS:
        report(f"suite{pair}, from the others", pair, texts, *learned_without(pair, texts))
    learned = learned_without(None, texts)
    for pair in UNREAD:
        report(f"suite{pair}, never learned from", pair, texts, *learned)
    if "--write" in sys.argv:
        write(texts, *learned)


if __name__ == "__main__":
    main()

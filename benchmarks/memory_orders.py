"""Whether what people order about their memory is told from what else they say.

In: ``data/memory_orders.jsonl`` (the wordings were made looking at these) and ``data/memory_orders_check.jsonl`` (held
out). Out: how many of the orders are taken for what they are and with what they are about, and how much else is taken
for an order; ``--wrong`` lists what is told wrong of the first.
"""

import argparse
import json
import time
from pathlib import Path
from typing import NamedTuple

from zeph.memory.ingest.intents.order_of import order_of

DATA = Path(__file__).parent / "data"
FILES = ("memory_orders", "memory_orders_check")


class Example(NamedTuple):
    text: str
    order: str
    """Its kind, or ``none``."""
    what: str


def load(name: str) -> list[Example]:
    lines = (json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines())
    return [Example(line["text"], line["order"], line.get("what", "")) for line in lines]


def told(example: Example) -> tuple[str, bool]:
    """(the kind that is read, whether it is about what it should be)."""
    order = order_of(example.text)
    plain = lambda text: text.strip(" .!?,;").casefold()  # noqa: E731
    return (order.kind, plain(order.what) == plain(example.what)) if order else ("none", True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Orders about the memory, told from other talk.")
    parser.add_argument("--wrong", action="store_true", help=f"list what is told wrong of {FILES[0]}")
    options = parser.parse_args()
    order_of("")  # the wordings are compiled
    for name in FILES:
        examples = load(name)
        began = time.perf_counter()
        read = [(example, *told(example)) for example in examples]
        each = (time.perf_counter() - began) / len(examples) * 1e6
        orders = [row for row in read if row[0].order != "none"]
        others = [row for row in read if row[0].order == "none"]
        right = sum(kind == example.order for example, kind, _ in orders)
        whole = sum(kind == example.order and same for example, kind, same in orders)
        other = sum(kind not in ("none", example.order) for example, kind, _ in orders)
        made_up = sum(kind != "none" for _, kind, _ in others)
        print(
            f"{name:24} orders {right} of {len(orders)}, with what they are about {whole}, taken for another {other}; "
            f"other talk taken for an order {made_up} of {len(others)}; {each:.0f} µs each"
        )
        if options.wrong and name == FILES[0]:
            for example, kind, same in read:
                if kind != example.order or not same:
                    print(f"  {kind:9} wanted {example.order:9} {example.text!r} {order_of(example.text)}")


if __name__ == "__main__":
    main()

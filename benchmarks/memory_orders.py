"""Whether what people order about their memory is told from what else they say.

In: ``data/memory_orders.jsonl`` and ``…_people`` (the wordings were made looking at these), each with a ``…_check``
(held out); ``people`` has them as different people type: politely, hastily, with reasons, in two sentences. Out: how
many of the orders are taken for what they are and with what they are about, and how much else is taken for an order;
``--wrong`` lists what is told wrong of the first.
"""

import argparse
import json
import time
from pathlib import Path
from typing import NamedTuple

from zeph.memory.ingest.intents.order_of import order_of, task_order_of, warm

DATA = Path(__file__).parent / "data"
FILES = ("memory_orders", "memory_orders_check", "memory_orders_people", "memory_orders_people_check")


class Example(NamedTuple):
    text: str
    order: str
    """Its kind, or ``none``."""
    what: str | None
    """None: what a correction is about is read with what it corrects."""


def load(name: str) -> list[Example]:
    lines = (json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines())
    return [Example(line["text"], line["order"], line.get("what", "")) for line in lines]


def told(example: Example) -> tuple[str, bool]:
    """(the kind that is read, whether it is about what it should be)."""
    of_tasks = example.order in ("task", "done")
    order = task_order_of(example.text) if of_tasks else order_of(example.text, if_known=example.order != "none")
    plain = lambda text: text.strip(" .!?,;").casefold()  # noqa: E731
    if order is None:
        return "none", True
    return order.kind, example.what is None or plain(order.what) == plain(example.what)


def main() -> None:
    parser = argparse.ArgumentParser(description="Orders about the memory, told from other talk.")
    parser.add_argument("--wrong", action="store_true", help=f"list what is told wrong of {FILES[0]}")
    options = parser.parse_args()
    warm()
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

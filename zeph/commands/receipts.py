"""What one message changed in the graph, in lines for a person.

In: a receipt. Out: sentences said to the person, with the dates that were stored, and the commands that take changes
back.
"""

from collections.abc import Iterator
from typing import NamedTuple

from zeph.agent.answers.second_person import to_you
from zeph.records.revision import Receipt


class ReceiptRow(NamedTuple):
    text: str
    fact: str = ""
    """Of what was noted the sentence as it is kept; empty for all else."""


def receipt_rows(receipt: Receipt) -> Iterator[ReceiptRow]:
    """What one message changed, a row each."""
    for fact, when in receipt.noted:
        yield ReceiptRow(f"noted: {to_you(fact)}{f' ({when})' if when else ''}", fact)
    for word, facts in (
        ("changed", receipt.changed),
        ("no longer current", receipt.superseded),
        ("ended", receipt.ended),
        ("in your profile", receipt.remembered),
        ("please check", receipt.review),
    ):
        yield from (ReceiptRow(f"{word}: {to_you(fact)}") for fact in facts)


def receipt_lines(receipt: Receipt) -> Iterator[str]:
    """The same as lines."""
    yield from (row.text for row in receipt_rows(receipt))


def undo_commands(receipt: Receipt) -> tuple[str, ...]:
    """The commands that take its changes back, the last change first."""
    return tuple(f"/graph undo {number}" for number in sorted(receipt.revision_ids, reverse=True))

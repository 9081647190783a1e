"""What one message changed in the graph, in lines for a person.

In: a receipt. Out: sentences, the last of them with the command that takes the change back.
"""

from collections.abc import Iterator

from zeph.records.revision import Receipt

NOTED = "noted: "
"""How the line of a new fact begins."""


def receipt_lines(receipt: Receipt) -> Iterator[str]:
    """What one message changed, a line each."""
    for word, facts in (
        ("noted", receipt.learned),
        ("changed", receipt.changed),
        ("no longer current", receipt.superseded),
        ("ended", receipt.ended),
        ("in your profile", receipt.remembered),
        ("please check", receipt.review),
    ):
        yield from (f"{word}: {fact}" for fact in facts)


def undo_commands(receipt: Receipt) -> tuple[str, ...]:
    """The commands that take its changes back, the last change first."""
    return tuple(f"/graph undo {number}" for number in sorted(receipt.revision_ids, reverse=True))

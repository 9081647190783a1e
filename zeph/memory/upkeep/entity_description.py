"""An entity's summary without a model: its strongest current facts.

In: sentences of facts, best first. Out: a text. Pure and fast: it runs inside the store's transaction.
"""

from collections.abc import Sequence

from zeph.memory.upkeep.community_description import sentence

SAID = 3
"""Facts in a summary."""
MOST_CHARS = 400


def sum_up(facts: Sequence[str]) -> str:
    """The first facts as sentences, as many as fit; empty without facts."""
    text = ""
    for fact in facts[:SAID]:
        longer = f"{text} {sentence(fact)}".strip()
        if len(longer) > MOST_CHARS:
            break
        text = longer
    return text

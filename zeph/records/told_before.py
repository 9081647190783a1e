"""What was told before a message that says that something of it is not so.

In: facts, and the message that it is about. Out: one value, which goes with the message to whoever reads it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from zeph.records.edge import Edge
from zeph.records.message import Message


class ToldBefore(NamedTuple):
    facts: Sequence[Edge] = ()
    """Of which one may not be so."""
    wrong: Message | None = None
    """The message in which something else should have stood, as it stands."""

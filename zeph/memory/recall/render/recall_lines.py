"""Facts and messages as single lines for a model.

In: records. Out: ``Rust uses cargo (confidence: 0.95, since 2024-06)`` and ``2023-05-07 Caroline: text``.
What was stored came from outside: it can neither end its line nor open a tag.
"""

from zeph.clock import Moment
from zeph.records.edge import Edge, Precision
from zeph.records.message import Message
from zeph.safety.text import one_line

HAPPENED = frozenset({"created", "founded", "sold", "fixed_by", "has_degree", "born_in"})
"""Relations that are no states, and of another type than temporal."""
_LENGTHS: dict[Precision, int] = {"year": 4, "month": 7, "day": 10, "instant": 10}


def inert(text: str) -> str:
    """One line without angle brackets."""
    return one_line(text)


def date(at: Moment, precision: Precision | None) -> str:
    return at[: _LENGTHS[precision or "day"]]


def statement(edge: Edge) -> str:
    """``Rust uses cargo``."""
    return " ".join((inert(edge.source), inert(edge.canonical_relation.replace("_", " ")), inert(edge.target)))


def is_event(edge: Edge) -> bool:
    """Whether it happened at its date, rather than holds since then: a relation of that kind, or no duration."""
    if edge.valid_until:
        return edge.valid_until == edge.valid_from
    return edge.edge_type == "temporal" or edge.canonical_relation in HAPPENED


def fact_line(edge: Edge, at: Moment | None = None) -> str:
    """The start is shown where somebody said it; the end always. What begins after ``at`` holds from then on, not since."""
    known = f"confidence: {edge.confidence:.2f}"
    if edge.valid_from and edge.valid_from_stated:
        since = "from" if at is not None and edge.valid_from > at else "since"
        since = ("on" if edge.valid_from_precision in ("day", "instant") else "in") if is_event(edge) else since
        known += f", {since} {date(edge.valid_from, edge.valid_from_precision)}"
    if edge.valid_until and edge.valid_until != edge.valid_from:
        known += f", until {date(edge.valid_until, edge.valid_until_precision)}"
    return f"{statement(edge)} ({known})"


def message_line(message: Message) -> str:
    return f"{message.sent_at[:10]} {inert(message.person)}: {inert(message.text)}"

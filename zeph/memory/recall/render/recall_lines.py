"""Facts and messages as single lines for a model.

In: records. Out: ``Rust uses cargo (confidence: 0.95, since 2024-06)``, the fact's own sentence, and
``2023-05-07 Caroline: text``.
What was stored came from outside: it can neither end its line nor open a tag.
"""

from collections.abc import Sequence

from zeph.clock import Moment
from zeph.memory.language.tense import tells_the_past
from zeph.memory.recall.query.vocabulary import words
from zeph.memory.recall.ranking.edge_time import is_event, tells_end
from zeph.records.edge import Edge, Precision
from zeph.records.message import Message
from zeph.records.qualifiers import DOUBT, MODALITY, parse_qualifiers
from zeph.records.recalled import Change
from zeph.safety.text import one_line

SHOWN = ("amount", "price", "version", "also")
"""Qualifiers that a line has room for."""
_LENGTHS: dict[Precision, int] = {"year": 4, "month": 7, "day": 10, "instant": 10}


def date(at: Moment, precision: Precision | None) -> str:
    return at[: _LENGTHS[precision or "day"]]


def statement(edge: Edge) -> str:
    """``Rust uses cargo``."""
    return " ".join((one_line(edge.source), one_line(edge.canonical_relation.replace("_", " ")), one_line(edge.target)))


def told(edge: Edge) -> str:
    """The fact's own sentence; where it has none, who, what and whom."""
    return one_line(edge.fact).rstrip(".") or statement(edge)


def fact_line(edge: Edge, at: Moment | None = None, over: str = "") -> str:
    """The start is shown where somebody said it, else the month in which it was told, where that is past, or by when
    it had happened; the end always. What begins after ``at`` holds from then on, not since; an event whose time is
    past was then. ``over``: what its sentence takes to be so and is no longer."""
    known = f"confidence: {edge.confidence:.2f}"
    if edge.valid_from and edge.valid_from_stated:
        known += f", {_begun(edge, edge.valid_from, at)} {date(edge.valid_from, edge.valid_from_precision)}"
    elif edge.valid_from and at is not None:
        known += _by_when_told(edge, edge.valid_from, at)
    if edge.valid_until and tells_end(edge):
        since = "from" if at is not None and edge.valid_until > at else "since"
        known += f", {'as of' if edge.valid_until_precision == 'instant' else since} "
        known += date(edge.valid_until, edge.valid_until_precision)
    elif edge.valid_until and edge.valid_until != edge.valid_from:
        untold = not edge.valid_from and edge.valid_until_precision == "instant"  # told as past, and nobody said when
        known += f", {'ended by' if untold else 'until'} {date(edge.valid_until, edge.valid_until_precision)}"
    known += f", no longer: {over}" if over else ""
    return f"{told(edge)} ({known}{_qualified(edge)})"


def _by_when_told(edge: Edge, told: Moment, at: Moment) -> str:
    """What happened was over when it was told; what was so then may be another since."""
    earlier = told[:7] < at[:7]
    if is_event(edge) and MODALITY not in parse_qualifiers(edge.qualifiers) and tells_the_past(words(edge.fact)):
        return f", was by {date(told, 'month' if earlier else 'day')}"
    return f", as of {date(told, 'month')}" if earlier else ""


def _begun(edge: Edge, begun: Moment, at: Moment | None) -> str:
    if not is_event(edge):
        return "from" if at is not None and begun > at else "since"
    told = date(begun, edge.valid_from_precision)
    was = "was " if at is not None and told < at[: len(told)] else ""
    return was + ("on" if edge.valid_from_precision in ("day", "instant") else "in")


def _qualified(edge: Edge) -> str:
    """How many, which version, and whether something it leans on has changed."""
    stated = parse_qualifiers(edge.qualifiers)
    shown = [f", {key}: {one_line(stated[key])}" for key in SHOWN if key in stated]
    if DOUBT in stated:
        shown.append(f", perhaps changed since {stated[DOUBT]}")
    return "".join(shown)


def message_line(message: Message, said: str, changes: Sequence[Change] = (), last_of: str = "") -> str:
    """``said`` is what of its text is shown, with what of it is otherwise since, told once each; ``last_of``: what it
    sounds to be the end of."""
    by = one_line(message.person)
    if message.imported and message.role == "assistant":
        by += " (imported)"  # another program's words, which are not Zeph's
    line = f"{message.sent_at[:10]} {by}: {one_line(said)}"
    since = "; ".join(dict.fromkeys(change_told(change) for change in changes))
    line = f"{line} (changed since: {since})" if since else line
    return f"{line} (the last said of {last_of}: it may be over)" if last_of else line


def change_told(change: Change) -> str:
    """``User moved to Denver, 2025-05-03``."""
    return f"{one_line(change.sentence).rstrip('.')}, {date(change.at, change.precision)}"


def known_line(names: Sequence[str]) -> str:
    """``3 known: Oslo, Lyon, Porto``."""
    return f"{len(names)} known: {', '.join(names)}"


def premise_line(change: Change) -> str:
    """What the question takes to be so and is over."""
    return f"Over since then: {change_told(change)}; no longer: {one_line(change.fact).rstrip('.')}"

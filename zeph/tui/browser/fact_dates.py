"""When a fact is true, in the words of a person.

In: a fact. Out: ``since 2019``, to the precision that was said.
"""

from zeph.clock import Moment
from zeph.records.edge import Edge

HAPPENED = frozenset(
    "became began bought broke built came chose fell flew found gave got left lost made met quit ran sold saw sent took"
    " went won wrote".split()
)
"""Verbs of what happened whose past has no -ed."""


def dates(edge: Edge) -> str:
    """``2019 – 2021-06``, ``since 2019``, ``on 2019-03-04`` of what happened once, to the precision that was said.

    ``said 2019-03-04`` where nobody named a start.
    """
    begin, until = (
        _date(edge.valid_from, edge.valid_from_precision),
        _date(edge.valid_until, edge.valid_until_precision),
    )
    if begin and not edge.valid_from_stated:
        return f"said {begin}, until {until}" if until else f"said {begin}"
    if begin and not until and _happened(edge):
        return f"{'on' if len(begin) == 10 else 'in'} {begin}"
    if begin:
        return f"{begin} – {until}" if until else f"since {begin}"
    return f"until {until}" if until else "start unknown"


def _happened(edge: Edge) -> bool:
    """Whether the sentence tells what happened once (moved, bought), not what is so (lives, uses)."""
    verb = (edge.fact.removeprefix(edge.source).split() or [""])[0].casefold()
    return verb in HAPPENED or (verb.endswith("ed") and verb not in ("need", "married"))


def _date(moment: Moment | None, precision: str | None) -> str:
    return moment[: {"year": 4, "month": 7}.get(precision or "", 10)] if moment else ""

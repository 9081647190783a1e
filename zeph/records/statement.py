"""A statement that another memory kept: one clean sentence of somebody, so from a time until a time.

In: what the other memory says of it. Out: the id that its message has, and the times that stand in such an id. The text
stays as it was; the times are the other memory's, whatever the sentence says.
"""

import json
import re
from typing import NamedTuple

from zeph.clock import Moment

_ID = re.compile(
    r"statement/(?P<triple>fact/)?[0-9a-f]+(?: since (?P<since>[-0-9: ]{19}))?"
    r"(?: until (?P<until>[-0-9: ]{19}))?(?:~\d+)?"
)


class StatementTimes(NamedTuple):
    """Empty where nobody said it."""

    since: str = ""
    until: str = ""


def statement_id(key: str, since: Moment | None = None, until: Moment | None = None, *, triple: bool = False) -> str:
    """``key``: hexadecimal, the same for the same statement. ``triple``: its text is a fact written out."""
    return (
        f"statement/{'fact/' if triple else ''}{key}"
        + (f" since {since}" if since else "")
        + (f" until {until}" if until else "")
    )


def statement_times(external_id: str) -> StatementTimes | None:
    """None for the id of a message that is no statement."""
    found = _ID.fullmatch(external_id)
    return StatementTimes(found["since"] or "", found["until"] or "") if found else None


def is_triple(external_id: str) -> bool:
    """Whether it is the id of a fact that is written out; a sentence may begin like one."""
    found = _ID.fullmatch(external_id)
    return found is not None and found["triple"] is not None


def told_text(text: str) -> str:
    """What a statement says to a reader: of one that is written out with its ends its sentence."""
    if not text.startswith('{"fact": '):
        return text
    try:
        return str(json.loads(text)["fact"])
    except (ValueError, RecursionError):
        return text

"""Which words of a sentence with several days belong to each of them.

In: a sentence, where the words for its days stand, and its clauses as the local reader cuts them. Out: a
:class:`Clause` for each day. Pure. The words stand in ``agenda.toml``. "Ellie's got swimming tues 5.30 *and* Jack's
football is thurs 6" are two; "physio on the 3rd and the 10th" is one, and so is what goes on with "he" where nobody
knows who that is.
"""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.said_clauses import Said

_CLAUSES = read_answers("agenda.toml")["clauses"]
_JOINT, _POINTS = (re.compile(_CLAUSES[name], re.IGNORECASE) for name in ("joint", "points"))


class Clause(NamedTuple):
    start: int
    stop: int
    """Where it ends at the latest."""
    whole: bool
    """Whether other days are named in it, so that none can be left out."""
    said: Said | None = None
    """How it is said."""


def clauses_of(
    said: str, places: Sequence[tuple[int, int]], read: Sequence[Said], says: Callable[[str], object]
) -> list[Clause]:
    """``places``: from where to where the words for each day stand, in their order, with the time of the day; ``read``:
    the clauses of the sentence in their order; ``says``: whether words say what something is."""
    found: list[Clause] = []
    within: Clause | None = None
    bounds = _bounds(said, read, says)
    for number, (start, _) in enumerate(places):
        own = next((one for one in bounds if one.start <= start < one.stop), Clause(0, len(said), whole=False))
        if own != within:
            within = own
            found.append(own)
            continue
        last, end = found[-1], places[number - 1][1]
        joints = [one for one in _JOINT.finditer(said, end, start) if says(said[one.end() : start])]
        if not joints:
            says_own = bool(says(said[end:start]))
            found.append(own._replace(start=end if says_own else last.start, whole=not says_own))
            continue
        points = _POINTS.match(said, joints[0].end())
        found.append(own._replace(start=last.start if points else joints[0].end(), whole=bool(points)))
        found[-2] = last._replace(stop=joints[0].start())
    return found


def _bounds(said: str, read: Sequence[Said], says: Callable[[str], object]) -> list[Clause]:
    """From where to where each clause reaches, without gaps: what says nothing by itself, and a single word, goes along
    with what follows; what goes on with a pronoun that means nobody known goes along with all before it."""
    found: list[Clause] = []
    begin = 0
    for one, following in pairwise([*read, None]):
        if one is None:
            break
        stop = max(one.start, _behind(said, following.start)) if following is not None else len(said)
        joint = _JOINT.match(said, begin) if found else None
        start = joint.end() if joint else begin
        piece = said[start:stop]
        if following is not None and (not says(piece) or len(piece.split()) == 1):
            continue
        if found and not says(piece) and not one.pronoun:
            found[-1] = found[-1]._replace(stop=stop)  # "dentist Dr. Feddersen *wed 10:40*"
            continue
        points = bool(found) and _POINTS.match(said, start) is not None and not one.whose
        found.append(Clause(0 if points else start, stop, whole=points, said=one))
        begin = stop
    return found


def _behind(said: str, start: int) -> int:
    """Where the last joint before a clause begins: "…, *and* she has to have *her eyes checked*"."""
    joints = [one for one in _JOINT.finditer(said) if one.end() <= start]
    return joints[-1].start() if joints else start

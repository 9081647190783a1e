"""Which words of a sentence with several days belong to each of them.

In: a sentence, where the words for its days stand. Out: a :class:`Clause` for each. Pure. The words stand in
``agenda.toml``. "Ellie's got swimming tues 5.30 *and* Jack's football is thurs 6" are two; "physio on the 3rd and the
10th" is one, and so is what goes on with "he": who that is stands before it.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.days_behind import may_be_verb
from zeph.memory.recall.query.vocabulary import words

_CLAUSES = read_answers("agenda.toml")["clauses"]
_JOINT, _OWN, _POINTS = (re.compile(_CLAUSES[name], re.IGNORECASE) for name in ("joint", "own", "points"))


class Clause(NamedTuple):
    start: int
    stop: int
    """Where it ends at the latest."""
    whole: bool
    """Whether other days are named in it, so that none can be left out."""


def clauses_of(said: str, places: Sequence[tuple[int, int]], says: Callable[[str], object]) -> list[Clause]:
    """``places``: from where to where the words for each day stand, in their order, with the time of the day; ``says``:
    whether words say what something is."""
    found: list[Clause] = []
    for start, _ in places:
        if not found:
            is_on = _OWN.search(said, 0, start)
            its_own = is_on and says(is_on["clause"]) and not _POINTS.match(is_on["clause"])
            begin = is_on.start("clause") if is_on and its_own else 0
            found.append(Clause(begin, len(said), whole=False))
            continue
        last, end = found[-1], places[len(found) - 1][1]
        joints = [one for one in _JOINT.finditer(said, end, start) if says(said[one.end() : start])]
        own = (one for one in reversed(joints) if _has_verb(said[one.end() : start]))
        joint = next(own, next(iter(joints), None))
        if joint is None:
            says_own = bool(says(said[end:start]))
            found.append(Clause(end if says_own else last.start, len(said), whole=not says_own))
        elif _POINTS.match(said, joint.end()):
            found.append(Clause(last.start, len(said), whole=True))
        else:
            found.append(Clause(joint.end(), len(said), whole=False))
        if joint is not None:
            found[-2] = last._replace(stop=joint.start())
    return found


def _has_verb(said: str) -> bool:
    """Whether it says who or what does something."""
    first, *others = [*words(said), ""]
    return not may_be_verb(first) and any(map(may_be_verb, others))

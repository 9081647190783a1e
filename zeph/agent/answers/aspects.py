"""What is asked for of somebody: the dentist's number, Graham's birthday. That of another is no answer.

In: a question, texts. Out: an :class:`Aspect`, or None; whether a text tells it. Pure. The rows stand in
``answers.toml``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from zeph.agent.answers.answer_tables import read_answers
from zeph.memory.recall.query.vocabulary import stem, words
from zeph.safety.text import one_line

_ROWS = [
    (re.compile(row["of"], re.IGNORECASE), re.compile(row["value"], re.IGNORECASE), row["told"])
    for row in read_answers()["aspect"]
    if "of" in row
]
_MARK = re.compile(r"['’]")
_YOUR, _MINE = (read_answers()["second_person"][name] for name in ("owner", "mine"))


@dataclass(frozen=True, slots=True)
class Aspect:
    whom: str
    """As it is said to the person: "your boss", "the dentist"."""
    what: str
    owner: str
    """Stem of the word that names whom."""
    value: re.Pattern[str]

    def names_owner(self, text: str) -> bool:
        return self.owner in map(stem, words(text))

    def is_told(self, text: str) -> bool:
        return self.names_owner(text) and bool(self.value.search(text))


def asked_aspect(question: str, texts: Sequence[str]) -> Aspect | None:
    """``texts``: what was found; where no apostrophe tells that it is an owner, some of it must name them."""
    for of, value, what in _ROWS:
        if found := of.search(one_line(question)):
            owner = found["owner"]
            of_whom = (found["the"] or "").lower()
            whom = f"{_YOUR} {owner}" if of_whom == _MINE else f"{of_whom} {owner}".strip()
            aspect = Aspect(whom, what, stem(owner.lower()), value)
            marked = bool(_MARK.search(found.group()))
            return aspect if marked or any(map(aspect.names_owner, texts)) else None
    return None

"""What kind of thing a question asks for, and whether a sentence has one.

In: a question, a sentence. Out: a kind of ``answers.toml`` (``time``, ``amount``, ``name`` …), yes or no. The idea is
the answer type of question answering before neural readers (Li and Roth, "Learning Question Classifiers", COLING 2002).
"""

import re
from functools import lru_cache

from zeph.agent.answers.answer_tables import read_answers

ANY = ""
"""A question that any statement may answer."""
NAME = "name"
_KINDS = [
    (row["kind"], re.compile(row["question"], re.IGNORECASE), re.compile(row["evidence"], re.IGNORECASE))
    for row in read_answers()["expected"]
]
_EVIDENCE = {kind: evidence for kind, _, evidence in _KINDS}
_CAPITAL = re.compile(r"(?<=[\w,;:)'\"’] )[A-Z][\w’'-]+")


@lru_cache(maxsize=64)
def expected_kind(question: str) -> str:
    """The first kind whose words the question has; :data:`ANY` where it has none."""
    return next((kind for kind, asked, _ in _KINDS if asked.search(question)), ANY)


def meets(kind: str, question: str, sentence: str) -> bool:
    """Whether ``sentence`` has what a question of that kind asks for; a name is one that the question does not say."""
    if kind == ANY:
        return False
    if _EVIDENCE[kind].search(sentence):
        return True
    known = question.casefold()
    return kind == NAME and any(name.casefold() not in known for name in _CAPITAL.findall(sentence))

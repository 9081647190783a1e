"""A question that asks two things, in its parts: "When is it due, and what does she pay?".

In: a text; the answers to its parts. Out: its questions, each to be answered by itself and naming whom it is about; one
answer. Pure.
"""

from collections.abc import Sequence

from zeph.agent.answers.answer_tables import pattern
from zeph.memory.language.questions import asks_by_order
from zeph.safety.text import one_line

QUOTES = 3
"""Beside the first line of each."""
_JOINED, _STANDS_FOR, _WHOM = map(pattern, ("joined_questions", "stands_for", "asked_of"))
_QUOTE = "- "


def question_parts(text: str) -> list[str]:
    """The questions of ``text``, in order; one where it asks for one thing."""
    text, parts, begin = one_line(text), list[str](), 0
    for found in _JOINED.finditer(text):
        if asks_by_order(text[begin : found.start()]) and asks_by_order(text[found.end() :]):
            parts.append(text[begin : found.start()])
            begin = found.end()
    parts.append(text[begin:])
    whom = _WHOM.search(parts[0])
    others = [_STANDS_FOR.sub(whom["whom"], part, count=1) if whom else part for part in parts[1:]]
    return [parts[0], *others]


def together(answers: Sequence[str]) -> str:
    """The first line of each, then what they stand on, each once."""
    lines = [line for answer in answers for line in answer.splitlines() if line.strip()]
    told = list(dict.fromkeys(line for line in lines if not line.startswith(_QUOTE)))
    quotes = [
        line for line in dict.fromkeys(lines) if line.startswith(_QUOTE) and line.removeprefix(_QUOTE) not in told
    ]
    return "\n".join((*told, *quotes[:QUOTES]))

"""A question that asks two things, in its parts: "When is it due, and what does she pay?".

In: a text; the answers to its parts. Out: its questions, each to be answered by itself and naming whom it is about; one
answer. Pure.
"""

from collections.abc import Sequence
from itertools import takewhile

from zeph.agent.answers.answer_tables import pattern, read_answers
from zeph.memory.language.questions import asks_by_order, without_greeting
from zeph.memory.language.sentence_split import split_sentences
from zeph.safety.text import one_line

QUOTES = 3
"""Beside the first line of each."""
_JOINED, _STANDS_FOR, _WHOM, _ALONE, _WITH, _IS, _FOR_THING, _THING, _FOR_OWNER = map(pattern, (
    "joined_questions", "stands_for", "asked_of", "asks_alone", "asked_with", "is_left_out", "stands_for_thing",
    "asked_thing", "stands_for_owner",
))  # fmt: skip
_OWNS: list[str] = read_answers()["owns"]
"""What is added to a name for what is theirs, and to one that ends in "s"."""
_QUOTE = "- "
_UNSURE: str = read_answers()["unknown"]["unsure"]


def question_parts(text: str) -> list[str]:
    """The questions of ``text``, in order; one where it asks for one thing."""
    text, parts, begin = one_line(text), list[str](), 0
    for found in _JOINED.finditer(text):
        before, behind = text[begin : found.start()], text[found.end() :]
        if asks_by_order(before) and (asks_by_order(behind) or _ALONE.match(behind)):
            parts.append(before)
            begin = found.end()
    if not parts:
        return [text]
    first = without_greeting(parts[0])
    return [first, *(_named(part, first) for part in [*parts[1:], text[begin:]])]


def asked_behind(text: str) -> str:
    """What a message asks behind what it tells: "i live in hull" and, on a line of its own, "where do i live"; all
    of it where it tells nothing before, or goes on telling."""
    sentences = split_sentences(text)
    asked = [*takewhile(lambda one: one.question, reversed(sentences))]
    if not asked or len(asked) == len(sentences):
        return text
    return text[asked[-1].start :].strip()


def names_its_thing(question: str) -> bool:
    """Whether it can be asked alone: with no pronoun for what was told before it."""
    return not _STANDS_FOR.search(question) and not _FOR_THING.search(question)


def _named(part: str, first: str) -> str:
    """A later question with what it leaves to the first: "where" of "when is the play", "does she" of Runa."""
    if _ALONE.match(part):
        word = _WITH.match(first)
        rest = first[word.end() :] if word else ""
        helper = "is " if word and _IS.search(word.group().strip()) else ""
        return f"{part.rstrip(' ?!.')} {helper}{rest}".strip()
    things = [found["thing"] for found in _THING.finditer(first)]
    whom = _WHOM.search(first)
    if named := whom["whom"] if whom else next(iter(things), ""):
        part = _FOR_OWNER.sub(f"{named}{_OWNS[named.endswith('s')]}", part, count=1)
        part = _STANDS_FOR.sub(named, part, count=1)
    return _FOR_THING.sub(things[0], part, count=1) if things else part


def together(answers: Sequence[str]) -> str:
    """The first line of each, then what they stand on, each once; guesses are kept apart."""
    lines = [line for answer in answers for line in answer.splitlines() if line.strip()]
    told = list(dict.fromkeys(line for line in lines if not line.startswith(_QUOTE)))
    quotes = [
        line for line in dict.fromkeys(lines) if line.startswith(_QUOTE) and line.removeprefix(_QUOTE) not in told
    ]
    apart = "\n\n" if any(line.startswith(_UNSURE) for line in told) else "\n"
    return "\n".join((apart.join(told), *quotes[:QUOTES]))

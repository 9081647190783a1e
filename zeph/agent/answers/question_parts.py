"""A question that asks two things, in its parts: "When is it due, and what does she pay?".

In: a text; the answers to its parts. Out: its questions, each to be answered by itself and naming whom it is about; one
answer. Pure.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from zeph.agent.answers.answer_tables import pattern, read_answers
from zeph.agent.answers.expected_kinds import ANY, expected_kind, meets
from zeph.agent.answers.last_word import BEFORE, CHANGED
from zeph.agent.answers.talk_kinds import asks_for_several
from zeph.memory.language.questions import asks_by_order, without_greeting
from zeph.memory.language.sentence_split import split_sentences
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.query.vocabulary import Terms
from zeph.safety.text import one_line

SEVERAL = 3
"""Quotations of a part that asks for several things; one of any other."""
_JOINED, _STANDS_FOR, _WHOM, _ALONE, _WITH, _IS, _FOR_THING, _THING, _FOR_OWNER, _OF_BEFORE, _NOW = map(pattern, (
    "joined_questions", "stands_for", "asked_of", "asks_alone", "asked_with", "is_left_out", "stands_for_thing",
    "asked_thing", "stands_for_owner", "asks_of_before", "now",
))  # fmt: skip
_OWNS: list[str] = read_answers()["owns"]
"""What is added to a name for what is theirs, and to one that ends in "s"."""
_TELL_BEFORE = (BEFORE, CHANGED, pattern("in_place"))
_QUOTE = "- "
_WORDS: dict[str, str] = read_answers()["unknown"]
_QUOTED = re.compile("“(.*)”")
_BREAK = "  \n"
"""The end of a line, as markdown has it too."""


def question_parts(text: str) -> list[str]:
    """The questions of ``text``, in order; one where it asks for one thing."""
    text, parts, begin = one_line(text), list[str](), 0
    for found in _JOINED.finditer(text):
        before, behind = text[begin : found.start()], text[found.end() :]
        alone = _ALONE.match(behind) or _OF_BEFORE.match(behind)
        if asks_by_order(before) and (alone or asks_by_order(behind)):
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
    if again := _OF_BEFORE.match(part):
        return f"{one_line(_NOW.sub('', first)).rstrip(' ?!.,')} {again['when']}"
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


def together(parts: Sequence[str], answers: Sequence[str]) -> str:
    """What each part is answered, a line each, then what they stand on, each once. Of a later part no guess is told,
    nor what speaks of nothing that it asks: then that nothing is known of it."""
    told: list[str] = []
    quotes: dict[str, None] = {}
    for number, (part, answer) in enumerate(zip(parts, answers, strict=True)):
        lead, stands_on = _told_of(part, answer, told, later=number > 0)
        told += lead
        quotes |= dict.fromkeys(stands_on)
    lines = [_without(line, [*told[:at], *told[at + 1 :]]) for at, line in enumerate(told)]
    if {*answers} == {_WORDS["nothing"]}:
        return _WORDS["nothing"]
    return "\n".join(
        filter(None, (_BREAK.join(lines), *(one for one in quotes if one.removeprefix(_QUOTE) not in told)))
    )


def _told_of(part: str, answer: str, told: Sequence[str], *, later: bool) -> tuple[list[str], list[str]]:
    """What is said of a part where so much was ``told`` of those before it, and quotations."""
    lines = [line for line in answer.splitlines() if line.strip()]
    lead, quotes = ([line for line in lines if line.startswith(_QUOTE) is quoted] for quoted in (False, True))
    if all(line in told for line in lead):
        return [*_told_already(part, lead, quotes)], []
    if answer == _WORDS["nothing"] or later and _is_guess(part, lead):
        return [_WORDS["nothing_of"].format(PART=part.rstrip(" ?!."))], []
    most = SEVERAL if asks_for_several(part) else int(not _QUOTED.search(lead[0]))
    return [line for line in lead if line not in told], quotes[:most]


def _without(line: str, told: Sequence[str]) -> str:
    """Without what was told already behind that something is not known: "I have nothing of her age; I know: …"."""
    again = any(line.endswith(one) for one in told)
    return f"{line.partition(';')[0]}." if again else line


def _told_already(part: str, lead: Sequence[str], quotes: Sequence[str]) -> Iterator[str]:
    """What is said where a part is answered by what was told: nothing where that has what the part asks for, else the
    quotation that has it, or that nothing is known."""
    kind, before = expected_kind(part), BEFORE.search(part)

    def answers(line: str) -> bool:
        text = (_QUOTED.findall(line) or [line])[0]
        return any(one.search(text) for one in _TELL_BEFORE) if before else kind == ANY or meets(kind, part, text)

    if not any(map(answers, lead)):
        unknown = _WORDS["nothing_before"] if before else _WORDS["nothing_of"].format(PART=part.rstrip(" ?!."))
        yield next((quote.removeprefix(_QUOTE) for quote in quotes if answers(quote)), unknown)


def _is_guess(part: str, lead: Sequence[str]) -> bool:
    """Whether it is told as one, or has none of the words that are asked for."""
    guessed = any(line.startswith((_WORDS["unsure"], _WORDS["of_nothing"], _WORDS["unknown_before"])) for line in lead)
    asked = analyse(part).terms
    return guessed or bool(asked) and not Terms(asked).coverage(" ".join(lead))

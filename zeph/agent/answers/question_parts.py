"""A question that asks two things, in its parts: "When is it due, and what does she pay?".

In: a text; the answers to its parts. Out: its questions, each to be answered by itself and naming whom it is about; one
answer. Pure.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from zeph.agent.answers.answer_tables import pattern, read_answers
from zeph.agent.answers.aspects import may_be_told
from zeph.agent.answers.expected_kinds import ANY, MEASURED, asking_words, expected_kind, meets
from zeph.agent.answers.last_word import BEFORE, CHANGED
from zeph.agent.answers.quoting import QUOTED
from zeph.agent.answers.talk_kinds import asked_at_end, asks, asks_for_several
from zeph.memory.language.asking_features import is_given_name
from zeph.memory.language.morphology import verb_form
from zeph.memory.language.questions import ASKS, asks_likely, asks_whole, without_greeting
from zeph.memory.language.sentence_split import split_sentences
from zeph.memory.language.word_tables import fill
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.query.vocabulary import Terms, words
from zeph.safety.text import one_line

SEVERAL = 3
"""Quotations of a part that asks for several things; one of any other."""
ALL, MOST = 0.99, 0.6
"""Share of a part's words from which a line has all of them, and most: "is it *wee aidan* thats injured"."""
_JOINED, _STANDS_FOR, _WHOM, _ALONE, _WITH, _IS, _FOR_THING, _THING, _FOR_OWNER = map(pattern, (
    "joined_questions", "stands_for", "asked_of", "asks_alone", "asked_with", "is_left_out", "stands_for_thing",
    "asked_thing", "stands_for_owner",
))  # fmt: skip
_OF_BEFORE, _NOW, _COUNT, _REASON = map(pattern, ("asks_of_before", "now", "asked_count", "asked_because"))
_NAMED_SO: str = read_answers()["named_so"]
_OWNS: list[str] = read_answers()["owns"]
"""What is added to a name for what is theirs, and to one that ends in "s"."""
_TELL_BEFORE = (BEFORE, CHANGED, pattern("in_place"))
_COUNTED_AS: str = read_answers()["counted_as"]
_QUOTE = "- "
_WORDS: dict[str, str] = read_answers()["unknown"]
_UNSURE = tuple(
    _WORDS[name].partition("{")[0] for name in ("nothing", "unsure", "of_nothing", "of_known_other", "unknown_before")
)
PART_ASKS = 0.35
"""How likely a part of what has a question mark at its end asks, to be a question of its own."""
_ENDS, _BREAK = "\n\n", "  \n"
"""The end of a list, and of a line, as markdown has it too."""


def question_parts(text: str) -> list[str]:
    """The questions of ``text``, in order; one where it asks for one thing."""
    text, parts, begin = one_line(text), list[str](), 0
    if not asks(text):
        return [text]
    least = PART_ASKS if text.endswith("?") else ASKS
    for found in _JOINED.finditer(text):
        before, behind = text[begin : found.start()], text[found.end() :]
        alone = _ALONE.match(behind) or _OF_BEFORE.match(behind)
        if " " in before.strip() and asks_likely(before) > least and (alone or _asks(behind, least)):
            parts.append(before)
            begin = found.end()
    if not parts:
        return [text]
    first = without_greeting(parts[0])
    if {*words(first)} <= {*_asked_kind(first)}:  # "what time and where is the play"
        second = [*parts[1:], text[begin:]][0]
        thing = next((found["thing"] for found in _THING.finditer(second)), "") or _rest_of(second)
        first = f"{first.rstrip(' ,')} {thing}".strip()
    return [first, *(_named(part, first) for part in [*parts[1:], text[begin:]])]


def _asks(part: str, least: float) -> bool:
    """By itself: "what does she pay", "whats her number"; not "how much at night"."""
    return asks_likely(part) > least and asks_whole(part)


def asked_behind(text: str) -> str:
    """What a message asks behind what it tells: "i live in hull" and, on a line of its own, "where do i live"; all
    of it where it tells nothing before ("alright. where do i live"), or goes on telling."""
    sentences = split_sentences(text)
    asked = [*takewhile(lambda one: one.question, reversed(sentences))]
    if sentences and len(asked) <= 1 and (at_end := asked_at_end(sentences[-1].text)):
        return at_end
    if not asked or len(asked) == len(sentences):
        return text
    behind = text[asked[-1].start :].strip()
    return text if one_line(without_greeting(text)) == one_line(without_greeting(behind)) else behind


def asked_alone(question: str) -> str:
    """Without a greeting before it, and what it is asked for behind: "…, so that I can plan", "… just so I know"."""
    question = without_greeting(question)
    reason = _REASON.search(question)
    asked = question[: reason.start()] if reason else question
    return asked if reason and asks_whole(asked) and asks_likely(asked) >= ASKS else question


def by_name(part: str, first: str, told: str) -> str:
    """A later part that asks of somebody by what they are, by the name that the answer to the first tells: "when is
    *Gregor* leaving"; empty where it tells none."""
    whom = _WHOM.search(first)
    what = whom["whom"].split()[-1] if whom and whom["whom"] in part else ""
    said = (found["name"] for found in re.finditer(fill(_NAMED_SO, WHAT=what), told, re.IGNORECASE)) if what else ()
    name = next((one for one in said if is_given_name(one.casefold()) or one[:1].isupper()), "")
    return part.replace(whom["whom"], name) if whom and name else ""


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
    elif counted := _COUNT.search(first):
        part = _STANDS_FOR.sub(_COUNTED_AS.format(COUNTED=counted["counted"]), part, count=1)
    thing = next(iter(things), "") or _rest_of(first)
    part = _FOR_THING.sub(thing, part, count=1) if thing else part
    return part if analyse(part).terms else f"{part} {_rest_of(first)}".strip()


def _rest_of(question: str) -> str:
    """What a question is of, behind what it asks for: "daddys cake" of "what flavour is daddys cake"."""
    whole, terms = words(question), analyse(question).terms
    asked = {*whole[1:2], *_asked_kind(question)}
    return " ".join(term for term in terms if term not in asked and not verb_form(term))


def together(parts: Sequence[str], answers: Sequence[str], whole: str = "") -> str:
    """What each part is answered, a line each, then what they stand on, each once. Of a later part no guess is told,
    nor what speaks of nothing that it asks: then that nothing is known of it, where nothing that is told or quoted of
    the others, or of the ``whole``, may hold it."""
    told: list[str] = []
    quotes: dict[str, None] = {}
    among = list(dict.fromkeys(line for answer in answers for line in answer.splitlines() if line.strip()))
    among += _quotations_of(whole)
    for number, (part, answer) in enumerate(zip(parts, answers, strict=True)):
        lead, stands_on = _told_of(_Part(part, parts[:number], among), answer, told)
        told += lead
        quotes |= dict.fromkeys(stands_on)
    told = [line for line in told if not any(other != line and _says(other, line) for other in told)]
    lines = [_without(line, [*told[:at], *told[at + 1 :]]) for at, line in enumerate(told)]
    if {*answers} == {_WORDS["nothing"]}:
        return _WORDS["nothing"]
    return "\n".join(
        filter(
            None, (_one_below_another(lines), *(one for one in quotes if not any(_says(line, one) for line in told)))
        )
    )


def _one_below_another(lines: Sequence[str]) -> str:
    """What follows a list begins a paragraph of its own."""
    ends = [_ENDS if one.startswith(_QUOTE) > after.startswith(_QUOTE) else _BREAK for one, after in pairwise(lines)]
    return "".join(f"{line}{end}" for line, end in zip(lines, [*ends, ""], strict=False))


def _says(line: str, other: str) -> bool:
    """Whether a line quotes all that another does, perhaps with the day that it means."""
    said = other.removeprefix(_QUOTE)
    return bool(QUOTED.search(said)) and said in line


class _Part(NamedTuple):
    """A part of a question, beside the others."""

    text: str
    before: Sequence[str]
    """The parts before it."""
    among: Sequence[str]
    """All lines of all answers."""

    @property
    def unknown(self) -> str:
        return _WORDS["nothing_of"].format(PART=self.text.rstrip(" ?!."))

    def held_by(self) -> str:
        """The first of the lines that may hold what it asks, and speaks of what it names; empty where none does."""
        plain = [line for line in self.among if line != _WORDS["nothing"]]
        return next((one for one in plain if self._may_hold(_text_of(one), quoted=_is_quotation(one))), "")

    def may_be_quoted(self) -> bool:
        """Whether a quotation of the others has one more thing of the kind that it asks for: nobody can tell then that
        nothing is known ("84 so far n *the barn holds 110*")."""
        kind, told = expected_kind(self.text), [line for line in self.among if not _is_quotation(line)]
        said = {word for line in told for word in words(line)}
        rest = (" ".join(word for word in words(_text_of(one)) if word not in said) for one in self.among)
        return kind in MEASURED and any(meets(kind, self.text, one) for one in rest)

    def _may_hold(self, text: str, *, quoted: bool) -> bool:
        asked = analyse(self.text).terms
        covers = Terms(asked).coverage(text) if asked else 0.0
        if covers >= ALL or expected_kind(self.text) == ANY:
            return covers >= (MOST if quoted else ALL)
        named = [word for word in asked if word not in _asked_kind(self.text) and self._is_thing(word)]
        earlier = Terms(analyse(" ".join(self.before)).terms)
        new = [word for word in named if not earlier.coverage(word)]
        return may_be_told(self.text, text) and all(Terms(some).coverage(text) for some in (named, new) if some)

    def _is_thing(self, word: str) -> bool:
        """Whether a word names something, and is no verb."""
        return not verb_form(word) or any(word in words(found["thing"]) for found in _THING.finditer(self.text))


def _asked_kind(part: str) -> list[str]:
    """The words that tell which kind is asked for: "how old"."""
    return words(asking_words(part))


def _told_of(part: _Part, answer: str, told: Sequence[str]) -> tuple[list[str], list[str]]:
    """What is said of a part where so much was ``told`` of those before it, and quotations."""
    lines = [line for line in answer.splitlines() if line.strip()]
    lead, quotes = ([line for line in lines if _is_quotation(line) is quoted] for quoted in (False, True))
    if all(line in told for line in lead):
        return [*_told_already(part, lead, quotes)], []
    if answer == _WORDS["nothing"] or part.before and is_unsure(answer):
        held = part.held_by()
        unknown = [] if held or part.may_be_quoted() else [part.unknown]
        return unknown, [held] if _is_quotation(held) else []
    most = SEVERAL if asks_for_several(part.text) else int(not QUOTED.search(lead[0]))
    return [line for line in lead if line not in told], quotes[:most]


def _without(line: str, told: Sequence[str]) -> str:
    """Without what was told already behind that something is not known: "I have nothing of her age; I know: …"."""
    again = any(line.endswith(one) for one in told)
    return f"{line.partition(';')[0]}." if again else line


def _told_already(part: _Part, lead: Sequence[str], quotes: Sequence[str]) -> Iterator[str]:
    """What is said where a part is answered by what was told: nothing where that has what the part asks for, else the
    quotation that has it, or that nothing is known."""
    before = BEFORE.search(part.text)

    def answers(line: str) -> bool:
        text = _text_of(line)
        return any(one.search(text) for one in _TELL_BEFORE) if before else may_be_told(part.text, text)

    held = "" if before else part.held_by()
    if any(map(answers, lead)) or held in lead:
        return
    if quoted := next((quote for quote in quotes if answers(quote)), held):
        yield quoted.removeprefix(_QUOTE)
    else:
        yield _WORDS["nothing_before"] if before else part.unknown


def is_unsure(answer: str) -> bool:
    """Whether something in it is told as a guess, or nothing is known."""
    return any(line.startswith(_UNSURE) for line in answer.splitlines() if not _is_quotation(line))


def _quotations_of(answer: str) -> list[str]:
    """All that it quotes, as quotations below what is told: also the guess that it begins with."""
    told = (
        line.removeprefix(next((one for one in _UNSURE if line.startswith(one)), "")) for line in answer.splitlines()
    )
    return [line if line.startswith(_QUOTE) else f"{_QUOTE}{line}" for line in told if QUOTED.search(line)]


def _text_of(line: str) -> str:
    """What it quotes, else all of it."""
    return str((QUOTED.findall(line) or [line])[0])


def _is_quotation(line: str) -> bool:
    """Whether it stands below what is told: no line of a list."""
    return line.startswith(_QUOTE) and bool(QUOTED.search(line))

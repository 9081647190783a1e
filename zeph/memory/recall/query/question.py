"""What a question asks for: words to search, names, times, who is meant.

In: a question as typed. Out: a :class:`Query`. What it looks for follows what was measured to help lexical recall: stop
words out, all content words in, speakers and dates named in the question. No model is asked."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from zeph.memory.recall.query.several import LISTING
from zeph.memory.recall.query.time_intent import HAPPENING, MONTHS
from zeph.memory.recall.query.vocabulary import (
    FIRST_PERSON,
    STOP_WORDS,
    THIRD_PERSON,
    WEAK_WORDS,
    WORD,
    fold,
    related_words,
    same_words,
    words,
)
from zeph.memory.recall.query.words_typed import MOST_TERMS
from zeph.storage.ports import TextQuery
from zeph.storage.ports.unspaced import runs

_TABLE: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
WHEN, _ASSISTANT, _LATEST, _NUMBER, _LIKING, _BEEN_TO, JOB, RELEASE = (
    re.compile(_TABLE[name], re.IGNORECASE)
    for name in ("when", "assistant", "latest", "number", "liking", "been_to", "job", "release")
)
WHERE = [(re.compile(asked, re.IGNORECASE), verb) for verb, asked in _TABLE["where"].items()]
"""Questions of stop words and times alone, and what they ask for."""
_LIFE = frozenset(_TABLE["life"]["words"].split())
_OF_JOB = frozenset(_TABLE["asked_of_job"].split())
PROPER_NAME = re.compile(r"(?<=[\w,;:)'\"] )[A-Z][^\W\d_]{2,}")
"""A word with a capital that does not begin a sentence."""
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
LONGEST = 20_000
"""Characters; of a longer text the beginning and the end say what is asked."""
MOST_SPANS = 60
LONGEST_NAME = 6
"""Characters of a name in a script without spaces."""


@dataclass(frozen=True)
class Query:
    text: str
    terms: tuple[str, ...]
    """Content words, in order, each once."""
    beside: tuple[str, ...]
    """Other words for what is asked, which are searched and not asked for."""
    spans: tuple[str, ...]
    """Runs of one to three words that may be a name, longest first, in canonical form."""
    months: tuple[int, ...]
    years: tuple[int, ...]
    asks_when: bool
    first_person: bool
    third_person: bool
    asks_where: bool
    asks_assistant: bool
    asks_number: bool
    """For how many or how much."""
    asks_latest: bool
    """About the present, where things may have been otherwise before."""
    proper_names: tuple[str, ...]
    """Words that are names by their capital, folded."""

    @cached_property
    def text_query(self) -> TextQuery:
        """For messages and communities: the words, and other words for the same."""
        other = (word for term in self.terms for word in sorted(same_words(term)))
        return TextQuery(tuple(dict.fromkeys([*self.terms, *other, *self.beside])))

    @cached_property
    def fact_query(self) -> TextQuery:
        """For facts: the words and those that answer to them."""
        related = (word for term in self.terms for word in sorted(related_words(term)))
        return TextQuery(tuple(dict.fromkeys([*self.terms, *related, *self.beside])))


def abridged(question: str) -> str:
    """What of a question is read: all of it, or the beginning and the end of a long text."""
    return question if len(question) <= LONGEST else f"{question[: LONGEST // 2]}\n{question[-LONGEST // 2 :]}"


def analyse(question: str) -> Query:
    """What ``question`` says, read once; of a long text the beginning and the end."""
    question = abridged(question)
    said = words(question)
    asks_job = bool(JOB.search(question))
    content = _content(said, question, asks_job=asks_job)
    strong = [w for w in content if w not in WEAK_WORDS]
    if all(w in HAPPENING or w.isdigit() for w in strong):
        strong = content  # "who is on call the week of 7 December"
    return Query(
        text=question,
        terms=tuple(dict.fromkeys(strong or content))[:MOST_TERMS],
        beside=(*(_TABLE["for_a_living"].split() if asks_job else ()), *dict.fromkeys(RELEASE.findall(question))),
        spans=_spans(said, question),
        months=_months(question),
        years=tuple(dict.fromkeys(int(y) for y in YEAR.findall(question))),
        asks_when=bool(WHEN.search(question)),
        first_person=any(w.split("'")[0] in FIRST_PERSON for w in said),
        third_person=any(w in THIRD_PERSON for w in said),
        asks_where="where" in said,
        asks_assistant=bool(_ASSISTANT.search(question)),
        asks_number=bool(_NUMBER.search(question)),
        asks_latest=bool(_LATEST.search(question)),
        proper_names=tuple(dict.fromkeys(fold(name) for name in PROPER_NAME.findall(question))),
    )


def _content(said: Sequence[str], question: str, *, asks_job: bool) -> list[str]:
    """The words that say what is asked for."""
    content = [w for w in said if w not in STOP_WORDS and "'" not in w]
    content = [*content, *_implied_verb(question, content)]
    content = [w for w, before in zip(content, ["", *content], strict=False) if w != "history" or before not in _LIFE]
    if asks_job:
        return [*(w for w in content if w not in _OF_JOB), _TABLE["job_word"]]
    orders = LISTING.match(question) and len(content) > 1 and content[0] in said[:2]
    return content[1:] if orders else content


def _implied_verb(question: str, content: Sequence[str]) -> list[str]:
    """The verb that a question is about, where it is too common a word to be searched."""
    if liking := _LIKING.search(question):
        return ["dislike" if liking["not"] else "like"]
    if _BEEN_TO.search(question):
        return ["visited"]
    if any(w not in HAPPENING and not w.isdigit() for w in content):
        return []
    return [verb for asked, verb in WHERE if asked.search(question)][:1]


def name_spans(text: str) -> tuple[str, ...]:
    """Runs of one to three words of any text that may be a name, as :class:`Query` has those of a question."""
    return _spans(words(text), text)


def _spans(said: Sequence[str], question: str) -> tuple[str, ...]:
    spans = _without_spaces(question)
    for size in (3, 2, 1):
        for start in range(len(said) - size + 1):
            run = said[start : start + size]
            if run[0] not in STOP_WORDS and run[-1] not in STOP_WORDS:
                spans.append(" ".join(run))
    return tuple(dict.fromkeys(spans))[:MOST_SPANS]


def _without_spaces(question: str) -> list[str]:
    """Of scripts without spaces between words all that may be a name, the longest first."""
    found = runs(fold(question))
    return [
        run[i : i + size] for size in range(LONGEST_NAME, 1, -1) for run in found for i in range(len(run) - size + 1)
    ]


def _months(question: str) -> tuple[int, ...]:
    """Months named; "may" and "march" only with a capital."""
    numbers: list[int] = []
    for word in WORD.findall(question):
        for number, month in enumerate(MONTHS, 1):
            named = word.casefold() == month and (month not in ("may", "march") or word[0].isupper())
            if named and number not in numbers:
                numbers.append(number)
    return tuple(numbers)

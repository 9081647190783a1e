"""What a line says should have been said instead: "it's Ron who has the bad knee, not Kev", "oops, 230g not 320".

In: a line, and facts that were told lately, the last ones first. Out: a :class:`Change` of each fact that the line says is
of another, or of nobody. A line is read beside a fact: the words of it that the fact has too are marked, and the wordings
of ``contrasts.toml``, whose examples are tests, are of the marks. So nothing is changed that the line does not name.
"""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from zeph.memory.ingest.intents.fact_parts import Part, content, parts_of, respelled, values_in
from zeph.memory.ingest.intents.order_of import LONGEST, intents_table, starts_of
from zeph.memory.ingest.intents.order_templates import TemplateReader, ToldWords, told_words
from zeph.memory.language.names import canonical_name
from zeph.records.edge import Edge

DATA_FILE = "contrasts.toml"
NOTED, OTHER = "§", "¤"
TURNS = 3
"""Tellings among which that is looked for of which nothing is said again."""
ENOUGH = 2
"""Words of a fact that name it, where its other end is not named."""


class Change(NamedTuple):
    """``wrong``: words of the fact's sentence or of its ends; ``right``: what belongs there, empty where it is no fact."""

    fact: Edge
    wrong: str
    right: str
    start: int
    """Where in the line that stands: characters."""
    stop: int
    end: str
    """Which end of the fact is wrong, "source" or "target"; empty where something else in it is."""
    again: bool
    """Whether the line says the rest of the fact again."""


class _Hit(NamedTuple):
    says: str
    fact: Edge
    group: int
    part: Part
    right: str
    rest: str
    start: int
    stop: int


@cache
def contrasts_table() -> dict[str, Any]:
    """The table as it is shipped; for reading only."""
    return tomllib.loads(resources.files(__package__).joinpath(DATA_FILE).read_text("utf-8"))


def may_contrast(text: str) -> bool:
    """Whether a line has any of the words without which it contrasts nothing."""
    said = told_words(text, {}).line.casefold().split() if len(text) <= LONGEST else ()
    return not _needed().isdisjoint(said)


def contrasted(text: str, told: Sequence[Sequence[Edge]], person: str) -> list[Change]:
    """``told``: facts by the turn that told them, the last one first; ``person``: the name of the speaker."""
    if not may_contrast(text):
        return []
    line = told_words(text, {})
    hits = [h for at, facts in enumerate(told) for fact in facts for h in _hits(text, line, fact, at, person)]
    if not _reader().group("takes_back").match(line.line):  # ordinary talk contrasts things too: names and numbers less
        hits = [hit for hit in hits if hit.says != "bare" or hit.part.is_told_apart]
    for says, choose in _CHOICES.items():
        if chosen := choose([hit for hit in hits if hit.says == says]):
            return [*{h.fact.id: _change(h, person) for h in reversed(chosen)}.values()]
    return []


def _change(hit: _Hit, person: str) -> Change:
    return Change(hit.fact, hit.part.text, _named(hit, person), hit.start, hit.stop, hit.part.end, hit.says == "again")


# ------------------------------------------------------------ reading


def _hits(text: str, line: ToldWords, fact: Edge, group: int, person: str) -> Iterator[_Hit]:
    for part in parts_of(fact, person, contrasts_table()["self"]):
        for marked in _marked(line, part.words, NOTED):
            for says, of, found in _read(marked, NOTED):
                if of in ("", part.end):
                    yield from _hit(text, marked, found, says, fact, group, part)
    for value in values_in(fact.fact):
        part = Part(value.text, (), "")
        for other in values_in(text):
            if other.may_replace(value):
                for marked in _marked(line, other.words, OTHER):
                    for says, _, found in _read(marked, OTHER):
                        if says == "value":
                            yield from _hit(text, marked, found, says, fact, group, part, other.put_for(value))
    for part in parts_of(fact, person, ()):
        if part.text[:1].isupper() and not part.text.startswith(f"{person}'s "):
            for says, _, found in _read(line, ""):
                yield from _hit(text, line, found, says, fact, group, part)
    for part, word in respelled(fact, text, person):
        for marked in _marked(line, (word.casefold(),), OTHER):
            for says, _, found in _read(marked, OTHER):
                if says == "spelling":
                    yield from _hit(text, marked, found, says, fact, group, part, word)


def _hit(
    text: str, line: ToldWords, found: Any, says: str, fact: Edge, group: int, part: Part, right: str = ""
) -> Iterator[_Hit]:  # fmt: skip
    """Nothing where what is said instead cannot stand there."""
    named = found.groupdict()
    if slot := next((name for name in ("right", "name") if name in named), ""):
        if not _reader().slot(slot).takes(named[slot]):
            return
        start, stop = line.span(*found.span(slot))
        right = text[start:stop]
        if any(map(str.isdigit, right)) != any(map(str.isdigit, part.text)):
            return
    start, stop = line.span(*found.span())
    yield _Hit(says, fact, group, part, right, " ".join(named.get(one) or "" for one in ("rest", "more")), start, stop)


def _read(line: ToldWords, mark: str) -> Iterator[tuple[str, str, Any]]:
    """(what kind of wording, at which end of the fact it names something, what was found)."""
    starts = [start.at for start in starts_of(line.line)]
    for says, of, wording in _wordings(mark):
        for at in starts:
            if (found := wording.match(line.line, at)) is not None:
                yield says, of, found


def _marked(line: ToldWords, words: Sequence[str], mark: str) -> Iterator[ToldWords]:
    """The line with these words as one mark, for each place where they stand."""
    said, of_thing = line.line.casefold().split(), {*contrasts_table()["articles"], *contrasts_table()["own"]}
    for at in range(len(said) - len(words) + 1 if words else 0):
        if tuple(said[at : at + len(words)]) == tuple(words):
            begin = at - 1 if mark == NOTED and at and said[at - 1] in of_thing else at
            yield line.with_mark(begin, at + len(words), mark)


@cache
def _wordings(mark: str) -> list[tuple[str, str, Any]]:
    return [
        (row["says"], row.get("of", ""), _reader().part(say))
        for row in contrasts_table()["contrast"] for say in row["say"] if (mark in say if mark else row["says"] == "name")
    ]  # fmt: skip


@cache
def _reader() -> TemplateReader:
    own = contrasts_table()
    return TemplateReader({"groups": {**intents_table()["groups"], **own["groups"]}, "slots": own["slots"]})


@cache
def _needed() -> frozenset[str]:
    return frozenset((*contrasts_table()["needs"], *intents_table()["denying"]["words"]))


# ------------------------------------------------------------ which facts are meant


def _said_again(hits: list[_Hit]) -> list[_Hit]:
    """Those whose other end the line names, or all that they tell; else the one that it says most of."""
    whole = [hit for hit in hits if any(told and told <= content(hit.rest) for told in (_other_end(hit), _rest(hit)))]
    return whole or _most_said(hits, ENOUGH)


def _other_end(hit: _Hit) -> set[str]:
    return content(hit.fact.target if hit.part.end == "source" else hit.fact.source)


def _rest(hit: _Hit) -> set[str]:
    return content(hit.fact.fact) - content(hit.part.text)


def _bare(hits: list[_Hit]) -> list[_Hit]:
    """Those that one turn told, the last that told any."""
    last = min((hit.group for hit in hits), default=TURNS)
    return [hit for hit in hits if hit.group == last] if last < TURNS else []


def _of_values(hits: list[_Hit]) -> list[_Hit]:
    """The one fact whose words stand beside the value; where none do, the one that was told last."""
    if said := _most_said([hit for hit in hits if hit.rest.strip()], 1):
        return said
    last = [hit for hit in hits if not hit.rest.strip() and hit.group == 0]
    return last if len({(hit.fact.id, hit.part.text) for hit in last}) == 1 else []


def _of_names(hits: list[_Hit]) -> list[_Hit]:
    """The one name that was told last."""
    last = [hit for hit in hits if hit.group == 0]
    return last if len({hit.part.text for hit in last}) == 1 else []


def _most_said(hits: list[_Hit], least: int) -> list[_Hit]:
    shared = [len(_rest(hit) & content(hit.rest)) for hit in hits]
    most = max(shared, default=0)
    said = [hit for hit, count in zip(hits, shared, strict=True) if count == most]
    return said if most >= least and len({(hit.fact.id, hit.part.text) for hit in said}) == 1 else []


_CHOICES = {
    "again": _said_again, "bare": _bare, "value": _of_values, "spelling": lambda hits: hits,
    "name": _of_names, "nobody": lambda hits: hits,
}  # fmt: skip
"""By kind of wording, the one that says most first."""


def _named(hit: _Hit, person: str) -> str:
    """What is said instead, as an entity is called."""
    table, said = contrasts_table(), hit.right
    words = said.casefold().split()
    if not words or hit.says == "value":
        return said
    first, rest = words[0], said.partition(" ")[2]
    if len(words) == 1 and first in table["self"]:
        return person
    if rest and first in table["theirs"]:
        return f"{hit.part.text}'s {rest}"
    if rest and first in table["own"]:
        return f"{person}'s {rest}"
    if rest and first in table["articles"]:
        said = rest
    written_so = hit.part.text[:1].isupper() and canonical_name(hit.part.text) != canonical_name(person)
    return said.title() if written_so and said.islower() else said

"""What a line says should have been said instead: "it's Ron who has the bad knee, not Kev", "oops, 230g not 320".

In: a line, and facts that were told lately, the last ones first. Out: a :class:`Change` of each fact that the line says
is of another, or of nobody. A line is read beside a fact: the words of it that the fact has too are marked, and the
wordings of ``contrasts.toml``, whose examples are tests, are of the marks. So nothing is changed that the line does not
name.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources
from itertools import chain
from typing import Any, Literal, NamedTuple

from zeph.memory.ingest.intents.contrast_hits import SAYS_AGAIN, TURNS, Hit, Says, chosen, may_stand
from zeph.memory.ingest.intents.fact_parts import Part, Value, content, day_told, parts_of, respelled, values_in
from zeph.memory.ingest.intents.order_of import LONGEST, intents_table, starts_of
from zeph.memory.ingest.intents.order_templates import TemplateReader, ToldWords, told_words
from zeph.memory.language.names import canonical_name
from zeph.records.edge import Edge

DATA_FILE = "contrasts.toml"
SlotName = Literal["whose", "between", "rest", "more", "after", "right", "name", "verb"]
_AGAIN: tuple[SlotName, ...] = ("whose", "between", "rest", "more")
"""Slots of what is said again."""
_ENDS, _MARKS = frozenset(".!?"), " .,;:!?()-–—"
"""Marks at which a sentence ends; all at which a wording may."""
_KEPT = 256
"""Lines with marks whose wordings are kept: a line is read beside many facts."""
_MOST_VALUES = 4
"""Numbers of a line that puts one right."""
NOTED, OTHER, NEITHER = "§", "¤", ""


class Change(NamedTuple):
    fact: Edge
    wrong: str
    """Words of the fact's sentence or of one of its ends."""
    right: str
    """What belongs there; empty where nothing does."""
    end: str
    """Which end of the fact is wrong, "source" or "target"; empty where something else in it is."""
    again: bool
    """Whether the line says the rest of the fact again."""
    left: str
    """What stays, where of several things that the fact tells one is of another; else empty."""
    told: str
    """That one, as it is said of the other in the person's words."""
    start: int
    """Where in the line it is said: characters."""
    stop: int


@cache
def contrasts_table() -> dict[str, Any]:
    """The table as it is shipped; for reading only."""
    return tomllib.loads(resources.files(__package__).joinpath(DATA_FILE).read_text("utf-8"))


def may_contrast(text: str) -> bool:
    """Whether a line has any of the words without which it contrasts nothing."""
    said = told_words(text, {}).line.casefold().split() if len(text) <= LONGEST else ()
    return not _needed().isdisjoint(said)


def warm() -> None:
    """Has the wordings ready before the first line needs them: to make them takes tenths of a second."""
    for mark in (NOTED, OTHER, NEITHER):
        _wordings(mark)


def contrasted(text: str, told: Sequence[Sequence[Edge]], person: str, long_ago: Sequence[Edge] = ()) -> list[Change]:
    """``told``: facts by the turn that told them, the last one first; ``person``: the name of the speaker.
    ``long_ago``: other known facts, which are meant where the line says again whom or what they are of, beside what is
    wrong in them."""
    if not may_contrast(text):
        return []
    line = told_words(text, {})
    if len(values_in(text)) > _MOST_VALUES:
        return []
    takes_back = _reader().group("takes_back").match(line.line) is not None
    read = (hit for at, facts in enumerate(told) for fact in facts for hit in _hits(text, line, fact, at, person))
    known = (hit for fact in long_ago for hit in _hits(text, line, fact, TURNS, person) if hit.says in SAYS_AGAIN)
    stands = (hit for hit in (*read, *known) if may_stand(hit, contrasts_table(), person, takes_back=takes_back))
    hits = [hit._replace(right=_called(hit, person), own=person, of_speaker=_is_own(hit.rest)) for hit in stands]
    meant = [twin for hit in chosen(hits) for twin in _told_alike(hit, [*chain(*told), *long_ago])]
    return [*{hit.fact.id: _change(hit) for hit in reversed(meant)}.values()]


def _told_alike(hit: Hit, known: Sequence[Edge]) -> Iterator[Hit]:
    """A value is another in all facts that one sentence tells."""
    yield hit
    if not hit.part.end:
        yield from (hit._replace(fact=fact) for fact in known if fact.fact == hit.fact.fact and fact.id != hit.fact.id)


def _is_own(words: str) -> bool:
    table = contrasts_table()
    return not {*table["own"], *table["self"]}.isdisjoint(words.casefold().split())


def _change(hit: Hit) -> Change:
    left = _without(hit.fact.fact, hit.rest) if hit.in_part else hit.fact.fact
    left, told = (left, f"{hit.said} {hit.verb}{hit.rest}") if left != hit.fact.fact else ("", "")
    return Change(
        hit.fact, hit.part.text, hit.right, hit.part.end, hit.says == "again", left, told, hit.start, hit.stop
    )


def _without(sentence: str, part: str) -> str:
    """A sentence without one of the things that it tells; as it is where it tells nothing beside that."""
    joins = "|".join(map(re.escape, contrasts_table()["joining"]))
    said = r"\W+".join(map(re.escape, part.split()))
    left = re.sub(rf"\b{said} ?(?:{joins}) ", "", sentence, count=1, flags=re.IGNORECASE)
    return re.sub(rf" ?(?:{joins}) {said}$", "", sentence, flags=re.IGNORECASE) if left == sentence else left


def _called(hit: Hit, person: str) -> str:
    """What is said instead, as an entity is called."""
    table, words = contrasts_table(), hit.said.split()
    if not words or hit.says == "value":
        return hit.said
    first, rest = words[0].casefold(), " ".join(words[1:])
    if not rest and first in table["self"]:
        return person
    if rest and first in table["theirs"]:
        return f"{hit.part.text.removeprefix(hit.part.role)}'s {rest}"
    if rest and first in table["own"]:
        return f"{person}'s {rest}"
    said = rest if rest and first in table["articles"] else hit.said
    named = hit.part.is_named and canonical_name(hit.part.text) != canonical_name(person)
    if named and said.islower():
        said = " ".join(word[:1].upper() + word[1:] for word in said.split())
    return f"{hit.part.role}{said}"


# ------------------------------------------------------------ reading


def _hits(text: str, line: ToldWords, fact: Edge, group: int, person: str) -> Iterator[Hit]:
    parts = [*parts_of(fact, person, contrasts_table()["self"])]
    for part in parts:
        for marked, as_thing in _marked(line, part.words, NOTED):
            yield from _read(text, marked, NOTED, Hit("", fact, group, part, as_thing=as_thing))
    for part in {part.text: part for part in parts if part.text in fact.fact}.values():
        yield from _read(text, line, NEITHER, Hit("", fact, group, part))
    values = [("value", Part(v.text, (), ""), o.words, o.put_for(v)) for v, o in _other_values(fact, text)]
    spelled = [("spelling", part, (word.casefold(),), word) for part, word in respelled(fact, text, person)]
    for says, part, words, right in (*values, *spelled):
        for marked, _ in _marked(line, words, OTHER):
            read = _read(text, marked, OTHER, Hit("", fact, group, part, said=right))
            yield from (hit for hit in read if hit.says == says)


def _other_values(fact: Edge, text: str) -> Iterator[tuple[Value, Value]]:
    """Values of the fact, with those of the text that may take their place."""
    year = fact.valid_from if fact.valid_from_stated and fact.valid_from_precision == "year" else None
    known = [*values_in(fact.fact), *values_in(year[:4] if year else ""), *day_told(fact)]
    yield from ((value, other) for value in known for other in values_in(text) if other.may_replace(value))


def _read(text: str, line: ToldWords, mark: str, beside: Hit) -> Iterator[Hit]:
    """The wordings with a mark that the line has, beside a fact."""
    for says, of, found in _found(line.line, mark):
        if of in ("", beside.part.end) or (of == "target" and beside.part.is_number):
            yield from _hit(text, line, found, beside._replace(says=says))


@lru_cache(maxsize=_KEPT)
def _found(line: str, mark: str) -> list[tuple[Says, str, re.Match[str]]]:
    """(kind of wording, which end of a fact it is of, where it stands)."""
    starts = [start.at for start in starts_of(line)]
    return [
        (says, of, found)
        for says, of, wording in _wordings(mark)
        for at in starts
        if (found := wording.match(line, at))
    ]


def _hit(text: str, line: ToldWords, found: re.Match[str], read: Hit) -> Iterator[Hit]:
    """Nothing where what is said instead is no such thing, where the sentence asks, or where it is more than one."""
    named = {name: said for name, said in found.groupdict().items() if said}
    if line.line.startswith("?", found.end()) or any(not _ENDS.isdisjoint(said.split()) for said in named.values()):
        return
    tail = "" if read.says != "nobody" or "after" in named else line.line[found.end() :].lstrip(_MARKS)
    if tail and not _reader().slot("after").takes(tail):
        return
    if not all(_reader().slot(name).takes(said) for name, said in named.items()):
        return
    if slot := next((name for name in ("right", "name") if name in named), ""):
        start, stop = line.span(*found.span(slot))
        said = _number(text[start:stop], read) if any(map(str.isdigit, read.part.text)) else text[start:stop]
        if not said:
            return
        read = read._replace(said=said)
    start, stop = line.span(*found.span())
    rest = "".join(named.get(name, "") for name in _AGAIN).strip()
    yield read._replace(rest=rest, verb=named.get("verb", ""), start=start, stop=stop)


def _number(said: str, read: Hit) -> str:
    """ "14" of "Lola's 14 now" beside "Lola is 13"; empty where other things are said of another number."""
    words, own = said.split(), content(read.part.text)
    at = next((i for i, w in enumerate(words) if any(map(str.isdigit, w)) or own & content(w)), len(words))
    at -= at > 0 and words[at - 1].casefold() in contrasts_table()["of_numbers"]
    if not content(" ".join(words[:at])) <= content(read.fact.fact) | content(" ".join(contrasts_table()["of_it"])):
        return ""
    return " ".join(word for word in words[at:] if word.casefold() not in contrasts_table()["at_present"]) or said


def _marked(line: ToldWords, words: Sequence[str], mark: str) -> Iterator[tuple[ToldWords, bool]]:
    """The line with these words as one mark, for each place where they stand, and whether they stand there as things
    do: behind an article."""
    said, of_thing = line.line.casefold().split(), {*contrasts_table()["articles"], *contrasts_table()["own"]}
    for at in range(len(said) - len(words) + 1 if words else 0):
        if tuple(said[at : at + len(words)]) == tuple(words):
            begin = at - 1 if at and said[at - 1] in of_thing and (mark == NOTED or words[0][:1].isdigit()) else at
            yield line.with_mark(begin, at + len(words), mark), begin < at


@cache
def _wordings(mark: str) -> list[tuple[Says, str, re.Pattern[str]]]:
    return [
        (row["says"], row.get("of", ""), _reader().part(say))
        for row in contrasts_table()["contrast"] for say in row["say"]
        if next((one for one in (NOTED, OTHER) if one in say), NEITHER) == mark
    ]  # fmt: skip


@cache
def _reader() -> TemplateReader:
    own = contrasts_table()
    return TemplateReader({"groups": {**intents_table()["groups"], **own["groups"]}, "slots": own["slots"]})


@cache
def _needed() -> frozenset[str]:
    return frozenset((*contrasts_table()["needs"], *intents_table()["denying"]["words"]))

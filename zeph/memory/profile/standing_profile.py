"""The standing profile of one space: read for every turn, and edited by the person.

In: texts, numbers of lines as they are shown, numbers of facts (``#12``). Out: a :class:`Profile`, sentences. Raises
NotFound for a line or fact that is not there, UsageError for a line without words."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from blake3 import blake3

from zeph.clock import Moment
from zeph.config.schema import MemorySettings
from zeph.errors import NotFound, UsageError
from zeph.memory.language.names import SELF
from zeph.memory.language.ontology import Ontology
from zeph.memory.profile.derive_profile import derive_profile
from zeph.memory.profile.sections import sections
from zeph.memory.views.lookup import fact_of_number
from zeph.models.tokens import count_tokens
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.profile import Profile, ProfileChoice, ProfileLine
from zeph.records.view import View
from zeph.safety.injection import is_planted
from zeph.safety.name_shape import gives_order
from zeph.safety.text import clean_text, one_line
from zeph.safety.told_secrets import hide_secrets
from zeph.storage.ports import Reader, Store

LOOKED_AT = 40
"""Newest facts of each relation that are looked at."""
LONGEST_ORDER = 800
"""Characters from which a message is more likely a document that was pasted."""
LONGEST = 300
"""Characters of a line that a person writes."""


class StandingProfile:
    """Who the person is, in one space."""

    def __init__(self, store: Store, space_id: int, settings: MemorySettings, now: Callable[[], Moment]) -> None:
        self._store = store
        self._space_id = space_id
        self._settings = settings
        self._now = now
        self._ontology: Ontology | None = None

    async def view(self, *, tokens: int | None = None) -> Profile:
        """As it stands now, within the settings' tokens or so many."""
        room = self._settings.profile.tokens if tokens is None else tokens
        ontology, now = await self._relations(), self._now()
        edges, choices = await self._store.read(lambda reader: self._read(reader, ontology, now))
        return derive_profile(edges, choices, ontology, now, room, count_tokens)

    async def add(self, text: str) -> str:
        """A line of the person's own."""
        line = self._line_of(text)
        await self._store.profile.write(self._space_id, line)
        return f"In your profile from now on: {line}"

    async def put_file(self, file: str, texts: Sequence[str]) -> tuple[int, int]:
        """The lines that a file gives from now on, in place of those that it gave: (new ones, gone ones)."""
        key = blake3(file.encode("utf-8", "surrogateescape")).hexdigest(length=16)
        return await self._store.profile.put_file(self._space_id, key, [self._line_of(text) for text in texts])

    def _line_of(self, text: str) -> str:
        line = one_line(clean_text(text)).strip()
        if not self._settings.keep_secrets:
            line = hide_secrets(line).text
        if not any(map(str.isalnum, line)):
            raise UsageError("A line of the profile needs words.")
        if len(line) > LONGEST:
            raise UsageError(f"A line of the profile has at most {LONGEST} characters.")
        return line

    async def keep(self, facts: Sequence[Edge], text: str) -> None:
        """What a text told comes first: its facts that are sure and so now are pinned; where there is none, the text
        is a line. Raises UsageError where it cannot be one."""
        sure = [fact for fact in facts if fact.confidence >= CANDIDATE_BELOW and fact.current(self._now())]
        for fact in sure:
            await self.pin(f"#{fact.id}")
        if not sure:
            await self.add(text)

    async def drop(self, number: str) -> str:
        """The line of that number, or a fact's line (``#12``), stays out of the profile; its facts are known still."""
        line = await self._line(number)
        if line.choice_id is not None:
            await self._store.profile.remove(self._space_id, line.choice_id)
            return f"Taken out of your profile: {line.text}"
        await self._store.profile.choose(self._space_id, line.facts, pinned=False)
        known = f"#{line.facts[0]}"
        return f"Taken out of your profile: {line.text} (It is known still; `/profile pin {known}` brings it back.)"

    async def pin(self, number: str) -> str:
        """The line of that number, or any current fact (``#12``), comes first for as long as it is so."""
        line = await self._line(number)
        if line.choice_id is not None:
            return f"It comes first already: {line.text}"
        await self._store.profile.choose(self._space_id, line.facts, pinned=True)
        return f"First in your profile from now on: {line.text}"

    async def _line(self, number: str) -> ProfileLine:
        if number.startswith("#"):
            return await self._of_fact(number)
        lines = (await self.view()).lines
        if not number.isdecimal() or not 0 < int(number) <= len(lines):
            raise NotFound(f"There is no line {number} in the profile; `/profile` shows it.")
        return lines[int(number) - 1]

    async def _of_fact(self, number: str) -> ProfileLine:
        fact = await fact_of_number(self._store, self._space_id, int(number[1:]) if number[1:].isdecimal() else 0)
        if not fact.current(self._now()):
            raise UsageError(f"Fact {number} is not so any more.")
        lines = (await self.view()).lines
        return next((one for one in lines if fact.id in one.facts), _alone(fact))

    async def _relations(self) -> Ontology:
        if self._ontology is None:
            self._ontology = await asyncio.to_thread(_ontology, self._settings.graph.ontology_file)
        return self._ontology

    def _read(self, reader: Reader, ontology: Ontology, now: Moment) -> tuple[list[Edge], list[ProfileChoice]]:
        choices = reader.profile.choices(self._space_id)
        if not self._settings.graph.enabled:
            return [], choices
        relations = [name for section in sections(ontology) for name in section.relations]
        people = reader.entities.ids_named(self._space_id, [SELF]).get(SELF, [])
        edges = {edge.id: edge for i in people for edge in reader.edges.about(i, relations, LOOKED_AT)}
        pinned = [c.fact_id for c in choices if c.kind == "pinned" and c.fact_id is not None]
        others = reader.edges.by_id([i for i in pinned if i not in edges], View(self._space_id, now))
        return [*_trusted(reader, list(edges.values()), ontology, pinned), *others], choices


def _trusted(reader: Reader, edges: Sequence[Edge], ontology: Ontology, pinned: Collection[int]) -> list[Edge]:
    """Without orders to a model, and those that only a document or somebody else gave, unless they are pinned."""
    guarded = {name for section in sections(ontology) if section.typed for name in section.relations}
    edges = [edge for edge in edges if edge.id in pinned or not (is_planted(edge.fact) or gives_order(edge.target))]
    orders = [edge for edge in edges if edge.canonical_relation in guarded and edge.origin != "person"]
    if not orders:
        return list(edges)
    typed = reader.messages.typed(sorted({i for edge in orders for i in edge.sources}), LONGEST_ORDER)
    refused = {edge.id for edge in orders if typed.isdisjoint(edge.sources) and edge.id not in pinned}
    return [edge for edge in edges if edge.id not in refused]


def _ontology(file: str) -> Ontology:
    return Ontology.load(Path(file).expanduser() if file else None)


def _alone(fact: Edge) -> ProfileLine:
    return ProfileLine("derived", "", fact.fact, (fact.id,), fact.sources)

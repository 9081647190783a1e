"""The whole store against a simple model in memory: said, revised, merged, split, undone, forgotten, evicted, and asked
as it was true then and as it was known then.

Bounded for every day; ``ZEPH_THOROUGH=1`` tries hundreds of longer lives. Each step happens on a day of its own.
"""

import asyncio
import os
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, precondition, rule

from zeph.clock import FixedClock, Moment, parse_moment, to_moment
from zeph.config.schema import MemorySettings
from zeph.memory.facade import Memory
from zeph.records.message import NewMessage

T = TypeVar("T")
HOMES = ("Hamburg", "Bergen", "Porto", "Lyon")
TOOLS = ("Docker", "Redis", "Blender", "Figma")
RETENTION_DAYS = 30
GRAPH = {"extractor": "local", "expired_edge_retention_days": RETENTION_DAYS}
BEGIN = "2026-01-01 09:00:00"


@dataclass
class Fact:
    """A fact of the model; ``forms`` is what was believed of it since when."""

    relation: str
    entity: str
    since: Moment | None
    sources: set[int]
    until: Moment | None = None
    ended: str = ""
    """'' while active; superseded, retracted, merged."""
    by_person: bool = False
    successor: "Fact | None" = None
    gone_at: Moment = ""
    """When it ended in system time, or was last part of a change."""
    forms: list[tuple[Moment, Moment | None, str]] = field(default_factory=list)

    @property
    def current(self) -> bool:
        return not self.ended and self.until is None

    def write(self, now: Moment) -> None:
        self.forms.append((now, self.until, self.ended))

    def known(self, moment: Moment) -> bool:
        """Whether it was believed to be current."""
        past = [form for form in self.forms if form[0] <= moment]
        return bool(past) and past[-1][1:] == (None, "")

    def true_at(self, moment: Moment) -> bool:
        return (
            self.ended in ("", "superseded")
            and (self.since is None or self.since <= moment)
            and (self.until is None or self.until > moment)
        )


@dataclass
class Change:
    """What an undo takes back."""

    kind: str
    revision: int
    old: Fact
    new: Fact | None


class Lives(RuleBasedStateMachine):
    """One person's memory, day after day."""

    moments = Bundle("moments")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = FixedClock(BEGIN)
        self.loop = asyncio.new_event_loop()
        self.orders: asyncio.Queue[tuple[Coroutine[Any, Any, Any], asyncio.Future[Any]] | None] = asyncio.Queue()
        opened: asyncio.Future[Memory] = self.loop.create_future()
        self.life = self.loop.create_task(self._live(opened))
        self.memory = self.loop.run_until_complete(opened)
        self.chat = self.run(self.memory.start_conversation()).id
        self.facts: list[Fact] = []
        self.names = {name: name for name in (*HOMES, *TOOLS)}
        """What each name means now."""
        self.said: dict[int, tuple[str, str]] = {}
        self.last: Change | None = None
        self.undone: tuple[int, list[Fact], list[Fact]] | None = None

    async def _live(self, opened: "asyncio.Future[Memory]") -> None:
        config = MemorySettings.model_validate({"graph": GRAPH})
        path = Path(self.folder.name) / "zeph.db"
        async with Memory.open(path, settings=config, clock=self.clock, background=False) as memory:
            opened.set_result(memory)
            while (order := await self.orders.get()) is not None:
                work, done = order
                try:
                    done.set_result(await work)
                except Exception as error:  # noqa: BLE001  # told to whom it asked
                    done.set_exception(error)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        done: asyncio.Future[T] = self.loop.create_future()
        self.orders.put_nowait((work, done))
        return self.loop.run_until_complete(done)

    def teardown(self) -> None:
        assert self.run(self.memory.admin.check())[1] == []
        self.orders.put_nowait(None)
        self.loop.run_until_complete(self.life)
        self.loop.close()
        self.folder.cleanup()

    # ------------------------------------------------------------ the days

    @property
    def now(self) -> Moment:
        return self.memory.now

    def next_day(self, days: int = 1) -> Moment:
        self.clock.at += timedelta(days=days)
        return self.now

    def say(self, text: str, name: str) -> int:
        message = self.run(self.memory.observe(NewMessage(self.chat, "user", text)))
        self.run(self.memory.ingest_now(message))
        self.said[message.id] = (text, name)
        return message.id

    def revision(self, kind: str) -> int:
        """The last change of that kind; a question to the person may follow it."""
        return next(r.id for r in self.run(self.memory.edits.revisions(5)) if r.kind == kind)

    def standing(self, relation: str, entity: str | None = None) -> list[Fact]:
        return [
            f for f in self.facts if f.relation == relation and f.current and (entity is None or f.entity == entity)
        ]

    def learn(
        self, relation: str, entity: str, since: Moment | None, message: int, until: Moment | None = None
    ) -> Fact:
        fact = Fact(relation, entity, since, {message}, until)
        fact.write(self.now)
        self.facts.append(fact)
        return fact

    def end(self, fact: Fact, until: Moment, ended: str = "", successor: Fact | None = None) -> None:
        fact.until, fact.ended, fact.successor, fact.gone_at = until, ended, successor, self.now
        fact.write(self.now)

    @rule(target=moments, days=st.integers(1, 20))
    def days_go_by(self, days: int) -> Moment:
        moment = to_moment(self.clock.at + timedelta(hours=1))
        self.next_day(days)
        return moment

    @rule(name=st.sampled_from(HOMES))
    def lives_in(self, name: str) -> None:
        now, entity = self.next_day(), self.names[name]
        message = self.say(f"I live in {name}.", name)
        self.last = self.undone = None
        if known := self.standing("lives_in", entity):
            known[0].sources.add(message)
            return
        new = self.learn("lives_in", entity, now, message)
        for old in self.standing("lives_in"):
            if old is not new and not old.by_person:
                self.end(old, now, "superseded", new)
                self.last = Change("supersede", self.revision("supersede"), old, new)

    @rule(name=st.sampled_from(TOOLS))
    def uses(self, name: str) -> None:
        now, entity = self.next_day(), self.names[name]
        message = self.say(f"I use {name}.", name)
        self.last = self.undone = None
        if known := self.standing("uses", entity):
            known[0].sources.add(message)
        else:
            self.learn("uses", entity, now, message)

    @rule(name=st.sampled_from(TOOLS))
    def uses_no_longer(self, name: str) -> None:
        entity = self.names[name]
        known = self.standing("uses", entity)
        if not known:
            return
        now = self.next_day()
        message = self.say(f"I no longer use {name}.", name)
        self.last = self.undone = None
        if known[0].by_person:
            return  # a question
        known[0].sources.add(message)
        self.end(known[0], now)
        self.last = Change("end", self.revision("end"), known[0], None)

    # ------------------------------------------------------------ what a person sets right

    @precondition(lambda self: self.last is not None)
    @rule()
    def undo(self) -> None:
        change = self.last
        assert change
        self.next_day()
        done = self.run(self.memory.edits.undo(change.revision))
        touched = [change.old, *([change.new] if change.new else [])]
        before = [replace(fact, sources=set(fact.sources), forms=[]) for fact in touched]
        old = change.old
        old.until, old.ended, old.successor, old.by_person = None, "", None, True
        old.write(self.now)
        if change.new:
            self.end(change.new, change.new.until, "retracted")  # type: ignore[arg-type]  # None: it had no end
        for fact in touched:
            fact.gone_at = self.now
        self.last, self.undone = None, (done.revision_id, touched, before)

    @precondition(lambda self: self.undone is not None)
    @rule()
    def redo(self) -> None:
        assert self.undone
        number, touched, before = self.undone
        self.next_day()
        self.run(self.memory.edits.undo(number))
        for fact, was in zip(touched, before, strict=True):
            fact.until, fact.ended, fact.by_person = was.until, was.ended, was.by_person
            fact.successor, fact.gone_at = was.successor, self.now
            fact.write(self.now)
        self.undone = None

    @rule(pool=st.sampled_from((HOMES, TOOLS)), one=st.integers(0, 3), other=st.integers(0, 3))
    def merge(self, pool: tuple[str, ...], one: int, other: int) -> None:
        kept, gone = self.names[pool[one]], self.names[pool[other]]
        if kept == gone or not all(self.is_there(entity) for entity in (kept, gone)):
            return
        now = self.next_day()
        self.run(self.memory.edits.merge(kept, gone))
        self.last = self.undone = None
        for fact in [f for f in self.facts if f.entity == gone]:
            same = self.standing(fact.relation, kept) if fact.current else []
            fact.entity, fact.gone_at = kept, now
            if same:
                same[0].sources |= fact.sources
                fact.ended, fact.successor = "merged", same[0]
            fact.write(now)
        self.names = {name: kept if entity == gone else entity for name, entity in self.names.items()}

    @rule(pool=st.sampled_from((HOMES, TOOLS)), one=st.integers(0, 3), other=st.integers(0, 3), back=st.booleans())
    def merge_and_back(self, pool: tuple[str, ...], one: int, other: int, back: bool) -> None:
        """A merge that is undone at once leaves everything as it was."""
        kept, gone = self.names[pool[one]], self.names[pool[other]]
        if kept == gone or not all(self.is_there(entity) for entity in (kept, gone)):
            return
        self.next_day()
        self.run(self.memory.edits.merge(kept, gone))
        now = self.next_day()
        self.run(self.memory.edits.undo())
        self.last = self.undone = None
        for fact in self.facts:
            if fact.entity == gone:
                fact.gone_at = now
        # What was believed in between: both, or one of them twice, which is the same set of names.
        twins = self.standing("uses", gone) + self.standing("lives_in", gone)
        for fact in twins:
            if self.standing(fact.relation, kept):
                between = to_moment(parse_moment(now) - timedelta(days=1))
                fact.forms += [(between, None, "merged"), (now, None, "")]

    @rule(name=st.sampled_from((*HOMES, *TOOLS)))
    def split(self, name: str) -> None:
        entity = self.names[name]
        if entity == name or not self.is_there(entity):
            return
        now = self.next_day()
        self.run(self.memory.edits.split(entity, name))
        self.last = self.undone = None
        self.names[name] = name
        for fact in self.facts:
            if fact.entity == entity and fact.sources and all(self.said[m][1] == name for m in fact.sources):
                fact.entity, fact.gone_at = name, now
                fact.write(now)

    def is_there(self, entity: str) -> bool:
        return any(f.entity == entity for f in self.facts)

    # ------------------------------------------------------------ what goes

    @precondition(lambda self: self.said)
    @rule(data=st.data())
    def forget(self, data: st.DataObject) -> None:
        """A message whose fact nothing else said, replaced or was replaced by goes with its fact."""
        message = data.draw(st.sampled_from(sorted(self.said)))
        told = [f for f in self.facts if message in f.sources]
        if any(f.sources != {message} or f.ended or f.until or f.by_person or len(f.forms) > 1 for f in told):
            return
        self.next_day()
        self.run(self._forget(message))
        self.last = self.undone = None
        _, name = self.said.pop(message)
        if all(other != name for _, other in self.said.values()):
            self.names[name] = name  # that it was another's name, nothing says any more
        for gone in told:
            self.facts.remove(gone)
            for old in [f for f in self.facts if f.successor is gone]:
                old.until, old.ended, old.successor = None, "", None
                while not old.known(old.forms[-1][0]):  # that it was replaced was never known then
                    old.forms.pop()

    async def _forget(self, message: int) -> None:
        await self.memory.forget(await self.memory.edits.forgetting.message(message))

    @rule()
    def evict(self) -> None:
        now = self.next_day()
        self.run(self._evict())
        cutoff = to_moment(parse_moment(now) - timedelta(days=RETENTION_DAYS))
        for fact in list(self.facts):
            if fact.ended and fact.gone_at < cutoff and not fact.by_person:
                self.facts.remove(fact)
                for old in self.facts:
                    old.successor = fact.successor if old.successor is fact else old.successor
        self.last = self.undone = None

    async def _evict(self) -> None:
        await self.memory._background.upkeep.evict()

    # ------------------------------------------------------------ asking

    def asked(self, **when: Any) -> list[tuple[str, str]]:
        _, edges = self.run(self.memory.facts("User", limit=1000, **when))
        return sorted((e.canonical_relation, e.target) for e in edges if e.canonical_relation in ("lives_in", "uses"))

    @invariant()
    def what_is_current(self) -> None:
        assert self.asked() == sorted((f.relation, f.entity) for f in self.facts if f.current)

    @rule(moment=moments)
    def what_was_true(self, moment: Moment) -> None:
        found = sorted((f.relation, f.entity) for f in self.facts if f.true_at(moment))
        assert self.asked(as_of=moment) == found

    @rule(moment=moments)
    def what_was_known(self, moment: Moment) -> None:
        found = sorted((f.relation, f.entity) for f in self.facts if f.known(moment))
        assert self.asked(known_at=moment) == found


THOROUGH = bool(os.environ.get("ZEPH_THOROUGH"))
Lives.TestCase.settings = settings(
    max_examples=400 if THOROUGH else 12,
    stateful_step_count=80 if THOROUGH else 25,
    deadline=None,
    derandomize=not THOROUGH,
    suppress_health_check=list(HealthCheck),
)
TestWholeStore = Lives.TestCase
if THOROUGH:
    TestWholeStore.pytestmark = [pytest.mark.timeout(7200)]  # type: ignore[attr-defined]  # hundreds of lives


class ManyLives(Lives):
    """The same state machine, for a campaign."""


ManyLives.TestCase.settings = settings(Lives.TestCase.settings, max_examples=100, stateful_step_count=40)
TestManyLives = ManyLives.TestCase
TestManyLives.pytestmark = [pytest.mark.campaign, pytest.mark.timeout(600)]  # type: ignore[attr-defined]

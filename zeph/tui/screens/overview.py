"""What is said around a conversation: the status line below it and the memory panel beside it.

In: the state of a :class:`~zeph.tui.talk.Talk`, and what the memory counts. Out: the two widgets, shown anew.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from textual.screen import Screen

from zeph.commands.outputs import used
from zeph.commands.types import PRIVATE
from zeph.records.entity import Entity
from zeph.records.space import DEFAULT_SPACE
from zeph.tui.talk import Talk
from zeph.tui.widgets.memory_panel import Glance, MemoryPanel, counts_and_entities
from zeph.tui.widgets.status_line import Status, StatusLine, spinner

if TYPE_CHECKING:
    from zeph.agent.turn import Agent


class Overview:
    """``changed`` is called when what the memory was asked for is there."""

    def __init__(self, screen: Screen[None], talk: Talk, changed: Callable[[], None]) -> None:
        self._screen = screen
        self._talk = talk
        self._changed = changed
        self._counts: Mapping[str, int] = {}
        self._to_review = 0
        self._entities: tuple[Entity, ...] = ()

    def show(self, hint: str) -> None:
        """``hint``: what the next key would do."""
        self._screen.query_one(StatusLine).show(self._status(hint))
        panel = self._screen.query_one(MemoryPanel)
        if panel.is_open:
            panel.show(self._glance())

    def refresh(self) -> None:
        """What waits for a look is counted anew, and where the panel shows them the counts and entities are."""
        if self._screen.is_running:
            self._screen.run_worker(self._review(), group="review", exclusive=True)
        if self._screen.is_running and self._screen.query_one(MemoryPanel).is_open:
            self._screen.run_worker(self._count(), group="panel", exclusive=True)

    async def _count(self) -> None:
        context = self._talk.context
        if context is not None and context.session is not None and context.chat is not None:
            self._counts, self._entities = await counts_and_entities(context.session, context.chat.conversation)
        self._changed()

    async def _review(self) -> None:
        if self._talk.context is not None:
            self._to_review = await self._talk.context.memory.edits.waiting()
        self._changed()

    def _status(self, hint: str) -> Status:
        talk, agent = self._talk, self._agent
        return Status(
            model=agent.model_name if agent else "opening…",
            used=sum(talk.used.tokens.values()) if talk.used else 0,
            window=agent.window if agent and agent.chat else 0,
            recalled=used(len(talk.used.recalled.facts), len(talk.used.recalled.messages)) if talk.used else "",
            working=spinner(talk.work),
            background=spinner(talk.background),
            queued=len(talk.queue),
            space=self._space,
            to_review=self._to_review,
            private=PRIVATE if talk.private else "",
            hint=hint,
        )

    def _glance(self) -> Glance:
        talk = self._talk
        jobs = [spinner(work) for work in (talk.work, talk.background) if work]
        jobs += [f"{len(talk.queue)} queued"] if talk.queue else []
        return Glance(talk.used, tuple(jobs), self._counts, self._entities)

    @property
    def _space(self) -> str:
        name = self._talk.context.memory.settings.space if self._talk.context else DEFAULT_SPACE
        return "" if name == DEFAULT_SPACE else name

    @property
    def _agent(self) -> "Agent | None":
        context = self._talk.context
        return context.session.agent if context and context.session else None

"""What the memory browser does: asks the memory for pages, goes back and forth, travels in time.

In: the command context. Out: rows for the screen that derives from it. What is asked for last wins.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from textual.screen import Screen

from zeph.commands.types import CommandContext
from zeph.memory.views.dates_asked import end_of
from zeph.memory.views.graph_queries import Matches, Page
from zeph.records.community import Community
from zeph.records.edge import Edge
from zeph.tui.browser import entity_page
from zeph.tui.browser.correction_dialogs import CorrectionDialogs, Work, start_worker
from zeph.tui.browser.corrections import Action, actions, undo
from zeph.tui.browser.entity_page import Row
from zeph.tui.browser.moments import Moments
from zeph.tui.screens.form import Field, Form


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page is about: one of these."""

    entity_id: int | None = None
    fact_id: int | None = None
    """The row that is marked."""
    message_id: int | None = None
    community: Community | None = None
    between: tuple[str, str] | None = None
    """Two moments that the entity is compared at."""


class Browsing(Screen[None]):
    def __init__(self, context: CommandContext) -> None:
        super().__init__()
        self.context = context
        now = context.memory.now
        self.moments = Moments(now, now).within(now, now)
        self.shown = Shown()
        self._before: list[Shown] = []
        self._page: Page | None = None
        self._typed = ""
        self._corrections = CorrectionDialogs(self, context, lambda: self._page, self.refresh_all)

    # ------------------------------------------------------------ what the screen shows

    @abstractmethod
    def show_matches(self, found: Matches) -> None: ...
    @abstractmethod
    def open_first(self) -> None: ...
    @abstractmethod
    def show_rows(self, rows: Sequence[Row], marked: int | None = None) -> None: ...
    @abstractmethod
    def show_moments(self, moments: Moments) -> None: ...
    @abstractmethod
    def width_of_page(self) -> int: ...
    @abstractmethod
    def marked_fact(self) -> Edge | None: ...

    # ------------------------------------------------------------ asking the memory

    def start_work(self, work: Work, group: str = "look") -> None:
        """Errors become a sentence on the screen."""
        start_worker(self, work, group)

    async def look_for(self, text: str, *, open_first: bool = False) -> None:
        self._typed = text
        graph, moments = self.context.memory.graph, self.moments
        self.show_matches(await graph.search(text, as_of=moments.as_of, known_at=moments.known_at))
        if open_first:
            self.open_first()

    def go(self, shown: Shown) -> None:
        """Another page; :meth:`action_back` comes back to this one."""
        if self.shown != Shown() and shown != self.shown:
            self._before.append(self.shown)
        self.shown = shown
        self.start_work(self.show_page, "page")

    def action_back(self) -> None:
        if self._before:
            self.shown = self._before.pop()
            self.start_work(self.show_page, "page")

    def travel(self, moments: Moments) -> None:
        """The whole browser at other moments."""
        self.moments = moments
        self.start_work(partial(self.look_for, self._typed))
        self.start_work(self.show_page, "page")

    async def show_page(self) -> None:
        memory, shown, width = self.context.memory, self.shown, self.width_of_page()
        if shown.message_id is not None:
            message = await memory.conversations.message(shown.message_id)
            self.show_rows(entity_page.message_rows(message, await memory.graph.facts_of_message(message.id), width))
        elif shown.community is not None:
            self.show_rows(entity_page.community_rows(shown.community))
        elif shown.entity_id is not None:
            await self._show_entity(shown.entity_id, width)

    async def _show_entity(self, entity_id: int, width: int) -> None:
        graph, moments = self.context.memory.graph, self.moments
        page = await graph.page(entity_id, as_of=moments.as_of, known_at=moments.known_at)
        self._page = page
        if page is None:
            self.show_rows([])
            return
        starts = [edge.valid_from or edge.created_at for edge in (*page.facts, *page.past)]
        self.moments = self.moments.within(min([page.entity.first_seen_at, *starts]), self.context.memory.now)
        self.show_moments(self.moments)
        if self.shown.between is not None:
            early, late = sorted(self.shown.between)
            found = await graph.difference(entity_id, early, late)
            self.show_rows(entity_page.difference_rows(page.entity.name, early, late, found, width))
        else:
            self.show_rows(entity_page.entity_rows(page, self.moments, width), self.shown.fact_id)

    async def refresh_all(self) -> None:
        """After a change."""
        await self.look_for(self._typed)
        await self.show_page()

    # ------------------------------------------------------------ dates

    def action_date(self) -> None:
        axis = "What was true then" if self.moments.axis == "as_of" else "What was known then"
        fields = [
            Field(
                "at", f"{axis}: 2023-05-07, 2023-05, 2023, “last summer”; empty is now.", (self.moments.at or "")[:10]
            )
        ]
        self.app.push_screen(Form("Go to a date", fields), self._to_date)

    def _to_date(self, filled: Mapping[str, str] | None) -> None:
        if filled is not None:
            self.start_work(partial(self._travel_to, filled["at"]), "date")

    async def _travel_to(self, text: str) -> None:
        self.travel(self.moments.to(end_of(text, self.context.memory.now)))
        self.show_moments(self.moments)

    def action_difference(self) -> None:
        if self.shown.entity_id is None:
            return
        fields = [
            Field("one", "From this date", self.moments.first[:10]),
            Field("other", "to this one", self.moments.now[:10]),
        ]
        self.app.push_screen(Form("What changed between two dates", fields), self._to_difference)

    def _to_difference(self, filled: Mapping[str, str] | None) -> None:
        if filled is not None:
            self.start_work(partial(self._compare, filled["one"], filled["other"]), "date")

    async def _compare(self, one: str, other: str) -> None:
        now = self.context.memory.now
        moments = (end_of(one, now) or now, end_of(other, now) or now)
        self.go(replace(self.shown, between=moments, fact_id=None))

    # ------------------------------------------------------------ ways and changes

    def action_path(self) -> None:
        """The way between two things."""
        if self._page is not None:
            name = self._page.entity.name
            way = Action("graph path", f"The way from {name}", "", {"start": name}, {"goal": ""})
            self._corrections.show(way)

    def action_picture(self) -> None:
        """The graph in the web browser: around what the page is about, at the date that is looked at."""
        around = self._page.entity.name if self._page and self.shown.entity_id else None
        at = self.moments.as_of[:10] if self.moments.as_of else None
        given = {"entity": around, "as_of": at}
        self._corrections.show(Action("graph view", "The graph in your web browser", "", given))

    def action_change(self) -> None:
        entity = self._page.entity if self._page and self.shown.entity_id else None
        self._corrections.choose("Set right", actions(entity, self.marked_fact()))

    def action_undo(self) -> None:
        self._corrections.make(undo())

    def action_review(self) -> None:
        self._corrections.review()

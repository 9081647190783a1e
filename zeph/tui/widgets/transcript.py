"""The conversation as it scrolls: the newest messages are there, older ones come as they are scrolled to.

In: widgets, and a source of stored messages before or after an id. Out: a scrolling column that holds at most
:data:`MOST` of them: what is far away is let go and read again when it is needed. At the end it follows what is
said; anywhere else it stays where the reader put it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from textual.containers import VerticalScroll
from textual.widget import Widget

from zeph.records.message import Message
from zeph.tui.widgets.message_widget import MessageWidget
from zeph.tui.widgets.transcript_items import from_history

FIRST = 24
"""Messages shown when a conversation is opened."""
MORE = 24
"""Messages that come at a time."""
MOST = 120
"""Widgets that are kept."""
EDGE_ROWS = 12
"""Lines from the edge at which more is fetched."""

Source = Callable[[int | None, int | None, int], Awaitable[Sequence[Message]]]
"""(before this id, after this id, how many) to messages, oldest first."""


class Transcript(VerticalScroll, can_focus=False):
    DEFAULT_CSS = """
    Transcript { height: 1fr; padding: 0 0 1 0; scrollbar-gutter: stable; scrollbar-size-vertical: 1; }
    """

    def __init__(self, source: Source) -> None:
        super().__init__(id="transcript")
        self._source = source
        self._earlier = False
        """Whether something stored stands before what is shown."""
        self._later = False
        self._fetching = asyncio.Lock()
        self._read_from: tuple[Widget, Widget] | None = None
        """First and last of what comes to the top as soon as it is known to be more than fits."""

    def on_mount(self) -> None:
        self.anchor()

    # ------------------------------------------------------------ what is shown

    async def show_conversation(self, messages: Sequence[Message]) -> None:
        """The end of a conversation, in place of what was there."""
        async with self._fetching:
            self._earlier, self._later = len(messages) >= FIRST, False
            with self.app.batch_update():
                await self.remove_children()
                await self.mount_all(_widgets(messages))
        self.anchor()

    def add(self, *widgets: Widget) -> None:
        """At the end; where the end was let go, it is fetched first."""
        if self._later:
            self.run_worker(self._add_after_end(widgets), group="transcript")
            return
        self.mount_all(widgets)
        if len(self.children) > MOST and self.following:
            self.run_worker(self._drop_first(), group="transcript")

    async def _add_after_end(self, widgets: Sequence[Widget]) -> None:
        await self.to_end()
        await self.mount_all(widgets)

    def identify(self, messages: Sequence[Message]) -> None:
        """The ids of the last messages, which what was said live does not know yet."""
        shown = [child for child in self.children if isinstance(child, MessageWidget) and child.message_id is None]
        for widget in reversed(shown):
            role, text = widget.role, widget.text
            found = next((m for m in reversed(messages) if m.role == role and m.text == text), None)
            widget.message_id = found.id if found else None

    async def to_end(self) -> None:
        """The end comes into view, and what is said next too."""
        self._read_from = None
        if self._later:
            await self.show_conversation(await self._source(None, None, FIRST))
        self.anchor()

    async def show_message(self, message_id: int) -> None:
        """A stored message comes into view, with what was said around it."""
        found = self._widget_of(message_id)
        if found is None:
            before, after = await self._source(message_id, None, MORE), await self._source(None, message_id - 1, MORE)
            async with self._fetching:
                self._earlier, self._later = len(before) >= MORE, len(after) >= MORE
                with self.app.batch_update():
                    await self.remove_children()
                    await self.mount_all(_widgets([*before, *after]))
            found = self._widget_of(message_id)
        if found is not None:
            self.release_anchor()
            self.call_after_refresh(self.scroll_to_widget, found, animate=False, top=True, force=True)

    def show_from(self, widget: Widget) -> None:
        """What was added from this one on is read from its beginning, where it is more than fits."""
        self._read_from = (widget, self.children[-1] if self.children else widget)
        self.call_after_refresh(self._to_beginning)

    def watch_virtual_size(self) -> None:
        """What was added is laid out piece by piece, and may only now be more than fits."""
        if self._read_from is not None:
            self.call_after_refresh(self._to_beginning)

    def _to_beginning(self) -> None:
        if self._read_from is None:
            return
        first, last = self._read_from
        if not first.is_attached or not last.is_attached:
            self._read_from = None
        elif last.virtual_region.bottom - first.virtual_region.y > self.size.height:
            self._read_from = None
            self.release_anchor()
            self.scroll_to_widget(first, animate=False, top=True, force=True)

    def _widget_of(self, message_id: int) -> Widget | None:
        shown = (child for child in self.children if isinstance(child, MessageWidget))
        return next((child for child in shown if child.message_id == message_id), None)

    @property
    def following(self) -> bool:
        """Whether the end is in view and stays so."""
        return self.is_anchored and self.scroll_offset.y >= self.max_scroll_y - 2

    # ------------------------------------------------------------ scrolling

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if new_value < old_value:
            self._read_from = None
        if not self.is_mounted:
            return
        if self._fetching.locked():
            return
        if self._earlier and new_value < EDGE_ROWS and new_value < old_value:
            self.run_worker(self._fetch_earlier(), group="transcript")
        elif self._later and new_value > self.max_scroll_y - EDGE_ROWS and new_value > old_value:
            self.run_worker(self._fetch_later(), group="transcript")

    async def _fetch_earlier(self) -> None:
        async with self._fetching:
            first = self._edge(list(self.children))
            if first is None or not self._earlier:
                return
            messages = await self._source(first, None, MORE)
            self._earlier = len(messages) >= MORE
            await self._insert_before(_widgets(messages))

    async def _insert_before(self, widgets: Sequence[Widget]) -> None:
        """What is in view stays where it is while something grows above it."""
        seen = next((c for c in self.children if c.virtual_region.bottom > self.scroll_offset.y), None)
        below = seen.virtual_region.y - self.scroll_offset.y if seen is not None else 0
        with self.app.batch_update():
            await self.mount_all(widgets, before=0)
            surplus = list(self.children)[MOST:]
            if surplus and self._edge(surplus) is not None and not _is_live(surplus):
                self._later = True
                await self.remove_children(surplus)
            self.screen.refresh(layout=True)
            await asyncio.sleep(0)
            self.call_after_refresh(self._restore_scroll, seen, below)

    def _restore_scroll(self, seen: Widget | None, below: int) -> None:
        if seen is not None and seen.is_attached:
            self.scroll_to(y=seen.virtual_region.y - below, animate=False, immediate=True, force=True)

    async def _fetch_later(self) -> None:
        async with self._fetching:
            last = self._edge(list(reversed(self.children)))
            if last is None or not self._later:
                return
            messages = await self._source(None, last, MORE)
            self._later = len(messages) >= MORE
            await self.mount_all(_widgets(messages))
            if len(self.children) > MOST:
                await self._drop_first()

    async def _drop_first(self) -> None:
        """The oldest widgets go, up to one whose message can be found again."""
        children = list(self.children)
        gone = children[: len(children) - MOST + MORE]
        if self._edge(children[len(gone) :]) is None:
            return
        self._earlier = True
        seen = next((c for c in children if c.virtual_region.bottom > self.scroll_offset.y), None)
        below = seen.virtual_region.y - self.scroll_offset.y if seen is not None else 0
        with self.app.batch_update():
            await self.remove_children(gone)
            if not self.following:
                self.call_after_refresh(self._restore_scroll, seen, below)

    @staticmethod
    def _edge(children: Sequence[Widget]) -> int | None:
        """The id of the first of these that is a stored message."""
        ids = (child.message_id for child in children if isinstance(child, MessageWidget))
        return next((found for found in ids if found is not None), None)


def _widgets(messages: Sequence[Message]) -> list[Widget]:
    return [widget for widget in map(from_history, messages) if widget is not None]


def _is_live(widgets: Sequence[Widget]) -> bool:
    """Whether one of them was said just now and could not be found again."""
    return any(isinstance(widget, MessageWidget) and widget.message_id is None for widget in widgets)

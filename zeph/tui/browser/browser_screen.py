"""The memory browser: search on the left, a page on the right, the time slider below, corrections on demand.

In: the session's memory. Out: what it shows; every change is a command of the table.
"""

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from zeph.agent.answers.second_person import name_to_you, to_you
from zeph.commands.types import CommandContext
from zeph.memory.views.graph_queries import Matches
from zeph.records.community import Community
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.message import Message
from zeph.tui.browser.browsing import Browsing, Shown
from zeph.tui.browser.entity_page import Row
from zeph.tui.browser.fact_dates import dates
from zeph.tui.browser.moments import Moments
from zeph.tui.browser.time_slider import TimeSlider
from zeph.tui.text.screen_text import line, short, styled
from zeph.tui.widgets.fitted_text import FittedText

LONGEST = 300
"""Characters that are searched for."""
KEYS = (
    "/ search", "Enter open", "a change", "d differ", "p path", "t date", "Esc close", "r review",
    "u undo", "g picture", "Backspace back", "F1 keys",
)  # fmt: skip
"""What matters most first: a narrow screen holds some of them."""


class BrowserScreen(Browsing):
    DEFAULT_CSS = """
    BrowserScreen #find { width: 38; border-right: vkey $primary 40%; }
    BrowserScreen.-narrow #find { width: 28; }
    BrowserScreen.-broad #find { width: 64; }
    BrowserScreen #search { border: none; height: 1; margin: 0 0 1 0; padding: 0 1; background: $panel; }
    BrowserScreen OptionList {
        border: none; padding: 0 1; background: $background; scrollbar-size-vertical: 1; height: 1fr;
    }
    BrowserScreen OptionList:focus { background: $surface; background-tint: transparent; border: none; }
    BrowserScreen #results { text-wrap: nowrap; text-overflow: ellipsis; }
    BrowserScreen OptionList > .option-list--option-disabled { color: $foreground; }
    BrowserScreen #keys { height: 1; padding: 0 1; background: $panel; color: $quiet; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (160, "-broad")]  # noqa: RUF012  # as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False),
        Binding("slash", "search", show=False),
        Binding("backspace", "back", show=False),
        Binding("a", "change", show=False),
        Binding("d", "difference", show=False),
        Binding("p", "path", show=False),
        Binding("t", "date", show=False),
        Binding("g", "picture", show=False),
        Binding("r", "review", show=False),
        Binding("u", "undo", show=False),
    ]

    def __init__(self, context: CommandContext) -> None:
        super().__init__(context)
        self._found: list[Entity | Edge | Message | Community | None] = []
        self._rows: Sequence[Row] = ()

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Vertical(id="find"):
                yield Input(
                    placeholder="search everything remembered",
                    id="search",
                    compact=True,
                    max_length=LONGEST,
                )
                yield OptionList(id="results", markup=False)
            with Vertical():
                yield OptionList(id="page", markup=False)
        yield TimeSlider(self.moments)
        yield FittedText(_keys, id="keys")

    def on_mount(self) -> None:
        self.query_one("#search").focus()
        self.start_work(partial(self.look_for, "", open_first=True))

    def on_resize(self) -> None:
        """The page is laid out by its width."""
        if self.shown != Shown():
            self.call_after_refresh(lambda: self.start_work(self.show_page, "page"))

    # ------------------------------------------------------------ finding

    @on(Input.Changed, "#search")
    def typed(self, event: Input.Changed) -> None:
        self.start_work(partial(self.look_for, event.value))

    @on(Input.Submitted, "#search")
    def to_results(self) -> None:
        results = self.query_one("#results", OptionList)
        if results.highlighted is not None:
            self._open_found(results.highlighted)
            self.query_one("#page").focus()

    def show_matches(self, found: Matches) -> None:
        results = self.query_one("#results", OptionList)
        options: list[Option] = []
        self._found = []
        for title, items in (
            ("Things", found.entities),
            ("Facts", found.facts),
            ("Messages", found.messages),
            ("Groups", found.communities),
        ):
            if items:
                options.append(Option(Content.styled(title, "bold $primary"), disabled=True))
                self._found.append(None)
            for item in items:
                options.append(Option(_match(item)))
                self._found.append(item)
        results.clear_options()
        results.add_options(options or [Option(Content.styled("Nothing has these words.", "$quiet"), disabled=True)])
        results.highlighted = 1 if self._found else None

    @on(OptionList.OptionSelected, "#results")
    def result_chosen(self, event: OptionList.OptionSelected) -> None:
        self._open_found(event.option_index)

    def _open_found(self, number: int) -> None:
        found = self._found[number] if number < len(self._found) else None
        if isinstance(found, Edge):
            self.go(Shown(entity_id=found.source_id, fact_id=found.id))
        elif isinstance(found, Entity):
            self.go(Shown(entity_id=found.id))
        elif isinstance(found, Message):
            self.go(Shown(message_id=found.id))
        elif found is not None:
            self.go(Shown(community=found))

    def open_first(self) -> None:
        first = next((found for found in self._found if isinstance(found, Entity)), None)
        if first is not None:
            self.go(Shown(entity_id=first.id))

    # ------------------------------------------------------------ the page

    def width_of_page(self) -> int:
        return max(30, self.query_one("#page").size.width - 4)

    def show_rows(self, rows: Sequence[Row], marked: int | None = None) -> None:
        self._rows = rows
        page = self.query_one("#page", OptionList)
        page.clear_options()
        page.add_options([Option(row.content, disabled=row.target is None) for row in rows])
        leading = [number for number, row in enumerate(rows) if row.target is not None]
        of_fact = [n for n in leading if isinstance(rows[n].target, Edge) and rows[n].target.id == marked]  # type: ignore[union-attr]  # an Edge, see the line's middle
        page.highlighted = of_fact[0] if of_fact else leading[0] if leading else None
        page.scroll_home(animate=False) if not of_fact else None

    @on(OptionList.OptionSelected, "#page")
    def row_chosen(self, event: OptionList.OptionSelected) -> None:
        match self._rows[event.option_index].target:
            case int() as entity_id:
                self.go(Shown(entity_id=entity_id))
            case str() as name:
                self.query_one("#search", Input).value = name
                self.start_work(partial(self.look_for, name, open_first=True))
            case Message() as message:
                self.go(Shown(message_id=message.id))
            case Edge() as edge:
                other = edge.target_id if edge.source_id == self.shown.entity_id else edge.source_id
                self.go(Shown(entity_id=other, fact_id=edge.id))
            case None:
                pass

    def marked_fact(self) -> Edge | None:
        highlighted = self.query_one("#page", OptionList).highlighted
        target = self._rows[highlighted].target if highlighted is not None and highlighted < len(self._rows) else None
        return target if isinstance(target, Edge) else None

    # ------------------------------------------------------------ keys

    def action_close(self) -> None:
        """What two dates differ in is closed before the browser."""
        if self.shown.between is not None:
            self.action_back()
        else:
            self.app.pop_screen()

    def action_search(self) -> None:
        self.query_one("#search").focus()

    @on(TimeSlider.Moved)
    def moved(self, event: TimeSlider.Moved) -> None:
        self.travel(event.moments)

    def show_moments(self, moments: Moments) -> None:
        self.query_one(TimeSlider).show(moments)


def _keys(width: int) -> list[Content]:
    """As many as there is room for."""
    fitting = list(accumulate(KEYS, lambda one, other: f"{one} · {other}"))
    return [Content(next((text for text in reversed(fitting) if len(text) <= width), ""))]


def _match(item: Entity | Edge | Message | Community) -> Content:
    match item:
        case Entity():
            return styled(short(name_to_you(item.name), 60), (f" {line(item.entity_type)} · {item.degree}", "$quiet"))
        case Edge():
            return styled(short(to_you(item.fact), 90), (f" {dates(item)}", "$quiet"))
        case Message():
            return styled((f"{item.sent_at[:10]} ", "$quiet"), short(item.text, 90))
        case Community():
            return styled(short(item.name, 60), (f" {item.size} things", "$quiet"))

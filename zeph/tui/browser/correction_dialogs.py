"""Corrections on demand: one is chosen, filled in, said yes to, and carried out.

In: actions of :mod:`zeph.tui.browser.corrections`. Out: commands of the table that have run; what they say is shown.
"""

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any

from textual.app import App
from textual.screen import Screen

from zeph.commands.types import CommandContext
from zeph.errors import ZephError
from zeph.memory.views.graph_queries import Page
from zeph.records.revision import Revision
from zeph.tui.browser.corrections import LABELS, Action, about, consequences, values_of
from zeph.tui.dialog_command import lines_of, run
from zeph.tui.screens.confirm import asked
from zeph.tui.screens.form import Field, Form
from zeph.tui.screens.picker import Choice, Picker
from zeph.tui.screens.text_dialog import TextDialog
from zeph.tui.text.screen_text import cut, shown

Work = Callable[[], Coroutine[Any, Any, None]]
MOST_REVISIONS = 500
TELL_BY_THEMSELVES = ("memory forget", "graph accept")
"""Commands that show what goes before they ask, or that change no fact."""


class CorrectionDialogs:
    """``page``: what is looked at; ``changed`` is awaited after a change."""

    def __init__(
        self,
        screen: Screen[None],
        context: CommandContext,
        page: Callable[[], Page | None],
        changed: Callable[[], Awaitable[None]],
    ) -> None:
        self._screen = screen
        self._context = context
        self._page = page
        self._changed = changed

    def choose(self, title: str, found: Sequence[Action]) -> None:
        choices = [Choice(action, action.title, action.about) for action in found]
        self._screen.app.push_screen(Picker(title, choices), lambda action: self.make(action) if action else None)

    def make(self, action: Action) -> None:
        """What it asks for is filled in; what it will change is told before it is done."""
        self._fill_in(action, self._change)

    def show(self, action: Action) -> None:
        """What it answers, where it changes nothing."""
        self._fill_in(action, self._answer)

    def review(self) -> None:
        """Every change, those first that came by themselves and wait for a look."""

        async def load() -> list[Choice[Revision]]:
            found = await self._context.memory.edits.revisions(MOST_REVISIONS)
            return [
                Choice(r, f"#{r.id} {r.kind}: {r.told}", _state(r))
                for r in sorted(found, key=lambda r: (not r.waits, r.kind != "review"))
            ]

        def chosen(revision: Revision | None) -> None:
            if revision is not None:
                self.choose(cut(shown(f"#{revision.id} {revision.kind}: {revision.told}"), 90), about(revision))

        picker = Picker("Changes of the graph", load(), empty="Nothing has changed yet.")
        self._screen.app.push_screen(picker, chosen)

    def _fill_in(self, action: Action, then: Callable[[Action, dict[str, Any]], Coroutine[Any, Any, None]]) -> None:
        def start(texts: Mapping[str, str] | None) -> None:
            if texts is not None:
                work = partial(then, action, values_of(action, texts))
                start_worker(self._screen, work, "change")

        if action.asks:
            fields = [Field(name, LABELS[name], text) for name, text in action.asks.items()]
            self._screen.app.push_screen(Form(action.title, fields), start)
        else:
            start({})

    async def _change(self, action: Action, values: dict[str, Any]) -> None:
        """A command that asks by itself tells more."""
        if action.name not in TELL_BY_THEMSELVES:
            sentences = await consequences(self._context, action, values, self._page())
            if not await self._confirm(sentences):
                return
        lines = await self._lines_of(action, values)
        self._screen.app.notify(cut(shown("\n".join(lines)), 600), markup=False)
        await self._changed()

    async def _answer(self, action: Action, values: dict[str, Any]) -> None:
        lines = await self._lines_of(action, values)
        await self._screen.app.push_screen(TextDialog(action.title, "\n".join(lines)))

    async def _lines_of(self, action: Action, values: dict[str, Any]) -> list[str]:
        outputs = run(self._context, action.command, values, self._confirm)
        return [line async for output in outputs for line in lines_of(output)]

    async def _confirm(self, question: str) -> bool:
        return await asked(self._screen.app, question)


async def errors_notified(app: App[Any], work: Work) -> None:
    """Errors become a sentence on the screen."""
    try:
        await work()
    except ZephError as error:
        app.notify(cut(shown(str(error)), 600), severity="warning", markup=False)


def start_worker(screen: Screen[Any], work: Work, group: str) -> None:
    """It takes the place of what runs in the group, which may not even have begun: hence no coroutine is made yet."""
    begin: Any = partial(errors_notified, screen.app, work)
    screen.run_worker(begin, group=group, exclusive=True)


def _state(found: Revision) -> str:
    state = "undone" if found.undone else "waits for you" if found.waits else ""
    return " · ".join(filter(None, (state, found.created_at[:16])))

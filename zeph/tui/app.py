"""The app: it paints at once, then the session opens behind it; screens, theme, and what every screen can do.

In: settings and an opener. Out: an exit code; an error that ends it is kept in ``failure`` for who started it.
"""

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.events import Event, Key
from textual.screen import ModalScreen

from zeph.config.schema import InterfaceSettings
from zeph.tui.screens.chat_screen import ChatScreen
from zeph.tui.terminal.keyboard import QUIET_SECS, Keyboard
from zeph.tui.theme import DARK, DEFAULTS, LIGHT, next_theme, theme_for

if TYPE_CHECKING:
    from zeph.commands.types import CommandContext


class ZephApp(App[int], Keyboard):
    """Zeph on a whole screen."""

    TITLE = "Zeph"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    OptionList:ansi > .option-list--option-highlighted { background: ansi_cyan; color: ansi_black; }
    OptionList:nocolor > .option-list--option-highlighted { text-style: bold underline; }
    ToastRack { dock: top; align: right top; margin: 1 0 0 0; }
    Button:nocolor:focus, TimeSlider:nocolor:focus { text-style: bold underline; }
    """
    """What is marked is seen with the terminal's own colours, and without any."""
    ESCAPE_TO_MINIMIZE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "ladder", show=False, priority=True),
        Binding("ctrl+q", "nothing", show=False, priority=True),
        Binding("ctrl+p", "palette", "Everything", show=False, priority=True),
        Binding("ctrl+g", "browser", "Memory browser", show=False, priority=True),
        Binding("ctrl+s", "sessions", "Sessions", show=False, priority=True),
        Binding("ctrl+o", "models", "Models", show=False, priority=True),
        Binding("f1", "keys", "Keys", show=False, priority=True),
    ]

    def __init__(self, settings: InterfaceSettings, history_file: Path, *, temporary: bool = False) -> None:
        """``temporary``: nothing of what is said is kept."""
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = theme_for(settings.theme, os.environ)
        self.chat = ChatScreen(settings, history_file, temporary=temporary)
        self.painted = asyncio.Event()
        """Set when the first picture is on the screen."""
        self.failure: Exception | None = None

    def get_driver_class(self) -> type[Driver]:
        found = super().get_driver_class()
        if found.__name__ != "LinuxDriver":
            return found
        from zeph.tui.terminal.pastes import Terminal

        return Terminal

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DEFAULTS

    def on_mount(self) -> None:
        self.push_screen(self.chat)
        self.collect_seldom()
        self.set_interval(QUIET_SECS, lambda: self.collect_if_quiet(busy=self.chat.talk.busy))
        self.call_after_refresh(self.painted.set)

    def opened(self, context: "CommandContext", notes: list[str]) -> None:
        """The session is there; said from any task, done in the app's own."""
        self.call_later(self.chat.opened, context, notes)

    def on_unmount(self) -> None:
        self.collect_as_before()

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Key):
            self.key_pressed()
        await super().on_event(event)

    def fail(self, error: Exception) -> None:
        """Leaves; who started the app raises it again."""
        self.failure = self.failure or error
        self.exit(1)

    def _handle_exception(self, error: Exception) -> None:
        """Textual would print a trace over the terminal; Zeph keeps it in a file, see ``zeph.cli.crash``."""
        self.failure = self.failure or error
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()

    # ------------------------------------------------------------ keys of every screen

    def action_nothing(self) -> None:
        """Ctrl+Q is no way to lose work."""

    def action_ladder(self) -> None:
        if isinstance(self.screen, ChatScreen):
            self.screen.after_typing(self.screen.ladder)
        elif isinstance(self.screen, ModalScreen):
            self.screen.dismiss(None)
        else:
            self.pop_screen()

    def action_slash(self, line: str) -> None:
        """A slash command, as if it were typed."""
        self.chat.talk.send(line)

    def action_palette(self) -> None:
        from zeph.tui.screens.named_pickers import palette

        if not isinstance(self.screen, ModalScreen):
            self.push_screen(palette(), self._do)

    async def _do(self, chosen: str | None) -> None:
        if chosen is None:
            return
        if not chosen.startswith("/"):
            at = self.chat if hasattr(self.chat, f"action_{chosen}") else self
            await at.run_action(chosen)
        elif chosen.endswith(" "):
            self.chat.put(chosen)
        else:
            self.chat.talk.send(chosen)

    def action_sessions(self) -> None:
        from zeph.tui.screens.named_pickers import sessions

        context = self.chat.talk.context
        if context and context.session and context.chat and not isinstance(self.screen, ModalScreen):
            picker = sessions(context.session, context.chat.conversation.external_id)
            self.push_screen(picker, lambda chosen: self.chat.talk.send(f"/resume {chosen}") if chosen else None)

    def action_models(self) -> None:
        from zeph.tui.screens.named_pickers import models

        context = self.chat.talk.context
        if context and context.session and not isinstance(self.screen, ModalScreen):
            picker = models(context.session)
            self.push_screen(picker, lambda chosen: self.chat.talk.send(f"/model {chosen}") if chosen else None)

    def action_next_theme(self) -> None:
        self.theme = next_theme(self.theme)

    def action_keys(self) -> None:
        from zeph.tui.screens.key_help import keys

        if not isinstance(self.screen, ModalScreen):
            self.push_screen(keys())

    def action_browser(self) -> None:
        from zeph.tui.browser.browser_screen import BrowserScreen

        context = self.chat.talk.context
        if context is not None and self.screen is self.chat:
            self.push_screen(BrowserScreen(context))

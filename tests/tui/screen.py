"""The app in a test: a real session on a real file behind it, keys pressed, what is on the screen as text."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual import _wait, events
from textual.pilot import Pilot
from textual.widget import Widget

from tests.fakes.ollama_server import FakeOllama
from zeph.agent.session import Session, open_session
from zeph.clock import Clock, FixedClock
from zeph.commands.types import ChatState, CommandContext
from zeph.config.schema import Settings
from zeph.memory.facade import Memory
from zeph.paths import resolve_paths
from zeph.records.message import Conversation, NewMessage
from zeph.tui.app import ZephApp
from zeph.tui.prompt.prompt_area import Prompt
from zeph.tui.screens.chat_screen import ChatScreen
from zeph.tui.start import Opened, hold

_wait.SLEEP_GRANULARITY = 1 / 200
_wait.SLEEP_IDLE = _wait.SLEEP_GRANULARITY / 20
"""How closely a pilot looks whether the app has come to rest; a fiftieth of a second, twice a key, is most of a
test.
"""
NOWHERE = "127.0.0.1:9"
Prepare = Callable[[Memory, Conversation], Any]
NAMES = {" ": "space", "/": "slash", "?": "question_mark", ".": "full_stop", "@": "at", "\n": "ctrl+j", ",": "comma"}
LETTERS = {name: letter for letter, name in NAMES.items() if letter != "\n"}


@dataclass
class Screen:
    app: ZephApp
    pilot: Pilot[int]
    session: Session
    context: CommandContext

    @property
    def chat(self) -> ChatScreen:
        return self.app.chat

    @property
    def prompt(self) -> Prompt:
        return self.chat.query_one(Prompt)

    @property
    def in_chat(self) -> bool:
        """Whether nothing is before the conversation."""
        return self.app.screen is self.chat

    def on_top(self, kind: type[Any]) -> bool:
        return isinstance(self.app.screen, kind)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        await self.swiftly(*(NAMES.get(letter, letter) for letter in text))

    async def swiftly(self, *keys: str, blindly: bool = False) -> None:
        """As fast as the screen takes in what is pressed, or faster; its rest is waited for after the last key."""
        driver = self.app._driver
        assert driver is not None
        for key in keys:
            event = events.Key(key, LETTERS.get(key, key if len(key) == 1 else None))
            event.set_sender(self.app)
            driver.send_message(event)
            if not blindly:
                await self.pilot._wait_for_screen()
        await self.pilot.pause()

    async def say(self, text: str) -> None:
        """Sends, and waits until it is answered."""
        await self.type(text)
        await self.press("enter")
        await self.pilot.pause(0.1)  # what is sent goes to the end of the conversation first
        await self.until(lambda: not self.chat.talk.busy and not self.chat.talk.queue)
        await self.pilot.pause(0.1)

    async def until(self, true: Callable[[], Any], seconds: float = 20) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if true():
                return
            await self.pilot.pause(0.05)
        raise AssertionError(f"not within {seconds} s; on the screen:\n{self.text()}")

    async def shows(self, *texts: str, seconds: float = 20) -> None:
        await self.until(lambda: all(text in self.flat() for text in texts), seconds)

    def text(self) -> str:
        """What is on the screen, a line each."""
        return "\n".join(line.rstrip() for line in lines_of(self.app.screen))

    def flat(self) -> str:
        """The same without the breaks of lines."""
        return " ".join(self.text().split())


def lines_of(screen: Widget) -> list[str]:
    return [strip.text for strip in screen._compositor.render_strips()]  # type: ignore[attr-defined]  # a Screen


@asynccontextmanager
async def opened(
    home: Path,
    server: FakeOllama | None = None,
    *,
    size: tuple[int, int] = (100, 30),
    prepare: Prepare | None = None,
    clock: Clock | None = None,
    background: bool = True,
    resume: bool = False,
    notes: Sequence[str] = (),
    **settings: Any,
) -> AsyncIterator[Screen]:
    """The app with its session; ``settings`` as ``interface__theme="light"``."""
    env = {"ZEPH_HOME": str(home), "OLLAMA_HOST": server.host if server else NOWHERE}
    chosen = Settings.model_validate(
        _nested({"embedding__provider": "none", "memory__graph__extractor": "local"} | settings)
    )
    paths = resolve_paths(env)
    context: list[CommandContext] = []

    @asynccontextmanager
    async def opener() -> AsyncIterator[Opened]:
        async with open_session(chosen, paths, paths.db, env, clock=clock, background=background) as session:
            last = await session.memory.conversations.last() if resume else None
            conversation = last or await session.memory.start_conversation()
            if prepare is not None:
                await prepare(session.memory, conversation)
            context.append(CommandContext(env, paths, paths.db, None, None, session, ChatState(conversation)))
            yield Opened(context[0], list(notes))

    app = ZephApp(chosen.interface, paths.history_file)
    closing = asyncio.Event()
    async with app.run_test(size=size, notifications=True) as pilot:
        keeper = asyncio.create_task(hold(app, opener, closing))
        try:
            while app.chat.talk.context is None and not keeper.done():
                await pilot.pause(0.02)
            if app.failure is None:
                assert context[0].session is not None
                await pilot.pause(0.1)
                yield Screen(app, pilot, context[0].session, context[0])
        finally:
            closing.set()
            await keeper
    if app.failure is not None:
        raise app.failure


def _nested(flat: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in flat.items():
        *path, last = name.split("__")
        at = found
        for part in path:
            at = at.setdefault(part, {})
        at[last] = value
    return found


async def a_life(memory: Memory, conversation: Conversation) -> None:
    """Two years of somebody, told a few times a year; needs a FixedClock."""
    clock = memory._clock
    assert isinstance(clock, FixedClock)
    for at, text in (
        ("2023-04-02 09:00:00", "I live in Oslo. I work at Acme as a data engineer."),
        ("2023-09-12 10:00:00", "I use vim, Python and Docker."),
        ("2024-02-01 10:00:00", "My sister Nora lives in Bergen. My dog is called Biscuit."),
        ("2024-06-18 10:00:00", "I moved to Bergen last month."),
        ("2025-01-10 10:00:00", "I switched from vim to neovim."),
        ("2025-03-03 10:00:00", "I now work at Globex."),
    ):
        clock.at = FixedClock(at).at
        said = await memory.observe(NewMessage(conversation.id, "user", text))
        await memory.ingest_now(said)
        await memory.observe(NewMessage(conversation.id, "assistant", f"Noted in {at[:4]}."))
    clock.at = FixedClock("2025-11-20 10:00:00").at

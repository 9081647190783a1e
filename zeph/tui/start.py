"""Starts the full-screen interface: paints, then opens the session, and closes it when the screen is gone.

In: the chat command's settings and an opener. Out: the exit code. An error that ends it is raised after the terminal is
itself again.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from importlib import import_module

from zeph.commands.types import CommandContext
from zeph.config.schema import InterfaceSettings
from zeph.paths import Paths
from zeph.tui.app import ZephApp


@dataclass(frozen=True, slots=True)
class Opened:
    context: CommandContext
    notes: list[str]
    """Sentences for the person: who answers, what is missing."""
    choose: bool = False
    """The person chooses a session to go on with."""


Opener = Callable[[], AbstractAsyncContextManager[Opened]]


async def run_full_screen(
    settings: InterfaceSettings, paths: Paths, opener: Opener, *, temporary: bool = False
) -> tuple[int, str]:
    """(exit code, id of the conversation that was last open). Raises what ended it."""
    app = ZephApp(settings, paths.history_file, temporary=temporary)
    closing = asyncio.Event()
    keeper = asyncio.create_task(hold(app, opener, closing))
    try:
        code = await app.run_async(mouse=settings.mouse)
    finally:
        closing.set()
        await keeper
    if app.failure is not None:
        raise app.failure
    context = app.chat.talk.context
    session = context.chat.conversation.external_id if context and context.chat else ""
    return (code if isinstance(code, int) else 0), session


async def hold(app: ZephApp, opener: Opener, closing: asyncio.Event) -> None:
    """Opens the session when the first picture is there, and keeps it until the screen is closed."""
    await _first((app.painted, closing))
    if closing.is_set():
        return
    warming = asyncio.create_task(asyncio.to_thread(_warm))
    try:
        async with opener() as opened:
            await warming
            agent = opened.context.session.agent if opened.context.session else None
            if agent and agent.chat:
                await asyncio.to_thread(import_module, "httpx")  # as above: what its client needs
            app.opened(opened.context, opened.notes)
            if opened.choose:
                app.call_later(app.action_sessions)
            await closing.wait()
            await app.chat.talk.close()
            app.workers.cancel_all()  # what still reads for the screen would find the database closed
            await asyncio.gather(*(worker.wait() for worker in app.workers), return_exceptions=True)
    except Exception as error:  # noqa: BLE001  # nothing is swallowed: who started the app raises it again
        # Whatever keeps the session from opening (or closing) is told once the terminal is itself again.
        app.fail(error)


def _warm() -> None:
    """What the first answer needs, read while the person types."""
    import_module("zeph.tui.widgets.answer")
    import_module("zeph.tui.markdown.layout").parts("")
    import_module("zeph.memory.ingest.intents.order_of").warm()
    import_module("zeph.memory.ingest.intents.contrasts").warm()


async def _first(events: tuple[asyncio.Event, ...]) -> None:
    waiting = [asyncio.create_task(event.wait()) for event in events]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()

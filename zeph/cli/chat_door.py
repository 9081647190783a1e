"""`zeph chat`: decides between one answer, the full screen and the line interface, and opens what each needs.

In: the command's values. Out: the exit code. Interactive only where stdin and stdout are both terminals;
otherwise it never asks and never waits for a person. The full screen is drawn before anything is opened.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from zeph.cli.console import note, note_wait
from zeph.cli.interrupt import run_interruptible
from zeph.cli.options import GlobalOptions, started
from zeph.commands.table import CHOOSE
from zeph.config.load import Loaded, load_settings
from zeph.errors import UsageError
from zeph.paths import Paths, resolve_paths
from zeph.records.message import Conversation

if TYPE_CHECKING:
    from zeph.agent.session import Session
    from zeph.tui.start import Opened

NO_SCREEN = ("", "dumb", "unknown")
"""Terminals (TERM) on which nothing can be drawn."""


def run_chat(values: Mapping[str, Any], options: GlobalOptions) -> int:
    """Raises ZephError; KeyboardInterrupt passes through."""
    interactive = values["prompt"] is None and sys.stdin.isatty() and sys.stdout.isatty()
    if interactive and values["output"] != "text":
        raise UsageError(f"--output {values['output']} is for one answer: add -p TEXT, or pipe the text in.")
    text = None if interactive else values["prompt"] if values["prompt"] is not None else _piped()
    if text is not None and not text.strip():
        raise UsageError("There is nothing to answer: the text is empty.")
    paths = resolve_paths(os.environ)
    loaded = load_settings(options.config, os.environ, overrides=_overrides(values))
    if text is None and not values["plain"] and loaded.settings.interface.screen == "full" and _can_draw():
        return run_interruptible(_full_screen(values, options, paths, loaded))
    if values["resume"] == CHOOSE:
        raise UsageError("Say which session, --resume ID: `zeph sessions list` shows them.")
    return run_interruptible(_chat(values, options, paths, loaded, text))


def _piped() -> str:
    if sys.stdin.isatty():
        raise UsageError("There is nothing to answer: give -p TEXT, or pipe the text in.")
    return sys.stdin.buffer.read().decode("utf-8", errors="replace")


def _can_draw() -> bool:
    """The screen is drawn on stderr, so that must be the terminal too."""
    return sys.stderr.isatty() and (os.name == "nt" or os.environ.get("TERM", "").lower() not in NO_SCREEN)


async def _chat(
    values: Mapping[str, Any], options: GlobalOptions, paths: Paths, loaded: Loaded, text: str | None
) -> int:
    from zeph.agent.session import open_session
    from zeph.commands.context import is_command

    for warning in loaded.warnings:
        note(f"warning: {warning}")
    async with open_session(loaded.settings, paths, options.db or paths.db, os.environ) as session:
        session.memory.on_wait = note_wait
        for line in _told(session):
            note(line)
        if text is not None and is_command(text):
            started()
            return await _command(session, values, options, paths, loaded, text.strip())
        conversation, remark = await _conversation(session, values)
        if remark:
            note(remark)
        if text is not None:
            from zeph.cli.once import answer_once

            started()
            return await answer_once(session, conversation, text, values["output"])
        from zeph.cli.line import LineInterface

        interface = LineInterface(session, conversation, paths, options, loaded, plain=values["plain"])
        started()
        return await interface.run()


async def _full_screen(values: Mapping[str, Any], options: GlobalOptions, paths: Paths, loaded: Loaded) -> int:
    from zeph.tui.start import run_full_screen

    code, session = await run_full_screen(
        loaded.settings.interface, paths, lambda: _opened(values, options, paths, loaded)
    )
    if session:
        note(f"Go on later with: zeph chat --resume {session}")
    return code


async def _command(
    session: "Session", values: Mapping[str, Any], options: GlobalOptions, paths: Paths, loaded: Loaded, line: str
) -> int:  # fmt: skip
    """A slash command that was piped in or given with -p; it is about the last conversation unless another is named."""
    from zeph.cli.console import print_json, print_text
    from zeph.cli.run import confirm
    from zeph.commands.context import ChatState, CommandContext, parse_slash
    from zeph.commands.table import handler_of

    command, arguments = parse_slash(line)
    named = await session.memory.conversations.find(values["resume"]) if values["resume"] else None
    last = named or await session.memory.conversations.last() or await session.memory.start_conversation()
    context = CommandContext(os.environ, paths, session.memory.path, options.config, loaded, session, ChatState(last), confirm)  # fmt: skip
    if command.doing:
        note(command.doing)
    printer = print_text if values["output"] == "text" else print_json
    return await printer(handler_of(command)(context, arguments))


@asynccontextmanager
async def _opened(
    values: Mapping[str, Any], options: GlobalOptions, paths: Paths, loaded: Loaded
) -> AsyncIterator["Opened"]:
    """The session behind a screen that is drawn already."""
    from zeph.tui.start import Opened

    await asyncio.to_thread(import_module, "zeph.agent.session")  # the keyboard does not wait for it
    from zeph.agent.session import open_session
    from zeph.commands.context import ChatState, CommandContext

    db = options.db or paths.db
    async with open_session(loaded.settings, paths, db, os.environ) as session:
        conversation, remark = await _conversation(session, values)
        context = CommandContext(os.environ, paths, db, options.config, loaded, session, ChatState(conversation))
        started()
        warnings = [f"warning: {warning}" for warning in loaded.warnings]
        notes = [line for line in (*warnings, *_told(session), remark) if line]
        yield Opened(context, notes, choose=values["resume"] == CHOOSE)


def _told(session: "Session") -> list[str]:
    """Who answers, and what is missing."""
    lines = [session.line] if session.line else []
    return [*lines, *(f"warning: {warning}" for warning in session.warnings)]


def _overrides(values: Mapping[str, Any]) -> dict[str, Any]:
    overrides: dict[str, Any] = {}
    if values["graph_memory"] is not None:
        overrides["memory.graph.enabled"] = values["graph_memory"]
    if values["model"]:
        overrides["model.name"] = values["model"]
    return overrides


async def _conversation(session: "Session", values: Mapping[str, Any]) -> tuple[Conversation, str]:
    """The one to go on with, or a new one; and a remark where it is not the one that was asked for."""
    memory = session.memory
    if values["resume"] and values["resume"] != CHOOSE:
        return await memory.conversations.find(values["resume"]), ""
    if values["resume_last"]:
        last = await memory.conversations.last()
        if last is not None:
            return last, ""
        return await memory.start_conversation(), "There is no earlier session; a new one begins."
    return await memory.start_conversation(), ""

"""`zeph chat`: decides between one answer and a conversation, and opens what either needs.

In: the command's values. Out: the exit code. Interactive only where stdin and stdout are both terminals;
otherwise it never asks and never waits for a person.
"""

import asyncio
import os
import sys
from collections.abc import Mapping
from typing import Any

from zeph.agent.session import Session, open_session
from zeph.cli.once import answer_once
from zeph.cli.output import note, print_json, print_text
from zeph.cli.run import GlobalOptions, confirm, started
from zeph.commands.context import ChatState, CommandContext, is_command, parse_slash
from zeph.commands.table import handler_of
from zeph.config.load import Loaded, load_settings
from zeph.errors import UsageError
from zeph.paths import Paths, resolve_paths
from zeph.records.message import Conversation


def run_chat(values: Mapping[str, Any], options: GlobalOptions) -> int:
    """Raises ZephError; KeyboardInterrupt passes through."""
    interactive = values["prompt"] is None and sys.stdin.isatty() and sys.stdout.isatty()
    if interactive and values["output"] != "text":
        raise UsageError(f"--output {values['output']} is for one answer: add -p TEXT, or pipe the text in.")
    text = None if interactive else values["prompt"] if values["prompt"] is not None else _piped()
    return asyncio.run(_chat(values, options, text))


def _piped() -> str:
    if sys.stdin.isatty():
        raise UsageError("There is nothing to answer: give -p TEXT, or pipe the text in.")
    return sys.stdin.buffer.read().decode("utf-8", errors="replace")


async def _chat(values: Mapping[str, Any], options: GlobalOptions, text: str | None) -> int:
    if text is not None and not text.strip():
        raise UsageError("There is nothing to answer: the text is empty.")
    paths = resolve_paths(os.environ)
    loaded = load_settings(options.config, os.environ, overrides=_overrides(values))
    for warning in loaded.warnings:
        note(f"warning: {warning}")
    async with open_session(loaded.settings, paths, options.db or paths.db, os.environ) as session:
        _announce(session)
        if text is not None and is_command(text):
            started()
            return await _command(session, values, options, paths, loaded, text.strip())
        conversation = await _conversation(session, values)
        if text is not None:
            started()
            return await answer_once(session, conversation, text, values["output"])
        return await _interactive(session, conversation, values, options, paths, loaded)


async def _interactive(
    session: Session, conversation: Conversation, values: Mapping[str, Any], options: GlobalOptions, paths: Paths,
    loaded: Loaded,
) -> int:  # fmt: skip
    from zeph.cli.line import LineInterface

    interface = LineInterface(session, conversation, paths, options, loaded, plain=values["plain"])
    started()
    return await interface.run()


async def _command(
    session: Session, values: Mapping[str, Any], options: GlobalOptions, paths: Paths, loaded: Loaded, line: str
) -> int:  # fmt: skip
    """A slash command that was piped in or given with -p; it is about the last conversation unless another is named."""
    command, arguments = parse_slash(line)
    named = await session.memory.find_conversation(values["resume"]) if values["resume"] else None
    last = named or await session.memory.last_conversation() or await session.memory.start_conversation()
    context = CommandContext(os.environ, paths, session.memory.path, options.config, loaded, session, ChatState(last), confirm)  # fmt: skip
    if command.doing:
        note(command.doing)
    printer = print_text if values["output"] == "text" else print_json
    return await printer(handler_of(command)(context, arguments))


def _announce(session: Session) -> None:
    if session.line:
        note(session.line)
    for warning in session.warnings:
        note(f"warning: {warning}")


def _overrides(values: Mapping[str, Any]) -> dict[str, Any]:
    overrides: dict[str, Any] = {}
    if values["graph_memory"] is not None:
        overrides["memory.graph.enabled"] = values["graph_memory"]
    if values["model"]:
        overrides["model.name"] = values["model"]
    return overrides


async def _conversation(session: Session, values: Mapping[str, Any]) -> Conversation:
    memory = session.memory
    if values["resume"]:
        return await memory.find_conversation(values["resume"])
    if values["resume_last"]:
        last = await memory.last_conversation()
        if last is not None:
            return last
        note("There is no earlier session; a new one begins.")
    return await memory.start_conversation()

"""Runs one command of the table from the command line.

In: the command, its values, the global options. Out: the exit code. Opens what the command's row says.
"""

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

from zeph.agent.session import open_session
from zeph.cli.console import Asking, note, note_wait, print_json, print_text
from zeph.cli.interrupt import run_interruptible
from zeph.cli.options import GlobalOptions, started
from zeph.cli.trusting import settings_for
from zeph.commands.outputs import Output, Status
from zeph.commands.registry import handler_of
from zeph.commands.types import Command, CommandContext
from zeph.paths import resolve_paths


def run_command(command: Command, values: dict[str, Any], options: GlobalOptions) -> int:
    """Raises ZephError; KeyboardInterrupt passes through."""
    return run_interruptible(_run(command, values, options))


async def _run(command: Command, values: dict[str, Any], options: GlobalOptions) -> int:
    paths = resolve_paths(os.environ)
    asking = Asking()
    context = CommandContext(os.environ, paths, options.database(paths), options.config, confirm=asking.confirm)
    async with AsyncExitStack() as stack:
        if command.opens != "nothing":
            context.loaded = settings_for(options.config, options.overrides())
            for warning in context.loaded.warnings:
                note(f"warning: {warning}")
            context.session = await stack.enter_async_context(
                open_session(
                    context.loaded.settings, paths, context.db, os.environ,
                    models=command.opens == "models", background=False,
                    makes_space=options.space is None,
                )
            )  # fmt: skip
            context.session.memory.on_wait = note_wait
            context.session.memory.on_notice = note
            if context.session.line:
                note(context.session.line)
        started()
        printer = print_json if values.get("json") else print_text
        return await printer(asking.heeded(_outputs(command, context, values)))


async def _outputs(command: Command, context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    if command.doing:
        yield Status(command.doing)
    async for output in handler_of(command)(context, values):
        yield output

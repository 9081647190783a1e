"""`zeph chat`: decides between one answer, the full screen and the line interface, and opens what each needs.

In: the command's values. Out: the exit code. Interactive only where stdin and stdout are both terminals;
otherwise it never asks and never waits for a person. The full screen is drawn before anything is opened.
"""

import asyncio
import os
import stat
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zeph.agent.unanswered import keep_unanswered, take_unanswered
from zeph.cli.console import Asking, note, note_wait
from zeph.cli.going_on import answering, going_on
from zeph.cli.interrupt import run_interruptible
from zeph.cli.options import GlobalOptions, started
from zeph.cli.trusting import settings_for
from zeph.commands.changed_rules import changed_rules
from zeph.commands.outputs import after_no
from zeph.commands.types import CHOOSE, ChatState, Command, CommandContext
from zeph.config.load import Loaded
from zeph.config.project_spaces import ProjectSpaces
from zeph.errors import UsageError, ZephError
from zeph.paths import Paths, resolve_paths
from zeph.records.message import Conversation

if TYPE_CHECKING:
    from zeph.agent.attachments import Attachment
    from zeph.agent.session import Session
    from zeph.agent.unkept import Unkept
    from zeph.tui.start import Opened

UNANSWERED = "{}. Say yes next to do it ({}), or say it again with -y (--yes)."
"""What nobody was there to be asked."""
DECLINED = "Nothing was done."
NO_SCREEN = ("", "dumb", "unknown")
"""Terminals (TERM) on which nothing can be drawn."""


@dataclass(frozen=True, slots=True)
class ChatStart:
    """What a chat begins with: the command's values, the global options, where things are, the settings."""

    values: Mapping[str, Any]
    options: GlobalOptions
    paths: Paths
    loaded: Loaded

    def session(self) -> AbstractAsyncContextManager["Session"]:
        from zeph.agent.session import open_session

        named = self.values["space"] or self.options.space
        return open_session(
            self.loaded.settings,
            self.paths,
            self._db,
            os.environ,
            makes_space=named is None,
            config=self.options.config,
        )

    def context(self, session: "Session", conversation: Conversation, **asks: Callable[[str], bool]) -> CommandContext:
        """``confirm``: how the person is asked, where that is other than by nobody."""
        chat = ChatState(conversation, unkept=self.unkept())
        return CommandContext(os.environ, self.paths, self._db, self.options.config, self.loaded, session, chat, **asks)

    def unkept(self) -> "Unkept | None":
        """Where what is said is kept nowhere, what holds it meanwhile."""
        from zeph.agent.unkept import Unkept

        return Unkept() if self.values["temporary"] else None

    @property
    def draws(self) -> bool:
        """Whether the full screen is wanted and can be drawn: on stderr, so that must be a terminal too."""
        wanted = not self.values["plain"] and self.loaded.settings.interface.screen == "full"
        drawable = os.name == "nt" or os.environ.get("TERM", "").lower() not in NO_SCREEN
        return wanted and sys.stderr.isatty() and drawable

    @property
    def chooses(self) -> bool:
        """Whether the person chooses the session to go on with."""
        return bool(self.values["resume"] == CHOOSE)

    @property
    def _db(self) -> Path:
        return self.options.database(self.paths)


def run_chat(values: Mapping[str, Any], options: GlobalOptions) -> int:
    """Raises ZephError; KeyboardInterrupt passes through."""
    text, attached = _text(values)
    paths = resolve_paths(os.environ)
    loaded = settings_for(options.config, options.overrides() | _overrides(values))
    loaded = replace(loaded, warnings=(*loaded.warnings, *changed_rules(paths, Path.cwd())))
    start, text = _answering(ChatStart(values, options, paths, loaded), text)
    if text == "":
        note(DECLINED)
        return 0
    if text is None and start.draws:
        return run_interruptible(_full_screen(start))
    if start.chooses:
        raise UsageError("Say which session, --resume ID: `zeph sessions list` shows them.")
    return run_interruptible(_chat(start, text, attached))


def _text(values: Mapping[str, Any]) -> tuple[str | None, list["Attachment"]]:
    """The one text to answer, with what it names after an ``@`` and what is piped in beside it; None where a person is
    there to talk. Raises UsageError."""
    if values["prompt"] is not None and values["text"] is not None:
        raise UsageError(f'There are two texts to answer; for one, quote it: -p "{values["prompt"]} {values["text"]}"')
    text: str | None = values["text"] if values["prompt"] is None else values["prompt"]
    if text is None and sys.stdin.isatty() and sys.stdout.isatty():
        if values["output"] != "text":
            raise UsageError(f"--output {values['output']} is for one answer: add -p TEXT, or pipe the text in.")
        return None, []
    typed = text is not None
    if text is None:
        if sys.stdin.isatty():
            raise UsageError("There is nothing to answer: give -p TEXT, or pipe the text in.")
        text = _piped()
    if not text.strip():
        raise UsageError("There is nothing to answer: the text is empty.")
    return text, _attached(text) if typed else []


def _attached(text: str) -> list["Attachment"]:
    from zeph.agent.attachments import attachments_of, piped

    beside = _piped() if _has_piped() else ""
    return [*attachments_of(text, Path.cwd()), *([piped(beside)] if beside.strip() else [])]


def _piped() -> str:
    return sys.stdin.buffer.read().decode("utf-8", errors="replace")


def _has_piped() -> bool:
    """Whether stdin is a pipe or a file, and no terminal, device or socket, which may never end."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError, AttributeError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)


async def _chat(start: ChatStart, text: str | None, attached: list["Attachment"]) -> int:
    from zeph.commands.orders import is_unstored, ordered
    from zeph.commands.slash import is_command, parse_slash, slash_line

    for warning in start.loaded.warnings:
        note(f"warning: {warning}")
    async with start.session() as session:
        session.memory.on_wait = note_wait
        session.memory.on_notice = note
        for line in await _greeting(session) if text is None else _introduction(session):
            note(line)
        code = 0
        if text is not None and (
            found := parse_slash(slash_line(text) or "") if is_command(text) else await ordered(text, session.memory)
        ):
            started()
            code, rest = await _ordered(start, session, text, found)
            if not rest:
                return code
            text, attached = rest, []
        kept = not start.values["temporary"] and (text is None or not is_unstored(text))
        conversation, remark = await _conversation(session, start.values, kept=kept)
        if remark:
            note(remark)
        if text is not None:
            from zeph.cli.one_answer import answer_once

            started()
            async with _programs(start, session, waits=True) as problems:
                for problem in problems:
                    note(f"warning: {problem}")
                answered = await answer_once(
                    session, conversation, text, start.values["output"], attached, start.unkept()
                )
                return answered or code
        from zeph.cli.line_interface import LineInterface

        if offer := _offer(start):
            note(offer)
        interface = LineInterface(start.context(session, conversation), plain=start.values["plain"])
        started()
        async with _programs(start, session) as problems:
            for problem in problems:
                note(f"warning: {problem}")
            return await interface.run()


def _answering(start: ChatStart, text: str | None) -> tuple[ChatStart, str | None]:
    """Where the text says yes to what the line before asked: that line, done unasked; empty where it says no. However
    a chat begins, what was asked is kept no longer."""
    asked = take_unanswered(start.paths, start.options.database(start.paths))
    if not asked or text is None:
        return start, text
    from zeph.commands.orders import agrees

    agreed = agrees(text)
    if agreed is None:
        return start, text
    return replace(start, values={**start.values, "yes": True}), asked if agreed else ""


async def _ordered(
    start: ChatStart, session: "Session", text: str, found: tuple[Command, dict[str, Any]]
) -> tuple[int, str]:
    """(exit code of the command that a line is or orders, what the line tells beside it)."""
    from zeph.commands.orders import LEFT_OUT, NOTHING_BESIDE, told_beside
    from zeph.commands.slash import is_command

    beside = NOTHING_BESIDE if is_command(text) else await told_beside(text, session.memory)
    try:
        code = await _command(start, session, text, *found)
    except ZephError as error:
        if not beside.told:
            raise
        note(f"zeph: {error}")
        return 1, beside.told
    if beside.left_out:
        note(LEFT_OUT.format(beside.left_out))
    return code, beside.told


async def _command(start: ChatStart, session: "Session", text: str, command: Command, arguments: dict[str, Any]) -> int:
    """A command that was piped in or given with -p; it is about the last conversation unless another is named. What it
    asks the next line may answer."""
    from zeph.cli.console import print_json, print_text
    from zeph.commands.registry import handler_of

    if start.values["yes"] and "yes" in arguments:
        arguments = {**arguments, "yes": True}
    resume = start.values["resume"]
    named = await session.memory.conversations.find(resume) if resume is not None else None
    last = named or await session.memory.conversations.last() or await session.memory.start_conversation()
    if command.doing:
        note(command.doing)
    printer = print_text if start.values["output"] == "text" else print_json
    asking = Asking()
    context = start.context(session, last, confirm=asking.confirm)
    assert context.chat is not None
    context.chat.passing = True
    try:
        return await printer(asking.heeded(handler_of(command)(context, arguments)))
    except UsageError as refused:
        if not asking.unanswered or start.values["temporary"] or not keep_unanswered(start.paths, context.db, text):
            raise
        raise UsageError(UNANSWERED.format(after_no(refused).rstrip("."), answering("yes"))) from None


async def _full_screen(start: ChatStart) -> int:
    from zeph.tui.start import run_full_screen

    code, session = await run_full_screen(
        start.loaded.settings.interface, start.paths, lambda: _opened(start), temporary=start.values["temporary"]
    )
    if session:
        note(going_on(session))
    return code


@asynccontextmanager
async def _opened(start: ChatStart) -> AsyncIterator["Opened"]:
    """The session behind a screen that is drawn already."""
    from zeph.tui.start import Opened

    await asyncio.to_thread(import_module, "zeph.agent.session")  # the keyboard does not wait for it
    async with start.session() as session:
        conversation, remark = await _conversation(session, start.values, kept=not start.values["temporary"])
        started()
        async with _programs(start, session) as problems:
            warnings = [f"warning: {warning}" for warning in (*start.loaded.warnings, *problems)]
            notes = [line for line in (*warnings, *await _greeting(session), remark, _offer(start)) if line]
            yield Opened(start.context(session, conversation), notes, choose=start.chooses)


@asynccontextmanager
async def _programs(start: ChatStart, session: "Session", *, waits: bool = False) -> AsyncIterator[list[str]]:
    """While it lasts the programs that speak MCP are there, with ``waits`` from its beginning; what is wrong with
    their settings."""
    from zeph.config.mcp_servers import mcp_servers

    settings = start.loaded.settings
    servers, problems = mcp_servers(settings, start.paths.config_file.parent) if settings.tools.enabled else ({}, [])
    if not servers or (waits and session.agent.chat is None):
        yield problems
        return
    from zeph.mcp_client.server_connections import connected

    async with connected(session.agent.toolbox, servers, waits=waits):
        yield problems


async def _greeting(session: "Session") -> list[str]:
    """For somebody at a terminal: at the first start without a model also what works now and what brings one."""
    lines = _introduction(session)
    if session.agent.chat is not None or await session.memory.conversations.last() is not None:
        return lines
    return [*lines, *session.library.first_steps()]


def _introduction(session: "Session") -> list[str]:
    """Who answers, and what is missing."""
    lines = [session.line] if session.line else []
    return [*lines, *(f"warning: {warning}" for warning in session.warnings)]


def _offer(start: ChatStart) -> str:
    """A sentence that offers the project its own space, once; nothing where a space was chosen in any way."""
    if "memory.space" in start.loaded.origins or start.values["temporary"]:
        return ""
    projects = ProjectSpaces(start.paths.state_dir)
    root = projects.unasked(Path.cwd())
    if root is None:
        return ""
    projects.offered(root)
    return f"This folder is in the project {root.name}: `/space --here` gives it a memory of its own, if you like."


def _overrides(values: Mapping[str, Any]) -> dict[str, Any]:
    overrides: dict[str, Any] = {}
    if values["graph_memory"] is not None:
        overrides["memory.graph.enabled"] = values["graph_memory"]
    if values["keep_secrets"]:
        overrides["memory.keep_secrets"] = True
    if values["space"]:
        overrides["memory.space"] = values["space"]
    if values["model"]:
        overrides["model.name"] = values["model"]
    return overrides


async def _conversation(session: "Session", values: Mapping[str, Any], *, kept: bool) -> tuple[Conversation, str]:
    """The one to go on with, or a new one (stored where it is ``kept``); and a remark where it is not the one that was
    asked for."""
    from zeph.agent.unkept import NOWHERE

    memory = session.memory
    if values["resume"] is not None and values["resume"] != CHOOSE:
        return await memory.conversations.find(values["resume"]), ""
    if values["resume_last"]:
        last = await memory.conversations.last()
        if last is not None:
            return last, ""
        fresh = await memory.start_conversation() if kept else NOWHERE
        return fresh, "There is no earlier session; a new one begins."
    return (await memory.start_conversation() if kept else NOWHERE), ""

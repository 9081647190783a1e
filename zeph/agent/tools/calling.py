"""The calls that a model makes in one turn: read, allowed or not, run, and what they give made fit for a prompt.

In: (name, arguments) pairs as the model wrote them. Out: one result for each, whatever happens: what cannot be done is
a sentence for the model, never an exception. Calls that change nothing run at once beside each other; the others one
after the other, in their order. A call that was made already, with nothing changed since, is not made again.
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from zeph.agent.tools.audit_log import Entry
from zeph.agent.tools.call_groups import is_strange, result_of
from zeph.agent.tools.offered_tools import built_in
from zeph.agent.tools.permissions import FREE, Decision, rule_for
from zeph.agent.tools.tool import SAFE, Tool, ToolContext, ToolResult
from zeph.agent.tools.toolbox import Toolbox, is_wide
from zeph.errors import StorageError, UsageError, ZephError
from zeph.models.tokens import count_tokens
from zeph.models.toolcalls import Call, loads_object
from zeph.records.message import Message
from zeph.records.tool_request import Effect, ToolRequest
from zeph.safety.text import clean_text, one_line, shown_text
from zeph.safety.told_secrets import hide_secrets

log = logging.getLogger(__name__)

MOST_AT_ONCE = 16
"""Calls of one answer; more are not made."""
MOST_REPEATS = 3
"""Calls that were made already, after which no tools are offered any more in this turn."""
MOST_REFUSALS = 3
"""Noes of the person, after which nothing is asked any more in this turn."""
SHARE = 4
"""Of the window one result may take a fourth."""
MARGIN = 4
"""Times what a result may have is looked at for keys; what a cut there parts is not in the rest."""
LEAST = 200
"""Characters that are left of a result in the smallest window."""
NOBODY_ASKED = (
    "Not done: {what} is asked about first, and nobody can be asked here. The person can allow it in their settings, "
    "under [tools.permissions]."
)
REFUSED = "Not done: the person said no. Do not try it again in another way; go on without, or ask what they want."
FORBIDDEN = "Not done: the person's settings deny it ({by})."
REPEATED = "Not done again: you made this very call in this turn, and its result stands above. Answer from that."
TOO_MANY = f"Not done: at most {MOST_AT_ONCE} calls at once."
UNSEEN = (
    "Not done: it has characters that cannot be shown, such as escape sequences, so that the person would not see what "
    "they allow. Write it again without them."
)
MOST_SHOWN = 60_000
"""Characters of what is asked about; nobody looks through more."""
TOO_LONG = (
    "Not done: it is too long to be looked through before it is allowed ({size:,} characters; at most {most:,}). Do it "
    "in smaller pieces."
)
EMPTY = "(nothing)"
OWN: frozenset[Effect] = frozenset(("recall", "memory"))
"""What these give is from the memory: it is the person's, unless the result says that it may be strangers'."""


@dataclass(frozen=True, slots=True)
class _Ready:
    """A call that may be run."""

    tool: Tool
    arguments: Any
    subject: str
    by: str


class Calling:
    """The calls of one turn."""

    def __init__(
        self, toolbox: Toolbox, tools: Sequence[Tool], context: ToolContext, *, window: int, planted: bool
    ) -> None:
        """``planted``: text of strangers stands in the prompt already, such as an attachment."""
        self._box = toolbox
        self._tools = {tool.name: tool for tool in tools}
        self._context = replace(context, ruled=self._ruled)
        self._limit, self._window = context.settings.tools.max_result_chars, window
        self._planted = planted or any(tool.effect == "foreign" for tool in tools)
        self._wide = is_wide(context.workspace)
        self._seen: set[tuple[str, str]] = set()
        self._refused: set[tuple[str, str]] = set()
        self._said_no: set[tuple[str, str]] = set()
        """Tools with their subjects, or all arguments where there is none."""
        self._repeats = 0

    @property
    def planted(self) -> bool:
        """Whether text of strangers stands before the model by now."""
        return self._planted

    @property
    def stuck(self) -> bool:
        """Whether the model goes round in circles."""
        return self._repeats >= MOST_REPEATS

    async def run(self, calls: Sequence[Call]) -> AsyncGenerator[tuple[int, ToolResult], None]:
        """Each call's place in ``calls`` with its result, as they come."""
        together: list[tuple[int, _Ready]] = []
        for at, (name, arguments) in enumerate(calls):
            ready = self._repeated(name, arguments) or (
                ToolResult(TOO_MANY, failed=True) if at >= MOST_AT_ONCE else await self._ready(name, arguments)
            )
            if isinstance(ready, _Ready) and ready.tool.effect in SAFE:
                together.append((at, ready))
                continue
            async for done in self._all_of(together):
                yield done
            together.clear()
            yield at, (await self._result(ready) if isinstance(ready, _Ready) else self._fit(ready))
        async for done in self._all_of(together):
            yield done

    async def _all_of(self, together: Sequence[tuple[int, _Ready]]) -> AsyncGenerator[tuple[int, ToolResult], None]:
        results = await asyncio.gather(*(self._result(ready) for _, ready in together))
        for (at, _), result in zip(together, results, strict=True):
            yield at, result

    def _repeated(self, name: str, arguments: str) -> ToolResult | None:
        key = _key(name, arguments)
        if key not in self._seen and key not in self._refused:
            self._seen.add(key)
            return None
        self._repeats += 1
        return ToolResult(REFUSED if key in self._refused else REPEATED, failed=True)

    async def _ready(self, name: str, arguments: str) -> _Ready | ToolResult:
        tool = self._tools.get(name)
        if tool is None:
            there = ", ".join(self._tools)
            return ToolResult(f"There is no tool {one_line(name)[:60]}. There are: {there}.", failed=True)
        try:
            parsed = tool.parsed(arguments)
            subject = tool.subject(parsed, self._context)
            decision = self._decided(tool, subject)
            matters = decision.verdict == "ask" or (decision.verdict == "allow" and tool.effect not in FREE)
            if matters and not is_shown_whole(loads_object(arguments)):
                return ToolResult(UNSEEN, failed=True)
            if decision.verdict == "ask":
                decision = await self._asked(tool, parsed, subject)
        except ZephError as error:
            return ToolResult(str(error), failed=True)
        except Exception as error:  # noqa: BLE001  # logged there
            return _broken(tool, error)
        if decision.verdict == "allow":
            return _Ready(tool, parsed, subject, decision.by)
        self._note(tool, subject, decision, "denied")
        self._refused.add(_key(name, arguments))
        return ToolResult(_sentence(tool, decision), failed=True)

    def _decided(self, tool: Tool, subject: str) -> Decision:
        rules = self._context.settings.tools.permissions
        return self._box.permissions.decide(rules, tool, subject, planted=self._planted, wide=self._wide)

    def _ruled(self, name: str, subject: str) -> str:
        tool = next(tool for tool in built_in() if tool.name == name)
        found = self._box.permissions.ruled(self._context.settings.tools.permissions, tool, subject)
        return found.verdict if found else ""

    async def _asked(self, tool: Tool, parsed: Any, subject: str) -> Decision:
        if self._box.asker is None:
            return Decision("deny", "nobody to ask")
        about = (tool.name, subject or repr(parsed))
        if about in self._said_no or len(self._said_no) >= MOST_REFUSALS:
            self._repeats += 1
            return Decision("deny", "your answer")
        preview = await tool.preview(parsed, self._context) if tool.preview else ""
        if (size := len(preview or subject)) > MOST_SHOWN:
            raise UsageError(TOO_LONG.format(size=size, most=MOST_SHOWN))
        rule = rule_for(tool, subject)
        keeps = self._context.kept and self._box.remember is not None
        answer = await self._box.asker(ToolRequest(tool.name, tool.effect, subject, preview, rule, keeps))
        if answer == "deny":
            self._said_no.add(about)
            return Decision("deny", "your answer")
        if answer != "once":
            self._box.permissions.session.append(rule)
        if answer == "always" and keeps and self._box.remember is not None:
            await asyncio.to_thread(self._box.remember, rule)
        return Decision("allow", f"your answer, {answer}")

    async def _result(self, ready: _Ready) -> ToolResult:
        tool, since = ready.tool, time.monotonic()
        ended = "interrupted"
        try:
            result = await self._run(ready)
            ended = str(result.code) if result.code is not None else "failed" if result.failed else "ok"
        finally:
            self._note(tool, ready.subject, Decision("allow", ready.by), ended, time.monotonic() - since)
        if tool.effect not in SAFE:
            self._seen.clear()  # what was read before may be another now
        self._planted = self._planted or result.strange or tool.effect not in OWN
        return self._fit(result)

    async def _run(self, ready: _Ready) -> ToolResult:
        secs = self._context.settings.tools.timeout_secs
        try:
            async with asyncio.timeout(secs):
                return await ready.tool.run(ready.arguments, self._context)
        except TimeoutError:
            return ToolResult(f"Stopped: it took longer than {secs:g} s.", failed=True)
        except ZephError as error:
            return ToolResult(str(error), failed=True)
        except Exception as error:  # noqa: BLE001  # logged there
            return _broken(ready.tool, error)

    def _fit(self, result: ToolResult) -> ToolResult:
        # Looking for keys takes time that the screen waits for.
        before = clean_text(result.text).strip("\n")
        text = cut_middle(before, MARGIN * self._limit)
        left = len(before) - len(text)
        if not self._context.settings.memory.keep_secrets:
            text = hide_secrets(text).text
        return replace(result, text=self._cut(text, left) or EMPTY)

    def _cut(self, text: str, left: int) -> str:
        """Neither more characters nor more tokens than one result may have; ``left`` are left out already."""
        limit, most = self._limit, self._window // SHARE
        while (size := count_tokens(cut := cut_middle(text, limit, left))) > most and limit > LEAST:
            limit = max(LEAST, limit * most // size - LEAST // 2)
        return cut

    def _note(self, tool: Tool, subject: str, decision: Decision, ended: str, seconds: float = 0.0) -> None:
        if self._box.audit is None or not self._context.kept:
            return
        talk, allowed = self._context.conversation.external_id, decision.verdict == "allow"
        at = self._context.memory.now
        try:
            self._box.audit.note(Entry(at, talk, tool.name, subject, allowed, decision.by, ended, round(seconds, 3)))
        except (OSError, StorageError) as error:
            log.warning("what a tool did could not be written down: %s", error)


def holds_foreign(history: Sequence[Message], tools: Sequence[Tool]) -> bool:
    """Whether texts of strangers stand in it: attachments, and what other tools than the memory's own gave."""
    own = {tool.name for tool in tools if tool.effect in OWN}
    return any(
        message.role == "tool" and (result_of(message)[0] not in own or is_strange(message)) for message in history
    )


def is_shown_whole(value: Any) -> bool:
    """Whether a screen shows all of the texts in it, as they are; a Windows line end is one."""
    if isinstance(value, str):
        plain = value.replace("\r\n", "\n")
        return shown_text(plain) == plain
    if isinstance(value, dict):
        return all(is_shown_whole(name) and is_shown_whole(inner) for name, inner in value.items())
    return all(map(is_shown_whole, value)) if isinstance(value, list) else True


def _broken(tool: Tool, error: Exception) -> ToolResult:
    """A fault of the tool, or of another program, ends no turn."""
    log.error("the tool %s failed", tool.name, exc_info=error)
    return ToolResult(f"It failed: {type(error).__name__}.", failed=True)


def _sentence(tool: Tool, decision: Decision) -> str:
    if decision.by == "nobody to ask":
        return NOBODY_ASKED.format(what=tool.name)
    return REFUSED if decision.by == "your answer" else FORBIDDEN.format(by=decision.by)


def _key(name: str, arguments: str) -> tuple[str, str]:
    return name, json.dumps(loads_object(arguments), sort_keys=True) if arguments.startswith("{") else arguments


def cut_middle(text: str, limit: int, left: int = 0) -> str:
    """At most about so many characters: three quarters of its beginning, the rest of its end. ``left``: characters that
    are left out of it already."""
    if len(text) <= limit:
        return text
    head = limit * 3 // 4
    left += len(text) - limit
    return f"{text[:head]}\n… {left:,} characters are left out here …\n{text[len(text) - (limit - head) :]}"

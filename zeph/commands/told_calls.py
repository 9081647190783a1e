"""Calls of tools in a line each, for any door.

In: a call's name and arguments, a result's text. Out: one line, cut.
"""

import re

from zeph.agent.tools.call_groups import calls_of, result_of
from zeph.commands.outputs import counted
from zeph.models.toolcalls import loads_object
from zeph.records.message import Message
from zeph.records.tool_request import Effect, ToolRequest
from zeph.safety.text import shown_text

LONGEST = 100
"""Characters of a line."""
LONGEST_VALUE = 60


def called_line(name: str, arguments: str, most: int = LONGEST) -> str:
    """``read_file(path=notes.md)``"""
    values = [f"{key}={_cut(_flat(str(value)), LONGEST_VALUE)}" for key, value in loads_object(arguments).items()]
    return _cut(f"{_flat(name)}({', '.join(values)})", most)


def done_line(text: str, failed: bool) -> str:
    """The one line there is, or how many there are; what failed says why."""
    lines = text.strip().splitlines() or [""]
    if len(lines) == 1 or failed:
        return _cut(_flat(lines[0]), LONGEST)
    return f"{len(lines):,} lines"


def said_line(message: Message) -> str:
    """A stored message: its text, what it calls, or what a call of it gave."""
    if message.is_attachment:
        return "(attached)"
    if message.role == "tool" and message.tool_calls:
        name, _, failed = result_of(message)
        return f"({name}: {done_line(message.text, failed)})"
    calls = [f"({called_line(name, arguments)})" for name, arguments in calls_of(message)]
    return " ".join(filter(None, (message.text, *calls)))


def _flat(text: str) -> str:
    """On one line, and otherwise as it is: who decides about it sees each character."""
    return " ".join(shown_text(text).split())


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


PADDING = re.compile(r"[^\S\n]{40,}|(?:\n[+ -]?(?=\n)){6,}")
"""White space that would push what stands behind it off a screen; in a difference each line begins with a sign."""


def asked_text(request: ToolRequest) -> str:
    """All that the person decides about: a long stretch of nothing is told as such, so that what stands behind it is
    seen."""
    return PADDING.sub(_padding, request.preview or request.subject)


def _padding(found: re.Match[str]) -> str:
    lines = found[0].count("\n")
    return f"\n⟨{counted(lines, 'empty line')}⟩" if lines else f" ⟨{counted(len(found[0]), 'space')}⟩ "


VERBS: dict[Effect, str] = {
    "read": "read", "recall": "look into the memory", "memory": "change the memory", "write": "change a file",
    "run": "run a command", "fetch": "fetch a page", "foreign": "call another program",
}  # fmt: skip


def wanted_line(request: ToolRequest) -> str:
    """``The model wants to run a command: run_command``"""
    subject = f" {_flat(request.subject)}" if request.preview else ""
    return _cut(f"The model wants to {VERBS[request.effect]}: {request.tool}{subject}", LONGEST)

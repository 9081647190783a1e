"""Calls of tools that a model writes as text, because its template of a prompt says so wrongly or it was trained so.

In: pieces of an answer as they come, the tools that are offered. Out: the text that may be shown, and at the end the
calls. A call is a JSON object ``{"name": …, "arguments": {…}}`` of an offered tool, bare, fenced or between tags, and
the last thing that is said. What only looks so at its beginning is text, and is held back no longer than that.
"""

import json
import re
from collections.abc import Collection, Sequence

from zeph.models.toolcalls import Call, load_json

WRAPPINGS = ("", "```json", "```", "<tool_call>")
OPENINGS = tuple(f'{wrapping}{braces}"name":' for wrapping in WRAPPINGS for braces in ("{", "{{"))
"""How a call begins, without white space. The doubled brace stands in templates of Qwen 2.5 Coder."""
FIRST = re.compile(r"```|<tool_call|\{")
BETWEEN = re.compile(r"(?:```(?:json)?|</?tool_call>|[\s}])*")
LONGEST = 200_000
"""Characters of what is held back."""


class WrittenCalls:
    """One answer's."""

    def __init__(self, offered: Collection[str]) -> None:
        self._offered = offered
        self._held = ""

    def take(self, text: str) -> str:
        """What of it, and of what was held back, may be shown now."""
        if not self._offered:
            return text
        held, shown = self._held + text, ""
        while held and not _may_be_call(held):
            begins = FIRST.search(held, 1)
            at = begins.start() if begins else len(held)
            shown, held = shown + held[:at], held[at:]
        self._held = held
        return shown

    def cut(self) -> str:
        """What is held back of an answer that was cut off."""
        held, self._held = self._held, ""
        return held

    def end(self) -> tuple[str, Sequence[Call]]:
        """What is left to show, or the calls that it makes."""
        held = self.cut()
        calls = self._calls(held)
        return ("", calls) if calls else (held, [])

    def _calls(self, text: str) -> list[Call]:
        calls: list[Call] = []
        at = text.find("{")
        while 0 <= at < len(text):
            at += text[at : at + 2] == "{{"
            try:
                _, end = json.JSONDecoder().raw_decode(text, at)
                found = load_json(text[at:end])
            except (ValueError, RecursionError):
                return []
            name, arguments = (found.get("name"), found.get("arguments")) if isinstance(found, dict) else ("", None)
            if name not in self._offered or not isinstance(arguments, dict):
                return []
            calls.append((str(name), json.dumps(arguments)))
            rest = BETWEEN.match(text, end)
            at = rest.end() if rest else end
        return calls


def _may_be_call(text: str) -> bool:
    if len(text) > LONGEST:
        return False
    begun = "".join(text[: 4 * max(map(len, OPENINGS))].split())
    return any(begun.startswith(one) or one.startswith(begun) for one in OPENINGS) if begun else not text

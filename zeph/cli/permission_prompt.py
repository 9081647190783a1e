"""What a tool wants to do, asked at the line interface's terminal: one key, heard after half a second.

In: the request. Out: the answer; Ctrl+C says no and stops the turn.
"""

import asyncio
import math
import time
from collections.abc import Collection

from prompt_toolkit import PromptSession
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from zeph.cli.console import note
from zeph.cli.prompted import prompted
from zeph.commands.outputs import counted
from zeph.commands.told_calls import asked_text, wanted_line
from zeph.records.tool_request import Permit, ToolRequest

DEAF_SECS = 0.5
"""Keys that were meant for what was there before are not taken for an answer."""
MOST_LINES = 60
"""Of a difference at once."""
MORE = "m"
ANSWERS: dict[str, Permit] = {"o": "once", "s": "session", "a": "always", "n": "deny"}


async def permitted(request: ToolRequest) -> Permit:
    """Waits until somebody answers."""
    note(wanted_line(request))
    lines = asked_text(request).splitlines()
    always = f"[a]lways ({request.rule}), " if request.keeps else ""
    keys, key, at = {*ANSWERS} - ({"a"} if not request.keeps else set()), MORE, 0
    while key == MORE:
        for line in lines[at : at + MOST_LINES]:
            note(f"    {line}")
        at += MOST_LINES
        left = max(0, len(lines) - at)
        more = f"[m]ore ({counted(left, 'line')}), " if left else ""
        key = await _asked(f"{more}[o]nce, this [s]ession, {always}[n]o? ", keys | ({MORE} if left else set()))
    answer = ANSWERS.get(key, "deny")
    note({"once": "(once)", "session": "(for this session)", "always": "(always)", "deny": "(no)"}[answer])
    if not key and (task := asyncio.current_task()):
        task.cancel()
    return answer


async def _asked(question: str, wanted: Collection[str]) -> str:
    """The key; none where the person wants the turn to end."""
    keys = KeyBindings()
    drawn = math.inf  # on a busy machine long after it is asked

    @keys.add("c-c")
    def stop(event: KeyPressEvent) -> None:
        event.app.exit(result="")

    @keys.add(Keys.Any)
    @keys.add("enter")
    def answered(event: KeyPressEvent) -> None:
        key = event.key_sequence[0].key
        heard = time.monotonic() - drawn >= DEAF_SECS
        if key in wanted and heard:
            event.app.exit(result=key)

    def shown(_: object) -> None:
        nonlocal drawn
        drawn = min(drawn, time.monotonic())

    prompt: PromptSession[str] = PromptSession(key_bindings=keys, enable_open_in_editor=False)
    prompt.app.after_render += shown
    return await prompted(prompt, question)

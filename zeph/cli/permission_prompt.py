"""What a tool wants to do, asked at the line interface's terminal: one key, heard after half a second.

In: the request. Out: the answer; Ctrl+C says no and stops the turn.
"""

import asyncio
import math
import time

from prompt_toolkit import PromptSession
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from zeph.cli.console import note
from zeph.commands.told_calls import wanted_line
from zeph.records.tool_request import Permit, ToolRequest

DEAF_SECS = 0.5
"""Keys that were meant for what was there before are not taken for an answer."""
MOST_LINES = 60
"""Of a difference."""
ANSWERS: dict[str, Permit] = {"o": "once", "s": "session", "a": "always", "n": "deny"}


async def permitted(request: ToolRequest) -> Permit:
    """Waits until somebody answers."""
    note(wanted_line(request))
    lines = (request.preview or request.subject).splitlines()
    for line in lines[:MOST_LINES]:
        note(f"    {line}")
    if len(lines) > MOST_LINES:
        note(f"    … {len(lines) - MOST_LINES:,} more lines")
    always = f"[a]lways ({request.rule}), " if request.keeps else ""
    answer = await _asked(f"[o]nce, this [s]ession, {always}[n]o? ", request.keeps)
    note({"once": "(once)", "session": "(for this session)", "always": "(always)", "deny": "(no)"}[answer or "deny"])
    if answer is None and (task := asyncio.current_task()):
        task.cancel()
    return answer or "deny"


async def _asked(question: str, keeps: bool) -> Permit | None:
    """None where the person wants the turn to end."""
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
        if key in ANSWERS and heard and (key != "a" or keeps):
            event.app.exit(result=key)

    def shown(_: object) -> None:
        nonlocal drawn
        drawn = min(drawn, time.monotonic())

    prompt: PromptSession[str] = PromptSession(key_bindings=keys, enable_open_in_editor=False)
    prompt.app.after_render += shown
    return ANSWERS.get(await prompt.prompt_async(question))

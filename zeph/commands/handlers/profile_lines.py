"""`zeph profile` and `/profile`: what is always put before a model about the person, shown and edited."""

from collections.abc import AsyncIterator
from typing import Any

from zeph.commands import json_shapes
from zeph.commands.outputs import Data, Output, Rows, Text, Warn, counted
from zeph.commands.types import CommandContext
from zeph.errors import UsageError
from zeph.records.profile import Profile, ProfileLine

EMPTY = "Nothing is known about you yet; `/profile add TEXT` writes a line yourself."


async def profile(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    room = context.memory.profile
    action, what = values["action"], str(values["what"] or "").strip()
    if action is None:
        async for output in _shown(context, await room.view()):
            yield output
        return
    actions = {"add": room.add, "drop": room.drop, "pin": room.pin}
    if action not in actions or not what:
        raise UsageError("Say what to change: profile add TEXT, profile drop N or profile pin N.")
    done = await actions[action](what)
    yield Text(done)
    yield Data({"done": done, "lines": [json_shapes.profile_line(line) for line in (await room.view()).lines]})


async def _shown(context: CommandContext, found: Profile) -> AsyncIterator[Output]:
    assert context.session is not None
    settings = context.session.settings.memory.profile
    if not settings.enabled:
        yield Warn("It is not sent: memory.profile.enabled is off.")
    rows = [(str(i), line.section or "your own", line.text, _from(line)) for i, line in enumerate(found.lines, 1)]
    yield Rows(("", "part", "line", "from"), rows, EMPTY)
    left_out = sum(not line.sent for line in found.lines)
    if left_out:
        yield Warn(f"{counted(left_out, 'line')} of yours do not fit into memory.profile.tokens ({settings.tokens}).")
    yield Data({"enabled": settings.enabled, "lines": [json_shapes.profile_line(line) for line in found.lines]})


def _from(line: ProfileLine) -> str:
    """What it stands on, and what the person did with it."""
    stands = [f"fact {', '.join(f'#{i}' for i in line.facts)}"] if line.facts else []
    stands += [f"message {', '.join(f'#{i}' for i in line.sources[:3])}"] if line.sources else []
    stands += ["pinned"] if line.kind == "pinned" else []
    return "; ".join(stands) or "written by you"

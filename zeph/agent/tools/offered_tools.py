"""The tools there are, and which of them a model is offered.

In: settings, the room in the window, how big the model is. Out: tools, in one order, so that a provider's prompt cache
holds. A small model takes what it is offered for what it should do, and searches for what stands before it: it is
offered what the person named, and nothing else. A new tool is a module of this folder with a ``TOOLS`` tuple and its
name in :data:`ROOMS`.
"""

import importlib
import json
from collections.abc import Sequence
from functools import cache

from zeph.agent.tools.tool import Tool
from zeph.config.tool_settings import ToolSettings
from zeph.models.model_size import weights_of
from zeph.models.ports import ChatModel, ToolSpec
from zeph.models.tokens import count_tokens

ROOMS: tuple[str, ...] = (
    "read_file", "list_files", "search_files", "write_file", "run_shell", "fetch_url", "block_tools", "recall_tools",
    "keeping_tools",
)  # fmt: skip
"""Modules of this folder, in the order in which their tools are offered."""
LEAST_WINDOW = 4096
"""In a smaller one what is remembered needs the room."""
LEAST_WEIGHTS = 3_000_000_000
"""A model with fewer is offered those tools alone that the person's rules name. Where it lies is a judgement: one of
1.8 thousand million was measured, and is confused by them."""
SHARE = 4
"""Of the window a fourth may go for what the model is told of its tools."""


@cache
def built_in() -> tuple[Tool, ...]:
    """Imports them all: only where somebody has a model that takes tools."""
    rooms = [importlib.import_module(f"zeph.agent.tools.{name}") for name in ROOMS]
    return tuple(tool for room in rooms for tool in room.TOOLS)


def is_small(chat: ChatModel) -> bool:
    """A model of which nothing is known counts as big."""
    return 0 < weights_of(chat) < LEAST_WEIGHTS


def offered(
    settings: ToolSettings, window: int, *, kept: bool = True, more: Sequence[Tool] = (), small: bool = False
) -> tuple[Tool, ...]:
    """Those that the settings leave on, in as much of the window as they may take; none that writes to the memory in a
    private turn (``kept`` false). ``more``: those of other programs, after the built-in ones. ``small``: for a small
    model."""
    if not settings.enabled or window < LEAST_WINDOW:
        return ()
    chosen: list[Tool] = []
    room = window // SHARE
    for one in (*built_in(), *more):
        if (one.effect == "memory" and not kept) or settings.permissions.never(one.name):
            continue
        if small and not settings.permissions.named(one.name):
            continue
        room -= spec_tokens((one.spec,))
        if room < 0:
            break
        chosen.append(one)
    return tuple(chosen)


def spec_tokens(specs: Sequence[ToolSpec]) -> int:
    """About what they take of the prompt."""
    return sum(count_tokens(json.dumps([s.name, s.description, s.parameters])) for s in specs)

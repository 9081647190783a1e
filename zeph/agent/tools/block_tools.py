"""Tools that write into core memory: a line more, one text for another, a block thought through anew.

Named as Letta names them (MemGPT, arXiv:2310.08560, section 2.3). In: a block's label, texts. Out: a sentence with the
block's fill; what cannot be written is a sentence too, and nothing is changed then.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, Field

from zeph.agent.tools.call_groups import calls_of, groups, result_of
from zeph.agent.tools.tool import Tool, ToolContext, ToolResult, tool
from zeph.memory.blocks.core_blocks import BlockEdited, label_of
from zeph.memory.facade import Memory
from zeph.models.toolcalls import loads_object
from zeph.records.block import BlockForm
from zeph.records.message import Message


class Appending(BaseModel):
    label: str
    content: str


class Replacing(BaseModel):
    label: str
    old_content: str = Field(description="Exactly as it stands in the block.")
    new_content: str = Field(description="In its place; empty takes it out.")


class Rethinking(BaseModel):
    label: str
    new_memory: str = Field(description="Its whole text from now on.")


async def _append(asked: Appending, context: ToolContext) -> ToolResult:
    return _told(await context.memory.blocks.append(asked.label, asked.content, by="model"))


async def _replace(asked: Replacing, context: ToolContext) -> ToolResult:
    blocks = context.memory.blocks
    return _told(await blocks.replace(asked.label, asked.old_content, asked.new_content, by="model"))


async def _rethink(asked: Rethinking, context: ToolContext) -> ToolResult:
    return _told(await context.memory.blocks.rewrite(asked.label, asked.new_memory, by="model"))


def _told(done: BlockEdited) -> ToolResult:
    return ToolResult(f"{done.sentence} It stands there from the next message on.")


def _label(asked: Appending | Replacing | Rethinking, context: ToolContext) -> str:
    return asked.label


TOOLS = (
    tool(
        "core_memory_append", "Add a short line to a block of core memory (persona, human …), which is always in"
        " view: only what matters in most conversations.", "memory", Appending, _append, subject=_label,
    ),
    tool(
        "core_memory_replace", "Change what stands in a block of core memory, when it is otherwise now.", "memory",
        Replacing, _replace, subject=_label,
    ),
    tool(
        "memory_rethink", "Write a block of core memory anew: when it is nearly full, or needs putting in order.",
        "memory", Rethinking, _rethink, subject=_label,
    ),
)  # fmt: skip
_OWN = frozenset(one.name for one in TOOLS)


def with_labels(tools: Sequence[Tool], labels: Sequence[str]) -> tuple[Tool, ...]:
    """The same, those of this page told which blocks there are: a model makes labels up otherwise."""
    return tuple(_with_labels(one, labels) if one.name in _OWN else one for one in tools)


def _with_labels(one: Tool, labels: Sequence[str]) -> Tool:
    properties = one.schema["properties"]
    label = properties["label"] | {"enum": list(labels)}
    return replace(one, schema=one.schema | {"properties": properties | {"label": label}})


async def take_back_written(memory: Memory, messages: Sequence[Message]) -> list[str]:
    """Undoes what these messages of a talk wrote to blocks, as far as nobody has changed it since; the labels.

    A form of a block does not say in which talk it was made: it is taken for one of these where a model wrote it, not
    before the first of them, and they called for as many.
    """
    undone = []
    for label, times in _written(messages).items():
        forms, form = await memory.blocks.history(label)
        made = {one.id: one for one in forms}
        before: BlockForm | None = form
        while before and times and before.written_by == "model" and before.created_at >= messages[0].sent_at:
            before, times = made.get(before.before_id or 0), times - 1
        if before is not form:
            if before:
                await memory.blocks.undo(label, before.id, by=before.written_by)
            else:
                await memory.blocks.rewrite(label, "")
            undone.append(label)
    return undone


def _written(messages: Sequence[Message]) -> Counter[str]:
    """How often each block was changed; what failed or was not allowed changed nothing."""
    names = {one.name for one in TOOLS}
    found: Counter[str] = Counter()
    for first, *results in groups(messages):
        calls = calls_of(first)
        for _, at, failed in map(result_of, results):
            if not failed and 0 <= at < len(calls) and calls[at][0] in names:
                found[label_of(loads_object(calls[at][1])["label"])] += 1
    return found

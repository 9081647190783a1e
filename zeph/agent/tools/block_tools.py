"""Tools that write into core memory: a line more, one text for another, a block thought through anew.

Named as Letta names them (MemGPT, arXiv:2310.08560, section 2.3). In: a block's label, texts. Out: a sentence with the
block's fill; what cannot be written is a sentence too, and nothing is changed then.
"""

from pydantic import BaseModel, Field

from zeph.agent.tools.tool import ToolContext, ToolResult, tool
from zeph.memory.blocks.core_blocks import BlockEdited


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

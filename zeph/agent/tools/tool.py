"""What a tool is: what the model is told of it, what it may touch, and how it is run.

In: a name, a description, a pydantic model of its arguments, a coroutine. Out: a frozen :class:`Tool`. A tool knows
nothing of permissions: it is run when it is allowed. What it gives back is data: it is fenced as quotation before a
model, and no fact is read from it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from zeph.config.schema import Settings
from zeph.errors import UsageError
from zeph.memory.facade import Memory
from zeph.models.ports import ToolSpec
from zeph.models.structured.plain_schema import plain_schema
from zeph.models.toolcalls import load_json
from zeph.records.forgetting import Forgotten
from zeph.records.message import Conversation
from zeph.records.tool_request import Effect
from zeph.safety.text import clean_text, one_line

SAFE: frozenset[Effect] = frozenset(("read", "recall"))
"""They change nothing: several may run at once."""
MOST_TOLD = 3
"""Faults of the arguments that are told at once."""


def unruled(name: str, subject: str) -> str:
    """There are no rules."""
    return ""


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What a running tool can reach."""

    memory: Memory
    conversation: Conversation
    settings: Settings
    workspace: Path
    """The folder that file tools work in, absolute and real."""
    protected: tuple[Path, ...] = ()
    """Folders that no tool touches: Zeph's own."""
    kept: bool = True
    """False in a private turn: nothing may be written to the memory."""
    ruled: Callable[[str, str], str] = unruled
    """What the person's rules and answers say of a tool (its name) and another subject than the call's own, such as a
    file that a search comes upon: "deny", "ask", "allow", or nothing."""
    forget_traces: Callable[[Forgotten, frozenset[str]], object] | None = None
    """Takes what is forgotten out of what lies outside the memory: histories, logs, copies. In a thread of its own."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    text: str
    """For the model; cut, cleaned and fenced by whoever runs the tool."""
    failed: bool = False
    code: int | None = None
    """A command's exit code."""
    strange: bool = False
    """Whether words of strangers may stand in it although it is from the memory."""


def nothing(arguments: Any, context: ToolContext) -> str:
    """The subject of a tool whose permission does not hang on its arguments."""
    return ""


@dataclass(frozen=True, slots=True)
class Tool:
    name: str
    description: str
    effect: Effect
    run: Callable[[Any, ToolContext], Awaitable[ToolResult]]
    """Raises ZephError: the model is told the sentence."""
    schema: dict[str, Any]
    """Of its arguments, as JSON schema."""
    read: Callable[[dict[str, Any]], Any]
    """The arguments as ``run`` takes them. Raises UsageError."""
    subject: Callable[[Any, ToolContext], str] = nothing
    """What a permission's pattern is matched against: a path, a command, an address."""
    preview: Callable[[Any, ToolContext], Awaitable[str]] | None = None
    """What the person sees before they are asked, such as a diff. Raises ZephError where the call cannot work."""
    asks: bool = False
    """The person is asked in any case, unless a rule of their settings allows it."""

    @property
    def spec(self) -> ToolSpec:
        return ToolSpec(self.name, self.description, self.schema)

    def parsed(self, arguments: str) -> Any:
        """The arguments that a model wrote. Raises UsageError with a sentence for it."""
        try:
            found = load_json(arguments or "{}")
        except ValueError:
            raise UsageError(f"The arguments of {self.name} are no JSON; call it again with a JSON object.") from None
        if not isinstance(found, dict):
            raise UsageError(f"The arguments of {self.name} are a JSON object, with a key for each.")
        return self.read(found)


def tool(
    name: str,
    description: str,
    effect: Effect,
    arguments: type[BaseModel],
    run: Callable[[Any, ToolContext], Awaitable[ToolResult]],
    *,
    subject: Callable[[Any, ToolContext], str] = nothing,
    preview: Callable[[Any, ToolContext], Awaitable[str]] | None = None,
    asks: bool = False,
) -> Tool:
    """A tool whose arguments are a pydantic model; what the model says more than it has is left out."""
    schema = plain_schema(arguments)
    return Tool(name, description, effect, run, schema, _reader(name, arguments), subject, preview, asks)


def _reader(name: str, model: type[BaseModel]) -> Callable[[dict[str, Any]], BaseModel]:
    def read(found: dict[str, Any]) -> BaseModel:
        try:
            return model.model_validate(found)
        except ValidationError as error:
            faults = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()[:MOST_TOLD])
            raise UsageError(f"The arguments of {name} are not right: {one_line(clean_text(faults))}.") from None

    return read

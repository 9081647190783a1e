"""A tool as it is served: strict arguments, plain errors, answers fenced as data.

In: a function with typed arguments that returns an :class:`~zeph.mcp_server.results.Answer`. Out: a tool of the SDK.
An argument that does not exist is refused with a sentence, rather than left out in silence; what goes wrong in the
memory is told in its own words.
"""

from collections.abc import Callable, Iterable
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import ValidationError

from zeph.errors import ZephError
from zeph.mcp_server.results import Answer
from zeph.memory.ingest.prompt_fence import fenced
from zeph.safety.text import one_line

READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
REMOVES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=False, open_world_hint=False)
Function = Callable[..., Any]


class ServedTool(Tool):
    """Made by :func:`served_tool`."""

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """Raises ToolError with a sentence for the model; anything unforeseen stays UnexpectedToolError."""
        try:
            return await super().run(arguments, context, convert_result)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, ValidationError):
                raise ToolError(f"{self.name}: {_wrong(cause)}") from cause
            if isinstance(error, UnexpectedToolError) and isinstance(cause, ZephError):
                raise ToolError(one_line(str(cause))) from cause
            raise


def served_tool(function: Function, annotations: ToolAnnotations, title: str) -> ServedTool:
    """The function's name and docstring are the tool's."""
    tool = ServedTool.from_function(function, title=title, annotations=annotations)
    assert isinstance(tool, ServedTool)
    model = tool.fn_metadata.arg_model
    model.model_config["extra"] = "forbid"
    model.model_rebuild(force=True)
    tool.parameters = model.model_json_schema(by_alias=True)
    tool.description = " ".join(tool.description.split())
    return tool


def responded(answer: Answer, lines: Iterable[str] | None = None, *, quotation: str = "") -> CallToolResult:
    """The answer for a program, and its lines for a model: between markers, which no line can leave.

    ``quotation``: a text that has such marks of its own, instead of lines.
    """
    shown = [] if quotation else [item.line() for item in answer.items()] if lines is None else [*lines]
    told = [*answer.remarks, *shown]
    parts = [f"{answer.notice} Space: {one_line(answer.space)}."]
    parts.append(
        fenced("\n" + "".join(f"{one_line(line)}\n" for line in told)) if told else "" if quotation else answer.empty
    )
    parts.append(quotation)
    if answer.next_cursor is not None:
        parts.append(f"There is more: cursor {answer.next_cursor}.")
    text = TextContent(type="text", text="\n".join(filter(None, parts)))
    return CallToolResult(content=[text], structured_content=answer.model_dump(mode="json"))


def _wrong(error: ValidationError) -> str:
    """``question: Field required; of: there is no such argument.``"""
    told = []
    for one in error.errors(include_url=False, include_input=False)[:5]:
        where = ".".join(str(part) for part in one["loc"]) or "arguments"
        what = "there is no such argument" if one["type"] == "extra_forbidden" else one["msg"]
        told.append(f"{one_line(where)[:80]}: {what}")
    return "; ".join(told) + "."

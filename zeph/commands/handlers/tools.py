"""`zeph tools`: what the model may do besides talking, and what it did."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Any

from zeph.agent.tools.audit_log import AuditLog
from zeph.agent.tools.offered_tools import built_in, is_small
from zeph.agent.tools.toolbox import is_wide, workspace_of
from zeph.commands.outputs import Data, Output, Rows, Text
from zeph.commands.types import CommandContext
from zeph.errors import ModelError

SMALL = (
    "{name} is a small model, which tools confuse more than they help: it is offered only those that a rule of yours "
    "names in tools.permissions.allow or ask."
)
SAID = {"allow": "allowed", "ask": "asks", "deny": "denied"}


async def list_(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    assert context.session is not None
    agent = context.session.agent
    settings, box = agent.settings.tools, agent.toolbox
    workspace = await asyncio.to_thread(workspace_of, settings)
    wide = is_wide(workspace)
    rows = []
    for tool in (*built_in(), *box.more()):
        decision = box.permissions.decide(settings.permissions, tool, "", wide=wide)
        rows.append((tool.name, SAID[decision.verdict], decision.by, tool.description))
    yield Rows(("tool", "", "by", "what it does"), rows, "There are no tools.")
    rules = [(which, rule) for which in ("deny", "ask", "allow") for rule in getattr(settings.permissions, which)]
    rules += [("allow, this session", rule) for rule in box.permissions.session]
    yield Rows(("", "rule"), rules, "No rule of your own is set: reading is allowed, everything else asks.")
    yield Text(f"They work in {workspace}." + wide * " It has your home folder in it, so reading there asks too.")
    if not settings.enabled:
        yield Text("They are off: tools.enabled is false.")
    elif agent.chat is not None:
        if not await _calls_tools(context):
            yield Text(f"{agent.model_name} calls no tools, so it is offered none.")
        elif is_small(agent.chat):
            yield Text(SMALL.format(name=agent.model_name))
    yield Data(
        {
            "enabled": settings.enabled, "workspace": str(workspace),
            "tools": [{"name": name, "verdict": verdict, "by": by} for name, verdict, by, _ in rows],
            "rules": [{"list": which, "rule": rule} for which, rule in rules],
        }
    )  # fmt: skip


async def _calls_tools(context: CommandContext) -> bool:
    assert context.session is not None
    try:
        return await context.session.agent.calls_tools()
    except ModelError:
        return True  # nobody knows


async def log(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    entries = await asyncio.to_thread(AuditLog(context.paths.state_dir).last, values["limit"])
    rows = [
        (one.at[:19], one.tool, one.subject, f"{'allowed' if one.allowed else 'not allowed'}: {one.by}", one.ended)
        for one in entries
    ]
    yield Rows(("when (UTC)", "tool", "what it touched", "", "end"), rows, "No tool has done anything yet.")
    yield Data([asdict(one) for one in entries])

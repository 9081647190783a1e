"""`zeph doctor`: how this installation is, and what mends it."""

import platform
from collections.abc import AsyncIterator
from typing import Any

from zeph.agent.prompting import MEMORY_ALONE
from zeph.agent.session import open_session
from zeph.commands import json_shapes
from zeph.commands.handlers.graph import why_stuck
from zeph.commands.outputs import Data, Output, Rows, Text, Warn
from zeph.commands.types import CommandContext
from zeph.config.effective import values_with_origins
from zeph.config.load import Loaded, load_settings
from zeph.errors import ConfigError, ZephError
from zeph.memory.admin.driver_report import driver_report
from zeph.version import __version__

EMPTY = {"settings": "no file; the defaults hold", "values": "the defaults", "communities": "not looked for yet"}


async def doctor(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """Each problem comes with the line that mends it; a problem makes the exit code 1."""
    problems: list[str] = []
    report: dict[str, Any] = {
        "zeph": __version__, "python": platform.python_version(), "system": f"{platform.system()} {platform.machine()}",
        "paths": {
            "config": str(context.paths.config_file), "database": str(context.db), "log": str(context.paths.log_file),
        },
    }  # fmt: skip
    sqlite, found = driver_report()
    report["sqlite"] = sqlite
    problems += found
    loaded = _settings(context, problems)
    if loaded is not None:
        report["settings"] = [str(path) for path in loaded.files]
        from_places = values_with_origins(loaded.settings, loaded.origins)
        report["values"] = [f"{key} = {value} (from {origin})" for key, value, origin in from_places]
        await _models_and_database(context, loaded, report, problems)
    yield Rows(("", ""), [(name, _flat(value) or EMPTY.get(name, "none")) for name, value in report.items()], "")
    for problem in problems:
        yield Warn(problem, True)
    if not problems:
        alone = report.get("models", {}).get("answers") == MEMORY_ALONE
        yield Text("Everything is well." + " No model: answers come from memory alone." * alone)
    yield Data(report | {"problems": problems})


def _settings(context: CommandContext, problems: list[str]) -> Loaded | None:
    try:
        return load_settings(context.config_path, context.env)
    except ConfigError as error:
        problems.append(str(error))
        return None


async def _models_and_database(
    context: CommandContext, loaded: Loaded, report: dict[str, Any], problems: list[str]
) -> None:
    problems += loaded.warnings
    try:
        async with open_session(loaded.settings, context.paths, context.db, context.env, background=False) as session:
            report["models"] = {"answers": session.agent.model_name, "line": session.line}
            problems += session.warnings
            stats = await session.memory.stats()
            report["graph"] = json_shapes.graph_stats(stats)
            problems += [*await session.endpoint_problems(), *why_stuck(stats)]
            report["communities"] = json_shapes.detection(await session.memory.graph.detection()) or {}
            report["vectors"] = json_shapes.vectors(await session.memory.admin.vector_state())
            problems += await session.memory.admin.health()
    except ZephError as error:
        problems.append(str(error))


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{k} {v}" for k, v in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)

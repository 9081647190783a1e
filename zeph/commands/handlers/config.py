"""`zeph config`: where the settings come from, what they are, and whether they are right."""

import sys
from collections.abc import AsyncIterator
from typing import Any

from zeph.commands.outputs import Data, Output, Rows, Text, Warn
from zeph.commands.types import CommandContext
from zeph.config.load import load_settings


async def path(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    files = load_settings(context.config_path, context.env).files
    yield Text("\n".join(map(str, files)) or f"{context.paths.config_file} (not written yet; `zeph init` does)")
    yield Data({"files": [str(f) for f in files], "default": str(context.paths.config_file)})


async def show(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    from zeph.config.effective import settings_as_dict, settings_as_toml

    loaded = load_settings(context.config_path, context.env)
    for warning in loaded.warnings:
        yield Warn(warning)
    yield Text(settings_as_toml(loaded.settings).rstrip())
    yield Data(settings_as_dict(loaded.settings))


async def check(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    from zeph.config.effective import values_with_origins

    loaded = load_settings(context.config_path, context.env)
    for warning in loaded.warnings:
        yield Warn(warning)
    found = values_with_origins(loaded.settings, loaded.origins)
    yield Rows(("key", "value", "from"), found, "No setting differs from the defaults.")
    yield Text("Every setting is right.")
    yield Data(
        {
            "files": [str(f) for f in loaded.files],
            "python": sys.version.split()[0],
            "values": [{"key": key, "value": value, "from": origin} for key, value, origin in found],
            "not_trusted": [str(offer.path) for offer in loaded.offers],
        }
    )

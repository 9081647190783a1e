"""`zeph config`: where the settings come from, what they are, and whether they are right."""

import sys
from collections.abc import AsyncIterator
from typing import Any

from zeph.commands.outputs import Data, Output, Rows, Text, Warn
from zeph.commands.types import CommandContext
from zeph.config.load import load_settings
from zeph.errors import UsageError


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


async def set_(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """Comments in the file stay. Raises UsageError for a key that there is not, ConfigError for a wrong value."""
    from zeph.config.effective import values_with_origins
    from zeph.config.keys import find_key, nearest
    from zeph.config.typed_values import typed_value
    from zeph.config.write import write_config

    path = tuple(values["key"].strip().split("."))
    key = find_key(path)
    if key is None:
        meant = nearest(path)
        near = f" Did you mean {meant}?" if meant else " `zeph config show` lists them."
        raise UsageError(f"There is no setting {values['key']}.{near}")
    file = write_config(
        context.config_path or context.paths.config_file, {key.dotted: typed_value(key, values["value"])}
    )
    loaded = load_settings(context.config_path, context.env)
    shown = {name: (value, origin) for name, value, origin in values_with_origins(loaded.settings, loaded.origins)}
    value, origin = shown[key.dotted]
    if origin != str(file):
        yield Warn(f"It is in {file}, but {origin} says {value}, which wins.")
    else:
        yield Text(f"{key.dotted} = {value}, in {file}. A chat that runs takes it when it starts anew.")
    yield Data({"key": key.dotted, "value": value, "from": origin, "file": str(file)})

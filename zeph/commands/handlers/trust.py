"""`zeph trust`: whether a settings file that lies in a folder may set more than looks."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from zeph.commands.outputs import Data, Output, Rows, Text
from zeph.commands.types import CommandContext
from zeph.config.files import parse_bytes, read_bytes
from zeph.config.load import PROJECT_FILE
from zeph.config.trusted_files import TrustedFiles, identity, offer_of
from zeph.errors import NotFound, UsageError


async def trust(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    files = TrustedFiles(context.paths.state_dir)
    path: Path = await asyncio.to_thread(identity, values["file"] or Path.cwd() / PROJECT_FILE)
    if values["list"]:
        answers = await asyncio.to_thread(files.answers)
        rows = [(name, "trusted" if trusted else "not trusted") for name, (_, trusted) in sorted(answers.items())]
        yield Rows(("file", ""), rows, "No file was asked about yet.")
        yield Data([{"file": name, "trusted": answer == "trusted"} for name, answer in rows])
        return
    if values["forget"]:
        if not await asyncio.to_thread(files.forget, path):
            raise NotFound(f"{path} was neither trusted nor refused: there is nothing to forget.")
        yield Text(f"{path} may set looks alone.")
        yield Data({"file": str(path), "trusted": False})
        return
    data = await asyncio.to_thread(read_bytes, path)
    offer = await asyncio.to_thread(offer_of, path, data, parse_bytes(data, path))
    for line in offer.lines():
        yield Text(line)
    if not values["yes"] and not context.confirm("Did you write this file, or do you trust who did?"):
        raise UsageError(f"{path} is not trusted; `zeph trust --yes` trusts it without asking.")
    await asyncio.to_thread(files.remember, offer, True)
    yield Text(f"{path} is trusted as it is now; once it changes you are asked again.")
    yield Data({"file": str(path), "trusted": True, "keys": [name for name, _ in offer.keys]})

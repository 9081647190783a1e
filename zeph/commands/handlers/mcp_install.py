"""`zeph mcp install CLIENT`: a client is told of Zeph's memory, after the person has seen what changes.

In: the client's name. Out: its settings file with one more entry, and beside it a copy of the file as it was.
"""

import os
import shutil
import sys
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from difflib import unified_diff
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zeph.commands.clients.known_clients import client_named
from zeph.commands.clients.written_entry import pasted, place_in, with_entry
from zeph.commands.outputs import Data, Output, Text, Warn
from zeph.commands.types import CommandContext
from zeph.errors import BadInput, UsageError
from zeph.file_writing import check_replaceable, replace_text

MOST_BYTES = 50_000_000
"""Of a settings file; Claude Code's holds more than settings."""
AROUND = 2
"""Lines around a change that are shown."""


async def install(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    client = client_named(values["client"])
    file = client.file(context.env, Path.cwd() if values["project"] else None)
    target = _real(file)
    entry = client.entry_for(_line(context, values), _variables(context.env))
    before = _read(target)
    if find_spec("mcp") is None:
        yield Warn("The server needs the MCP library: pip install 'zeph[mcp]'")
    try:
        under = place_in(before, client)
        after = with_entry(before, client.format, under, entry)
    except BadInput as error:
        lines = pasted(client.format, client.under, entry)
        raise BadInput(f"{file} is left as it is: {error}. Put this there by hand:\n{lines}") from error
    if after == before:
        yield Text(f"{client.name} knows Zeph's memory already: {file}")
        yield Data({"client": client.key, "file": str(file), "changed": False})
        return
    yield Text(_difference(file, before, after))
    if not values["yes"] and not context.confirm(f"Write this to {file}?"):
        raise UsageError("Nothing was changed; --yes writes without asking.")
    copy = _write(target, before, after)
    kept = f" The file as it was: {copy}" if copy else ""
    yield Text(f"{client.name} knows Zeph's memory from its next start on.{kept}")
    yield Data({"client": client.key, "file": str(file), "changed": True, "copy": str(copy) if copy else None})


def _line(context: CommandContext, values: Mapping[str, Any]) -> list[str]:
    """The program as the client is to start it: by its whole path, as programs of the desktop know no PATH of a shell;
    in a project's file, which others may have too, by its name."""
    here = Path(sys.prefix) / ("Scripts" if os.name == "nt" else "bin") / "zeph"
    program = str(here) if here.exists() else shutil.which("zeph") or "zeph"
    line = ["zeph" if values["project"] and shutil.which("zeph") else program]
    if context.config_path:
        line += ["--config", str(context.config_path.absolute())]
    if context.db != context.paths.db:
        line += ["--db", str(context.db.absolute())]
    line += ["mcp", *(["--project"] if values["project"] else []), *(["--read-only"] if values["read_only"] else [])]
    return [*line, *(["--tools", "all"] if values["tools"] == "all" else [])]


def _variables(env: Mapping[str, str]) -> dict[str, str]:
    home = env.get("ZEPH_HOME", "").strip()
    return {"ZEPH_HOME": str(Path(home).expanduser().absolute())} if home else {}


def _real(file: Path) -> Path:
    """A link to where somebody keeps their settings stays a link."""
    return Path(os.path.realpath(file))


def _read(file: Path) -> str:
    check_replaceable(file)
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BadInput(f"{file} is too large for a settings file; it is left as it is.")
        return file.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is no UTF-8; it is left as it is.") from error
    except OSError as error:
        raise BadInput(f"{file} cannot be read ({error.strerror}).") from error


def _difference(file: Path, before: str, after: str) -> str:
    lines = unified_diff(before.splitlines(), after.splitlines(), str(file), str(file), n=AROUND, lineterm="")
    return "\n".join(lines)


def _write(file: Path, before: str, after: str) -> Path | None:
    """The copy of what was there; None where there was nothing."""
    try:
        if _read(file) != before:
            raise BadInput(f"{file} has changed meanwhile; nothing was written. Try again.")
        copy = None
        if file.exists():
            mode = file.stat().st_mode & 0o7777
            copy = file.with_name(f"{file.name}.before-zeph-{datetime.now(UTC):%Y%m%d-%H%M%S}")
            replace_text(copy, before)
            copy.chmod(mode)
            replace_text(file, after)
            file.chmod(mode)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            replace_text(file, after)
        return copy
    except OSError as error:
        raise BadInput(f"{file} cannot be written ({error.strerror}).") from error

"""The clients that `zeph mcp install` knows: where each keeps its servers, and how an entry looks there.

In: a client's name, the environment. Out: a :class:`Client`, the file to write, the entry. The table is
``known_clients.toml``.
"""

import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Literal

from zeph.errors import UsageError

Format = Literal["json", "toml", "yaml"]
TABLE = Path(__file__).with_name("known_clients.toml")


@dataclass(frozen=True, slots=True)
class Client:
    key: str
    name: str
    page: str
    """The client's own documentation of it."""
    format: Format
    places: tuple[str, ...]
    """Of the person's own file, on this system."""
    project: tuple[str, ...]
    """Of a project's file, below its folder; empty where there is none."""
    under: tuple[str, ...]
    newer: tuple[str, ...]
    """Where the entries stand instead in a file that has this; empty where there is one form."""
    entry: Mapping[str, Any]

    def file(self, env: Mapping[str, str], folder: Path | None) -> Path:
        """The person's file, or that of the project in ``folder``. Raises UsageError where the client has none."""
        if folder is not None:
            if not self.project:
                raise UsageError(f"{self.name} has no file for one project: leave --project out.")
            named = [folder / name for name in self.project]
        else:
            named = [path for place in self.places if (path := _path(place, env)) is not None]
        if not named:
            raise UsageError(
                f"It is not known where {self.name} keeps its settings here: paste the lines of docs/mcp.md."
            )
        return next((path for path in named if path.exists()), named[0])

    def entry_for(self, line: Sequence[str], variables: Mapping[str, str]) -> dict[str, Any]:
        """What stands under the name ``zeph``; ``line``: the program and what follows it."""
        values = {"{command}": line[0], "{args}": [*line[1:]], "{line}": [*line], "{env}": dict(variables)}
        filled = {
            key: values.get(shape, shape) if isinstance(shape, str) else shape for key, shape in self.entry.items()
        }
        return {key: value for key, value in filled.items() if value != {}}


def client_named(key: str) -> Client:
    """Raises UsageError, with the nearest."""
    clients = known_clients()
    if key not in clients:
        near = get_close_matches(key, clients, 1) or sorted(clients)
        raise UsageError(f"No client {key} is known. There is: {', '.join(near)}.")
    return clients[key]


@cache
def known_clients() -> dict[str, Client]:
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, "")
    return {
        key: Client(
            key, row["name"], row["page"], row["format"], tuple(row.get(system) or row["places"]),
            tuple(row.get("project", ())), tuple(row["under"]), tuple(row.get("newer", ())), row["entry"],
        )
        for key, row in rows.items()
    }  # fmt: skip


def _path(place: str, env: Mapping[str, str]) -> Path | None:
    first, _, rest = place.partition("/")
    if first.startswith("$"):
        return Path(env[first[1:]]) / rest if env.get(first[1:]) else None
    home = Path(env["HOME"]) if env.get("HOME") else Path("~").expanduser()
    return home / rest if first == "~" else Path(place)

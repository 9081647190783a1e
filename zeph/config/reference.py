"""The settings' documentation, written from the settings themselves.

``python -m zeph.config.reference`` writes docs/configuration.md and config.example.toml;
with ``--check`` it only says whether they are up to date (exit code 1: they are not).
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from zeph.config.keys import Key, all_keys, all_sections
from zeph.config.template import default_as_toml, render_template

ROOT = Path(__file__).resolve().parents[2]

INTRODUCTION = """\
# Configuration

<!-- Written by `make docs` from zeph/config/schema.py; do not edit by hand. -->

Zeph works without any settings. Where there are some, later ones win:

1. the defaults below,
2. `config.toml` in the configuration folder (`zeph config path` prints it),
3. `zeph.toml` in the current folder,
4. the file given with `--config`,
5. environment variables: `ZEPH_`, then the key in capitals with `__` for each dot,
   such as `ZEPH_MEMORY__GRAPH__MAX_HOPS=3`,
6. options of the command itself.

`zeph.toml` belongs to whoever made the folder. Until you trust it (`zeph trust`, or the question on a terminal) only
the keys marked "any file" below count; what else it says is left out, and a warning names it. The same holds for a
`--config` file that others can write. An API key is sent only to the address it was written for: one that a later file
replaced the address of is not used, and `OPENAI_API_KEY` and `OLLAMA_API_KEY` go to OpenAI and Ollama themselves (the
latter also to the `OLLAMA_HOST` beside it). `zeph config check` shows where each value comes from.

`zeph init` writes a commented `config.toml`, `zeph config show` prints the settings in force, and
`zeph config check` says what is wrong with them. A key that Zeph does not know is refused, with the nearest one it
knows.

`ZEPH_HOME` moves everything Zeph keeps into one folder: `config/config.toml`, `data/zeph.db` and
`state/` (logs, input history).
"""


def configuration_page() -> str:
    """docs/configuration.md as it should be."""
    parts = [INTRODUCTION]
    for section, model in all_sections().items():
        keys = [key for key in all_keys() if key.path[:-1] == section]
        if keys:
            about = " ".join((model.__doc__ or "").split()).replace("``", "`")
            parts.append(f"## `[{'.'.join(section)}]`\n\n{about}\n\n{_table(keys)}")
    return "\n".join(parts)


def generated() -> dict[Path, str]:
    """Path in the repository to the text it should hold."""
    return {
        Path("docs/configuration.md"): configuration_page(),
        Path("config.example.toml"): render_template({}),
    }


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    stale = [path for path, text in generated().items() if _read(root / path) != text]
    if "--check" in arguments:
        for path in stale:
            print(f"{path} is not up to date: run make docs", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        (root / path).write_text(generated()[path], encoding="utf-8")
    return 0


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def _table(keys: Sequence[Key]) -> str:
    rows = "".join(f"| `{key.path[-1]}` | {_default(key)} | {_allowed(key)} | {key.description} |\n" for key in keys)
    return f"| key | default | allowed | what it does |\n|---|---|---|---|\n{rows}"


def _default(key: Key) -> str:
    return "unset" if key.default is None else f"`{default_as_toml(key)}`"


def _allowed(key: Key) -> str:
    words = {"secret": "text", "choice": ""}.get(key.kind, key.kind)
    return ", ".join(part for part in (words, key.allowed, "any file" * key.harmless) if part)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

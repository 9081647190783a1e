"""docs/cli.md, written from the table: ``python -m zeph.commands.docs [--check]``.

In: the table. Out: the file, or with ``--check`` exit code 1 where it is out of date.
"""

import sys
from pathlib import Path

from zeph.commands.registry import COMMANDS, GROUPS, HELP
from zeph.commands.types import Command, Option

TARGET = Path("docs/cli.md")
HEAD = """# Commands

Written from the command table by `make docs`; do not edit.

Before a command: `--config FILE` (a settings file that wins over all others), `--db FILE` (the database),
`--space NAME` (a space of it), `--version`. Bare `zeph` is `zeph chat`, and so is `zeph` with options of chat or with
a text: `zeph -c`, `zeph "Where do I live?"`. Commands with `--json` print
`{"version": 1, "data": …, "warnings": […]}`. The result is on stdout, everything else on stderr.

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | something failed, or part of it was skipped |
| 2 | the command line is wrong |
| 3 | a setting is wrong |
| 4 | a model cannot be reached, is missing, or failed |
| 5 | a limit was reached |
| 130 | interrupted |
"""

GLOBAL_OPTIONS = (
    ("--config FILE", "A settings file that wins over all others."),
    ("--db FILE", "The database file."),
    ("--space NAME", "A space of the memory, for this once."),
    ("--version", "Show the version."),
    ("--install-completion", "Install completion for the current shell."),
    ("--show-completion", "Show the completion script, to copy it or change it."),
    ("-h, --help", "Show this message."),
)


def render() -> str:
    cli = [c for c in COMMANDS if c.cli]
    slash = [c for c in COMMANDS if c.slash]
    parts = [
        HEAD,
        "## Command line\n",
        *map(_section, cli),
        "## In the chat\n",
        "| command | what it does |",
        "|---|---|",
    ]
    parts += [f"| {_called(c)} | {c.help} |" for c in slash]
    return "\n".join(parts) + "\n"


def _called(command: Command) -> str:
    others = [*(f"/{alias}" for alias in command.aliases), *command.typed]
    also = f", or {', '.join(f'`{one}`' for one in others)}" if others else ""
    return f"`/{command.name}{_arguments(command)}{_short_options(command)}`{also}"


def overview() -> str:
    """``zeph --help``."""
    rows = {c.path[0]: GROUPS.get(c.path[0], c.help) for c in COMMANDS if c.cli}
    lines = [
        "Usage: zeph [OPTIONS] COMMAND [ARGS]...", "", f"  {HELP}", "  Without a command or with a text: chat.", "",
        "Options:",
        *(f"  {name:<21} {text}" for name, text in GLOBAL_OPTIONS),
        "", "Commands (zeph COMMAND --help says more):",
        *(f"  {name:<9} {text}" for name, text in rows.items()),
    ]  # fmt: skip
    return "\n".join(lines)


def _section(command: Command) -> str:
    lines = [f"### `zeph {command.name}{_arguments(command)}`", "", command.help, ""]
    rows = [(a.name.upper(), a.help) for a in command.arguments] + [(_flags(o), _help(o)) for o in command.options]
    if command.json:
        rows.append(("--json", "Print one JSON object."))
    if rows:
        lines += ["| | |", "|---|---|", *(f"| `{name}` | {text} |" for name, text in rows), ""]
    if command.details:
        lines += [command.details, ""]
    return "\n".join(lines)


def _arguments(command: Command) -> str:
    return "".join(f" {a.name.upper()}" if a.required else f" [{a.name.upper()}]" for a in command.arguments)


def _short_options(command: Command) -> str:
    return "".join(f" [{_flags(o)}]" for o in command.options)


def _flags(option: Option) -> str:
    value = {"flag": "", "number": " N", "path": " FILE"}.get(option.kind, " TEXT")
    return ", ".join(option.flags) + (" " + "\\|".join(option.choices) if option.choices else value)


def _help(option: Option) -> str:
    return option.help + (f" Default: {option.default}." if option.default not in (None, False) else "")


def main(arguments: list[str]) -> int:
    text = render()
    if "--check" in arguments:
        if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET} is out of date: run `make docs`.", file=sys.stderr)
        return 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

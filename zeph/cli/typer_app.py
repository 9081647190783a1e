"""The Typer app, built from the table of commands.

In: the table. Out: the app. Nothing of the engine is imported before a command runs.
"""

from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any

import typer

from zeph.cli.options import GlobalOptions
from zeph.commands.given import file_named, given
from zeph.commands.registry import COMMANDS, GROUPS, HELP, command_named
from zeph.commands.types import MOST_NUMBER, Command, Kind, Option
from zeph.version import __version__

TYPES: dict[str, type] = {"text": str, "number": int, "flag": bool, "path": Path}
WIDTH = 100


def build_app() -> typer.Typer:
    """Every command of the table that the command line offers, with its groups."""
    app = typer.Typer(
        name="zeph", help=HELP, rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=True,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDTH},
    )  # fmt: skip
    app.callback(invoke_without_command=True)(_global_options)
    groups: dict[str, typer.Typer] = {}
    for command in COMMANDS:
        if command.cli:
            _home(app, groups, command).command(command.path[-1], help=command.help)(_callback(command))
    return app


def _home(app: typer.Typer, groups: dict[str, typer.Typer], command: Command) -> typer.Typer:
    if len(command.path) == 1:
        return app
    name = command.path[0]
    if name not in groups:
        groups[name] = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
        app.add_typer(groups[name], name=name, help=GROUPS[name])
    return groups[name]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"zeph {__version__}")
        raise typer.Exit


def _global_options(
    context: typer.Context,
    config: Annotated[
        Path | None, typer.Option(help="A settings file that wins over all others.", parser=file_named, metavar="PATH")
    ] = None,
    db: Annotated[Path | None, typer.Option(help="The database file.", parser=file_named, metavar="PATH")] = None,
    space: Annotated[str | None, typer.Option(help="A space of the memory, for this once.", metavar="NAME")] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    context.obj = GlobalOptions(config, db, space)
    if context.invoked_subcommand is None:
        chat = command_named("chat")
        _start(chat, chat.defaults, context.obj)


def _callback(command: Command) -> Any:
    """A function whose signature Typer reads: the command's arguments and options."""

    def run(**values: Any) -> None:
        for argument in command.arguments:
            if argument.rest:  # several words need no quotes
                values[argument.name] = " ".join(values[argument.name]) if values[argument.name] else None
        _start(command, values, values.pop("context").obj)

    parameters = [Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)]
    for argument in command.arguments:
        one: Any = list[str] if argument.rest else TYPES[argument.kind]
        reads = _file_names(argument.kind)
        if argument.several:
            one = list[one]
        kind: Any = one if argument.required else one | None
        default = Parameter.empty if argument.required else None
        declared = Annotated[
            kind, typer.Argument(help=argument.help, show_default=False, **_bounds(argument.kind), **reads)
        ]
        parameters.append(Parameter(argument.name, Parameter.KEYWORD_ONLY, default=default, annotation=declared))
    options = (*command.options, JSON) if command.json else command.options
    parameters += [_parameter(option) for option in options]
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # functions take attributes
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    return run


JSON = Option(("--json",), "json", "Print one JSON object.", "flag", False)


def _parameter(option: Option) -> Parameter:
    kind: Any = TYPES[option.kind]
    if option.choices:
        kind = _choice(option)
    if option.default is None:
        kind = kind | None
    shown = bool(option.choices)
    declared = Annotated[
        kind,
        typer.Option(
            *option.flags, help=option.help, show_default=shown, **_bounds(option.kind), **_file_names(option.kind)
        ),
    ]
    return Parameter(option.name, Parameter.KEYWORD_ONLY, default=option.default, annotation=declared)


def _bounds(kind: Kind) -> dict[str, Any]:
    return {"min": 1, "max": MOST_NUMBER} if kind == "number" else {}


def _file_names(kind: Kind) -> dict[str, Any]:
    return {"parser": file_named, "metavar": "PATH"} if kind == "path" else {}


def _choice(option: Option) -> Any:
    from typing import Literal

    return Literal[option.choices]


def _start(command: Command, values: dict[str, Any], chosen: GlobalOptions) -> None:
    from zeph.cli.run_command import run_command

    values = given(command, values)
    if command.opens != "door":
        raise typer.Exit(run_command(command, values, chosen))
    if command.name == "init":
        from zeph.cli.wizard import run_wizard

        raise typer.Exit(run_wizard(yes=values["yes"], options=chosen))
    if command.path[0] == "mcp":
        from zeph.cli.mcp_command import run_mcp

        raise typer.Exit(run_mcp(values, chosen))
    from zeph.cli.chat_command import run_chat

    raise typer.Exit(run_chat(values, chosen))

"""What a command is, and what it can reach while it runs.

In: nothing. Out: :class:`Command` with its arguments and options (rows of :mod:`zeph.commands.registry`),
:class:`CommandContext`. Reading this loads nothing of the engine.
"""

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pathlib import Path

    from zeph.agent.session import Session
    from zeph.agent.unkept import Unkept
    from zeph.commands.outputs import Output
    from zeph.config.load import Loaded
    from zeph.memory.facade import Memory
    from zeph.paths import Paths
    from zeph.records.message import Conversation

Kind = Literal["text", "number", "flag", "path"]
Opens = Literal["nothing", "store", "models", "door"]
Handler = Callable[["CommandContext", dict[str, Any]], AsyncIterator["Output"]]
"""From the context and the values, by name, to what the door shows."""
CHOOSE = "?"
"""In place of a session's id: the person chooses."""
PRIVATE = "private: nothing is kept"
"""What the status line says of a private chat."""
MOST_NUMBER = 1_000_000_000
"""Numbers in commands go from 1 to here: the database takes no larger ones."""


@dataclass(frozen=True, slots=True)
class Argument:
    name: str
    help: str
    kind: Kind = "text"
    required: bool = True
    rest: bool = False
    """It takes the rest of the line: several words need no quotes."""
    several: bool = False
    """It may be given several times; its value is a list. On the command line alone."""
    said: bool = False
    """Something said to the agent, of any length; the command itself looks at it."""


@dataclass(frozen=True, slots=True)
class Option:
    flags: tuple[str, ...]
    name: str
    help: str
    kind: Kind = "text"
    default: Any = None
    choices: tuple[str, ...] = ()
    said: bool = False
    """Something said to the agent, of any length; the command itself looks at it."""


@dataclass(frozen=True, slots=True)
class Command:
    path: tuple[str, ...]
    """Words of the command: ("graph", "facts") is ``zeph graph facts`` and ``/graph facts``."""
    help: str
    handler: str = ""
    """``module:function`` below zeph.commands; empty: the door itself does it."""
    arguments: tuple[Argument, ...] = ()
    options: tuple[Option, ...] = ()
    opens: Opens = "store"
    """What is open when the handler runs: the memory alone, or the models too."""
    cli: bool = True
    slash: bool = False
    json: bool = True
    doing: str = ""
    """What it says before the results, where it queries the database."""
    details: str = ""
    """More for docs/cli.md, in markdown."""
    aliases: tuple[str, ...] = ()
    """Other words for it in a chat: ("quit", "q") are ``/quit`` and ``/q``."""
    alone: bool = False
    """What its group means where no command of it is named: `zeph mcp --http` is `zeph mcp serve --http`."""
    typed: tuple[str, ...] = ()
    """Lines that mean it in a chat without a slash, where they are all that is said."""

    @property
    def name(self) -> str:
        return " ".join(self.path)

    @property
    def defaults(self) -> dict[str, Any]:
        """The values of its options and arguments where none is given."""
        return {o.name: o.default for o in self.options} | {a.name: None for a in self.arguments}


@dataclass
class ChatState:
    """The chat a slash command is typed in."""

    conversation: "Conversation"
    leaving: bool = False
    unkept: "Unkept | None" = None
    """What is said in private; None where what is said is kept."""
    passing: bool = False
    """Whether the chat ends with the command."""


@dataclass
class CommandContext:
    env: Mapping[str, str]
    paths: "Paths"
    db: "Path"
    config_path: "Path | None" = None
    loaded: "Loaded | None" = None
    session: "Session | None" = None
    chat: ChatState | None = None
    confirm: Callable[[str], bool] = field(default=lambda _: False)
    """Asks the person; False where nobody can be asked."""

    @property
    def memory(self) -> "Memory":
        assert self.session is not None, "the command's row in the table does not open the memory"
        return self.session.memory

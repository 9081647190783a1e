"""Rows of the registry: spaces of the memory."""

from zeph.commands.arguments import YES
from zeph.commands.types import Argument, Command, Option

NAME = Argument("name", "The space's name.", rest=True)
HERE = Option(("--here",), "here", "For the project that this folder is in, alone.", "flag", False)
SPACES_ARE = """\
A space is a memory of its own in the same file: what is told in one is never found from another. `zeph --space NAME …`
takes one for this once, `zeph spaces use NAME` for good, and with `--here` for the project (the folder with a `.git`)
alone. What you choose for a project stands in your own state folder; nothing that lies in a folder chooses a space
unless you trusted that file."""

SPACES: tuple[Command, ...] = (
    Command(
        ("spaces", "list"), "The spaces of the memory, and what each holds.", "spaces:list_", slash=True,
        aliases=("spaces",), doing="Counting…", details=SPACES_ARE,
    ),
    Command(("spaces", "new"), "Make an empty space.", "spaces:new", (NAME,), (HERE,), slash=True),
    Command(("spaces", "use"), "Use a space from now on.", "spaces:use", (NAME,), (HERE,)),
    Command(
        ("spaces", "delete"), "Delete a space with all that is in it, after showing what goes.", "spaces:delete",
        (NAME,), (YES,), slash=True, doing="Looking at what is in it…",
    ),
    Command(
        ("space",), "Show the space this chat is in, or go on in another; --here: for this project from now on.",
        "spaces:space", (Argument("name", "The space's name.", required=False, rest=True),), (HERE,), cli=False,
        slash=True,
    ),
)  # fmt: skip

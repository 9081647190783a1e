"""Rows of the registry: core memory, labelled texts that stand in every request."""

from zeph.commands.types import Argument, Command, Option

LABEL = Argument("label", "The block's label: persona, human, or one of your own.")
DESCRIPTION = Option(("--description",), "description", "What the block is for, in a sentence.")
CHAR_LIMIT = Option(("--limit",), "limit", "Most characters of its text.", "number")
BLOCKS_ARE = """\
A block is a text that stands before the model in every turn, with the characters used of those it has (`34/2000`).
`human` is who you are: what you write there comes first, what follows from facts (`zeph profile`) after it. `persona`
is who Zeph is to you. A model that can call tools writes into blocks too, unless they are read-only. Every change is
kept and can be undone; what you forget goes out of all that a block was. Where there are none, nothing is sent."""

BLOCKS: tuple[Command, ...] = (
    Command(
        ("blocks", "list"), "The blocks, what they are for, and how full they are.", "core_memory:list_", slash=True,
        aliases=("blocks",), details=BLOCKS_ARE, alone=True,
    ),
    Command(("blocks", "show"), "One block in full.", "core_memory:show", (LABEL,), slash=True),
    Command(
        ("blocks", "add"), "Write a line into a block, which is made if it is not there.", "core_memory:add",
        (LABEL, Argument("text", "The line.", rest=True)), (DESCRIPTION, CHAR_LIMIT), slash=True,
    ),
    Command(
        ("blocks", "edit"), "Write a block's text anew, or with --old one part of it.", "core_memory:edit",
        (LABEL, Argument("text", "The text.", required=False, rest=True)),
        (Option(("--old",), "old", "The part to replace, as it stands there; without TEXT it goes."),), slash=True,
    ),
    Command(
        ("blocks", "set"), "Set what a block is for, how long it may be, and whether a model may change it.",
        "core_memory:set_", (LABEL,),
        (
            DESCRIPTION, CHAR_LIMIT,
            Option(("--read-only",), "read_only", "Only you change it.", "flag", False),
            Option(("--writable",), "writable", "A model may change it too.", "flag", False),
        ),
        slash=True,
    ),
    Command(
        ("blocks", "history"), "What a block was, and who changed it.", "core_memory:history", (LABEL,), slash=True,
    ),
    Command(
        ("blocks", "undo"), "Put a block back to what it was before, or to a form of its history.", "core_memory:undo",
        (LABEL, Argument("form", "The form's number, as history shows it.", "number", required=False)), slash=True,
    ),
    Command(
        ("blocks", "remove"), "Take a block out of every request; undo brings it back.", "core_memory:remove", (LABEL,),
        slash=True,
    ),
)  # fmt: skip

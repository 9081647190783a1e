"""Rows of the registry: the conversations."""

from zeph.commands.arguments import LATEST, SESSION, YES
from zeph.commands.types import Argument, Command, Option

SESSIONS: tuple[Command, ...] = (
    Command(
        ("sessions", "list"), "Your conversations, latest first.", "sessions:list_", options=(LATEST,),
        slash=True, aliases=("sessions",), doing="Reading the sessions…",
    ),
    Command(
        ("sessions", "show"), "The messages of one conversation.", "sessions:show", (SESSION,),
        doing="Reading the session…",
    ),
    Command(
        ("sessions", "search"), "Conversations that hold all these words.", "sessions:search",
        (Argument("text", "The words.", rest=True),),
        (Option(("--limit",), "limit", "At most this many.", "number", 20),), slash=True,
        doing="Searching the sessions…",
    ),
    Command(
        ("sessions", "rename"), "Give a conversation another title.", "sessions:rename",
        (SESSION, Argument("title", "The title.", rest=True)),
    ),
    Command(
        ("sessions", "export"), "One conversation as markdown.", "sessions:export", (SESSION,),
        doing="Reading the session…",
    ),
    Command(
        ("sessions", "delete"), "Delete a conversation and every fact that has no other source.", "sessions:delete",
        (SESSION,), (YES,),
    ),
)  # fmt: skip

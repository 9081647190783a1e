"""Arguments and options that several commands take, or that are many; the table names them."""

from zeph.commands.types import Argument, Option
from zeph.records.graph_types import EDGE_TYPES

YES = Option(("--yes", "-y"), "yes", "Do not ask.", "flag", False)
DRY_RUN = Option(("--dry-run",), "dry_run", "Only list.", "flag", False)
LIMIT = Option(("--limit",), "limit", "So many messages and no more: vectors and communities are made later.", "number")
LATEST = Option(("--limit",), "limit", "At most this many.", "number", 50)
MOST_FACTS = Option(("--limit",), "limit", "At most this many.", "number", 200)
INCLUDE_GATED = Option(
    ("--include-gated",), "include_gated", "Also messages that were skipped as nothing new.", "flag", False
)
QUESTION = Argument("question", "The question, as you would ask it.", rest=True)
NAME = Argument("name", "The entity's name or alias.", rest=True)
FACT_ID = Argument("id", "The fact's number, as `zeph graph facts` shows it.")
CHANGE_ID = Argument("id", "The change's number, as `/graph revisions` shows it.", "number", required=False)
SESSION = Argument("session", "The session's id, or how it begins.")
AS_OF = Option(("--as-of",), "as_of", "What was true then: 2023-05-07, 2023-05, 2023 or “last summer”.")
KNOWN_AT = Option(("--known-at",), "known_at", "What was known then.")
EXPLAIN = Option(
    ("--explain",),
    "explain",
    "Tell how each fact and message was found: channels, seeds, path, score, source.",
    "flag",
    False,
)
MOST = Option(("-k",), "most", "At most this many of each.", "number")
SEARCH = (
    AS_OF, KNOWN_AT, MOST,
    Option(
        ("--kind",), "kind", "Only this kind; without it facts and messages.",
        choices=("facts", "messages", "entities", "communities"),
    ),
    Option(
        ("--conversation",), "conversation",
        "Only what was said in the conversation whose id begins so, and facts from it.",
    ),
    Option(("--space",), "space", "Search another space of the memory."),
    Option(("--near",), "near", "What is near this entity in the graph comes first."),
    Option(("--edge-type",), "edge_type", f"Only facts of these types, with commas between: {', '.join(EDGE_TYPES)}."),
    EXPLAIN,
)  # fmt: skip
KEEP_MESSAGES = Option(
    ("--keep-messages",), "keep_messages", "Leave the sentences that said it where they are.", "flag", False
)
FORGET = (
    Option(("--message",), "message", "A message's number.", "number"),
    Option(("--conversation",), "conversation", "A session's id, or how it begins."),
    Option(("--entity",), "entity", "A name or alias."),
    Option(("--fact",), "fact", "A fact's number.", "number"),
    Option(("--matching",), "matching", "Every message and fact that holds all these words."),
    Option(
        ("--with-messages",), "with_messages", "With --entity: the messages that speak of it, whole.", "flag", False
    ),
    KEEP_MESSAGES,
    YES,
)
EXPORT_FILE = Argument(
    "file", "The file to write (of markdown a folder); without it, the terminal.", "path", required=False
)
EXPORT = (
    Option(
        ("--format",), "format",
        "jsonl: everything. graphml, mcp-memory: the facts that are true. markdown: a page a thing, to read.",
        default="jsonl", choices=("jsonl", "graphml", "mcp-memory", "markdown"),
    ),
    Option(("--as-of",), "as_of", "Only what was said until then and true then."),
    YES,
)  # fmt: skip

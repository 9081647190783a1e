"""The one table of commands: slash commands, command line, completion and docs/cli.md all read it.

In: nothing. Out: :data:`COMMANDS`. Handlers are named, not imported, so that reading the table is cheap
(``zeph --help`` loads nothing of the engine); :func:`handler_of` imports one when it is about to run.
"""

import importlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from zeph.records.graph_types import EDGE_TYPES

if TYPE_CHECKING:
    from zeph.commands.context import CommandContext
    from zeph.commands.results import Output

Kind = Literal["text", "number", "flag", "path"]
MOST_NUMBER = 1_000_000_000
"""Numbers in commands go from 1 to here: the database takes no larger ones."""
Opens = Literal["nothing", "store", "models", "door"]
Handler = Callable[["CommandContext", dict[str, Any]], AsyncIterator["Output"]]


@dataclass(frozen=True, slots=True)
class Argument:
    name: str
    help: str
    kind: Kind = "text"
    required: bool = True
    rest: bool = False
    """It takes the rest of the line: several words need no quotes."""


@dataclass(frozen=True, slots=True)
class Option:
    flags: tuple[str, ...]
    name: str
    help: str
    kind: Kind = "text"
    default: Any = None
    choices: tuple[str, ...] = ()


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

    @property
    def name(self) -> str:
        return " ".join(self.path)


CHOOSE = "?"
"""In place of a session's id: the person chooses."""
LIMIT = Option(("--limit",), "limit", "Process at most this many messages.", "number")
INCLUDE_GATED = Option(("--include-gated",), "include_gated", "Also messages that were skipped as nothing new.", "flag", False)  # fmt: skip
QUESTION = Argument("question", "The question, as you would ask it.", rest=True)
NAME = Argument("name", "The entity's name or alias.", rest=True)
AS_OF = Option(("--as-of",), "as_of", "What was true then: 2023-05-07, 2023-05, 2023 or “last summer”.")
KNOWN_AT = Option(("--known-at",), "known_at", "What was known then.")
MOST = Option(("-k",), "most", "At most this many of each.", "number")
SEARCH = (
    AS_OF, KNOWN_AT, MOST,
    Option(("--kind",), "kind", "Only this kind; without it facts and messages.", choices=("facts", "messages", "entities", "communities")),
    Option(("--conversation",), "conversation", "Only what was said in the conversation whose id begins so, and facts from it."),
    Option(("--space",), "space", "Search another space of the memory."),
    Option(("--near",), "near", "What is near this entity in the graph comes first."),
    Option(("--edge-type",), "edge_type", f"Only facts of these types, with commas between: {', '.join(EDGE_TYPES)}."),
    Option(("--explain",), "explain", "Tell how each fact and message was found: channels, seeds, path, score, source.", "flag", False),
)  # fmt: skip
YES = Option(("--yes", "-y"), "yes", "Do not ask.", "flag", False)
DRY_RUN = Option(("--dry-run",), "dry_run", "Only list.", "flag", False)
LATEST = Option(("--limit",), "limit", "At most this many.", "number", 50)
SESSION = Argument("session", "The session's id, or how it begins.")
FORGET = (
    Option(("--message",), "message", "A message's number.", "number"),
    Option(("--conversation",), "conversation", "A session's id, or how it begins."),
    Option(("--entity",), "entity", "A name or alias."),
    Option(("--fact",), "fact", "A fact's number.", "number"),
    Option(("--matching",), "matching", "Every message and fact that holds all these words."),
    Option(("--with-messages",), "with_messages", "With --entity: also the messages that speak of it.", "flag", False),
    YES,
)  # fmt: skip
EXPORT_FILE = Argument("file", "The file to write; without it, the terminal.", "path", required=False)
EXPORT = (
    Option(("--format",), "format", "jsonl: everything. graphml, mcp-memory: the facts that are true.", default="jsonl", choices=("jsonl", "graphml", "mcp-memory")),
    Option(("--as-of",), "as_of", "Only what was said until then and true then."),
    YES,
)  # fmt: skip

BENCH_FILE = """The file holds what was said and what is asked; see the format below. It goes into a temporary memory of
its own, with the settings in effect, as imported messages would (facts by the local rules, unless `memory.graph.extractor` is
`llm` or `hybrid`), and every question is put to it beside plain full-text search (FTS5 with Porter stemming, speaker and
date in the text, stop words out of the question). Printed by category: recall@5/10/20/50 (the share of the evidence among
the first so many), hit (all of it), MRR, nDCG@10, and recall within 500/1,000/2,000 tokens of whole messages at four
characters a token.

`--format jsonl` takes one object a line:

```json
{"type": "message", "id": "m1", "conversation": "walks", "speaker": "Ann", "role": "user", "text": "Rex is a collie.", "sent_at": "2024-05-01T10:00:00Z"}
{"type": "question", "text": "What breed is Rex?", "evidence": ["m1"], "category": "single fact", "at": "2024-06-01T00:00:00Z"}
```

A message is a line of `zeph import`, with ids that are unique in the file; without `speaker` it is the person's own, or the
assistant's by its role. A question's `evidence` are the ids of the messages that answer it; where it is empty, nothing
does, and it is counted how often nothing came. `at` is when it is asked; without it, after everything.
`--format locomo` takes LoCoMo's JSON file; its adversarial questions are left out of the line "all"."""

COMMANDS: tuple[Command, ...] = (
    Command(
        ("chat",), "Talk to Zeph; what you say is remembered.", opens="door", json=False,
        options=(
            Option(("-p", "--prompt"), "prompt", "Answer this one text and end."),
            Option(("--plain",), "plain", "No colours, no rendered markdown.", "flag", False),
            Option(("--output",), "output", "How one answer is printed.", default="text", choices=("text", "json", "stream-json")),
            Option(("-c", "--continue"), "resume_last", "Go on with the last session.", "flag", False),
            Option(("--resume",), "resume", "Go on with the session whose id begins so; without an id, choose one."),
            Option(("--graph-memory/--no-graph-memory",), "graph_memory", "Turn graph memory on or off for this session.", "flag"),
            Option(("--model",), "model", "The chat model for this session."),
        ),
    ),
    Command(("why",), "Why the last answer knew what it knew: facts, messages, how they were found, their sources.", "explain:why", cli=False, slash=True),
    Command(("help",), "What can be typed here, or what one command takes.", "chat:help_", (Argument("command", "A command, such as memory search.", required=False, rest=True),), cli=False, slash=True, opens="nothing"),
    Command(("graph",), "Counts of entities, facts, communities, and what waits.", "graph:stats", cli=False, slash=True, doing="Counting what the graph holds…"),
    Command(("graph", "stats"), "Counts of entities, facts, communities, and what waits.", "graph:stats", doing="Counting what the graph holds…"),
    Command(("graph", "entities"), "The entities seen last, at most 50.", "graph:entities", slash=True, doing="Reading the entities seen last…"),
    Command(("graph", "facts"), "What is known about a thing, with the sources.", "graph:facts", (NAME,), (AS_OF, KNOWN_AT), slash=True, doing="Looking up the facts…"),
    Command(("graph", "at"), "What was true of a thing at a date.", "graph:at", (Argument("date", "2023-05-07, 2023-05, 2023 or “last summer”; quotes where it has several words."), NAME), slash=True, doing="Looking up the facts of that time…"),
    Command(("graph", "view"), "The graph as a page in your browser: communities, search, and a date that plays its history.", "graph_view:view", (), (Option(("--as-of",), "as_of", "The date it opens at: 2023-05-07, 2023-05, 2023 or “last summer”."), Option(("--entity",), "entity", "Only what is within two steps of this thing."), Option(("--output",), "output", "The file to write; without it, one in the state folder that is written anew each time.", "path"), Option(("--no-open",), "no_open", "Only write it.", "flag", False)), slash=True, doing="Drawing the graph…"),
    Command(("graph", "path"), "How two things are connected: the shortest way through what is true now.", "graph:path", (Argument("start", "One name; quotes where it has several words."), Argument("goal", "The other name; quotes where it has several words.")), slash=True, doing="Looking for a way between the two…"),
    Command(("graph", "communities"), "Groups of things that belong together, or those about a question.", "graph:communities", (Argument("question", "What they should be about.", required=False, rest=True),), slash=True, opens="models", doing="Reading the communities…"),
    Command(("graph", "evict"), "What is out of use for so long that it goes, and why.", "graph:evict", (), (DRY_RUN, YES), slash=True, doing="Looking for what is out of use…"),
    Command(("graph", "history"), "Every fact about a thing, past ones too, latest first.", "edits:history", (NAME,), slash=True, doing="Looking up the facts of all times…"),
    Command(("graph", "revisions"), "What changed in the graph, automatic changes too, latest first.", "edits:revisions", (), (LATEST,), slash=True, doing="Reading the changes…"),
    Command(("graph", "undo"), "Undo a change of the graph, by default the last one.", "edits:undo", (Argument("id", "The change's number, as `/graph revisions` shows it.", "number", required=False),), slash=True),
    Command(("graph", "accept"), "Say that an automatic change, or both sides of a question, is right.", "edits:accept", (Argument("id", "The change's number, as `/graph revisions` shows it.", "number", required=False),), (Option(("--all",), "all", "Everything that waits.", "flag", False),), slash=True),
    Command(("graph", "merge"), "Two names, one thing: everything of GONE goes to KEPT.", "edits:merge", (Argument("kept", "The name that stays."), Argument("gone", "The name that joins it.")), slash=True),
    Command(("graph", "split"), "ALIAS is a thing of its own, with what was said under that name.", "edits:split", (Argument("name", "The entity that has the alias."), Argument("alias", "The name to take out.")), slash=True),
    Command(("graph", "alias"), "Give a thing another name.", "edits:alias", (Argument("name", "The entity's name."), Argument("alias", "Its other name.")), slash=True),
    Command(("graph", "ontology"), "The relations Zeph knows: names, inverse, how many, kind.", "edits:ontology", slash=True),
    Command(("graph", "backfill"), "Extract facts from messages that wait, imported ones too.", "graph:backfill", (), (LIMIT, INCLUDE_GATED), slash=True, opens="models", doing="Extracting facts from waiting messages…"),
    Command(("graph", "cost"), "What extraction took: calls, tokens, seconds, by extractor and by day.", "graph:cost", slash=True, doing="Adding up what extraction took…"),
    Command(("memory", "search"), "The facts and messages that answer a question, with why.", "memory:search", (QUESTION,), SEARCH, slash=True, opens="models", doing="Searching the memory…"),
    Command(("memory", "context"), "Exactly what would be sent to the model for a question.", "memory:context", (QUESTION,), opens="models", doing="Assembling the context…"),
    Command(("memory", "show"), "One fact, message or entity in full: what was believed when, and where it came from.", "keep:show", (), (Option(("--fact",), "fact", "A fact's number.", "number"), Option(("--message",), "message", "A message's number.", "number"), Option(("--entity",), "entity", "A name or alias.")), slash=True),
    Command(("memory", "edit"), "Set a fact right: its sentence, its dates, how sure it is.", "keep:edit", (Argument("id", "The fact's number, as `zeph graph facts` shows it."),), (Option(("--fact",), "fact", "The sentence."), Option(("--since",), "since", "When it began to be true."), Option(("--until",), "until", "When it ceased to be true."), Option(("--confidence",), "confidence", "From 0 to 1.")), slash=True),
    Command(("memory", "pin"), "Keep a fact as it is: nothing automatic changes, ends or removes it.", "keep:pin", (Argument("id", "The fact's number, as `zeph graph facts` shows it."),), slash=True),
    Command(("memory", "end"), "A fact is over, since today or a date.", "keep:end", (Argument("id", "The fact's number, as `zeph graph facts` shows it."), Argument("date", "When it ceased to be true; today if not given.", required=False)), slash=True),
    Command(("memory", "stats"), "How much is remembered, and how large the file is.", "keep:stats", slash=True),
    Command(("memory", "forget"), "Take something out for good, with everything that has no other source.", "forget:forget", (), FORGET, doing="Looking for what goes…"),
    Command(("forget",), "Forget a fact (#ID), a thing by its name, or whatever holds these words; asks first.", "forget:slash", (Argument("what", "#ID, a name, or words.", rest=True),), cli=False, slash=True),
    Command(("memory", "export"), "The same as `zeph export`.", "exchange:export", (EXPORT_FILE,), EXPORT, json=False),
    Command(("import",), "Keep what a file or folder of conversations holds, with its own times. Again adds nothing.", "exchange:import_", (Argument("file", "Lines of Zeph, ChatGPT's or Claude's conversations.json, a session of Claude Code or Codex, or a folder of them.", "path"),), (Option(("--format",), "format", "What the file is; told from the file if not given.", choices=("zeph", "lines", "chatgpt", "claude", "claude-code", "codex")),), doing="Importing…"),
    Command(("export",), "Everything as lines that `zeph import` reads again, or the graph for another tool.", "exchange:export", (EXPORT_FILE,), EXPORT, json=False),
    Command(("sessions", "list"), "Your conversations, latest first.", "sessions:list_", (), (Option(("--limit",), "limit", "At most this many.", "number", 50),), doing="Reading the sessions…"),
    Command(("sessions", "show"), "The messages of one conversation.", "sessions:show", (SESSION,), doing="Reading the session…"),
    Command(("sessions", "search"), "Conversations that hold all these words.", "sessions:search", (Argument("text", "The words.", rest=True),), (Option(("--limit",), "limit", "At most this many.", "number", 20),), doing="Searching the sessions…"),
    Command(("sessions", "rename"), "Give a conversation another title.", "sessions:rename", (SESSION, Argument("title", "The title.", rest=True))),
    Command(("sessions", "export"), "One conversation as markdown.", "sessions:export", (SESSION,), doing="Reading the session…"),
    Command(("sessions", "delete"), "Delete a conversation and every fact that has no other source.", "sessions:delete", (SESSION,), (YES,)),
    Command(
        ("bench", "retrieval"), "How well what was said is found again, beside plain full-text search.", "bench:retrieval",
        (Argument("file", "Conversations with labelled questions.", "path"),),
        (
            Option(("--format",), "format", "What the file is.", default="jsonl", choices=("jsonl", "locomo")),
            Option(("--no-graph",), "no_graph", "Leave the knowledge graph out.", "flag", False),
        ),
        opens="nothing", doing="Measuring retrieval…", details=BENCH_FILE,
    ),
    Command(("init",), "Set Zeph up: provider, models, graph memory. Can be run again.", opens="door", json=False, options=(Option(("--yes", "-y"), "yes", "Take every default.", "flag", False),)),
    Command(("doctor",), "Versions, paths, database, models, and what mends each problem.", "care:doctor", opens="nothing"),
    Command(("db", "path"), "Where the database is.", "db:path", opens="nothing"),
    Command(("db", "check"), "Look at every page, reference and index of the file.", "db:check", (), (Option(("--repair",), "repair", "Mend what can be made again from the rest.", "flag", False),), doing="Checking the file…"),
    Command(("db", "backup"), "A copy of the whole memory, also while a chat runs.", "db:backup", (Argument("file", "The file to write.", "path"),), (YES,), opens="nothing", doing="Copying…"),
    Command(("db", "restore"), "Put a copy back; what is there now is copied first.", "db:restore", (Argument("file", "The copy.", "path"),), (YES,), opens="nothing"),
    Command(("db", "vacuum"), "Write the file anew, without holes.", "db:vacuum", doing="Writing the file anew…"),
    Command(("db", "stats"), "Rows and bytes of each table and index.", "db:stats"),
    Command(("config", "path"), "Where the settings are read from.", "care:config_path", opens="nothing"),
    Command(("config", "show"), "The settings in effect, secrets hidden.", "care:config_show", opens="nothing"),
    Command(("config", "check"), "Whether every setting is right.", "care:config_check", opens="nothing"),
    Command(("model",), "Show the chat model, or change it for this session.", "chat:model", (Argument("name", "The model's name.", required=False),), cli=False, slash=True, opens="nothing"),
    Command(("retry",), "Have the last message answered once more.", "chat:retry", cli=False, slash=True, opens="nothing"),
    Command(("edit",), "Take the last message back into the input, to send it anew.", "chat:edit", cli=False, slash=True, opens="nothing"),
    Command(("copy",), "Copy the last answer.", "chat:copy", cli=False, slash=True, opens="nothing"),
    Command(("resume",), "Go on with another session.", "chat:resume", (SESSION,), cli=False, slash=True, opens="nothing"),
    Command(("new",), "Begin a new conversation.", "chat:new", cli=False, slash=True, opens="nothing"),
    Command(("exit",), "Leave; everything is kept.", "chat:exit_", cli=False, slash=True, opens="nothing"),
)  # fmt: skip

HELP = "An agent for the terminal that remembers, on your own machine."

GROUPS = {
    "graph": "The knowledge graph: what is known.",
    "memory": "Search what is remembered.",
    "sessions": "Your conversations.",
    "db": "The file that everything is in.",
    "config": "Settings.",
    "bench": "Measure the memory.",
}


def handler_of(command: Command) -> Handler:
    module, _, function = command.handler.partition(":")
    found: Handler = getattr(importlib.import_module(f"zeph.commands.{module}"), function)
    return found


def slash_commands() -> tuple[Command, ...]:
    return tuple(c for c in COMMANDS if c.slash)

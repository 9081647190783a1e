"""The one table of commands: slash commands, command line, completion and docs/cli.md all read it.

In: nothing. Out: :data:`COMMANDS`. Handlers are named, not imported, so that reading the table is cheap
(``zeph --help`` loads nothing of the engine); :func:`handler_of` imports one when it is about to run.
"""

import importlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from zeph.commands.context import CommandContext
    from zeph.commands.output import Output

Kind = Literal["text", "number", "flag", "path"]
Opens = Literal["nothing", "store", "models", "door"]
Handler = Callable[["CommandContext", dict[str, Any]], AsyncIterator["Output"]]


@dataclass(frozen=True, slots=True)
class Argument:
    name: str
    help: str
    kind: Kind = "text"
    required: bool = True
    rest: bool = False
    """In a slash command it takes the rest of the line."""


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


LIMIT = Option(("--limit",), "limit", "Process at most this many messages.", "number")
INCLUDE_GATED = Option(("--include-gated",), "include_gated", "Also messages that were skipped as nothing new.", "flag", False)  # fmt: skip
QUESTION = Argument("question", "The question, as you would ask it.", rest=True)
NAME = Argument("name", "The entity's name or alias.", rest=True)
AS_OF = Option(("--as-of",), "as_of", "What was true then: 2023-05-07, 2023-05, 2023 or “last summer”.")
KNOWN_AT = Option(("--known-at",), "known_at", "What was known then.")
MOST = Option(("-k",), "most", "At most this many of each.", "number")
YES = Option(("--yes", "-y"), "yes", "Do not ask.", "flag", False)
LATEST = Option(("--limit",), "limit", "At most this many.", "number", 50)
SESSION = Argument("session", "The session's id, or how it begins.")

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
            Option(("--resume",), "resume", "Go on with the session whose id begins so."),
            Option(("--graph-memory/--no-graph-memory",), "graph_memory", "Turn graph memory on or off for this session.", "flag"),
            Option(("--model",), "model", "The chat model for this session."),
        ),
    ),
    Command(("help",), "What can be typed here.", "chat:help_", cli=False, slash=True, opens="nothing"),
    Command(("graph",), "Counts of entities, facts, communities, and what waits.", "graph:stats", cli=False, slash=True, doing="Counting what the graph holds…"),
    Command(("graph", "stats"), "Counts of entities, facts, communities, and what waits.", "graph:stats", doing="Counting what the graph holds…"),
    Command(("graph", "entities"), "The entities seen last, at most 50.", "graph:entities", slash=True, doing="Reading the entities seen last…"),
    Command(("graph", "facts"), "What is known about a thing, with the sources.", "graph:facts", (NAME,), (AS_OF, KNOWN_AT), slash=True, doing="Looking up the facts…"),
    Command(("graph", "communities"), "Groups of things that belong together.", "graph:communities", slash=True, doing="Reading the communities…"),
    Command(("graph", "history"), "Every fact about a thing, past ones too, latest first.", "edits:history", (NAME,), slash=True, doing="Looking up the facts of all times…"),
    Command(("graph", "revisions"), "What changed in the graph, automatic changes too, latest first.", "edits:revisions", (), (LATEST,), slash=True, doing="Reading the changes…"),
    Command(("graph", "undo"), "Undo a change of the graph, by default the last one.", "edits:undo", (Argument("id", "The change's number, as `/graph revisions` shows it.", "number", required=False),), slash=True),
    Command(("graph", "merge"), "Two names, one thing: everything of GONE goes to KEPT.", "edits:merge", (Argument("kept", "The name that stays."), Argument("gone", "The name that joins it.")), slash=True),
    Command(("graph", "split"), "ALIAS is a thing of its own, with what was said under that name.", "edits:split", (Argument("name", "The entity that has the alias."), Argument("alias", "The name to take out.")), slash=True),
    Command(("graph", "alias"), "Give a thing another name.", "edits:alias", (Argument("name", "The entity's name."), Argument("alias", "Its other name.")), slash=True),
    Command(("graph", "ontology"), "The relations Zeph knows: names, inverse, how many, kind.", "edits:ontology", slash=True),
    Command(("graph", "backfill"), "Extract facts from messages that wait, imported ones too.", "graph:backfill", (), (LIMIT, INCLUDE_GATED), slash=True, opens="models", doing="Extracting facts from waiting messages…"),
    Command(("graph", "cost"), "What extraction took: calls, tokens, seconds, by extractor and by day.", "graph:cost", slash=True, doing="Adding up what extraction took…"),
    Command(("memory", "search"), "The facts and messages that answer a question, with why.", "memory:search", (QUESTION,), (AS_OF, KNOWN_AT, MOST), opens="models", doing="Searching the memory…"),
    Command(("memory", "context"), "Exactly what would be sent to the model for a question.", "memory:context", (QUESTION,), opens="models", doing="Assembling the context…"),
    Command(("import",), "Keep the messages of a JSONL file, with their own times.", "memory:import_", (Argument("file", "One JSON object a line: id, conversation, speaker, role, text, sent_at.", "path"),), doing="Importing…"),
    Command(("sessions", "list"), "Your conversations, latest first.", "sessions:list_", (), (Option(("--limit",), "limit", "At most this many.", "number", 50),), doing="Reading the sessions…"),
    Command(("sessions", "show"), "The messages of one conversation.", "sessions:show", (SESSION,), doing="Reading the session…"),
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
    Command(("config", "path"), "Where the settings are read from.", "care:config_path", opens="nothing"),
    Command(("config", "show"), "The settings in effect, secrets hidden.", "care:config_show", opens="nothing"),
    Command(("config", "check"), "Whether every setting is right.", "care:config_check", opens="nothing"),
    Command(("model",), "Show the chat model, or change it for this session.", "chat:model", (Argument("name", "The model's name.", required=False),), cli=False, slash=True, opens="nothing"),
    Command(("new",), "Begin a new conversation.", "chat:new", cli=False, slash=True, opens="nothing"),
    Command(("exit",), "Leave; everything is kept.", "chat:exit_", cli=False, slash=True, opens="nothing"),
)  # fmt: skip

HELP = "An agent for the terminal that remembers, on your own machine."

GROUPS = {
    "graph": "The knowledge graph: what is known.",
    "memory": "Search what is remembered.",
    "sessions": "Your conversations.",
    "config": "Settings.",
    "bench": "Measure the memory.",
}


def handler_of(command: Command) -> Handler:
    module, _, function = command.handler.partition(":")
    found: Handler = getattr(importlib.import_module(f"zeph.commands.{module}"), function)
    return found


def slash_commands() -> tuple[Command, ...]:
    return tuple(c for c in COMMANDS if c.slash)

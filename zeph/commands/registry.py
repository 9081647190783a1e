"""The one table of commands: slash commands, command line, completion, palette and docs/cli.md all read it.

In: nothing. Out: :data:`COMMANDS`, in the order in which they are listed. A new command is one row here and its handler
in the file of its noun in ``handlers/``. Handlers are named, not imported, so that reading the table is cheap
(``zeph --help`` loads nothing of the engine); :func:`handler_of` imports one when it is about to run.
"""

import importlib

from zeph.commands.arguments import (
    AS_OF,
    CHANGE_ID,
    DRY_RUN,
    EXPORT,
    EXPORT_FILE,
    FACT_ID,
    FORGET,
    INCLUDE_GATED,
    KNOWN_AT,
    LATEST,
    LIMIT,
    NAME,
    QUESTION,
    SEARCH,
    SESSION,
    YES,
)
from zeph.commands.bench_format import BENCH_FILE
from zeph.commands.types import Argument, Command, Handler, Option

CHOOSE = "?"
"""In place of a session's id: the person chooses."""

COMMANDS: tuple[Command, ...] = (
    Command(
        ("chat",), "Talk to Zeph; what you say is remembered.",
        options=(
            Option(("-p", "--prompt"), "prompt", "Answer this one text and end."),
            Option(("--plain",), "plain", "No colours, no rendered markdown.", "flag", False),
            Option(
                ("--output",), "output", "How one answer is printed.", default="text",
                choices=("text", "json", "stream-json"),
            ),
            Option(("-c", "--continue"), "resume_last", "Go on with the last session.", "flag", False),
            Option(("--resume",), "resume", "Go on with the session whose id begins so; without an id, choose one."),
            Option(
                ("--graph-memory/--no-graph-memory",), "graph_memory", "Turn graph memory on or off for this session.",
                "flag",
            ),
            Option(("--model",), "model", "The chat model for this session."),
        ),
        opens="door", json=False,
    ),
    Command(
        ("why",), "Why the last answer knew what it knew: facts, messages, how they were found, their sources.",
        "why:why", cli=False, slash=True,
    ),
    Command(
        ("help",), "What can be typed here, or what one command takes.", "help:help_",
        (Argument("command", "A command, such as memory search.", required=False, rest=True),), opens="nothing",
        cli=False, slash=True,
    ),
    Command(
        ("graph",), "Counts of entities, facts, communities, and what waits.", "graph:stats", cli=False, slash=True,
        doing="Counting what the graph holds…",
    ),
    Command(
        ("graph", "stats"), "Counts of entities, facts, communities, and what waits.", "graph:stats",
        doing="Counting what the graph holds…",
    ),
    Command(
        ("graph", "entities"), "The entities seen last, at most 50.", "graph:entities", slash=True,
        doing="Reading the entities seen last…",
    ),
    Command(
        ("graph", "facts"), "What is known about a thing, with the sources.", "graph:facts", (NAME,),
        (AS_OF, KNOWN_AT), slash=True, doing="Looking up the facts…",
    ),
    Command(
        ("graph", "at"), "What was true of a thing at a date.", "graph:at",
        (Argument("date", "2023-05-07, 2023-05, 2023 or “last summer”; quotes where it has several words."), NAME),
        slash=True, doing="Looking up the facts of that time…",
    ),
    Command(
        ("graph", "view"),
        "The graph as a page in your browser: communities, search, and a date that plays its history.",
        "graph_view:view",
        options=(
            Option(("--as-of",), "as_of", "The date it opens at: 2023-05-07, 2023-05, 2023 or “last summer”."),
            Option(("--entity",), "entity", "Only what is within two steps of this thing."),
            Option(
                ("--output",), "output",
                "The file to write; without it, one in the state folder that is written anew each time.", "path",
            ),
            Option(("--no-open",), "no_open", "Only write it.", "flag", False),
        ),
        slash=True, doing="Drawing the graph…",
    ),
    Command(
        ("graph", "path"), "How two things are connected: the shortest way through what is true now.", "graph:path",
        (
            Argument("start", "One name; quotes where it has several words."),
            Argument("goal", "The other name; quotes where it has several words."),
        ),
        slash=True, doing="Looking for a way between the two…",
    ),
    Command(
        ("graph", "communities"), "Groups of things that belong together, or those about a question.",
        "graph:communities", (Argument("question", "What they should be about.", required=False, rest=True),),
        opens="models", slash=True, doing="Reading the communities…",
    ),
    Command(
        ("graph", "evict"), "What is out of use for so long that it goes, and why.", "graph:evict",
        options=(DRY_RUN, YES), slash=True, doing="Looking for what is out of use…",
    ),
    Command(
        ("graph", "history"), "Every fact about a thing, past ones too, latest first.", "graph:history",
        (NAME,), slash=True, doing="Looking up the facts of all times…",
    ),
    Command(
        ("graph", "revisions"), "What changed in the graph, automatic changes too, latest first.",
        "graph_corrections:revisions", options=(LATEST,), slash=True, doing="Reading the changes…",
    ),
    Command(
        ("graph", "undo"), "Undo a change of the graph, by default the last one.", "graph_corrections:undo",
        (CHANGE_ID,), slash=True,
    ),
    Command(
        ("graph", "accept"), "Say that an automatic change, or both sides of a question, is right.",
        "graph_corrections:accept", (CHANGE_ID,),
        (Option(("--all",), "all", "Everything that waits.", "flag", False),), slash=True,
    ),
    Command(
        ("graph", "merge"), "Two names, one thing: everything of GONE goes to KEPT.", "graph_corrections:merge",
        (Argument("kept", "The name that stays."), Argument("gone", "The name that joins it.")), slash=True,
    ),
    Command(
        ("graph", "split"), "ALIAS is a thing of its own, with what was said under that name.",
        "graph_corrections:split",
        (Argument("name", "The entity that has the alias."), Argument("alias", "The name to take out.")), slash=True,
    ),
    Command(
        ("graph", "alias"), "Give a thing another name.", "graph_corrections:alias",
        (Argument("name", "The entity's name."), Argument("alias", "Its other name.")), slash=True,
    ),
    Command(
        ("graph", "ontology"), "The relations Zeph knows: names, inverse, how many, kind.",
        "graph:ontology", slash=True,
    ),
    Command(
        ("graph", "backfill"), "Extract facts from messages that wait, imported ones too.", "graph:backfill",
        options=(LIMIT, INCLUDE_GATED), opens="models", slash=True, doing="Extracting facts from waiting messages…",
    ),
    Command(
        ("graph", "cost"), "What extraction took: calls, tokens, seconds, by extractor and by day.", "graph:cost",
        slash=True, doing="Adding up what extraction took…",
    ),
    Command(
        ("memory", "search"), "The facts and messages that answer a question, with why.", "memory:search", (QUESTION,),
        SEARCH, opens="models", slash=True, doing="Searching the memory…",
    ),
    Command(
        ("memory", "context"), "Exactly what would be sent to the model for a question.", "memory:context",
        (QUESTION,), opens="models", doing="Assembling the context…",
    ),
    Command(
        ("memory", "show"), "One fact, message or entity in full: what was believed when, and where it came from.",
        "memory:show",
        options=(
            Option(("--fact",), "fact", "A fact's number.", "number"),
            Option(("--message",), "message", "A message's number.", "number"),
            Option(("--entity",), "entity", "A name or alias."),
        ),
        slash=True,
    ),
    Command(
        ("memory", "log"), "What was read in a message, or in the last ones, and what became of each claim.",
        "memory:log",
        (Argument("message", "A message's number.", "number", required=False),), (LATEST,), slash=True,
    ),
    Command(
        ("memory", "edit"), "Set a fact right: its sentence, its dates, how sure it is.", "facts:edit", (FACT_ID,),
        (
            Option(("--fact",), "fact", "The sentence."),
            Option(("--since",), "since", "When it began to be true."),
            Option(("--until",), "until", "When it ceased to be true."),
            Option(("--confidence",), "confidence", "From 0 to 1."),
        ),
        slash=True,
    ),
    Command(
        ("memory", "pin"), "Keep a fact as it is: nothing automatic changes, ends or removes it.", "facts:pin",
        (FACT_ID,), slash=True,
    ),
    Command(
        ("memory", "end"), "A fact is over, since today or a date.", "facts:end",
        (FACT_ID, Argument("date", "When it ceased to be true; today if not given.", required=False)), slash=True,
    ),
    Command(("memory", "stats"), "How much is remembered, and how large the file is.", "memory:stats", slash=True),
    Command(
        ("memory", "forget"), "Take something out for good, with everything that has no other source.",
        "forget:forget", options=FORGET, doing="Looking for what goes…",
    ),
    Command(
        ("forget",), "Forget a fact (#ID), a thing by its name, or whatever holds these words; asks first.",
        "forget:slash", (Argument("what", "#ID, a name, or words.", rest=True),), cli=False, slash=True,
    ),
    Command(
        ("memory", "export"), "The same as `zeph export`.", "import_export:export", (EXPORT_FILE,), EXPORT, json=False,
    ),
    Command(
        ("import",), "Keep what a file or folder of conversations holds, with its own times. Again adds nothing.",
        "import_export:import_",
        (
            Argument(
                "file",
                "Lines of Zeph, ChatGPT's or Claude's conversations.json, a session of Claude Code or Codex, or a "
                "folder of them.",
                "path",
            ),
        ),
        (
            Option(
                ("--format",), "format", "What the file is; told from the file if not given.",
                choices=("zeph", "lines", "chatgpt", "claude", "claude-code", "codex"),
            ),
        ),
        doing="Importing…",
    ),
    Command(
        ("export",), "Everything as lines that `zeph import` reads again, or the graph for another tool.",
        "import_export:export", (EXPORT_FILE,), EXPORT, json=False,
    ),
    Command(
        ("sessions", "list"), "Your conversations, latest first.", "sessions:list_", options=(LATEST,),
        doing="Reading the sessions…",
    ),
    Command(
        ("sessions", "show"), "The messages of one conversation.", "sessions:show", (SESSION,),
        doing="Reading the session…",
    ),
    Command(
        ("sessions", "search"), "Conversations that hold all these words.", "sessions:search",
        (Argument("text", "The words.", rest=True),),
        (Option(("--limit",), "limit", "At most this many.", "number", 20),), doing="Searching the sessions…",
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
    Command(
        ("bench", "retrieval"), "How well what was said is found again, beside plain full-text search.",
        "bench:retrieval", (Argument("file", "Conversations with labelled questions.", "path"),),
        (
            Option(("--format",), "format", "What the file is.", default="jsonl", choices=("jsonl", "locomo")),
            Option(("--no-graph",), "no_graph", "Leave the knowledge graph out.", "flag", False),
        ),
        opens="nothing", doing="Measuring retrieval…", details=BENCH_FILE,
    ),
    Command(
        ("init",), "Set Zeph up: provider, models, graph memory. Can be run again.",
        options=(Option(("--yes", "-y"), "yes", "Take every default.", "flag", False),), opens="door", json=False,
    ),
    Command(
        ("doctor",), "Versions, paths, database, models, and what mends each problem.", "doctor:doctor",
        opens="nothing",
    ),
    Command(("db", "path"), "Where the database is.", "db:path", opens="nothing"),
    Command(
        ("db", "check"), "Look at every page, reference and index of the file.", "db:check",
        options=(Option(("--repair",), "repair", "Mend what can be made again from the rest.", "flag", False),),
        doing="Checking the file…",
    ),
    Command(
        ("db", "backup"), "A copy of the whole memory, also while a chat runs.", "db:backup",
        (Argument("file", "The file to write.", "path"),), (YES,), opens="nothing", doing="Copying…",
    ),
    Command(
        ("db", "restore"), "Put a copy back; what is there now is copied first.", "db:restore",
        (Argument("file", "The copy.", "path"),), (YES,), opens="nothing",
    ),
    Command(("db", "vacuum"), "Write the file anew, without holes.", "db:vacuum", doing="Writing the file anew…"),
    Command(("db", "stats"), "Rows and bytes of each table and index.", "db:stats"),
    Command(("config", "path"), "Where the settings are read from.", "config:path", opens="nothing"),
    Command(("config", "show"), "The settings in effect, secrets hidden.", "config:show", opens="nothing"),
    Command(("config", "check"), "Whether every setting is right.", "config:check", opens="nothing"),
    Command(
        ("model",), "Show the chat model, or change it for this session.", "conversation:model",
        (Argument("name", "The model's name.", required=False),), opens="nothing", cli=False, slash=True,
    ),
    Command(
        ("retry",), "Have the last message answered once more.", "conversation:retry", opens="nothing", cli=False,
        slash=True,
    ),
    Command(
        ("edit",), "Take the last message back into the input, to send it anew.", "conversation:edit", opens="nothing",
        cli=False, slash=True,
    ),
    Command(("copy",), "Copy the last answer.", "conversation:copy", opens="nothing", cli=False, slash=True),
    Command(
        ("resume",), "Go on with another session.", "conversation:resume", (SESSION,), opens="nothing", cli=False,
        slash=True,
    ),
    Command(("new",), "Begin a new conversation.", "conversation:new", opens="nothing", cli=False, slash=True),
    Command(("exit",), "Leave; everything is kept.", "conversation:exit_", opens="nothing", cli=False, slash=True),
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
    found: Handler = getattr(importlib.import_module(f"zeph.commands.handlers.{module}"), function)
    return found


def command_named(name: str) -> Command:
    """``graph facts``; there is one."""
    return next(command for command in COMMANDS if command.name == name)


def slash_commands() -> tuple[Command, ...]:
    return tuple(c for c in COMMANDS if c.slash)

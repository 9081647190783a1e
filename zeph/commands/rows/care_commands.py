"""Rows of the registry: settings, the database, its health, and how good recall is."""

from zeph.commands.arguments import YES
from zeph.commands.bench_format import BENCH_FILE
from zeph.commands.types import Argument, Command, Option

CARE: tuple[Command, ...] = (
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
        opens="nothing", slash=True,
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
    Command(
        ("config", "show"), "The settings in effect, secrets hidden.", "config:show", opens="nothing", slash=True,
        aliases=("config",),
    ),
    Command(("config", "check"), "Whether every setting is right.", "config:check", opens="nothing"),
)  # fmt: skip

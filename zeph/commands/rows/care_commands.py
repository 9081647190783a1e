"""Rows of the registry: settings, the database, its health, and how good recall is."""

from zeph.commands.arguments import YES
from zeph.commands.bench_format import BENCH_FILE
from zeph.commands.types import Argument, Command, Option

TRUST = """\
A `zeph.toml` in the current folder, and a `--config` file that others can write, belong to whoever made them. Until
you trust one it sets looks alone; the space, addresses, keys, files, prompts and everything else of it do not
count, and a warning names them. On a terminal you are asked once. Trust is for the file as it is: its path, its
content and that of the files it names. When it changes you are asked again."""

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
    Command(
        ("trust",), "Let a settings file that is not yours alone set more than looks: ./zeph.toml, or the one named.",
        "trust:trust", (Argument("file", "The file; without it ./zeph.toml.", "path", required=False),),
        (
            Option(("--list",), "list", "The files that you were asked about.", "flag", False),
            Option(("--forget",), "forget", "Trust it no longer.", "flag", False),
            YES,
        ),
        opens="nothing", details=TRUST,
    ),
    Command(("config", "path"), "Where the settings are read from.", "config:path", opens="nothing"),
    Command(
        ("config", "show"), "The settings in effect, secrets hidden.", "config:show", opens="nothing", slash=True,
        aliases=("config",),
    ),
    Command(
        ("config", "set"), "Change a setting in your file; comments there stay.", "config:set_",
        (Argument("key", "The setting, such as model.name."), Argument("value", "What it shall be.", rest=True)),
        opens="nothing", slash=True,
    ),
    Command(("config", "check"), "Whether every setting is right.", "config:check", opens="nothing"),
)  # fmt: skip

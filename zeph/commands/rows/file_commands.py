"""Rows of the registry: memories from files, and into them."""

from zeph.commands.arguments import EXPORT, EXPORT_FILE, YES
from zeph.commands.types import Argument, Command, Option

FILES: tuple[Command, ...] = (
    Command(
        ("memory", "export"), "The same as `zeph export`.", "import_export:export", (EXPORT_FILE,), EXPORT, json=False,
    ),
    Command(
        ("import",),
        "Keep what files or folders of conversations and notes hold, with their own times. Again adds nothing.",
        "import_export:import_",
        (
            Argument(
                "files",
                "Lines of Zeph, ChatGPT's or Claude's conversations.json, a session of Claude Code or Codex, memories "
                "of Mem0, Letta (.af) or Graphiti (.json), notes (.md, .txt), records (.json), tables (.csv, .tsv), "
                "or folders of them.",
                "path", several=True,
            ),
        ),
        (
            Option(
                ("--format",), "format",
                "What the file is; told from the file if not given. my-notes: notes in which “I” is you. rules: "
                "CLAUDE.md and AGENTS.md, whose rules become lines of the profile.",
                choices=(
                    "zeph", "lines", "chatgpt", "claude", "claude-code", "codex", "notes", "my-notes", "records",
                    "table", "mem0", "letta", "graphiti", "rules",
                ),
            ),
            Option(
                ("--me",), "me",
                "The name under which the file knows you: Mem0's user_id, a node of Graphiti, “human of AGENT” in an "
                "agent file of Letta, a speaker. Without it nothing in such a file is told of you.",
            ),
            Option(
                ("--watch",), "watch",
                "Goes on looking at a folder of notes: what a note says now replaces what it said. Ctrl+C ends it.",
                "flag", default=False,
            ),
            Option(
                ("--follow",), "follow",
                "Goes on reading sessions of Claude Code (~/.claude/projects) as they are written. Ctrl+C ends it.",
                "flag", default=False,
            ),
            YES,
        ),
        doing="Importing…",
    ),
    Command(
        ("export",), "Everything as lines that `zeph import` reads, the graph for another tool, or pages to read.",
        "import_export:export", (EXPORT_FILE,), EXPORT, slash=True, json=False,
    ),
)  # fmt: skip

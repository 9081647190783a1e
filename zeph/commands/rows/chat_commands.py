"""Rows of the registry: what one types in a chat, and `zeph chat` itself."""

from zeph.commands.arguments import EXPLAIN, SESSION
from zeph.commands.types import Argument, Command, Option

CHAT: tuple[Command, ...] = (
    Command(
        ("chat",), "Talk to Zeph; what you say is remembered.",
        arguments=(
            Argument("text", "Answer this one text and end, as -p does.", required=False, rest=True, said=True),
        ),
        options=(
            Option(("-p", "--prompt"), "prompt", "Answer this one text and end.", said=True),
            Option(("--plain",), "plain", "No colours, no rendered markdown.", "flag", False),
            Option(
                ("--output",), "output", "How one answer is printed.", default="text",
                choices=("text", "json", "stream-json"),
            ),
            Option(("-c", "--continue"), "resume_last", "Go on with the last session.", "flag", False),
            Option(("--resume",), "resume", "Go on with the session whose id begins so; without an id, choose one."),
            Option(
                ("--graph-memory/--no-graph-memory",), "graph_memory",
                "Read facts from what is said and show them to the model, or not; messages are kept and found either"
                " way (--temporary keeps nothing).",
                "flag",
            ),
            Option(
                ("--temporary",), "temporary",
                "A private chat: nothing of it is ever written; what is remembered already still helps.", "flag", False,
            ),
            Option(("--yes", "-y"), "yes", "Forget without asking what -p TEXT orders to forget.", "flag", False),
            Option(("--model",), "model", "The chat model for this session."),
            Option(("--space",), "space", "A space of the memory, for this chat."),
            Option(("--keep-secrets",), "keep_secrets", "Keep keys and passwords that you tell.", "flag", False),
        ),
        opens="door", json=False,
    ),
    Command(
        ("why",), "Why the last answer knew what it knew: facts, messages, how they were found, their sources.",
        "why:why", options=(EXPLAIN,), cli=False, slash=True,
    ),
    Command(
        ("help",), "What can be typed here, or what one command takes.", "help:help_",
        (Argument("command", "A command, such as memory search.", required=False, rest=True),), opens="nothing",
        cli=False, slash=True, aliases=("?",), typed=("help", "?"),
    ),
)  # fmt: skip

IN_CHAT: tuple[Command, ...] = (
    Command(
        ("model",), "Who answers, and which models there are; with a name, it does from now on.", "models:model",
        (Argument("name", "The model's name; openai:NAME, ollama:NAME, gguf:FILE or memory changes the provider.",
                  required=False, rest=True),),
        opens="nothing", cli=False, slash=True, doing="Asking which models there are…",
    ),
    Command(
        ("model", "list"), "Who answers, which models there are, and which others fit this machine.", "models:model",
        opens="models", slash=True, aliases=("models",), doing="Asking which models there are…",
    ),
    Command(
        ("model", "pull"), "Bring a model with Ollama; Esc or Ctrl+C stops it, and the same command goes on later.",
        "models:pull", (Argument("name", "Its name in Ollama's library, such as qwen3:4b."),), opens="models",
        slash=True, doing="Asking Ollama for it…",
    ),
    Command(
        ("set",), "Change a setting for this talk alone, such as `/set temperature 0.2`.", "models:set_",
        (Argument("key", "The setting: temperature, context_window, system_prompt …"),
         Argument("value", "What it shall be; without it, it is shown.", required=False, rest=True)),
        opens="nothing", cli=False, slash=True,
    ),
    Command(
        ("compact",), "Sum up this talk so far; a model gets the summary in its place, and you see what it kept.",
        "conversation:compact", opens="nothing", cli=False, slash=True, doing="Summing up…",
    ),
    Command(
        ("theme",), "Other colours of the full screen: dark, light, ansi (the terminal's own) or auto.",
        "conversation:theme", (Argument("theme", "Which; without it the next ones.", required=False),),
        opens="nothing", cli=False, slash=True,
    ),
    Command(
        ("retry",), "Have the last message answered once more; the answer it had goes.", "conversation:retry",
        opens="nothing", cli=False, slash=True,
    ),
    Command(
        ("edit",), "Take the last message back, with what it taught, into the input: to send it anew.",
        "conversation:edit", opens="nothing", cli=False, slash=True,
    ),
    Command(("copy",), "Copy the last answer.", "conversation:copy", opens="nothing", cli=False, slash=True),
    Command(
        ("resume",), "Go on with another session.", "conversation:resume", (SESSION,), opens="nothing", cli=False,
        slash=True,
    ),
    Command(
        ("wrong",), "What I told or noted last is not so: it goes out of use; asks first.", "facts:wrong",
        opens="nothing", cli=False, slash=True,
    ),
    Command(
        ("private",), "Nothing of what follows is kept, until /private ends it; what I know already still helps.",
        "conversation:private",
        (Argument("state", "on or off; without it, what it is not.", required=False),),
        opens="nothing", cli=False, slash=True,
    ),
    Command(
        ("new",), "Begin a new conversation.", "conversation:new", opens="nothing", cli=False, slash=True,
        aliases=("clear",), typed=("clear",),
    ),
    Command(
        ("exit",), "Leave; everything is kept.", "conversation:exit_", opens="nothing", cli=False, slash=True,
        aliases=("quit", "q"), typed=("exit", "quit", ":q"),
    ),
)  # fmt: skip

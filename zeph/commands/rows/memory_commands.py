"""Rows of the registry: searching, mending and forgetting what is remembered."""

from zeph.commands.arguments import FACT_ID, FORGET, KEEP_MESSAGES, LATEST, QUESTION, SEARCH, YES
from zeph.commands.types import Argument, Command, Option

MEMORY: tuple[Command, ...] = (
    Command(
        ("memory", "search"), "The facts and messages that answer a question, with why.", "memory:search", (QUESTION,),
        SEARCH, opens="models", slash=True, aliases=("search",), doing="Searching the memory…",
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
        ("profile",), "Who you are to Zeph: what a model is always told. add TEXT, drop N and pin N change it.",
        "profile_lines:profile",
        (
            Argument("action", "add, drop or pin; without it, the profile is shown.", required=False),
            Argument("what", "A line to add, the number of one, or a fact's number (#12).", required=False, rest=True),
        ),
        slash=True,
    ),
    Command(
        ("memory", "forget"), "Take something out for good, with everything that has no other source.",
        "forget:forget", options=FORGET, doing="Looking for what goes…",
    ),
    Command(
        ("forget",), "Forget a fact (#ID), a thing by its name, or what is said in these words; asks first.",
        "forget:slash", (Argument("what", "#ID, a name, or words.", required=False, rest=True),),
        (
            Option(("--last",), "last", "What you said last, and the answer to it.", "flag", False),
            Option(("--conversation",), "conversation", "This whole conversation.", "flag", False),
            Option(("--everything",), "everything", "All that is remembered.", "flag", False),
            KEEP_MESSAGES, YES,
        ),
        cli=False, slash=True,
    ),
)  # fmt: skip

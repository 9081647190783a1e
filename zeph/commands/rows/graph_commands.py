"""Rows of the registry: the knowledge graph."""

from zeph.commands.arguments import (
    AS_OF,
    CHANGE_ID,
    DRY_RUN,
    INCLUDE_GATED,
    KNOWN_AT,
    LATEST,
    LIMIT,
    MOST_FACTS,
    NAME,
    YES,
)
from zeph.commands.types import Argument, Command, Option

GRAPH: tuple[Command, ...] = (
    Command(
        ("graph",), "Counts of entities, facts, communities, and what waits.", "graph:stats", cli=False, slash=True,
        doing="Counting what the graph holds…",
    ),
    Command(
        ("graph", "stats"), "Counts of entities, facts, communities, and what waits.", "graph:stats",
        doing="Counting what the graph holds…",
    ),
    Command(
        ("graph", "entities"), "The entities seen last.", "graph:entities", options=(LATEST,), slash=True,
        doing="Reading the entities seen last…",
    ),
    Command(
        ("graph", "facts"), "What is known about a thing, with the sources.", "graph:facts", (NAME,),
        (AS_OF, KNOWN_AT, MOST_FACTS), slash=True, doing="Looking up the facts…",
    ),
    Command(
        ("graph", "at"), "What was true of a thing at a date.", "graph:at",
        (Argument("date", "2023-05-07, 2023-05, 2023 or “last summer”; quotes where it has several words."), NAME),
        (MOST_FACTS,), slash=True, doing="Looking up the facts of that time…",
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
            YES,
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
        (LATEST,), opens="models", slash=True, doing="Reading the communities…",
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
        ("review",), "Changes that came by themselves and wait for your look; how each is kept or undone.",
        "graph_corrections:review", opens="nothing", cli=False, slash=True,
    ),
    Command(
        ("graph", "undo"), "Undo a change, by default the last one, of a list too.", "graph_corrections:undo",
        (CHANGE_ID,), slash=True, aliases=("undo",), typed=("undo",),
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
)  # fmt: skip

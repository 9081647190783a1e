"""The pickers by name: sessions, models, what was typed before, everything that can be done.

In: where the choices come from. Out: pickers; what is chosen is a slash line, a text or an action's name.
"""

from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING

from zeph.agent.answers.second_person import to_you
from zeph.commands.handlers.models import size_of
from zeph.commands.registry import slash_commands
from zeph.commands.types import Command
from zeph.records.edge import CANDIDATE_BELOW
from zeph.tui.prompt.input_history import InputHistory
from zeph.tui.screens.picker import Choice, Picker
from zeph.tui.text.screen_text import short

if TYPE_CHECKING:
    from zeph.agent.session import Session
    from zeph.records.message import Conversation, Message
    from zeph.tui.markdown.layout import Code
    from zeph.tui.talk import Talk

MOST_SESSIONS = 1000
MOST_READ = 60
"""The latest messages of a talk of which facts are listed."""
MOST_FOUND = 20
"""Sessions that are found by what was said in them."""

ACTIONS: tuple[Choice[str], ...] = (
    Choice("browser", "Memory browser", "Search, timelines, dates, corrections", "Ctrl+G"),
    Choice("panel", "Memory panel", "Facts used, things, counts, what goes to the model", "Ctrl+B"),
    Choice("sessions", "Sessions", "Go on with another conversation", "Ctrl+S"),
    Choice("models", "Models", "Answer with another model", "Ctrl+O"),
    Choice("search_history", "Search what was typed", "", "Ctrl+R"),
    Choice("copy_answer", "Copy the last answer", "", "Ctrl+Y"),
    Choice("copy_code", "Copy code", "Of the last answer that has any", "F2"),
    Choice("find", "Find in the conversation", "A message, by its words", "F3"),
    Choice("take_back", "Take back what was learned", "Undo or forget what this talk has taught", "F4"),
    Choice("unfold", "Thoughts, calls, long texts", "Unfold what is folded, or fold it again", "Ctrl+T"),
    Choice("next_theme", "Next theme", "Dark, light, the terminal's own colours"),
    Choice("keys", "Keys", "What each key does", "F1"),
)


def palette() -> Picker[str]:
    """An action's name, or the line of a slash command (with a space at its end where it needs more)."""
    return Picker("Everything that can be done", palette_choices())


def palette_choices() -> list[Choice[str]]:
    commands = [
        Choice(f"/{c.name}{' ' if any(a.required for a in c.arguments) else ''}", _brief(c), c.help)
        for c in slash_commands()
    ]
    return [*ACTIONS, *commands]


def _brief(command: Command) -> str:
    """``/graph path START GOAL``: without its options."""
    return " ".join([f"/{command.name}", *(a.name.upper() for a in command.arguments if a.required)])


def sessions(session: "Session", current: str) -> Picker[str]:
    """The id of a conversation; typing finds titles first, then what was said."""

    def choice(c: "Conversation", said: str = "") -> Choice[str]:
        title = f"{c.title or '(nothing said yet)'}{f' … {said}' if said else ''}"
        state = "this one" if c.external_id == current else c.external_id
        count = f"{c.messages} message{'' if c.messages == 1 else 's'}"
        return Choice(c.external_id, title, f"{c.updated_at[:16]} · {count} · {state}")

    async def load() -> Sequence[Choice[str]]:
        found = await session.memory.conversations.list(MOST_SESSIONS)
        return [choice(c) for c in found if c.messages or c.external_id == current]

    async def more(typed: str) -> Sequence[Choice[str]]:
        found = await session.memory.conversations.search(typed, MOST_FOUND)
        return [choice(c, short(said[0].text, 120)) for c, said in found]

    return Picker("Sessions", load(), empty="No sessions yet.", more=more)


def models(session: "Session") -> Picker[str]:
    """The name of a model that Ollama has."""

    async def load() -> Sequence[Choice[str]]:
        using = session.agent.model_name
        return [
            Choice(one.name, one.name, f"{size_of(one)}{'  answers now' if using.endswith(one.name) else ''}".strip())
            for one in await session.offered_models()
        ]

    return Picker("Models", load(), empty="No model here yet: /model lists what fits this machine, and how to get it.")


def code(blocks: "Sequence[Code]") -> Picker[str]:
    """The text of a block of code."""
    choices = [Choice(block.text, " ".join(block.text.split()), block.language) for block in blocks]
    return Picker("Copy which code?", choices)


def messages(said: "Awaitable[Sequence[Message]]") -> Picker[int]:
    """The id of a message of a conversation, the newest first."""

    async def load() -> Sequence[Choice[int]]:
        spoken = [m for m in reversed(await said) if m.role in ("user", "assistant") and m.text.strip()]
        return [Choice(m.id, " ".join(m.text.split()), f"{m.sent_at[:16]} {m.person}") for m in spoken]

    return Picker("Find in the conversation", load(), empty="Nothing was said yet.")


async def learned(shown: Sequence[tuple[str, str]], talk: "Talk") -> Picker[str] | None:
    """The slash line that takes one thing back: what stands on the screen with the line for it, then what else was
    learned in this talk and is so; last what was forgotten, which nothing brings back. None where there is nothing."""
    listed = [Choice(order, what, order) for what, order in shown]
    context = talk.context
    if context is not None and context.chat is not None and context.session is not None:
        orders = {choice.value for choice in listed}
        for message in reversed(await context.memory.conversations.history(context.chat.conversation.id, MOST_READ)):
            for fact in await context.memory.graph.facts_of_message(message.id) if message.role == "user" else ():
                order = f"/forget #{fact.id}"
                learned = fact.current(context.memory.now) and fact.confidence >= CANDIDATE_BELOW
                if learned and order not in orders:
                    orders.add(order)
                    listed.append(Choice(order, to_you(fact.fact), order))
        if (since := context.session.agent.since).forgotten:
            listed.append(Choice("", f"forgotten: {since.gone or 'what you named'}", "gone for good"))
    return Picker("Take back what was learned", listed) if listed else None


def earlier_inputs(history: InputHistory, typed: str) -> Picker[str]:
    """A text that was sent before."""
    choices = [Choice(text, text) for text in history.search()]
    return Picker("What was typed before", choices, empty="Nothing was typed yet.", typed=" ".join(typed.split()))

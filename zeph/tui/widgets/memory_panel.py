"""The memory panel: what this answer used and why, what the background does, the budget, what the talk is about.

In: a :class:`Glance`. Out: a column beside the conversation.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from zeph.agent.answers.second_person import name_to_you, to_you
from zeph.records.entity import Entity
from zeph.records.events import FactsRecalled
from zeph.records.message import Conversation
from zeph.records.recalled import RecalledFact
from zeph.tui.text.screen_text import line, short, styled
from zeph.tui.widgets.status_line import thousands

if TYPE_CHECKING:
    from zeph.agent.session import Session

BAR = 18
COLOURS = {
    "system": "$quiet", "summary": "$text-muted", "graph": "$text-success", "messages": "$text-accent",
    "history": "$text-primary", "question": "$text-warning",
}  # fmt: skip
MOST_FACTS = 20
CALLED = {"entities": ("thing", "things"), "edges": ("fact", "facts"), "communities": ("group", "groups")}
"""What a person calls what is counted: one, and several."""


@dataclass(frozen=True)
class Glance:
    """All that the panel shows."""

    used: FactsRecalled | None = None
    """What went into the last turn's context."""
    jobs: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    entities: tuple[Entity, ...] = ()


async def counts_and_entities(
    session: "Session", conversation: Conversation
) -> tuple[Mapping[str, int], tuple[Entity, ...]]:
    """What the panel asks of the memory."""
    from zeph.commands.json_shapes import graph_stats

    stats = await session.memory.stats()
    return graph_stats(stats), tuple(await session.memory.graph.entities_of_conversation(conversation.id))


class MemoryPanel(VerticalScroll, can_focus=False):
    DEFAULT_CSS = """
    MemoryPanel {
        width: 46; height: 1fr; display: none; padding: 0 1; background: $surface; border-left: vkey $primary 40%;
        scrollbar-size-vertical: 1;
    }
    MemoryPanel.open { display: block; }
    """

    def __init__(self) -> None:
        super().__init__(Static(markup=False), id="panel")
        self._glance = Glance()

    @property
    def is_open(self) -> bool:
        return self.has_class("open")

    def show(self, glance: Glance) -> None:
        if glance != self._glance:
            self._glance = glance
            self.query_one(Static).update(render(glance))


def render(glance: Glance) -> Content:
    parts = [
        *_section("Facts used in this turn", _facts(glance.used)),
        *_section("Background", _jobs(glance.jobs)),
        *_section("Memory", _counts(glance.counts)),
        *_section("What goes to the model", _budget(glance.used)),
        *_section("Things in this talk", _entities(glance.entities)),
    ]  # fmt: skip
    return Content("\n").join(parts)


def _section(title: str, rows: list[Content]) -> list[Content]:
    return [Content.styled(title, "bold $primary"), *rows, Content("")]


def _quiet(text: str) -> Content:
    return Content.styled(text, "$quiet")


def _facts(used: FactsRecalled | None) -> list[Content]:
    if used is None:
        return [_quiet("nothing was asked yet")]
    if not used.recalled.facts:
        return [_quiet("none")]
    return [row for found in used.recalled.facts[:MOST_FACTS] for row in _fact(found)]


def _fact(found: RecalledFact) -> list[Content]:
    """The score, the sentence, where it comes from and how it was found (each way with the place it had there)."""
    from zeph.commands.handlers.why import CHANNELS

    sources = ", ".join(map(str, found.edge.sources[:4]))
    why = [f"{CHANNELS.get(name, name)} {rank}" for name, rank in found.why.channels.items()]
    said = f"message{'s' * (len(found.edge.sources) > 1)} {sources}" if sources else "by hand"
    about = " · ".join(filter(None, (said, ", ".join(why))))
    return [
        styled((f"{found.score:.2f} ", "bold $text-success"), line(to_you(found.edge.fact))),
        Content.styled(f"  {line(about)}", "$quiet"),
    ]


def _jobs(jobs: tuple[str, ...]) -> list[Content]:
    return [styled(("● ", "$text-primary"), line(job)) for job in jobs] or [_quiet("nothing to do")]


def _entities(entities: tuple[Entity, ...]) -> list[Content]:
    if not entities:
        return [_quiet("none yet")]
    return [
        styled(short(name_to_you(e.name), 26), (f" {line(e.entity_type)} · {e.degree}", "$quiet"))
        for e in entities[:12]
    ]


def _counts(counts: Mapping[str, int]) -> list[Content]:
    shown = (("entities", "edges", "communities"), ("waiting", "failed"))
    if not counts:
        return [_quiet("opening…")]
    return [
        Content(" · ").join(
            styled(
                (f"{counts[name]:,}", "bold $text-error" if name == "failed" and counts[name] else "bold"),
                f" {CALLED.get(name, (name, name))[counts[name] != 1]}",
            )
            for name in names
        )
        for names in shown
    ]


def _budget(used: FactsRecalled | None) -> list[Content]:
    if used is None or not used.window:
        return [_quiet("no model was asked yet")]
    from zeph.agent.context import PARTS, TOOLS_PART

    rows = [_bar(part, used.tokens.get(part, 0), used.window, COLOURS[part]) for part in PARTS]
    if tools := used.tokens.get(TOOLS_PART):
        rows.append(_bar(TOOLS_PART, tools, used.window, "$quiet"))
    rows.append(_bar("answer", used.reserve, used.window, "$faint"))
    filled, whole, reserve = map(thousands, (sum(used.tokens.values()), used.window, used.reserve))
    return [*rows, _quiet(f"{filled} of {whole} tokens, {reserve} for the answer")]


def _bar(name: str, count: int, window: int, colour: str) -> Content:
    filled = min(BAR, -(-BAR * count // window)) if count else 0
    return styled(f"{name:<9}", ("█" * filled, colour), ("░" * (BAR - filled), "$faint"), f" {thousands(count):>5}")

"""An entity's page as rows of text: summary, facts, the past on a time line, neighbours as a small graph, sources.

In: a :class:`~zeph.memory.views.graph_queries.Page` and a width. Out: rows, some of which lead somewhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content

from zeph.agent.answers.second_person import name_to_you, to_you
from zeph.clock import Moment
from zeph.memory.views.graph_queries import Difference, Page
from zeph.records.community import Community
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.message import Message
from zeph.tui.browser.fact_dates import dates
from zeph.tui.browser.moments import Moments
from zeph.tui.text.screen_text import line, short, shown, styled

Target = Edge | Message | int | str | None
"""Where a row leads: a fact, a message, an entity's id, an entity's name; None: it is only read."""

LINE = 16
"""Cells of a fact's bar on the time line."""
MOST_NEIGHBOURS = 24
OVER = {"superseded": "replaced", "retracted": "taken back", "merged": "the same as another"}
"""Why a fact is out of use, as a person would say it."""


@dataclass(frozen=True, slots=True)
class Row:
    content: Content
    target: Target = None


def entity_rows(page: Page, moments: Moments, width: int) -> list[Row]:
    entity = page.entity
    others = [name for name in entity.aliases if name.casefold() != entity.name.casefold()]
    rows = [
        Row(styled((line(name_to_you(entity.name)), "bold $primary"), (f"  {line(entity.entity_type)}", "$quiet"))),
        *([Row(styled(("also ", "$quiet"), line(", ".join(others))))] if others else []),
        *([Row(Content(shown(to_you(entity.summary))))] if entity.summary else []),
        Row(_quiet(f"first seen {entity.first_seen_at[:10]}, last {entity.last_seen_at[:10]}")),
    ]
    rows += _part(_now_or_then(moments), [Row(_fact(edge, width), edge) for edge in page.facts], "No facts.")
    rows += _part("What it is linked with", list(_neighbours(page, width)), "None.")
    rows += _part("Time line", [Row(_bar(edge, moments, width), edge) for edge in _in_time(page)], "Nothing before.")
    said = sorted(page.sources.values(), key=lambda message: message.sent_at, reverse=True)
    rows += _part("Said in", [Row(_said(message, width), message) for message in said], "No message.")
    return rows


def message_rows(message: Message, facts: Sequence[Edge], width: int) -> list[Row]:
    return [
        Row(
            styled(
                (f"#{message.id} ", "bold $primary"),
                (f"{message.sent_at[:16]} {line(name_to_you(message.person))}", "$quiet"),
            )
        ),
        Row(Content(shown(message.text)[:8000])),
        *_part("Facts that came from it", [Row(_fact(edge, width), edge) for edge in facts], "None."),
    ]


def community_rows(community: Community) -> list[Row]:
    return [
        Row(styled((line(community.name), "bold $primary"), (f"  {community.size} things", "$quiet"))),
        Row(Content(shown(community.summary))),
        *_part(
            "Best connected", [Row(styled("● ", line(name_to_you(name))), name) for name in community.members], "None."
        ),
    ]


def difference_rows(name: str, early: Moment, late: Moment, found: Difference, width: int) -> list[Row]:
    return [
        Row(styled((line(name_to_you(name)), "bold $primary"), f"  {early[:10]} → {late[:10]}")),
        *_part("No longer true", [_changed("− ", "$text-error", edge, width) for edge in found.gone], "Nothing."),
        *_part("New", [_changed("+ ", "$text-success", edge, width) for edge in found.new], "Nothing."),
    ]


def _changed(sign: str, colour: str, edge: Edge, width: int) -> Row:
    return Row(styled((sign, colour), _fact(edge, width)), edge)


def _part(title: str, rows: list[Row], none: str) -> list[Row]:
    return [Row(Content("")), Row(Content.styled(title, "bold")), *(rows or [Row(_quiet(none))])]


def _now_or_then(moments: Moments) -> str:
    if moments.as_of is None and moments.known_at is None:
        return "Facts now"
    then = [f"true on {moments.as_of[:10]}"] if moments.as_of else []
    known = [f"known on {moments.known_at[:10]}"] if moments.known_at else []
    return f"Facts {', '.join(then + known)}"


def _quiet(text: str) -> Content:
    return Content.styled(text, "$quiet")


def _fact(edge: Edge, width: int) -> Content:
    """The sentence; what is known about it at the right end, or below where there is no room."""
    numbers = ", ".join(map(str, edge.sources[:3]))
    said = f"from message{'s' * (len(edge.sources) > 1)} {numbers}" if edge.sources else "by hand"
    doubted = "not sure" if edge.confidence < CANDIDATE_BELOW else ""
    about = " · ".join(filter(None, (dates(edge), doubted, f"#{edge.id} {said}")))
    return _at_the_right(short(to_you(edge.fact), max(20, 2 * width)), line(about), width)


def _at_the_right(text: str | Content, about: str, width: int, indent: int = 2) -> Content:
    content = Content(text) if isinstance(text, str) else text
    room = width - content.cell_length - cell_len(about)
    if room < 2:
        about = short(about, max(20, width - indent))
    between = " " * room if room >= 2 else "\n" + " " * indent
    return styled(content, (between + about, "$quiet"))


def _said(message: Message, width: int) -> Content:
    return styled((f"#{message.id} {message.sent_at[:10]} ", "$quiet"), f"“{short(message.text, max(20, 2 * width))}”")


def _neighbours(page: Page, width: int) -> Iterator[Row]:
    """One hop out, the entity on the left."""
    edges = page.facts[:MOST_NEIGHBOURS]
    stem = short(name_to_you(page.entity.name), 16)
    middle = (len(edges) - 1) // 2
    for number, edge in enumerate(edges):
        outward = edge.source_id == page.entity.id
        name = edge.target if outward else edge.source
        fork = "──" if len(edges) == 1 else "┬─" if number == 0 else "└─" if number == len(edges) - 1 else "├─"
        fork = {0: "┌─", middle: "┼─" if middle > 0 else "┬─"}.get(number, fork) if len(edges) > 1 else fork
        head = f"{stem} ─" if number == middle else " " * (len(stem) + 2)
        relation = short(edge.canonical_relation.replace("_", " "), 24)
        room = width - len(head) - len(relation) - 9
        arrow = f"{fork} {relation} ──▶ " if outward else f"{fork} {relation} ◀── "
        target = edge.target_id if outward else edge.source_id
        yield Row(styled((head, "bold $primary"), (arrow, "$quiet"), short(name_to_you(name), max(10, room))), target)
    if len(page.facts) > len(edges):
        yield Row(_quiet(f"… and {len(page.facts) - len(edges)} more"))


def _in_time(page: Page) -> list[Edge]:
    return sorted((*page.past, *page.facts), key=lambda edge: (edge.valid_from or "", edge.id))


def _bar(edge: Edge, moments: Moments, width: int) -> Content:
    """Where the fact held between the first moment and the present."""
    begin = round(moments.share(edge.valid_from) * (LINE - 1)) if edge.valid_from else 0
    end = round(moments.share(edge.valid_until) * (LINE - 1)) if edge.valid_until else LINE - 1
    begin, end = min(begin, LINE - 1), max(begin, end)
    body = "━" * (end - begin + 1)
    ended = edge.valid_until is not None or edge.expired_at is not None
    colour = "$quiet" if ended else "$text-success"
    why = f" · {OVER.get(edge.expired_reason, edge.expired_reason)}" if edge.expired_reason else ""
    bar = styled(
        ("·" * begin, "$faint"),
        (body, colour),
        ("·" * (LINE - 1 - end), "$faint"),
        f" {short(to_you(edge.fact), max(20, width))}",
    )
    return _at_the_right(bar, f"{dates(edge)}{why}", width, LINE + 1)

"""Tools that look into what is remembered and not in view: what was said, long texts and notes, facts.

In: words or a question, dates as people say them, a place to go on from. Out: lines with ids and dates, so many at
once. They change nothing; what reads like an order to a model is not shown.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeVar

from pydantic import BaseModel, Field

from zeph.agent.tools.strangers import stands_on_strangers
from zeph.agent.tools.tool import ToolContext, ToolResult, tool
from zeph.memory.facade import Memory
from zeph.memory.views.dates_asked import end_of, start_of
from zeph.memory.views.paging import FARTHEST, page
from zeph.memory.views.shown_items import FactItem, Item, MessageItem
from zeph.records.message import Message
from zeph.records.recall_request import RecallRequest, Scope
from zeph.records.recalled import Recalled, RecalledMessage
from zeph.safety.injection import is_planted

AT_ONCE = 10
"""Items of one answer."""
ROOM = 6_000
"""Bytes of one answer's items, as JSON."""
LOOKED_AT = 200
"""Messages that are looked through for those of a time or a speaker."""
LATELY = 30
"""Messages among which the question is looked for that is being answered."""
NOTHING = "Nothing was found. Try other words, or a wider time."
ItemT = TypeVar("ItemT", bound=Item)
LONGEST = 2_000
"""Characters of a query; of names and dates a tenth."""


class Said(BaseModel):
    query: str = Field("", description="Empty: all of the time that is meant.")
    role: Literal["any", "user", "assistant"] = "any"
    since: str = Field("", description="Empty: ever. Or 2024-05-07, 2024-05, last week.")
    until: str = ""
    cursor: int = 0


class Kept(BaseModel):
    query: str
    cursor: int = 0


class Known(BaseModel):
    query: str = ""
    name: str = Field("", description="Or all facts about this person, place or thing.")
    as_of: str = Field("", description="Empty: now. Or what was true then: 2024-05.")
    cursor: int = 0


async def _said(asked: Said, context: ToolContext) -> ToolResult:
    memory, before = context.memory, await _question(context)
    since, until = start_of(_short(asked.since), memory.now), end_of(_short(asked.until), memory.now)
    if asked.query.strip():
        narrowed = bool(since or until or asked.role != "any")
        found = await _recalled(memory, asked.query, before, LOOKED_AT if narrowed else _most(asked.cursor))
    else:
        said = await memory.conversations.said_between(since, until, LOOKED_AT)
        found = [MessageItem.of(message) for message in said if message.id < before and _shown(message)]
    fitting = [
        item
        for item in found
        if asked.role in ("any", item.role)
        and (not since or item.said_at >= since)
        and (not until or item.said_at <= until)
    ]
    return await _told(memory, fitting, asked.cursor)


async def _archived(asked: Kept, context: ToolContext) -> ToolResult:
    """The model's own notes, and passages of what is too long to be one message."""
    memory, before = context.memory, await _question(context)
    archive = await memory.conversations.find_archive()
    own = await memory.recall(_request(asked.query, None, LOOKED_AT, archive.id)) if archive else Recalled(asked.query)
    notes = {one.message.id for one in own.messages}
    everywhere = await memory.recall(_request(asked.query, before, LOOKED_AT))
    long = [one for one in everywhere.messages if _is_part(one) and one.message.id not in notes]
    found = _items(sorted([*own.messages, *long], key=lambda one: -one.score))
    return await _told(memory, found, asked.cursor)


async def _known(asked: Known, context: ToolContext) -> ToolResult:
    memory = context.memory
    most, as_of = _most(asked.cursor), end_of(_short(asked.as_of), memory.now)
    if asked.name.strip():
        _, edges = await memory.facts(_short(asked.name), limit=most, as_of=as_of)
    else:
        request = RecallRequest(asked.query[:LONGEST], as_of=as_of, most=most, scope=Scope(("facts",)), sought=True)
        edges = [fact.edge for fact in (await memory.recall(request)).facts]
    told = [edge for edge in edges if not is_planted(edge.fact)]
    result, shown = _page([FactItem.of(edge, memory.now) for edge in told], asked.cursor)
    ids = {item.id for item in shown}
    return replace(result, strange=await stands_on_strangers(memory, (edge for edge in told if edge.id in ids)))


async def _recalled(memory: Memory, query: str, before: int, most: int) -> list[MessageItem]:
    """First what holds every word, then what is like it."""
    alike = {item.id: item for item in _items((await memory.recall(_request(query, before, most))).messages)}
    holding = [message for _, said in await memory.conversations.search(query[:LONGEST]) for message in said]
    spoken = [m for m in holding if m.id < before and m.role in ("user", "assistant") and _shown(m)]
    first = {message.id: alike.get(message.id) or MessageItem.of(message) for message in spoken}
    return [*first.values(), *(item for number, item in alike.items() if number not in first)]


def _request(query: str, before: int | None, most: int, within: int | None = None) -> RecallRequest:
    return RecallRequest(
        query[:LONGEST], within=within, before_id=before, most=most, scope=Scope(("messages",)), sought=True
    )


def _items(found: Sequence[RecalledMessage]) -> list[MessageItem]:
    return [MessageItem.of(one.message, one.said, one.changes) for one in found if _shown(one.message, one.said)]


def _shown(message: Message, said: str = "") -> bool:
    """Something is said in it, and no order: what only made calls has no words."""
    text = said or message.text
    return any(map(str.isalnum, text)) and not message.injection_flags and not is_planted(text)


async def _question(context: ToolContext) -> int:
    """The message that is being answered: it would be found before all others."""
    said = await context.memory.conversations.history(context.conversation.id, LATELY)
    return max((message.id for message in said if message.role == "user"), default=2**62)


def _is_part(found: RecalledMessage) -> bool:
    """Whether it is a passage of something longer."""
    return bool(found.said) and len(found.said) < len(found.message.text)


def _short(text: str) -> str:
    return text.strip()[: LONGEST // 10]


def _most(cursor: int) -> int:
    """So many that the page after this one is known to be there."""
    return _place(cursor) + AT_ONCE + 1


def _place(cursor: int) -> int:
    return min(max(0, cursor), FARTHEST)


async def _told(memory: Memory, found: Sequence[MessageItem], cursor: int) -> ToolResult:
    """A page of messages, and whether strangers speak in it."""
    result, shown = _page(found, cursor)
    said = await memory.conversations.messages([item.id for item in shown])
    return replace(result, strange=await memory.conversations.of_strangers(said))


def _page(found: Sequence[ItemT], cursor: int) -> tuple[ToolResult, Sequence[ItemT]]:
    """The result, and what stands in it."""
    shown, after = page(found, _place(cursor), AT_ONCE, ROOM)
    more = [f"(There is more: cursor {after} goes on.)"] if after else []
    return ToolResult("\n".join([*(item.line() for item in shown), *more]) if shown else NOTHING), shown


TOOLS = (
    tool(
        "conversation_search", "Search all that you and the person ever said, by words and meaning, by time and"
        " speaker. An answer says which cursor goes on.", "recall", Said, _said,
    ),
    tool(
        "archival_memory_search", "Search your own notes and the passages of long texts and documents.", "recall", Kept,
        _archived,
    ),
    tool(
        "graph_search", "Search the facts that are known, with their dates, or list all about one name.", "recall",
        Known, _known,
    ),
)  # fmt: skip

"""Tools that look: search, context, profile, and why something was found.

In: arguments as the schemas say. Out: answers with sources. What an answer shows is noted in the visit: only that can
be forgotten later.
"""

from collections.abc import Collection
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context
from mcp_types import CallToolResult
from pydantic import Field

from zeph.agent.injected import injected
from zeph.mcp_server.results import ContextAnswer, ExplainedAnswer, ExplainedFact, FoundAnswer, ProfileAnswer
from zeph.mcp_server.served_tool import READS, ServedTool, responded, served_tool
from zeph.mcp_server.server_state import ServerState
from zeph.memory.recall.render.recall_lines import premise_line
from zeph.memory.views.dates_asked import end_of
from zeph.memory.views.paging import MOST_BYTES, MOST_ITEMS, page, place_of
from zeph.memory.views.shown_items import CommunityItem, EntityItem, FactItem, MessageItem, ProfileItem, seen
from zeph.models.tokens import count_tokens
from zeph.records.recall_request import RecallKind, RecallRequest, Scope
from zeph.records.recalled import Recalled

Question = Annotated[str, Field(min_length=1, max_length=2000, description="In plain words, with the names in it.")]
AsOf = Annotated[str | None, Field(max_length=60, description="What was true then: 2024-05-07, 2024-05, last summer.")]
KnownAt = Annotated[str | None, Field(max_length=60, description="What was known then, as as_of is written.")]
Limit = Annotated[int, Field(ge=1, le=MOST_ITEMS, strict=True)]
Cursor = Annotated[str | None, Field(description="next_cursor of the answer before, with the same other arguments.")]
Kind = Literal["all", "facts", "messages", "entities", "communities"]
WHOLE: tuple[RecallKind, ...] = ("facts", "messages")
SHARE = 0.6
"""Of an answer's room that facts may take where messages follow."""


class SearchTools:
    """Each method is a tool."""

    def __init__(self, state: ServerState) -> None:
        self._state = state

    def usual(self) -> list[ServedTool]:
        return [
            served_tool(self.memory_search, READS, "Search the memory"),
            served_tool(self.memory_context, READS, "Context for a message"),
            served_tool(self.memory_profile, READS, "Who the person is"),
        ]

    def others(self) -> list[ServedTool]:
        return [served_tool(self.memory_explain, READS, "Why it was found")]

    async def memory_search(
        self,
        context: Context[Any, Any],
        question: Question,
        kind: Annotated[Kind, Field(description="all: facts and messages.")] = "all",
        as_of: AsOf = None,
        known_at: KnownAt = None,
        limit: Annotated[Limit, Field(description="Most of each kind.")] = 10,
        cursor: Cursor = None,
    ) -> Annotated[CallToolResult, FoundAnswer]:
        """Search what is remembered: facts with their dates and what was said. Call it whenever the person speaks of
        something from before, of people, places, plans or preferences, or asks what you know; before you ask them
        something they may have told already. Past times: as_of."""
        visit, session = await self._state.enter(context)
        start = place_of(cursor)
        kinds: tuple[RecallKind, ...] = WHOLE if kind == "all" else (kind,)
        now = session.memory.now
        request = RecallRequest(
            question, as_of=end_of(as_of, now), known_at=end_of(known_at, now), most=start + limit + 1,
            scope=Scope(kinds), sought=True,
        )  # fmt: skip
        answer = _found(await session.memory.recall(request), visit.space, now, start, limit)
        visit.facts.update(fact.id for fact in answer.facts)
        visit.messages.update(message.id for message in answer.messages)
        return responded(answer)

    async def memory_context(
        self,
        context: Context[Any, Any],
        message: Annotated[str, Field(min_length=1, max_length=20_000, description="What the person just said.")],
        again: Annotated[bool, Field(description="Also what this session was given before.", strict=True)] = False,
    ) -> Annotated[CallToolResult, ContextAnswer]:
        """What Zeph would put before a model that is about to answer this message: who the person is, the facts and the
        earlier messages that help. Call it once at the beginning of a conversation and when the subject changes; what
        this session was given already is left out."""
        visit, session = await self._state.enter(context)
        found = await injected(session.agent, message)
        blocks = found.blocks
        new = [_without(block, frozenset() if again else visit.told) for block in blocks]
        left = sum(block.count("\n- ") for block in blocks) - sum(block.count("\n- ") for block in new)
        text = _within("\n\n".join(filter(None, new)), MOST_BYTES)
        visit.told.update(line for line in text.splitlines() if line.startswith("- "))
        answer = ContextAnswer(
            space=visit.space,
            context=text,
            tokens=count_tokens(text),
            facts=[fact.edge.id for fact in found.recalled.facts],
            messages=[found.message.id for found in found.recalled.messages],
            remarks=[f"{left} lines that this session was given before are left out; again: true has them."]
            * (left > 0),
        )
        visit.facts.update(answer.facts)
        visit.messages.update(answer.messages)
        return responded(answer, quotation=text)

    async def memory_profile(self, context: Context[Any, Any]) -> Annotated[CallToolResult, ProfileAnswer]:
        """Who the person is, in a few lines: name, home, work, people, health, languages, projects, how they want to be
        answered. Call it at the beginning of a conversation."""
        visit, session = await self._state.enter(context)
        profile = await session.memory.profile.view()
        lines, _ = page([ProfileItem.of(line) for line in profile.lines if line.sent], 0, MOST_ITEMS)
        visit.facts.update(fact for line in lines for fact in line.facts)
        return responded(ProfileAnswer(space=visit.space, lines=lines))

    async def memory_explain(
        self, context: Context[Any, Any], question: Question, limit: Limit = 5
    ) -> Annotated[CallToolResult, ExplainedAnswer]:
        """Why the memory believes what it answers: each fact with how it was found and the messages that say it, word
        for word. Call it when a fact matters, surprises, or the person doubts it."""
        visit, session = await self._state.enter(context)
        found = await session.memory.recall(RecallRequest(question, most=limit, sought=True))
        explained = await session.memory.explain(found)
        facts = [
            ExplainedFact(
                fact=FactItem.of(fact.edge, session.memory.now),
                found_by=sorted(fact.why.channels),
                sources=[MessageItem.of(explained.sources[i]) for i in fact.edge.sources[:5] if i in explained.sources],
            )
            for fact in found.facts
        ]
        shown, _ = page(facts, 0, limit)
        visit.facts.update(one.fact.id for one in shown)
        visit.messages.update(said.id for one in shown for said in one.sources)
        lines = [line for one in shown for line in (one.fact.line(), *(f"  {said.line()}" for said in one.sources))]
        return responded(ExplainedAnswer(space=visit.space, facts=shown), lines)


def _found(found: Recalled, space: str, now: str, start: int, limit: int) -> FoundAnswer:
    """One page of each kind, within one room together."""
    room = MOST_BYTES if not found.messages else int(MOST_BYTES * SHARE)
    facts, more = page([FactItem.of(fact.edge, now) for fact in found.facts], start, limit, room)
    said = [MessageItem.of(one.message, one.said, one.changes) for one in found.messages]
    messages, more_said = page(said, start, limit, MOST_BYTES - room if facts else MOST_BYTES)
    entities, more_things = page([EntityItem.of(one.entity) for one in found.entities], start, limit)
    groups, more_groups = page([CommunityItem.of(one.community) for one in found.communities], start, limit)
    nexts = [int(cursor) for cursor in (more, more_said, more_things, more_groups) if cursor is not None]
    return FoundAnswer(
        space=space, remarks=[*found.notes, *(seen(premise_line(over)) for over in found.premises)], facts=facts,
        messages=messages, entities=entities, communities=groups, next_cursor=str(min(nexts)) if nexts else None,
    )  # fmt: skip


def _without(block: str, told: Collection[str]) -> str:
    """A block without the lines that were told; empty where all its lines were."""
    lines = [line for line in block.splitlines() if line not in told]
    return "\n".join(lines) if "\n- " in "\n".join(lines) or "\n- " not in block else ""


def _within(text: str, room: int) -> str:
    """Whole lines that fit."""
    if len(text.encode()) <= room:
        return text
    kept = text.encode()[:room].decode("utf-8", errors="ignore")
    return kept.rpartition("\n")[0]

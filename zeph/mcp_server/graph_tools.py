"""Tools that look at the graph: facts and history of a thing, what there is, groups, ways from one thing to another.

In: names as people say them. Out: facts with dates and sources, in pages.
"""

from typing import Annotated, Any

from mcp.server.mcpserver import Context
from mcp_types import CallToolResult
from pydantic import Field

from zeph.errors import NotFound, UsageError
from zeph.mcp_server.results import CommunitiesAnswer, EntitiesAnswer, FactsAnswer, HistoryAnswer
from zeph.mcp_server.search_tools import AsOf, Cursor, KnownAt, Limit
from zeph.mcp_server.served_tool import READS, ServedTool, responded, served_tool
from zeph.mcp_server.server_state import ServerState
from zeph.memory.views.dates_asked import end_of
from zeph.memory.views.paging import FARTHEST, page, place_of
from zeph.memory.views.shown_items import CommunityItem, EntityItem, FactItem, FormItem
from zeph.records.edge import Edge

Name = Annotated[str, Field(min_length=1, max_length=200, description="A name or alias; “me” is the person.")]
FactId = Annotated[int, Field(ge=1, lt=2**63, strict=True, description="A fact's id, from an answer.")]


class GraphTools:
    """Each method is a tool."""

    def __init__(self, state: ServerState) -> None:
        self._state = state

    def usual(self) -> list[ServedTool]:
        return [
            served_tool(self.graph_facts, READS, "Facts about something"),
            served_tool(self.graph_history, READS, "How it was before"),
        ]

    def others(self) -> list[ServedTool]:
        return [
            served_tool(self.graph_entities, READS, "What is known of"),
            served_tool(self.graph_communities, READS, "Groups of things"),
            served_tool(self.graph_path, READS, "How two things are connected"),
        ]

    async def graph_facts(
        self,
        context: Context[Any, Any],
        name: Name,
        as_of: AsOf = None,
        known_at: KnownAt = None,
        limit: Limit = 20,
        cursor: Cursor = None,
    ) -> Annotated[CallToolResult, FactsAnswer]:
        """Every current fact about one person, place or thing, newest first. Call it when you know whom or what it is
        about and want all of it; for a question, memory_search is better. as_of: the facts of then."""
        visit, session = await self._state.enter(context)
        memory, start = session.memory, place_of(cursor)
        entities, edges = await memory.facts(
            name, limit=start + limit + 1, as_of=end_of(as_of, memory.now), known_at=end_of(known_at, memory.now)
        )
        facts, after = page([FactItem.of(edge, memory.now) for edge in edges], start, limit)
        visit.facts.update(fact.id for fact in facts)
        told = [f"{e.name} ({e.entity_type})" for e in entities[:10]]
        remarks = [f"The name means {len(entities)} things: {', '.join(told)}."] if len(entities) > 1 else []
        return responded(FactsAnswer(space=visit.space, remarks=remarks, facts=facts, next_cursor=after))

    async def graph_history(
        self,
        context: Context[Any, Any],
        name: Annotated[str, Field(max_length=200, description="A name or alias; empty with fact.")] = "",
        fact: Annotated[FactId | None, Field(description="Or one fact: what was believed of it, and when.")] = None,
        about: Annotated[str, Field(max_length=200, description="Only facts whose words or relation have this.")] = "",
        limit: Limit = 20,
        cursor: Cursor = None,
    ) -> Annotated[CallToolResult, HistoryAnswer]:
        """What was so before and is not any more: all facts of a person or thing, those that ended and were replaced
        too, newest first, with when each was so. Call it for questions about earlier times and changes (“where did she
        work before?”, “since when?”), and before you rely on a fact that may have changed."""
        visit, session = await self._state.enter(context)
        if bool(name.strip()) == (fact is not None):
            raise UsageError("Give either a name or the id of a fact.")
        graph, now, start = session.memory.graph, session.memory.now, place_of(cursor)
        if fact is not None:
            one = await graph.fact(fact)
            forms, after = page([FormItem.of(form) for form in await graph.timeline.forms(fact)], start, limit)
            item = FactItem.of(one, now)
            return responded(HistoryAnswer(space=visit.space, facts=[item], forms=forms, next_cursor=after))
        entity = await graph.entity(name)
        edges = await graph.timeline.facts_around(entity.id, FARTHEST)
        bearing = [edge for edge in edges if _bears(edge, about.casefold())]
        facts, after = page([FactItem.of(edge, now) for edge in bearing], start, limit)
        visit.facts.update(item.id for item in facts)
        return responded(HistoryAnswer(space=visit.space, facts=facts, forms=[], next_cursor=after))

    async def graph_entities(
        self,
        context: Context[Any, Any],
        text: Annotated[str, Field(max_length=200, description="Words of names; empty: seen last first.")] = "",
        limit: Limit = 30,
        cursor: Cursor = None,
    ) -> Annotated[CallToolResult, EntitiesAnswer]:
        """The people, places and things that something is known of. Call it to find out how something is called
        here."""
        visit, session = await self._state.enter(context)
        start = place_of(cursor)
        if text.strip():
            found = list((await session.memory.graph.search(text)).entities)
        else:
            found = await session.memory.graph.entities(start + limit + 1)
        entities, after = page([EntityItem.of(entity) for entity in found], start, limit)
        return responded(EntitiesAnswer(space=visit.space, entities=entities, next_cursor=after))

    async def graph_communities(
        self, context: Context[Any, Any], limit: Limit = 20, cursor: Cursor = None
    ) -> Annotated[CallToolResult, CommunitiesAnswer]:
        """Groups of things that belong together, the largest first, each with a summary. Call it for an overview of
        what the memory is about."""
        visit, session = await self._state.enter(context)
        start = place_of(cursor)
        found = await session.memory.graph.communities(start + limit + 1)
        groups, after = page([CommunityItem.of(community) for community in found], start, limit)
        return responded(CommunitiesAnswer(space=visit.space, communities=groups, next_cursor=after))

    async def graph_path(
        self, context: Context[Any, Any], start: Name, goal: Name
    ) -> Annotated[CallToolResult, FactsAnswer]:
        """The facts on the shortest way from one thing to another. Call it for how two people or things are
        connected."""
        visit, session = await self._state.enter(context)
        graph, now = session.memory.graph, session.memory.now
        ends = [await graph.entities_named(name) for name in (start, goal)]
        for name, found in zip((start, goal), ends, strict=True):
            if not found:
                raise NotFound(f"Nothing is known under the name “{name}”.")
        edges = await graph.timeline.path(*([entity.id for entity in found] for found in ends))
        remarks = [] if edges is not None else ["No way leads from one to the other."]
        facts, _ = page([FactItem.of(edge, now) for edge in edges or ()], 0, FARTHEST)
        visit.facts.update(item.id for item in facts)
        return responded(FactsAnswer(space=visit.space, remarks=remarks, facts=facts))


def _bears(edge: Edge, words: str) -> bool:
    return not words or words in edge.fact.casefold() or words in edge.canonical_relation.replace("_", " ")

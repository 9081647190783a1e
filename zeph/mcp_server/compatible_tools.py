"""The nine tools of the reference `memory` server, over this memory: its clients work unchanged.

In: entities with observations, relations between names, as
https://github.com/modelcontextprotocol/servers/tree/main/src/memory has them (0.6.3). Out: the same shapes. What was
written here comes back word for word; what is known from conversations is there too, as far as there is room. Only what
was written here is deleted, unless the settings allow to forget.
"""

import json
from collections.abc import Iterable
from typing import Annotated, Any

from mcp.server.mcpserver import Context
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, Field

from zeph.agent.session import Session
from zeph.errors import NotFound, UsageError
from zeph.mcp_server.served_tool import ADDS, READS, REMOVES, Function, ServedTool, served_tool
from zeph.mcp_server.server_state import ServerState
from zeph.mcp_server.written_notes import Noted, WrittenNotes, ends_of
from zeph.memory.facade import Memory
from zeph.memory.views.paging import MOST_BYTES
from zeph.memory.views.shown_items import seen
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.entity import Entity
from zeph.records.forgetting import Target

MOST_KNOWN = 200
"""Things known from conversations that one answer may have, the best connected first."""
ROOM = 2 * MOST_BYTES
"""Bytes of these."""
MOST_GRAPH = 400_000
"""Bytes of a graph, written and known together."""
NOT_ALL = "This is not all: search_nodes and open_nodes give what you ask for."
KEPT = "is known from conversations and stays: `mcp.allow_forget = true` in Zeph's settings lets clients delete it."


class CompatibleEntity(BaseModel):
    name: str = Field(min_length=1, description="The name of the entity")
    entityType: str = Field(description="The type of the entity")  # noqa: N815  # the other server's word
    observations: list[str] = Field(description="An array of observation contents associated with the entity")


class CompatibleRelation(BaseModel):
    start: str = Field(alias="from", min_length=1, description="The name of the entity where the relation starts")
    end: str = Field(alias="to", min_length=1, description="The name of the entity where the relation ends")
    relationType: str = Field(min_length=1, description="The type of the relation")  # noqa: N815

    @property
    def triple(self) -> tuple[str, str, str]:
        return self.start, self.end, self.relationType


class Graph(BaseModel):
    entities: list[CompatibleEntity]
    relations: list[CompatibleRelation]


class Entities(BaseModel):
    entities: list[CompatibleEntity]


class Relations(BaseModel):
    relations: list[CompatibleRelation]


class NewObservations(BaseModel):
    entityName: str = Field(description="The name of the entity to add the observations to")  # noqa: N815
    contents: list[str] = Field(description="An array of observation contents to add")


class AddedObservations(BaseModel):
    entityName: str  # noqa: N815
    addedObservations: list[str]  # noqa: N815


class Added(BaseModel):
    results: list[AddedObservations]


class GoneObservations(BaseModel):
    entityName: str = Field(description="The name of the entity containing the observations")  # noqa: N815
    observations: list[str] = Field(description="An array of observations to delete")


class Deleted(BaseModel):
    success: bool
    message: str


class CompatibleTools:
    """Each method is a tool."""

    def __init__(self, state: ServerState, *, may_forget: bool) -> None:
        self._state = state
        self._may_forget = may_forget

    def all(self, *, writes: bool) -> list[ServedTool]:
        reading: list[tuple[Function, ToolAnnotations]] = [
            (self.read_graph, READS),
            (self.search_nodes, READS),
            (self.open_nodes, READS),
        ]
        adding: list[tuple[Function, ToolAnnotations]] = [
            (self.create_entities, ADDS),
            (self.create_relations, ADDS),
            (self.add_observations, ADDS),
        ]
        removing: list[tuple[Function, ToolAnnotations]] = [
            (self.delete_entities, REMOVES),
            (self.delete_observations, REMOVES),
            (self.delete_relations, REMOVES),
        ]
        tools = [*adding, *removing, *reading] if writes else reading
        return [served_tool(tool, hints, tool.__name__.replace("_", " ").title()) for tool, hints in tools]

    async def create_entities(
        self, context: Context[Any, Any], entities: list[CompatibleEntity]
    ) -> Annotated[CallToolResult, Entities]:
        """Create multiple new entities in the knowledge graph"""
        _, notes, noted = await self._enter(context)
        new: dict[str, CompatibleEntity] = {}
        for entity in entities:
            if entity.name not in noted.entities:
                new.setdefault(entity.name, entity)
        for entity in new.values():
            await notes.write_entity(entity.name, entity.entityType)
            for text in dict.fromkeys(filter(str.strip, entity.observations)):
                await notes.write_observation(entity.name, text)
        made = Entities(entities=list(new.values()))
        return _told(made, made.entities)

    async def create_relations(
        self, context: Context[Any, Any], relations: list[CompatibleRelation]
    ) -> Annotated[CallToolResult, Relations]:
        """Create multiple new relations between entities in the knowledge graph. Relations should be in active voice"""
        _, notes, noted = await self._enter(context)
        new = {one.triple: one for one in relations if one.triple not in noted.relations}
        for start, end, relation in new:
            await notes.write_relation(start, end, relation)
        made = Relations(relations=list(new.values()))
        return _told(made, made.relations)

    async def add_observations(
        self, context: Context[Any, Any], observations: list[NewObservations]
    ) -> Annotated[CallToolResult, Added]:
        """Add new observations to existing entities in the knowledge graph"""
        session, notes, noted = await self._enter(context)
        memory = session.memory
        known = {one.entityName: await self._known_type(memory, noted, one.entityName) for one in observations}
        results = []
        for one in observations:
            if one.entityName not in noted.entities:
                await notes.write_entity(one.entityName, known[one.entityName])
            there = noted.entities[one.entityName].observations if one.entityName in noted.entities else {}
            new = [text for text in dict.fromkeys(filter(str.strip, one.contents)) if text not in there]
            for text in new:
                await notes.write_observation(one.entityName, text)
            results.append(AddedObservations(entityName=one.entityName, addedObservations=new))
            noted = await notes.read()
        added = Added(results=results)
        return _told(added, added.results)

    async def delete_entities(
        self,
        context: Context[Any, Any],
        entityNames: Annotated[list[str], Field(description="An array of entity names to delete")],  # noqa: N803
    ) -> Annotated[CallToolResult, Deleted]:
        """Delete multiple entities and their associated relations from the knowledge graph"""
        session, _notes, noted = await self._enter(context)
        memory = session.memory
        known = [name for name in entityNames if name not in noted.entities and await memory.graph.entities_named(name)]
        if known and not self._may_forget:
            raise UsageError(f"“{known[0]}” {KEPT}")
        gone = [noted.entities[name] for name in entityNames if name in noted.entities]
        messages = [i for entity in gone for i in (entity.message_id, *entity.observations.values())]
        messages += [noted.relations[one] for one in ends_of([*noted.relations], entityNames)]
        await self._remove(session, messages, ())
        for name in known:
            await self._state.forget(session, await session.memory.edits.forgetting.entity(name))
        return _done("Entities deleted successfully")

    async def delete_observations(
        self, context: Context[Any, Any], deletions: list[GoneObservations]
    ) -> Annotated[CallToolResult, Deleted]:
        """Delete specific observations from entities in the knowledge graph"""
        session, _notes, noted = await self._enter(context)
        memory = session.memory
        messages, facts = [], []
        for one in deletions:
            written = noted.entities[one.entityName].observations if one.entityName in noted.entities else {}
            messages += [written[text] for text in one.observations if text in written]
            left = {text for text in one.observations if text not in written}
            facts += (
                [edge for edge in await _facts_about(memory, one.entityName) if seen(edge.fact) in left] if left else []
            )
        if facts and not self._may_forget:
            raise UsageError(f"“{facts[0].fact}” {KEPT}")
        await self._remove(session, messages, facts)
        return _done("Observations deleted successfully")

    async def delete_relations(
        self,
        context: Context[Any, Any],
        relations: Annotated[list[CompatibleRelation], Field(description="An array of relations to delete")],
    ) -> Annotated[CallToolResult, Deleted]:
        """Delete multiple relations from the knowledge graph"""
        session, _notes, noted = await self._enter(context)
        memory = session.memory
        messages, facts = [], []
        for one in relations:
            if one.triple in noted.relations:
                messages.append(noted.relations[one.triple])
            else:
                facts += [edge for edge in await _facts_about(memory, one.start) if _triple(edge) == one.triple]
        if facts and not self._may_forget:
            raise UsageError(f"“{facts[0].fact}” {KEPT}")
        await self._remove(session, messages, facts)
        return _done("Relations deleted successfully")

    async def read_graph(self, context: Context[Any, Any]) -> Annotated[CallToolResult, Graph]:
        """Read the entire knowledge graph"""
        session, _, noted = await self._enter(context)
        memory = session.memory
        picture = await memory.graph.picture(most=MOST_KNOWN)
        graph = _whole(noted, picture.entities, picture.facts, memory.now)
        return _graph(graph)

    async def search_nodes(
        self,
        context: Context[Any, Any],
        query: Annotated[
            str, Field(description="The search query to match against entity names, types, and observation content")
        ],
    ) -> Annotated[CallToolResult, Graph]:
        """Search for nodes in the knowledge graph based on a query"""
        session, _, noted = await self._enter(context)
        memory = session.memory
        entities, facts = await _around(memory, query)
        graph = _whole(noted, entities, facts, memory.now)
        return _only(graph, {entity.name for entity in graph.entities if _has(entity, query.lower())})

    async def open_nodes(
        self,
        context: Context[Any, Any],
        names: Annotated[list[str], Field(description="An array of entity names to retrieve")],
    ) -> Annotated[CallToolResult, Graph]:
        """Open specific nodes in the knowledge graph by their names"""
        session, _, noted = await self._enter(context)
        memory = session.memory
        entities: dict[int, Entity] = {}
        facts: dict[int, Edge] = {}
        for name in names[:MOST_KNOWN]:
            found, edges = await memory.facts(name)
            entities |= {entity.id: entity for entity in found if seen(entity.name) == name}
            facts |= {edge.id: edge for edge in edges}
        return _only(_whole(noted, entities.values(), facts.values(), memory.now), set(names))

    async def _enter(self, context: Context[Any, Any]) -> tuple[Session, WrittenNotes, Noted]:
        _, session = await self._state.enter(context)
        notes = WrittenNotes(session.memory)
        return session, notes, await notes.read()

    async def _remove(self, session: Session, messages: Iterable[int], facts: Iterable[Edge]) -> None:
        """What was written, by its messages; what is known otherwise, by its facts."""
        if gone := tuple(messages):
            await self._state.forget(session, Target(messages=gone))
        for fact in facts:
            await self._state.forget(session, await session.memory.edits.forgetting.fact(fact.id))

    async def _known_type(self, memory: Memory, noted: Noted, name: str) -> str:
        """Raises NotFound in the other server's words."""
        if name in noted.entities:
            return noted.entities[name].type
        found = [entity for entity in await memory.graph.entities_named(name) if seen(entity.name) == name]
        if not found:
            raise NotFound(f"Entity with name {name} not found")
        return found[0].entity_type


def _whole(noted: Noted, entities: Iterable[Entity], facts: Iterable[Edge], now: str) -> Graph:
    """What was written, then what else is known: current facts that say more than what was written."""
    shown = {
        one.name: CompatibleEntity(name=one.name, entityType=one.type, observations=[*one.observations])
        for one in noted.entities.values()
    }
    relations = dict.fromkeys(noted.relations)
    own = [
        f
        for f in facts
        if f.current(now) and f.confidence >= CANDIDATE_BELOW and not noted.messages.issuperset(f.sources)
    ]
    types = {entity.id: entity.entity_type for entity in entities}
    room = ROOM
    for fact in own:
        for end, name in ((fact.source_id, seen(fact.source)), (fact.target_id, seen(fact.target))):
            if end in types and name not in shown:
                shown[name] = CompatibleEntity(name=name, entityType=types[end], observations=[])
        if seen(fact.source) in shown and room > 0:
            shown[seen(fact.source)].observations.append(seen(fact.fact))
            relations[_triple(fact)] = None
            room -= 2 * len(fact.fact.encode())
    told = [CompatibleRelation.model_validate({"from": a, "to": b, "relationType": r}) for a, b, r in relations]
    return Graph(entities=list(shown.values()), relations=told)


def _only(graph: Graph, names: set[str]) -> CallToolResult:
    kept = [entity for entity in graph.entities if entity.name in names]
    there = {entity.name for entity in kept}
    relations = [one for one in graph.relations if one.start in there or one.end in there]
    return _graph(Graph(entities=kept, relations=relations))


def _graph(graph: Graph) -> CallToolResult:
    """As much of it as one answer may have; where that is not all, a second text says so."""
    room, relations, entities = MOST_GRAPH, [], []
    for entity in graph.entities:
        if (room := room - len(entity.model_dump_json().encode())) >= 0:
            entities.append(entity)
    for relation in graph.relations:
        if (room := room - len(relation.model_dump_json().encode())) >= 0:
            relations.append(relation)
    shown = Graph(entities=entities, relations=relations)
    told = _told(shown, shown)
    if len(entities) + len(relations) < len(graph.entities) + len(graph.relations):
        told.content.append(TextContent(type="text", text=NOT_ALL))
    return told


def _has(entity: CompatibleEntity, query: str) -> bool:
    return any(query in text.lower() for text in (entity.name, entity.entityType, *entity.observations))


async def _around(memory: Memory, query: str) -> tuple[list[Entity], list[Edge]]:
    """Things whose names or facts have the words, and what is known of them."""
    matches = await memory.graph.search(query)
    names = [entity.name for entity in matches.entities] + [fact.source for fact in matches.facts]
    entities: dict[int, Entity] = {}
    facts: dict[int, Edge] = {}
    for name in [*dict.fromkeys(names)][:MOST_KNOWN]:
        found, edges = await memory.facts(name)
        entities |= {entity.id: entity for entity in found}
        facts |= {edge.id: edge for edge in edges}
    return [*entities.values()], [*facts.values()]


async def _facts_about(memory: Memory, name: str) -> list[Edge]:
    entities, facts = await memory.facts(name)
    ids = {entity.id for entity in entities if seen(entity.name) == name}
    return [fact for fact in facts if fact.source_id in ids]


def _triple(edge: Edge) -> tuple[str, str, str]:
    return seen(edge.source), seen(edge.target), edge.canonical_relation


def _told(shape: BaseModel, shown: Any) -> CallToolResult:
    """The text is the JSON that the other server prints, of what is the answer's heart."""
    value = (
        [one.model_dump(by_alias=True) for one in shown] if isinstance(shown, list) else shown.model_dump(by_alias=True)
    )
    text = TextContent(type="text", text=json.dumps(value, indent=2, ensure_ascii=False))
    return CallToolResult(content=[text], structured_content=shape.model_dump(by_alias=True))


def _done(message: str) -> CallToolResult:
    shape = Deleted(success=True, message=message)
    return CallToolResult(content=[TextContent(type="text", text=message)], structured_content=shape.model_dump())

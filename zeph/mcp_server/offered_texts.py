"""Resources and prompts: what the person can attach, and what the person can ask for by name.

In: the server's state. Out: both, added to a server. Resources are JSON, as bounded as the tools' answers. The prompts
`pause` and `resume` are the person's switch: they change the visit itself, whatever the model thinks of it.
"""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Annotated, Any, ParamSpec

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS
from pydantic import Field

from zeph.errors import NotFound, ZephError
from zeph.mcp_server.results import (
    Answer,
    EntitiesAnswer,
    FactsAnswer,
    ProfileAnswer,
    SaidAnswer,
    SessionItem,
    SessionsAnswer,
    WholeMessageAnswer,
)
from zeph.mcp_server.server_state import ServerState
from zeph.mcp_server.visits import PAUSED
from zeph.mcp_server.zeph_server import ZephServer, current_request
from zeph.memory.views.paging import MOST_BYTES, MOST_ITEMS, page
from zeph.memory.views.shown_items import EntityItem, FactItem, MessageItem, ProfileItem, seen

Asked = Context[Any, Any]
P = ParamSpec("P")
JSON = "application/json"


def offer_texts(server: ZephServer, state: ServerState, *, tools: bool, writes: bool) -> None:
    """``tools``: the server has those that the prompts speak of."""
    resources = Resources(state)
    for uri, name, told, read in (
        ("zeph://profile", "profile", "Who the person is, in a few lines.", resources.profile),
        ("zeph://entities", "entities", "People, places and things, seen last first.", resources.entities),
        ("zeph://sessions", "sessions", "Conversations, latest first.", resources.sessions),
    ):
        server.resource(uri, name=name, description=told, mime_type=JSON)(_now(read))
    for uri, name, told, read_one in (
        ("zeph://entities/{name}", "entity", "What is known of one of them.", resources.entity),
        ("zeph://sessions/{name}", "session", "The last messages of a conversation.", resources.session),
        ("zeph://messages/{name}", "message", "One message, whole.", resources.message),
    ):
        server.resource(uri, name=name, description=told, mime_type=JSON)(_named(read_one))
    prompts = Prompts(state)
    offered: list[Callable[..., Awaitable[str]]] = [prompts.pause, prompts.resume]
    offered += [prompts.recall] * tools + [prompts.remember] * (tools and writes)
    for prompt in offered:
        server.prompt(description=" ".join((prompt.__doc__ or "").split()))(_told(prompt))


class Resources:
    """Each method is a resource."""

    def __init__(self, state: ServerState) -> None:
        self._state = state

    async def profile(self, context: Asked) -> Answer:
        visit, session = await self._state.enter(context)
        profile = await session.memory.profile.view()
        return ProfileAnswer(space=visit.space, lines=[ProfileItem.of(line) for line in profile.lines if line.sent])

    async def entities(self, context: Asked) -> Answer:
        visit, session = await self._state.enter(context)
        found = await session.memory.graph.entities(MOST_ITEMS + 1)
        entities, _ = page([EntityItem.of(entity) for entity in found], 0, MOST_ITEMS)
        return EntitiesAnswer(space=visit.space, entities=entities, remarks=_cut(len(found) - len(entities)))

    async def entity(self, context: Asked, name: str) -> Answer:
        visit, session = await self._state.enter(context)
        entity = await session.memory.graph.entity(name)
        _, edges = await session.memory.facts(entity.name, limit=MOST_ITEMS + 1)
        facts, _ = page([FactItem.of(edge, session.memory.now) for edge in edges], 0, MOST_ITEMS)
        visit.facts.update(fact.id for fact in facts)
        summary = [seen(entity.summary)] * bool(entity.summary)
        return FactsAnswer(space=visit.space, facts=facts, remarks=[*summary, *_cut(len(edges) - len(facts))])

    async def sessions(self, context: Asked) -> Answer:
        visit, session = await self._state.enter(context)
        talks = await session.memory.conversations.list(MOST_ITEMS)
        shown, _ = page([SessionItem.of(talk) for talk in talks], 0, MOST_ITEMS)
        return SessionsAnswer(space=visit.space, sessions=shown)

    async def session(self, context: Asked, name: str) -> Answer:
        visit, opened = await self._state.enter(context)
        talk = await opened.memory.conversations.find(name)
        said = await opened.memory.conversations.history(talk.id, MOST_ITEMS)
        latest, _ = page([MessageItem.of(message) for message in reversed(said)], 0, MOST_ITEMS)
        visit.messages.update(message.id for message in latest)
        return SaidAnswer(space=visit.space, messages=latest[::-1], remarks=_cut(talk.messages - len(latest)))

    async def message(self, context: Asked, name: str) -> Answer:
        visit, session = await self._state.enter(context)
        if not (name.isascii() and name.isdecimal() and len(name) < 19):
            raise NotFound(f"There is no message {name[:20]}.")
        message = await session.memory.conversations.message(int(name))
        visit.messages.add(message.id)
        text = seen(message.text).encode()[:MOST_BYTES].decode(errors="ignore")
        item = MessageItem.of(message).model_copy(update={"text": text, "cut": len(text) < len(seen(message.text))})
        return WholeMessageAnswer(space=visit.space, message=item)


class Prompts:
    """Each method is a prompt."""

    def __init__(self, state: ServerState) -> None:
        self._state = state

    async def recall(
        self, context: Asked, about: Annotated[str, Field(description="What it is about.", max_length=2000)]
    ) -> str:
        """Look through the memory before answering."""
        await self._state.enter(context)
        return (
            f"Look in Zeph's memory for what is known about this, with memory_search and, for a person or thing, "
            f"graph_facts; then tell me, with dates, and say what you did not find: {about}"
        )

    async def remember(
        self, context: Asked, what: Annotated[str, Field(description="What is to be remembered.", max_length=2000)]
    ) -> str:
        """Keep this for later conversations."""
        await self._state.enter(context)
        return f"Keep this in Zeph's memory with memory_add, in my own words, and tell me what became of it: {what}"

    async def pause(self, context: Asked) -> str:
        """Switch the memory off for this session: nothing is read from it or told to it any more."""
        (await self._state.visits.of(context)).paused = True
        return PAUSED

    async def resume(self, context: Asked) -> str:
        """Switch the memory on again."""
        (await self._state.visits.of(context)).paused = False
        return "Zeph's memory is on again: use its tools where they help."


def _cut(left: int) -> list[str]:
    return [f"{left} more are not shown: the tools have them in pages."] if left > 0 else []


def _now(read: Callable[[Asked], Awaitable[Answer]]) -> Callable[[], Awaitable[str]]:
    async def answered() -> str:
        return await _as_json(read(current_request.get()))

    return answered


def _named(read: Callable[[Asked, str], Awaitable[Answer]]) -> Callable[[str], Awaitable[str]]:
    async def answered(name: str) -> str:
        return await _as_json(read(current_request.get(), name))

    return answered


async def _as_json(answer: Awaitable[Answer]) -> str:
    """Raises ResourceError with a sentence."""
    try:
        return (await answer).model_dump_json()
    except NotFound as error:
        raise ResourceNotFoundError(str(error)) from error
    except ZephError as error:
        raise ResourceError(str(error)) from error


def _told(prompt: Callable[P, Awaitable[str]]) -> Callable[P, Awaitable[str]]:
    @wraps(prompt)
    async def answered(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return await prompt(*args, **kwargs)
        except ZephError as error:
            raise MCPError(code=INVALID_PARAMS, message=str(error)) from error

    return answered

"""What the exports of other memories look like, as far as it is read: Mem0, Letta, Graphiti.

Fields that may be missing have a default; what is wrong there is told, and the rest is read. Sources: Mem0's
`MemoryItem` and its `history` (https://github.com/mem0ai/mem0), Letta's `AgentFileSchema` and the agent files before it
(https://github.com/letta-ai/letta), Graphiti's `EntityNode`, `EntityEdge`, `EpisodicNode`
(https://github.com/getzep/graphiti).
"""

from typing import Any

from pydantic import Field

from zeph.memory.exchange.shapes import Ident, Name, Shape, Text, When


class Mem0Memory(Shape):
    id: Ident
    memory: Text
    user_id: Name | None = None
    agent_id: Name | None = None
    created_at: When = None
    updated_at: When = None
    expiration_date: When = None


class Mem0Change(Shape):
    """One row of what `history` gives."""

    memory_id: Ident
    event: Name
    old_memory: Text | None = None
    new_memory: Text | None = None
    user_id: Name | None = None
    created_at: When = None
    updated_at: When = None


class LettaAgent(Shape):
    name: Name = ""
    messages: tuple[Any, ...] = ()
    block_ids: tuple[Any, ...] = ()
    core_memory: tuple[Any, ...] = ()
    passages: tuple[Any, ...] = ()
    archival_memory: tuple[Any, ...] = ()


class LettaBlock(Shape):
    value: Text
    label: Name = ""
    id: Name = ""
    created_at: When = None
    updated_at: When = None


class LettaMessage(Shape):
    role: Name
    content: Any = None
    text: Text | None = None
    tool_calls: tuple[Any, ...] | None = None
    created_at: When = None


class LettaFunction(Shape):
    name: Name
    arguments: Text = ""


class LettaCall(Shape):
    function: LettaFunction


class LettaPassage(Shape):
    text: Text
    created_at: When = None


class GraphitiNode(Shape):
    uuid: Ident
    name: Name = ""
    labels: tuple[Any, ...] = ()


class GraphitiEdge(Shape):
    uuid: Ident
    fact: Text
    name: Name = ""
    source: Name = Field("", alias="source_node_uuid")
    target: Name = Field("", alias="target_node_uuid")
    source_name: Name = Field("", alias="source_node_name")
    target_name: Name = Field("", alias="target_node_name")
    created_at: When = None
    valid_at: When = None
    invalid_at: When = None
    expired_at: When = None


class GraphitiEpisode(Shape):
    uuid: Ident
    content: Text
    name: Name = ""
    source: Name = ""
    source_description: Name = ""
    created_at: When = None
    valid_at: When = None

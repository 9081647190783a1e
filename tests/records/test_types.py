"""Types of edges and of entities are one table each: one more of them is known from the model's schema to recall."""

from pathlib import Path

import pytest

from tests.fakes.models import ScriptedChat, extraction, fact
from tests.memory.ingest.scripted_memory import Talk
from zeph.commands.registry import COMMANDS
from zeph.config.schema import SpreadingActivationSettings
from zeph.memory.ingest.llm.model_answer import answer_schema
from zeph.memory.language import ontology_file
from zeph.memory.language.ontology import Ontology
from zeph.memory.recall.gather.synapse import spread
from zeph.models.structured.plain_schema import plain_schema
from zeph.records.graph_types import DEFAULT_EDGE_TYPE, DEFAULT_ENTITY_TYPE, EDGE_TYPES, ENTITY_TYPES
from zeph.records.recall_request import RecallRequest, Scope
from zeph.storage.ports import Hop


@pytest.fixture
def one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edge type and an entity type more in the tables."""
    monkeypatch.setitem(EDGE_TYPES, "social", 0.25)
    monkeypatch.setattr(ontology_file, "ENTITY_TYPES", (*ENTITY_TYPES, "boat"))


def test_the_defaults_are_of_the_tables() -> None:
    assert DEFAULT_EDGE_TYPE in EDGE_TYPES and DEFAULT_ENTITY_TYPE in ENTITY_TYPES
    ontology = Ontology.load()
    assert (ontology.edge_types, ontology.entity_types) == (tuple(EDGE_TYPES), ENTITY_TYPES)


def test_the_command_line_names_every_edge_type() -> None:
    options = [o for command in COMMANDS for o in command.options if o.name == "edge_type"]
    assert options and all(o.help.endswith(f": {', '.join(EDGE_TYPES)}.") for o in options)


@pytest.mark.usefixtures("one_more")
def test_the_schema_of_extraction_and_the_persons_file_take_it(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('edge_types = ["rumour"]\n[relations]\nsails = { edge_type = "social", target = "boat" }\n')
    ontology = Ontology.load(own)
    assert ontology.edge_types[-2:] == ("social", "rumour")
    schema = plain_schema(answer_schema(ontology, 10, 15))["properties"]
    assert "boat" in schema["entities"]["items"]["properties"]["type"]["enum"]
    assert {"social", "rumour"} <= set(schema["edges"]["items"]["properties"]["edge_type"]["enum"])


@pytest.mark.usefixtures("one_more")
async def test_it_is_offered_stored_and_recalled(tmp_path: Path) -> None:
    chat = ScriptedChat(
        {
            "I sail": extraction(
                fact("User", "sails", "Kestrel", edge_type="social"),
                fact("User", "likes", "tea"),
                types={"Kestrel": "boat"},
            )
        }
    )
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("I sail the Kestrel and like tea")
        system = chat.prompts[0][0].content
        assert "hierarchical, social" in system and "event, boat" in system
        assert [e.edge_type for e in await talk.edges()] == ["social", "semantic"]
        assert {e.name: e.entity_type for e in await talk.memory.graph.entities()}["Kestrel"] == "boat"
        scope = Scope(edge_types=frozenset({"social"}))
        found = await talk.memory.recall(RecallRequest("What do you know about me, tea and Kestrel?", scope=scope))
        assert [f.edge.target for f in found.facts] == ["Kestrel"]


@pytest.mark.usefixtures("one_more")
def test_activation_spreads_along_it_by_its_weight() -> None:
    settings = SpreadingActivationSettings(max_hops=1, activation_threshold=0.01)
    hops = [Hop(1, 1, 2, 1.0, "social", "", 0.0), Hop(2, 1, 3, 1.0, "semantic", "", 0.0)]
    level = spread([1], lambda nodes, most, room: (hops, {1: 1, 2: 1, 3: 1}), settings).level
    assert level[2] == pytest.approx(level[3] * 0.25)

"""`zeph mcp --compatible`: a client of the reference `memory` server works unchanged.

``memory_server_0_6_3.json`` is what that server answered to these calls, one after the other on an empty memory; which
calls, its own tests say (https://github.com/modelcontextprotocol/servers/tree/main/src/memory).
"""

import json
from pathlib import Path
from typing import Any

from mcp_types import CallToolResult

from tests.cli.zeph_process import Home
from tests.mcp_server.serving import served, text_of

ANSWERED = Path(__file__).with_name("memory_server_0_6_3.json")
TOOLS = {
    "create_entities", "create_relations", "add_observations", "delete_entities", "delete_observations",
    "delete_relations", "read_graph", "search_nodes", "open_nodes",
}  # fmt: skip


async def test_every_answer_is_that_of_the_other_server(home: Home) -> None:
    rows: list[dict[str, Any]] = json.loads(ANSWERED.read_text(encoding="utf-8"))
    async with served(home, "--compatible", mode="legacy") as zeph:
        assert await zeph.tools() == TOOLS
        for number, row in enumerate(rows):
            result = await zeph.client.call_tool(row["tool"], row["arguments"])
            assert isinstance(result, CallToolResult)
            found = (bool(result.is_error), text_of(result), result.structured_content)
            assert found == (row["refuses"], row["text"], row["shape"]), number


async def test_what_is_written_becomes_facts_and_what_is_known_is_read(home: Home) -> None:
    async with served(home) as zeph:
        await zeph.call("memory_add", note="Mirela works at Tandoor Labs.")
    async with served(home, "--compatible") as zeph:
        alice = {"name": "Ferran", "entityType": "person", "observations": ["I speak Catalan."]}
        await zeph.call("create_entities", entities=[alice])
        knows = {"from": "Ferran", "to": "Mirela", "relationType": "works_with"}
        works = {"from": "Ferran", "to": "Brightwater", "relationType": "works_at"}
        await zeph.call("create_relations", relations=[knows, works])
        graph = await zeph.call("read_graph")
        names = {one["name"]: one for one in graph["entities"]}
        assert names["Ferran"] == alice
        assert names["Mirela"]["observations"] == ["Mirela works at Tandoor Labs"]
        assert {"from": "Mirela", "to": "Tandoor Labs", "relationType": "works_at"} in graph["relations"]
        found = await zeph.call("search_nodes", query="tandoor")
        assert "Mirela" in {one["name"] for one in found["entities"]}
        await zeph.call("add_observations", observations=[{"entityName": "Mirela", "contents": ["Likes tea"]}])
        opened = await zeph.call("open_nodes", names=["Mirela"])
        assert opened["entities"][0]["observations"] == ["Likes tea", "Mirela works at Tandoor Labs"]
        # Only what was written here is deleted, unless the person lets clients do more.
        told = await zeph.refused(
            "delete_observations",
            deletions=[{"entityName": "Mirela", "observations": ["Mirela works at Tandoor Labs"]}],
        )
        assert "allow_forget" in told
        await zeph.call("delete_entities", entityNames=["Mirela"])
        left = await zeph.call("open_nodes", names=["Mirela"])
        assert left["entities"][0]["observations"] == ["Mirela works at Tandoor Labs"]
        assert "allow_forget" in await zeph.refused("delete_entities", entityNames=["Mirela"])
    home.ok("graph", "backfill")
    facts = {fact["fact"] for fact in home.data("graph", "facts", "Ferran")}
    assert any("Catalan" in fact for fact in facts) and "Ferran works at Brightwater" in facts, facts


async def test_a_large_graph_is_bounded(home: Home) -> None:
    async with served(home, "--compatible") as zeph:
        for number in range(3):
            many = [
                {"name": f"T{number}-{i}", "entityType": "thing", "observations": ["x" * 900] * 1} for i in range(180)
            ]
            await zeph.call("create_entities", entities=many)
        whole = await zeph.client.call_tool("read_graph")
        assert isinstance(whole, CallToolResult)
        assert len(whole.content) == 2 and "not all" in whole.content[1].model_dump_json()
        assert len(json.dumps(whole.structured_content)) < 500_000
        assert (await zeph.call("open_nodes", names=["T2-179"]))["entities"][0]["observations"] == ["x" * 900]


async def test_a_person_may_let_clients_delete_all(home: Home) -> None:
    home.write_config(mcp__allow_forget=True)
    async with served(home) as zeph:
        await zeph.call("memory_add", note="Mirela works at Tandoor Labs. Mirela lives in Porto.")
    async with served(home, "--compatible") as zeph:
        works = {"from": "Mirela", "to": "Tandoor Labs", "relationType": "works_at"}
        await zeph.call("delete_relations", relations=[works])
        graph = await zeph.call("open_nodes", names=["Mirela"])
        assert graph["entities"][0]["observations"] == ["Mirela lives in Porto"]
        await zeph.call("delete_entities", entityNames=["Mirela"])
        assert (await zeph.call("open_nodes", names=["Mirela"]))["entities"] == []

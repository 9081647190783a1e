"""What a model and the local reader find together, and what is left where the model fails."""

from pathlib import Path
from typing import Any

import pytest

from tests.fakes.models import ScriptedChat, extraction, fact
from tests.memory.ingest.scripted_memory import Talk
from zeph.errors import ModelTimeout
from zeph.records.message import NewMessage


async def test_hybrid_joins_what_both_found(tmp_path: Path) -> None:
    answer = extraction(fact("User", "resides_in", "Berlin"), fact("User", "juggles", "pins"))
    chat = ScriptedChat({"I live": answer})
    async with Talk(tmp_path, chat, extractor="hybrid") as talk:
        await talk.say("I live in Berlin and use vim. What I juggle are pins.")
        edges = {f"{e.source} {e.canonical_relation} {e.target}": e for e in await talk.edges()}
        assert {"User lives_in Berlin", "User uses vim", "User juggles pins"} <= edges.keys()
        assert [edges[f].origin for f in ("User lives_in Berlin", "User uses vim", "User juggles pins")] == [
            "llm",
            "local",
            "llm",
        ]
        assert edges["User lives_in Berlin"].confidence == 0.95


@pytest.mark.parametrize("failure", [ModelTimeout("slow"), "no json at all"])
async def test_hybrid_keeps_the_rules_findings_where_the_model_fails(tmp_path: Path, failure: Any) -> None:
    async with Talk(tmp_path, ScriptedChat({"I live": failure}), extractor="hybrid") as talk:
        await talk.say("I live in Berlin.")
        (edge,) = await talk.edges()
        assert (edge.target, edge.origin) == ("Berlin", "local")
        (cost,) = await talk.memory.admin.costs("extractor")
    calls = 1 if isinstance(failure, Exception) else 2
    assert (cost.of, cost.messages, cost.model_calls, cost.facts, cost.failed) == ("hybrid", 1, calls, 1, 1)
    assert cost.prompt_tokens == 10 * (calls if calls == 2 else 0)


async def test_hybrid_without_a_model_is_the_rules(tmp_path: Path) -> None:
    async with Talk(tmp_path, None, extractor="hybrid") as talk:
        await talk.say("I live in Berlin.")
        assert len(await talk.known()) == 1


async def test_llm_alone_leaves_a_failed_message_waiting(tmp_path: Path) -> None:
    async with Talk(tmp_path, ScriptedChat({"I live": ModelTimeout("slow")}), extractor="llm") as talk:
        await talk.memory.observe(NewMessage(talk.conversation.id, "user", "I live in Berlin."))
        progress = [p async for p in talk.memory.backfill()][-1]
        assert (progress.done, progress.failed) == (0, 1)
        assert (await talk.memory.stats()).waiting == 1
        (cost,) = await talk.memory.admin.costs("extractor")
        assert (cost.of, cost.messages, cost.model_calls, cost.facts, cost.failed) == ("llm", 1, 1, 0, 1)

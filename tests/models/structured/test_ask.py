"""Structured answers: what small models really send, and what is made of it."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from tests.fakes.ollama_server import FakeOllama
from zeph.errors import ModelGarbage, ModelTimeout
from zeph.memory.ingest.llm.model_answer import ModelAnswer, answer_schema
from zeph.memory.language.ontology import Ontology
from zeph.models.ollama.client import OllamaChat
from zeph.models.ports import ChatChunk, ChatMessage, ToolSpec, Usage
from zeph.models.structured.ask import Structured, ask_structured
from zeph.models.structured.plain_schema import plain_schema

pytestmark = pytest.mark.asyncio
ASK = [ChatMessage("user", "Ann moved to Berlin")]
ANN = {"name": "Ann", "type": "person", "summary": ""}
MOVED = {"source": "Ann", "relation": "lives in", "target": "Berlin", "fact": "Ann lives in Berlin"}
GOOD = json.dumps({"entities": [ANN], "edges": [MOVED]})


class Scripted:
    """A chat model that says the given answers."""

    name, context_window = "scripted", 8192

    def __init__(self, *answers: str, delay: float = 0) -> None:
        self.answers, self.delay = list(answers), delay
        self.asked: list[list[ChatMessage]] = []
        self.models: list[str] = []

    def stream(self, messages: Sequence[ChatMessage], *, tools: Sequence[ToolSpec] = ()) -> AsyncIterator[ChatChunk]:
        raise NotImplementedError

    async def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: dict[str, Any] | None = None,
        model: str = "",
        max_tokens: int | None = None,
        timeout_secs: float | None = None,
    ) -> tuple[str, Usage]:
        self.asked.append(list(messages))
        self.models.append(model)
        await asyncio.sleep(self.delay)
        return self.answers.pop(0), Usage(10, 3)

    async def close(self) -> None:
        pass


async def extract(*answers: str) -> Structured[ModelAnswer]:
    return await ask_structured(Scripted(*answers), ASK, answer_schema(Ontology.load(), 10, 15), timeout_secs=5)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"Sure! Here is the graph:\n```json\n{GOOD}\n```\nHope this helps {{smile}}.",
        f"[note] {GOOD}",
        GOOD.replace('"', "'"),
        GOOD[:-1] + ",}",
        GOOD.replace(": ", ":\n\t"),
    ],
)
async def test_right_answers_in_many_clothes(text: str) -> None:
    got = await extract(text)
    assert [e.name for e in got.value.entities] == ["Ann"]
    assert got.value.edges[0].object == "Berlin"
    assert (got.calls, got.dropped, got.usage) == (1, 0, Usage(10, 3))


async def test_one_bad_item_does_not_cost_the_others() -> None:
    edges = [MOVED, {"source": "Ann"}, "nonsense", {**MOVED, "target": "Bonn"}]
    got = await extract(json.dumps({"entities": [ANN, {"type": "person"}], "edges": edges}))
    assert [e.object for e in got.value.edges] == ["Berlin", "Bonn"]
    assert len(got.value.entities) == 1
    assert got.dropped == 3


async def test_small_faults_are_mended() -> None:
    edge: dict[str, Any] = {
        **MOVED,
        "fact": "x" * 900,
        "confidence": 95,
        "edge_type": "magic",
        "mood": "glad",
        "valid_from": 2019,
    }
    edge = (await extract(json.dumps({"edges": [edge]}))).value.edges[0].model_dump()
    assert len(edge["sentence"]) == 400
    assert (edge["confidence"], edge["edge_type"], edge["when"]) == (1.0, None, None)


async def test_too_many_items_are_cut() -> None:
    got = await extract(json.dumps({"entities": [{"name": f"n{n}"} for n in range(14)]}))
    assert len(got.value.entities) == 10
    assert got.dropped == 4


async def test_item_that_the_end_cut_in_half_is_not_believed() -> None:
    whole = json.dumps({"entities": [ANN], "edges": [MOVED, {**MOVED, "target": "Constantinople"}]})
    got = await extract(whole[: whole.index("Constantinople") + 5])
    assert [e.object for e in got.value.edges] == ["Berlin"]
    assert got.dropped == 1


async def test_answer_cut_between_items_keeps_them_all() -> None:
    got = await extract(f'{{"entities": [{json.dumps(ANN)}], "edges": [{json.dumps(MOVED)}')
    assert len(got.value.edges) == 1
    assert got.dropped == 0


@pytest.mark.parametrize(
    "bad",
    [
        json.dumps(ModelAnswer.model_json_schema()),
        json.dumps(plain_schema(ModelAnswer)),
        json.dumps({"entities": {"type": "array", "items": {"type": "object"}}, "edges": []}),
        json.dumps({"type": "object", "properties": {"entities": []}}),
        json.dumps({"result": "Ann"}),
        json.dumps({"edges": [{"source": "Ann"}]}),
        "I cannot help with that.",
        "",
        "{",
        "[[[[",
        '"just a string"',
    ],
)
async def test_unusable_answer_gets_one_second_try_with_the_reason(bad: str) -> None:
    model = Scripted(bad, GOOD)
    got = await ask_structured(model, ASK, ModelAnswer, timeout_secs=5)
    assert (got.calls, got.usage, len(got.value.edges)) == (2, Usage(20, 6), 1)
    assert [m.role for m in model.asked[1]] == ["user", "assistant", "user"]
    assert "cannot be used" in model.asked[1][-1].content
    with pytest.raises(ModelGarbage, match="two tries"):
        await extract(bad, bad)


async def test_empty_extraction_is_an_answer() -> None:
    assert (await extract('{"entities": [], "edges": []}')).value.model_dump() == ModelAnswer().model_dump()


async def test_bare_list_goes_to_the_named_field() -> None:
    got = await ask_structured(
        Scripted(json.dumps([MOVED])), ASK, ModelAnswer, timeout_secs=5, items=("edges",), model_name="tiny"
    )
    assert len(got.value.edges) == 1


async def test_each_call_is_bounded() -> None:
    with pytest.raises(ModelTimeout, match=r"0\.05"):
        await ask_structured(Scripted(GOOD, delay=5), ASK, ModelAnswer, timeout_secs=0.05)


class Leaf(BaseModel):
    title: str
    default: int = 0


class Tree(BaseModel):
    model_config = ConfigDict(extra="ignore")
    leaf: Leaf
    branches: Annotated[list["Tree"], Field(max_length=2)] = []


async def test_schema_is_plain_and_closed() -> None:
    text = json.dumps(plain_schema(ModelAnswer))
    assert "$ref" not in text
    assert "$defs" not in text
    assert text.count('"additionalProperties": false') == 4
    tree = plain_schema(Tree)
    assert set(tree["properties"]["leaf"]["properties"]) == {"title", "default"}
    assert "$ref" not in json.dumps(tree)


async def test_through_a_real_server() -> None:
    with FakeOllama(models=["qwen3:4b", "tiny"], structured=json.loads(GOOD)) as server:
        chat = OllamaChat("qwen3:4b", server.host)
        got = await ask_structured(chat, ASK, ModelAnswer, model_name="tiny", max_tokens=256, timeout_secs=5)
        await chat.close()
        assert got.value.edges[0].subject == "Ann"
        body = server.chats()[0]
        assert (body["model"], body["options"]["num_predict"]) == ("tiny", 256)
        assert body["format"] == plain_schema(ModelAnswer)

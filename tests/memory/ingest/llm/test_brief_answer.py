"""A small model's few words: the same claims as a larger model's; what the message does not bear out is dropped."""

from typing import Any

import pytest

from tests.fakes.models import ScriptedChat
from tests.memory.ingest.scripted_memory import Talk, message
from zeph.memory.ingest.extraction import Extracted
from zeph.memory.ingest.llm.extractor import LLMExtractor
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim

ONTOLOGY = Ontology.load()


def said(subject: str, relation: str, thing: str, **more: Any) -> dict[str, Any]:
    return {"subject": subject, "relation": relation, "object": thing} | more


async def read(text: str, *claims: dict[str, Any], before: tuple[str, ...] = (), speaker: str = "") -> Extracted:
    chat = ScriptedChat({"": {"claims": list(claims)}})
    chat.in_process = True
    context = tuple(message(earlier, speaker, n) for n, earlier in enumerate(before, start=1))
    return await LLMExtractor(chat, ONTOLOGY).extract(message(text, speaker, 99), context)


async def one(text: str, claim: dict[str, Any], **more: Any) -> Claim:
    (found,) = (await read(text, claim, **more)).claims
    return found


async def test_a_claim_comes_in_full_with_a_sentence_and_its_types() -> None:
    found = await read("I live in Bonn", said("I", "lives_in", "Bonn"))
    (claim,) = found.claims
    assert (claim.kind, claim.subject.name, claim.relation, claim.object.name) == ("state", "User", "lives_in", "Bonn")
    assert claim.modality == "fact" and claim.sentence.endswith("Bonn") and "_" not in claim.sentence
    assert {e.name: e.type for e in found.extraction.entities} == {"User": "person", "Bonn": "location"}


async def test_ends_changes_times_and_plans_are_those_that_the_model_names() -> None:
    over = await one("quit Ikea in 2019", said("I", "works_at", "Ikea", kind="end", when="in 2019"))
    assert (over.kind, over.end) == ("end", "in 2019")
    moved = await one("Zed instead of vim", said("I", "uses", "Zed", kind="replace", old="vim", when="since May"))
    assert (moved.kind, moved.old and moved.old.name, moved.start) == ("replace", "vim", "since May")
    plan = await one("off to Kyoto", said("I", "visits", "Kyoto", kind="event", modality="plan"))
    assert (plan.kind, plan.modality) == ("event", "plan")


async def test_relatives_are_named_after_whose_they_are() -> None:
    claim = await one("My wife has asthma.", said("Nora's wife", "has_condition", "asthma"), speaker="Nora")
    assert (claim.subject.name, claim.subject.owner) == ("Nora's wife", "Nora")


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I use vim.", said("I", "uses", "Emacs")),
        ("I use vim.", said("Bob", "uses", "vim")),
        ("I use vim on Monday.", said("I", "uses", "it", kind="nothing")),
    ],
)
async def test_what_the_text_does_not_bear_out_is_dropped_and_counted(text: str, claim: dict[str, Any]) -> None:
    found = await read(text, claim)
    assert found.claims == () and found.dropped


async def test_what_only_an_earlier_message_says_is_no_claim() -> None:
    before = ("I use vim.", "It's called Tessel.")
    assert (await read("It is written in Go.", said("I", "uses", "vim"), before=before)).claims == ()
    claim = await one("It is written in Go.", said("Tessel", "written_in", "Go"), before=before)
    assert (claim.subject.name, claim.object.name) == ("Tessel", "Go")


async def test_a_message_of_questions_costs_no_call() -> None:
    chat = ScriptedChat()
    chat.in_process = True
    found = await LLMExtractor(chat, ONTOLOGY).extract(message("Where do I live?"), ())
    assert (chat.prompts, found.cost.model_calls, found.claims) == ([], 0, ())


async def test_a_model_in_this_process_is_asked_in_few_words_together_with_the_rules(tmp_path: Any) -> None:
    chat = ScriptedChat({"I live": {"claims": [said("I", "lives_in", "Berlin"), said("I", "likes", "rooibos")]}})
    chat.in_process = True
    async with Talk(tmp_path, chat) as talk:
        await talk.say("I live in Berlin and adore rooibos.")
        assert await talk.known() == ["User lives_in Berlin", "User likes rooibos"]
        (cost,) = await talk.memory.admin.costs("extractor")
    assert cost.of == "hybrid"
    assert list(chat.schemas[0]["properties"]) == ["claims"]
    claim = chat.schemas[0]["properties"]["claims"]["items"]
    assert (claim["required"], claim["additionalProperties"]) == (["subject", "relation", "object"], False)
    assert all(len(prompt[0].content) < 2_000 for prompt in chat.prompts)

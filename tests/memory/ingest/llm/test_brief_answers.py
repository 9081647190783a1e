"""A small model's few words held against the message: what the text bears out, as claims; the rest dropped."""

from typing import Any

import pytest

from tests.fakes.models import ScriptedChat
from tests.memory.ingest.scripted_memory import Talk, message
from zeph.memory.ingest.extraction import Extracted
from zeph.memory.ingest.llm.extractor import LLMExtractor
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim

ONTOLOGY = Ontology.load()


def said(source: str, relation: str, target: str, **more: Any) -> dict[str, Any]:
    return {"source": source, "relation": relation, "target": target} | more


async def read(text: str, *facts: dict[str, Any], before: tuple[str, ...] = (), speaker: str = "") -> Extracted:
    chat = ScriptedChat({"": {"facts": list(facts)}})
    chat.in_process = True
    context = tuple(message(earlier, speaker, n) for n, earlier in enumerate(before, start=1))
    return await LLMExtractor(chat, ONTOLOGY).extract(message(text, speaker, 99), context)


async def claims(text: str, *facts: dict[str, Any], before: tuple[str, ...] = (), speaker: str = "") -> list[str]:
    found = await read(text, *facts, before=before, speaker=speaker)
    assert found.extraction.edges == []
    return [_shown(claim) for claim in found.claims]


def _shown(claim: Claim) -> str:
    more = [f"since {claim.start}" if claim.start else "", f"until {claim.end}" if claim.end else ""]
    more += [f"instead of {claim.old.name}" if claim.old else "", "over" if claim.kind == "end" else ""]
    return " ".join([claim.subject.name, claim.relation, claim.object.name, *filter(None, more)])


@pytest.mark.parametrize(
    ("text", "fact", "wanted"),
    [
        ("so yeah im in Bonn, living in Bonn now", said("I", "live in", "Bonn"), "User lives_in Bonn"),
        ("I work as a nurse", said("I", "work as", "nurse"), "User has_role nurse"),
        ("my brother Udo plays chess", said("I", "brother", "Udo"), "User sibling_of Udo"),
        ("my parrot Kiki is loud", said("I", "parrot", "Kiki"), "User has_pet Kiki"),
        ("I can't stand crime novels", said("I", "can't stand", "crime novels"), "User dislikes crime novels"),
        ("Tessel is written in Go", said("Tessel", "written in", "Go"), "Tessel written_in Go"),
        ("I gave up coffee", said("I", "give up", "coffee", ends=True), "User drinks coffee over"),
        ("I lived in Hanoi for a while", said("I", "live in", "Hanoi"), "User lives_in Hanoi over"),
        ("I founded Brightloom", said("Brightloom", "founded", "I"), "User founded Brightloom"),
        ("Originally I'm from Recife", said("I", "origin", "Recife"), "User comes_from Recife"),
    ],
)
async def test_the_verb_becomes_a_relation(text: str, fact: dict[str, Any], wanted: str) -> None:
    assert await claims(text, fact) == [wanted]


async def test_my_relatives_are_named_after_me_or_by_their_names() -> None:
    found = await claims("My wife has asthma.", said("my wife", "have", "asthma"), speaker="Nora")
    assert found == ["Nora's wife has_condition asthma"]
    found = await claims("My brother Udo uses vim.", said("my brother Udo", "use", "vim"))
    assert found == ["Udo uses vim", "User sibling_of Udo"]


async def test_a_name_that_the_speaker_gives_is_the_speaker() -> None:
    found = await claims("I'm Petra and I live in Graz.", said("I", "name", "Petra"), said("Petra", "live in", "Graz"))
    assert found == ["User has_name Petra", "User lives_in Graz"]
    assert await claims("Hugo likes tennis.", said("Hugo", "like", "tennis")) == ["Hugo likes tennis"]


async def test_dates_are_those_of_the_text() -> None:
    text = "I moved to Bonn in May 2024, and I use Zed since last week."
    found = await claims(
        text, said("I", "move to", "Bonn", when="in May 2024"), said("I", "use", "Zed", when="since last week")
    )
    assert found == ["User lives_in Bonn since in May 2024", "User uses Zed since since last week"]
    invented = said("I", "use", "Zed", when="in 1999")
    assert await claims(text, invented) == ["User uses Zed"]
    over = await claims("I quit my job at Ikea in 2019.", said("I", "work at", "Ikea", when="in 2019", ends=True))
    assert over == ["User works_at Ikea until in 2019 over"]


async def test_ends_and_replacements_need_a_word_for_them() -> None:
    assert await claims("I use Zed.", said("I", "use", "Zed", ends=True)) == ["User uses Zed"]
    assert await claims("I use Zed and vim.", said("I", "use", "Zed", replaces="vim")) == ["User uses Zed"]
    moved = said("I", "use", "Zed", replaces="vim")
    assert await claims("I use Zed instead of vim.", moved) == ["User uses Zed instead of vim"]
    assert await claims("I use Zed instead of it.", moved) == ["User uses Zed"]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I use vim.", said("I", "use", "Emacs")),
        ("I use vim.", said("Bob", "use", "vim")),
        ("Should I use vim?", said("I", "use", "vim")),
        ("Tell me about vim.", said("I", "use", "vim")),
        ("I don't use vim.", said("I", "use", "vim")),
        ("I use vim.", said("I", "use", "it")),
        ("I use vim.", said("I", "live in", "Oslo")),
        ("I use vim on Monday.", said("I", "use", "Monday")),
        ("Her mother uses vim.", said("her mother", "use", "vim")),
        ("We drove through Namibia and saw lions.", said("Namibia", "see", "lions")),
        ("They push me towards vim.", said("Liisa", "push", "me towards vim")),
        ("The user loves vim.", said("the user", "love", "vim")),
        ("I use vim.", said("vim", "use", "vim")),
    ],
)  # fmt: skip
async def test_what_the_text_does_not_say_is_dropped_and_counted(text: str, fact: dict[str, Any]) -> None:
    found = await read(text, fact)
    assert found.claims == ()
    assert found.dropped == (1 if found.cost.model_calls else 0)


async def test_what_only_an_earlier_message_says_is_no_fact() -> None:
    before = ("I use vim.", "It's called Tessel.")
    assert await claims("It is written in Go.", said("I", "use", "vim"), before=before) == []
    assert await claims("It is written in Go.", said("Tessel", "written in", "Go"), before=before) == [
        "Tessel written_in Go"
    ]


async def test_a_message_without_a_statement_costs_no_call() -> None:
    chat = ScriptedChat()
    chat.in_process = True
    found = await LLMExtractor(chat, ONTOLOGY).extract(message("Where do I live?"), ())
    assert (chat.prompts, found.cost.model_calls, found.claims) == ([], 0, ())


async def test_maybe_is_a_candidate() -> None:
    (claim,) = (await read("Maybe I use Zed.", said("I", "use", "Zed"))).claims
    assert claim.confidence < 0.6


async def test_a_model_in_this_process_is_asked_in_few_words_together_with_the_rules(tmp_path: Any) -> None:
    chat = ScriptedChat({"I live": {"facts": [said("I", "live in", "Berlin"), said("I", "adore", "rooibos")]}})
    chat.in_process = True
    async with Talk(tmp_path, chat) as talk:
        await talk.say("I live in Berlin and adore rooibos.")
        assert await talk.known() == ["User lives_in Berlin", "User likes rooibos"]
        (cost,) = await talk.memory.admin.costs("extractor")
    assert cost.of == "hybrid"
    assert list(chat.schemas[0]["properties"]) == ["facts"]
    fact = chat.schemas[0]["properties"]["facts"]["items"]
    assert (fact["required"], fact["additionalProperties"]) == (["source", "relation", "target"], False)
    assert all(len(prompt[0].content) < 2_000 for prompt in chat.prompts)

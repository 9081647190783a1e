"""The local reader in a chat of several people: whose words are whose."""

from tests.memory.ingest.scripted_memory import message
from zeph.memory.ingest.run.local_extractor import LocalExtractor
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology


async def claimed(*said: tuple[str, str]) -> list[str]:
    """What the last of several messages claims: each a speaker and a text."""
    *before, last = [message(text, speaker, number) for number, (speaker, text) in enumerate(said, start=1)]
    extracted = await LocalExtractor(Ontology.load(), Gazetteer.load()).extract(last, tuple(before))
    sure = [claim for claim in extracted.claims if claim.for_graph and claim.confidence >= 0.6]
    return [f"{claim.subject.name} {claim.relation} {claim.object.name}" for claim in sure]


async def test_a_pronoun_takes_up_whom_another_speaker_told_of() -> None:
    said = await claimed(("Ben", "My sister came over for dinner."), ("Cleo", "She lives in Hull now."))
    assert said == ["Ben's sister lives_in Hull"]


async def test_the_one_who_speaks_stays_who_is_meant_by_i() -> None:
    said = await claimed(
        ("Cleo", "I adopted a cat."), ("Ben", "My sister has three of them."), ("Cleo", "I live in Hull, she knows."),
    )  # fmt: skip
    assert said == ["Cleo lives_in Hull"]


async def test_ones_own_words_are_ones_own() -> None:
    said = await claimed(("Ben", "I like jazz."), ("Cleo", "My brother visited."), ("Cleo", "He works at Brightloom."))
    assert said == ["Cleo's brother works_at Brightloom"]

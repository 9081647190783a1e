"""The local extractor: what each kind of sentence states, what states nothing, and what no text may do to it."""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.extraction import measure
from tests.memory.ingest.scripted_memory import Talk
from zeph.memory.ingest.extraction import ExtractedEdge
from zeph.memory.ingest.local.extractor import LocalExtractor
from zeph.memory.ingest.local.patterns import FRAMES, PATTERN_PRECISION
from zeph.memory.ingest.local.words.tokens import PlainTagger
from zeph.memory.ingest.planning import LIMITED
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology
from zeph.records.message import GraphState, Message

ONTOLOGY, GAZETTEER = Ontology.load(), Gazetteer.load()
PLAIN = LocalExtractor(ONTOLOGY, GAZETTEER, PlainTagger())
BEST = LocalExtractor(ONTOLOGY, GAZETTEER)
needs_spacy = pytest.mark.skipif(not LocalExtractor.available(), reason="spaCy and its model are an extra")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning", "ignore::FutureWarning")


def message(text: str, speaker: str = "") -> Message:
    return Message(1, 1, 1, "m1", "user", speaker, text, "2024-05-01 12:00:00", (), GraphState.PENDING)


async def edges(text: str, speaker: str = "", extractor: LocalExtractor = BEST) -> list[ExtractedEdge]:
    return (await extractor.extract(message(text, speaker))).extraction.edges


@pytest.mark.asyncio
@pytest.mark.parametrize("extractor", [PLAIN, pytest.param(BEST, marks=needs_spacy)])
@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I work at Brightwave.", "User works at Brightwave"),
        ("I prefer vim", "User prefers vim"),
        ("My dog is called Biscuit.", "User's dog is called Biscuit"),
        ("I live in Berlin", "User lives in Berlin"),
        ("I'm a nurse.", "User is a nurse"),
        ("staging runs on Hetzner", "staging runs on Hetzner"),
        ("my laptop is a ThinkPad", "User's laptop is a ThinkPad"),
        ("I moved to Utrecht in 2016", "User moved to Utrecht"),
        ("I hate flying", "User hates flying"),
    ],
)
async def test_the_commonest_sentences_need_no_model(text: str, fact: str, extractor: LocalExtractor) -> None:
    assert [edge.fact for edge in await edges(text, extractor=extractor)] == [fact]


@pytest.mark.asyncio
async def test_a_named_speaker_is_the_subject_and_dates_stay_phrases() -> None:
    (edge,) = await edges("I went to a LGBTQ support group yesterday and it was so powerful.", "Dana")
    assert (edge.source, edge.relation, edge.target) == ("Dana", "attended", "LGBTQ support group")
    assert edge.valid_from == "yesterday" and edge.fact == "Dana went to a LGBTQ support group"


@pytest.mark.asyncio
async def test_replacements_ends_and_history() -> None:
    (switched,) = await edges("I switched from vim to neovim last week.")
    assert (switched.relation, switched.target, switched.replaces) == ("switched_to", "neovim", "vim")
    (unnamed,) = await edges("Actually, I switched to neovim")
    assert unnamed.replaces == "" and unnamed.target == "neovim"
    (ended,) = await edges("I no longer use vim")
    assert ended.ends and ended.relation == "uses"
    (left,) = await edges("I worked at Siemens from 2015 to 2017")
    assert left.ends and left.valid_from == "from 2015" and left.valid_until == "2017"
    (moved,) = await edges("I moved from Paris to Berlin in 2019")
    assert (moved.relation, moved.target, moved.replaces, moved.valid_from) == (
        "lives_in",
        "Berlin",
        "Paris",
        "in 2019",
    )


@pytest.mark.asyncio
async def test_a_plan_is_no_present_fact() -> None:
    (move,) = await edges("I'm moving to Porto next month.")
    assert move.relation == "lives_in" and move.valid_from == "next month"
    (visit,) = await edges("I'll be visiting Rome in June")
    assert visit.relation == "plans_to_visit" and visit.valid_from == "coming June"


@pytest.mark.asyncio
async def test_relatives_lists_and_pronouns() -> None:
    found = {edge.fact for edge in await edges("My sister Anna is a nurse. She lives in Oslo and uses Rust and Go.")}
    assert found == {"User's sister is Anna", "Anna is a nurse", "Anna lives in Oslo", "Anna uses Rust", "Anna uses Go"}


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "text",
    [
        "What editor do you use?",
        "Please use vim.",
        "If I moved to Tokyo, I would learn Japanese.",
        "I don't use vim.",
        "I might try neovim.",
        "Hello!",
        "Use Rust.",
        'She said: "I live in Rome"',
        "```\nI use vim\n```",
        "> I use vim",
        "[image: I use vim]",
        "You live in Oslo.",
        "I love that!",
        "I use it.",
        "I live in 2019.",
        "I like the way you think",
    ],
)
async def test_what_states_nothing_gives_nothing(text: str) -> None:
    assert await edges(text) == []


@needs_spacy
@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("text", "fact", "relation", "target"),
    [
        ("I felt accepted by the group.", "User felt accepted by the group", "accepted_by", "group"),
        ("I'm proud of my sister.", "User is proud of their sister", "proud_of", "User's sister"),
        ("My goal is to open a bakery.", "User's goal is to open a bakery", "plan_to_open", "bakery"),
        ("Gardening helps me unwind.", "gardening helps User unwind", "helped_by", "gardening"),
        ("In May I explored the harbour.", "User explored the harbour", "explore", "harbour"),
        ("I stumbled over a rake.", "User stumbled over a rake", "stumble_over", "rake"),
        ("I've started writing a cookbook.", "User has started writing a cookbook", "works_on", "cookbook"),
        ("I'm thinking about adopting a greyhound.", "User is thinking about adopting a greyhound",
         "think_about_adopting", "greyhound"),
        ("I painted a sunset for my grandmother last year.", "User painted a sunset for their grandmother",
         "created", "sunset"),
    ],
)  # fmt: skip
async def test_what_no_table_foresees_is_said_in_the_verbs_own_words(
    text: str, fact: str, relation: str, target: str
) -> None:
    (edge,) = await edges(text)
    assert (edge.fact, edge.relation, edge.target) == (fact, relation, target)


@needs_spacy
@pytest.mark.asyncio
async def test_a_deed_of_two_is_told_of_both() -> None:
    told = {(edge.source, edge.fact) for edge in await edges("My partner and I explored the harbour.")}
    assert told == {
        ("User", "User explored the harbour"),
        ("User's partner", "User's partner explored the harbour"),
    }


@needs_spacy
@pytest.mark.asyncio
async def test_a_past_event_stays_in_the_past() -> None:
    (edge,) = await edges("I read a book about whales last week.")
    assert (edge.fact, edge.edge_type, edge.valid_from) == ("User read a book about whales", "temporal", "last week")


@needs_spacy
@pytest.mark.asyncio
@pytest.mark.parametrize(
    "text",
    [
        "I would paint the fence if I had time.", "I haven't painted the fence.", "You must have painted a lot.",
        "My brother said Tom would buy a boat.", "I wish I had a garden.", "You could bake a cake.",
        "That's a lovely photo of your dog!", "I had a lot of things to do.",
    ],
)  # fmt: skip
async def test_the_open_rules_keep_silent_about_what_is_not_so(text: str) -> None:
    assert await edges(text) == []


@needs_spacy
@pytest.mark.asyncio
async def test_a_pronoun_points_back_to_an_earlier_message() -> None:
    earlier = (message("My daughter Freya turned ten."),)
    extracted = await BEST.extract(message("She painted a castle yesterday."), earlier)
    assert [edge.fact for edge in extracted.extraction.edges] == ["Freya painted a castle"]


@needs_spacy
def test_measured_quality_holds() -> None:
    score = measure(BEST, ONTOLOGY)
    assert score.precision >= 0.95 and score.recall >= 0.95 and score.silence >= 0.95


def test_quality_without_spacy() -> None:
    score = measure(PLAIN, ONTOLOGY)
    assert score.precision >= 0.85 and score.recall >= 0.65 and score.silence >= 0.95


def test_every_pattern_has_a_measured_precision() -> None:
    patterns = {frame.pattern for group in FRAMES.values() for frame in group}
    assert patterns <= PATTERN_PRECISION.keys()
    assert all(0 < value < 1 for value in PATTERN_PRECISION.values())


def test_every_relation_of_the_verbs_is_in_the_ontology() -> None:
    relations = {frame.relation for group in FRAMES.values() for frame in group} - {"joined"}
    assert [relation for relation in relations if ONTOLOGY.normalise(relation) is None] == []


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "text",
    [
        "I use " * 1_000_000,
        "a" * 10_000_000,
        "\ud800I use \x00vim\ud800",
        "[" * 100_000,
        '"I ' * 50_000,
        "I use [red]vim[/red]",
    ],
    ids=["words", "letter", "surrogates", "brackets", "quotes", "markup"],
)
async def test_hostile_text_neither_breaks_nor_hangs(text: str) -> None:
    started = time.perf_counter()
    for extractor in (PLAIN, BEST):
        extracted = await extractor.extract(message(text))
        extracted.extraction.model_dump_json()
    assert time.perf_counter() - started < 10


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    PLAIN.findings(f"I use {text} and my dog is called {text}", text)


@pytest.mark.asyncio
async def test_a_message_of_many_sentences_may_say_more_and_what_is_left_out_is_told(tmp_path: Path) -> None:
    tools = "I use Docker, Redis, Postgres, Grafana, Kafka and Terraform."
    async with Talk(tmp_path, extractor="local", max_edges_per_message=4) as talk:
        receipt = await talk.say(tools)
        assert len(receipt.learned) == 4
        assert receipt.review == (f"Facts of this message that were left out: 2. {LIMITED}",)
    async with Talk(tmp_path / "names", extractor="local", max_entities_per_message=4) as talk:
        receipt = await talk.say(tools)
        assert len(receipt.learned) == 4
        assert receipt.review == (f"Facts of this message that were left out: 2. {LIMITED}",)
    long = (
        f"{tools} I live in Porto. I speak Thai. My dog is called Biscuit. I work at Acme. I like chess. I own a Canon."
    )
    async with Talk(tmp_path / "long", extractor="local") as talk:
        receipt = await talk.say(long)
        assert len(receipt.learned) >= 12 and not receipt.review and not receipt.dropped
        assert {"Docker", "Terraform", "Porto", "Biscuit", "Acme"} <= {e.target for e in await talk.edges("me")}


def test_the_labelled_set_is_large_enough() -> None:
    lines = Path("tests/data/local_extraction.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) >= 80


@needs_spacy
def test_a_fact_told_without_another_s_object_leaves_no_preposition_behind() -> None:
    found = {f.fact for f in BEST.findings("I work at Bright Harbour as a marine engineer.", "User")}
    assert found == {"User works at Bright Harbour", "User works as a marine engineer"}


@needs_spacy
def test_a_list_goes_on_past_what_each_item_is_for() -> None:
    found = BEST.findings("We use Terraform for infra and Ansible for config management.", "User")
    assert {f.target for f in found if f.relation == "uses"} == {"Terraform", "Ansible"}


@pytest.mark.asyncio
async def test_a_cat_is_no_flatmate() -> None:
    found = await edges("I live in Graz with my partner Jonas and our two cats, Miso and Pixel.")
    triples = {(edge.relation, edge.target) for edge in found}
    assert {("has_pet", "Miso"), ("has_pet", "Pixel"), ("roommate_of", "Jonas")} <= triples
    assert not [edge for edge in found if edge.target in ("Miso", "Pixel") and edge.relation != "has_pet"]


@pytest.mark.asyncio
async def test_a_dog_that_is_named_is_one_dog() -> None:
    found = await edges("We adopted a dog from the shelter, she's called Nala.")
    assert [edge.target for edge in found if edge.relation == "has_pet"] == ["Nala"]

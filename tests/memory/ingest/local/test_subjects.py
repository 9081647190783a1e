"""Whom a fact is about: pronouns, pairs, owners, names told beside, fragments, chat as it is typed; and what stays
silent.
"""

import pytest

from tests.memory.ingest.shared_extractor import EXTRACTOR, GAZETTEER
from zeph.memory.ingest.local.extractor import LocalExtractor
from zeph.memory.ingest.local.phrases.mentions import Actor, Discourse, Mention
from zeph.memory.ingest.local.text.casing import cased, plain
from zeph.memory.ingest.local.text.statements import statements
from zeph.records.message import GraphState, Message

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning", "ignore::FutureWarning"),
    pytest.mark.skipif(not LocalExtractor.available(), reason="spaCy and its model are an extra"),
]


async def facts(text: str, *before: str) -> set[tuple[str, str, str]]:
    said = [
        Message(at + 1, 1, 1, str(at), "user", "", one, "2024-05-01 12:00:00", (), GraphState.PENDING)
        for at, one in enumerate((*before, text))
    ]
    found = (await EXTRACTOR.extract(said[-1], tuple(said[:-1]))).extraction.edges
    return {(edge.source, edge.relation, edge.target) for edge in found}


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("My sister Ada bought a boat. She lives in Bergen.", ("Ada", "lives_in", "Bergen")),
        ("I'm building a budgeting app called Pennywise. It's written in Go.", ("Pennywise", "written_in", "Go")),
        ("Tomas and Birgit visited us. They live in Aarhus.", ("Birgit", "lives_in", "Aarhus")),
        ("Got a new cat yesterday. She's called Muffin.", ("User", "has_pet", "Muffin")),
        ("Mum remarried. Her husband Clyde is a beekeeper.", ("User's mum", "married_to", "Clyde")),
        ("Her name is Amara, she's my therapist.", ("User", "has_doctor", "Amara")),
        ("I told Marta about it. She lives in Cork.", ("Marta", "lives_in", "Cork")),
        ("You know my neighbour Ida? She lives in Kiel now.", ("Ida", "lives_in", "Kiel")),
    ],
)
async def test_a_pronoun_means_the_one_that_fits(text: str, wanted: tuple[str, str, str]) -> None:
    assert wanted in await facts(text)


@pytest.mark.asyncio
async def test_a_pronoun_that_could_mean_two_says_nothing() -> None:
    assert await facts("Robin and Sasha are coming over. She lives in Kiel.") == set()
    assert ("Anna", "lives_in", "Kiel") in await facts("She lives in Kiel.", "I met my friend Anna today.")
    assert not await facts("She lives in Kiel.", "I had soup today.")


def test_only_what_agrees_is_meant() -> None:
    ada, bob = Actor("Ada", "person"), Actor("Bob", "person")
    discourse = Discourse("User", [[Mention((ada,), 0, "she", "person"), Mention((bob,), 2, "he", "person")]])
    assert discourse.referent("he", []) == Mention((bob,), 2, "he", "person")
    assert discourse.referent("it", []) is None
    assert discourse.referent("they", []) is None


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Aisha and Tobias both study medicine in Heidelberg.", {"Aisha", "Tobias"}),
        ("Freya and I went to Copenhagen last weekend.", {"Freya", "User"}),
        ("My flatmate Kofi and I play badminton.", {"Kofi", "User"}),
    ],
)
async def test_two_people_as_one_subject(text: str, wanted: set[str]) -> None:
    found = await facts(text)
    target = next(t for _, _, t in found if t in ("medicine", "Copenhagen", "badminton"))
    assert {s for s, _, t in found if t == target} == wanted


@pytest.mark.asyncio
async def test_what_two_are_to_each_other() -> None:
    assert await facts("Kwabena and I got engaged on Sunday!") == {("User", "partner_of", "Kwabena")}
    found = await facts("Aunt Philippa and Uncle Joss have been married for fifty years.")
    assert ("Philippa", "married_to", "Joss") in found and ("User", "relative_of", "Joss") in found


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("My sister's hamster is called Biscuit.", {("User's sister", "has_pet", "Biscuit")}),
        ("My dad's favourite band is Pink Floyd.", {("User's dad", "prefers", "Pink Floyd")}),
        ("Tom's wife Julia is a vet.", {("Tom", "married_to", "Julia"), ("Julia", "has_role", "vet")}),
        ("My boyfriend's mother lives in Salzburg.", {("User's boyfriend's mother", "lives_in", "Salzburg")}),
        ("The name of my cat is Nori.", {("User", "has_pet", "Nori")}),
        ("Our CTO, Beatrix, prefers Rust.", {("Beatrix", "has_role", "CTO"), ("Beatrix", "prefers", "Rust")}),
        ("Our eldest, Mats, loves trains.", {("User", "parent_of", "Mats"), ("Mats", "likes", "trains")}),
        ("My cousin Yara, a dentist in Beirut, is on holiday.", {
            ("User", "relative_of", "Yara"), ("Yara", "has_role", "dentist"), ("Yara", "lives_in", "Beirut")}),
        ("I've got a daughter, Zofia.", {("User", "parent_of", "Zofia")}),
        ("My brother-in-law Keir is mad about musicals.", {
            ("User", "relative_of", "Keir"), ("Keir", "likes", "musicals")}),
        ("My friend from Lyon works at Renault.", {("User's friend", "works_at", "Renault")}),
    ],
)  # fmt: skip
async def test_whose_it_is_and_who_it_is(text: str, wanted: set[tuple[str, str, str]]) -> None:
    assert await facts(text) == wanted


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Just back from Oslo!", {("User", "visited", "Oslo")}),
        ("New job: pastry chef at Bellwether Bakery", {
            ("User", "has_role", "pastry chef"), ("User", "works_at", "Bellwether Bakery")}),
        ("Allergic to peanuts.", {("User", "allergic_to", "peanuts")}),
        ("Not a fan of cilantro.", {("User", "dislikes", "cilantro")}),
        ("Born and raised in Cardiff.", {("User", "comes_from", "Cardiff")}),
        ("Married to Carlos.", {("User", "married_to", "Carlos")}),
        ("Editor: Helix. Shell: zsh.", {("User", "uses", "Helix"), ("User", "uses", "zsh")}),
        ("About me:\n- backend dev at Volvo\n- from Oslo", {
            ("User", "has_role", "backend dev"), ("User", "works_at", "Volvo"), ("User", "comes_from", "Oslo")}),
        ("Ines here, data analyst at Brightwave.", {
            ("User", "has_name", "Ines"), ("User", "has_role", "data analyst"), ("User", "works_at", "Brightwave")}),
        ("Languages I speak: Dutch and Spanish", {("User", "speaks", "Dutch"), ("User", "speaks", "Spanish")}),
        ("Working at Ericsson, I live in Stockholm.", {
            ("User", "works_at", "Ericsson"), ("User", "lives_in", "Stockholm")}),
        ("hey im jonas from hamburg", {("User", "has_name", "Jonas"), ("User", "comes_from", "Hamburg")}),
        ("my gf lisa works at ikea", {("User", "partner_of", "Lisa"), ("Lisa", "works_at", "IKEA")}),
        ("i hav 2 dogs 🐶 bella n rocky", {("User", "has_pet", "Bella"), ("User", "has_pet", "Rocky")}),
        ("I'm allergic to shellfish, what can I order here?", {("User", "allergic_to", "shellfish")}),
        ("Did I mention that I play the bassoon?", {("User", "plays", "bassoon")}),
        ("We synced the notes with Dropbox.", {("User", "uses", "Dropbox")}),
        ("The workshop? It's in Leeds.", {("workshop", "located_in", "Leeds")}),
    ],
)  # fmt: skip
async def test_fragments_and_chat_are_read_as_sentences(text: str, wanted: set[tuple[str, str, str]]) -> None:
    found = await facts(text)
    assert wanted <= found and len(found) <= len(wanted) + 1


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "text",
    [
        "I don't think we have a cat.", "If I had a boat I'd sail away.", "If only I had a garden...",
        "Rumour has it that Anna works at Tesla.", "My friend wonders whether I own a car.",
        "Wow Dave, working on cars must be rewarding!", "Hey Tom, been a few days!", "Shopping list: milk and eggs",
        "The freezer is full and the weather is awful.", "Do you know a good dentist?", "Married life, eh?",
        "Based on that, let's go with the second plan.", "Back to the drawing board.", "What about Mondays?",
        "Nothing new here, just testing.", "Looking good!", "Step 1: open the settings. Step 2: click save.",
    ],
)  # fmt: skip
async def test_what_is_not_said_to_be_so_stays_silent(text: str) -> None:
    assert await facts(text) == set()


@pytest.mark.asyncio
async def test_a_date_belongs_to_its_own_clause() -> None:
    message = Message(
        1,
        1,
        1,
        "1",
        "user",
        "",
        "My cat is called Mog and she had kittens this month, I feed her every Sunday.",
        "2024-05-01 12:00:00",
        (),
        GraphState.PENDING,
    )
    edges = (await EXTRACTOR.extract(message)).extraction.edges
    assert [edge.valid_from for edge in edges if edge.target == "Mog"] == [None]
    assert all(edge.valid_from != "Sunday" for edge in edges)


def test_capitals_come_back_only_where_nobody_writes_them() -> None:
    assert cased("we moved to berlin with my sister anna", GAZETTEER, lambda word: word not in ("anna",)) == (
        "We moved to Berlin with my sister Anna"
    )
    kept = "Moved to berlin with Anna"
    assert cased(kept, GAZETTEER, lambda _: True) == kept


def test_pictures_part_words_and_short_forms_are_spelled_out() -> None:
    assert plain("got a cat 🐱 shes lovely :)").strip() == "got a cat, she's lovely"
    assert plain("press the N key") == "press the N key"


def test_hostile_shapes_end_soon() -> None:
    for text in (": " * 5000, "- a\n" * 3000, "I'm A, " * 3000, "the x? it's " * 2000, "🐶" * 9000, "a: b. " * 4000):
        assert len(statements(text)) <= 200

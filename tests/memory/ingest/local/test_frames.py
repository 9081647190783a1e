"""Verb frames: what a verb with its particle, preposition and object states, and what it leaves unsaid."""

import pytest

from tests.memory.ingest.shared_extractor import EXTRACTOR, ONTOLOGY
from zeph.memory.ingest.local.extractor import LocalExtractor
from zeph.memory.ingest.local.frames.objects import KINDS
from zeph.memory.ingest.local.frames.table import STATES, VERBS, forms_of
from zeph.memory.ingest.local.phrases.reader import Finding

pytestmark = [
    pytest.mark.skipif(not LocalExtractor.available(), reason="spaCy and its model are an extra"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning", "ignore::FutureWarning"),
]


def findings(text: str) -> list[Finding]:
    return EXTRACTOR.findings(text, "User")


def triples(text: str) -> set[tuple[str, str, str]]:
    return {(f.source, f.relation, f.target) for f in findings(text)}


@pytest.mark.parametrize(
    ("text", "relation", "target"),
    [
        ("I got laid off by Brightwave last week.", "works_at", "Brightwave"),
        ("I help out at the animal shelter.", "volunteers_at", "animal shelter"),
        ("I report to Philippa.", "managed_by", "Philippa"),
        ("I'm responsible for the billing system.", "manages", "billing system"),
        ("We run a food truck.", "manages", "food truck"),
        ("I have a degree in geology.", "has_degree", "geology"),
        ("I've applied for a job at the Observatory of Turku.", "applied_to", "Observatory of Turku"),
        ("I'm teaching myself Haskell.", "learns", "Haskell"),
        ("I get by in Estonian.", "speaks", "Estonian"),
        ("I keep my notes in Obsidian.", "uses", "Obsidian"),
        ("We track expenses in Tallyworks.", "uses", "Tallyworks"),
        ("I'm on Fedora 41.", "uses", "Fedora 41"),
        ("I commute by train.", "uses", "train"),
        ("I take metformin every day.", "uses", "metformin"),
        ("I've fallen in love with calligraphy.", "likes", "calligraphy"),
        ("I'm a lifelong Rangers supporter.", "likes", "Rangers"),
        ("I'm sick of open-plan offices.", "dislikes", "open-plan offices"),
        ("I can't eat shellfish.", "avoids", "shellfish"),
        ("I'd rather walk than drive.", "prefers", "walking"),
        ("I'm reading The Name of the Rose.", "reads", "The Name of the Rose"),
        ("I do yoga before work.", "practices", "yoga"),
        ("I go bouldering twice a week.", "practices", "bouldering"),
        ("I paint.", "practices", "painting"),
        ("I brew my own cider.", "practices", "cider"),
        ("I sing in a barbershop quartet.", "member_of", "barbershop quartet"),
        ("I row with the Otter Valley Oars.", "member_of", "Otter Valley Oars"),
        ("I suffer from migraines.", "has_condition", "migraines"),
        ("I'm colour-blind.", "has_condition", "colour-blind"),
        ("I broke my ankle in March.", "has_condition", "injured ankle"),
        ("I see a therapist on Mondays.", "has_doctor", "therapist"),
        ("I'm from a small town near Graz.", "comes_from", "Graz"),
        ("I live alone in a flat in Leipzig.", "lives_in", "Leipzig"),
        ("I was in Lisbon last weekend.", "visited", "Lisbon"),
        ("I cycled from Ghent to Calais.", "visited", "Calais"),
        ("I'm training for the Otter Half Marathon.", "plans_to", "Otter Half Marathon"),
        ("I have a dentist appointment on Tuesday.", "plans_to", "dentist appointment"),
        ("I gave a talk at FOSDEM.", "attended", "FOSDEM"),
        ("We got engaged to be brave.", "", ""),
        ("I got engaged to Priyanka.", "partner_of", "Priyanka"),
        ("I moved in with Matteo.", "roommate_of", "Matteo"),
        ("I foster greyhounds.", "has_pet", "greyhounds"),
        ("The exporter talks to Jira over REST.", "integrates_with", "Jira"),
        ("Our frontend is in Svelte.", "written_in", "Svelte"),
        ("The plugin supports WireGuard.", "supports", "WireGuard"),
        ("The library is licensed under MIT.", "has_license", "MIT"),
        ("My homelab consists of three servers.", "has_part", "servers"),
        ("I'm 34 years old.", "has_age", "34 years old"),
        ("My mum turned ninety-four yesterday.", "has_age", "94 years old"),
    ],
)
def test_what_a_verb_states(text: str, relation: str, target: str) -> None:
    said = {(r, t) for _, r, t in triples(text)}
    assert ((relation, target) in said) if relation else not said & {("partner_of", "brave")}


@pytest.mark.parametrize(
    ("text", "relation", "target"),
    [
        ("I quit smoking in 2019.", "uses", "smoking"),
        ("I sold my motorbike last month.", "owns", "motorbike"),
        ("My dad retired from the post office.", "works_at", "post office"),
        ("I broke up with Tomas.", "partner_of", "Tomas"),
        ("I deleted my Instagram account.", "uses", "Instagram"),
        ("I'm no longer on Telegram.", "uses", "Telegram"),
        ("Our old labrador Moses died last spring.", "has_pet", "Moses"),
        ("I used to be a nurse.", "has_role", "nurse"),
        ("I stopped playing rugby.", "plays", "rugby"),
    ],
)
def test_what_is_over_has_an_end(text: str, relation: str, target: str) -> None:
    assert (relation, target, True) in {(f.relation, f.target, f.ends) for f in findings(text)}


def test_lists_go_on_past_quantities_and_purposes() -> None:
    assert {t for _, r, t in triples("I use Rust, Go and a bit of Zig.") if r == "uses"} == {"Rust", "Go", "Zig"}
    assert {t for _, r, t in triples("We use Kafka for messaging and Flink for streams.")} == {"Kafka", "Flink"}
    assert {t for _, r, t in triples("I like sailing, chess and baking.")} == {"sailing", "chess", "baking"}
    assert {t for _, r, t in triples("I've used Emacs with CIDER.") if r == "uses"} == {"Emacs", "CIDER"}


def test_relatives_and_animals_by_name() -> None:
    assert triples("I have a daughter, Zofia.") == {("User", "parent_of", "Zofia")}
    assert triples("I have two brothers, Emeka and Obinna.") >= {
        ("User", "sibling_of", "Emeka"),
        ("User", "sibling_of", "Obinna"),
    }
    assert ("User", "has_pet", "Pixel") in triples("We adopted a kitten and named her Pixel.")


def test_one_verb_gives_employer_and_role() -> None:
    assert triples("I joined Brightwave as a data scientist.") == {
        ("User", "works_at", "Brightwave"),
        ("User", "has_role", "data scientist"),
    }


def test_a_replacement_names_the_old_thing() -> None:
    (now,) = [f for f in findings("We use Linear instead of Jira.") if f.relation == "uses"]
    assert (now.target, now.replaces) == ("Linear", "Jira")


def test_a_dated_deed_in_progress_lies_ahead() -> None:
    (flight,) = findings("I'm flying to Malta on Thursday.")
    assert (flight.relation, flight.future, flight.valid_from) == ("visited", True, "coming Thursday")


def test_a_things_name_goes_without_its_praise() -> None:
    assert {t for _, r, t in triples("I drive a rusty Volvo 240.") if r == "owns"} == {"Volvo 240"}


def test_what_belongs_to_my_is_owned_or_used() -> None:
    assert ("User", "owns", "Framework laptop") in triples("I use Zed on my Framework laptop.")
    assert ("User", "uses", "Neovim") in triples("My Neovim config is a mess.")


@pytest.mark.parametrize(
    "text",
    [
        "Should I sign up for the race?",
        "If I quit smoking, I'd run a marathon.",
        "I might adopt a greyhound.",
        "Do you live in Leipzig?",
        "I would never move to Oslo.",
        "Sign up for the newsletter.",
        "I can't find my keys.",
        "What should I cook with tofu?",
        "You'd love it in Porto.",
        "Write a story about a pilot who lives in Rome.",
    ],
)
def test_what_is_not_so_is_not_said(text: str) -> None:
    assert triples(text) == set()


def test_the_table_speaks_of_known_kinds_and_relations() -> None:
    frames = [frame for group in (*VERBS.values(), *STATES.values()) for frame in group]
    assert len(frames) > 1000
    assert {frame.object for frame in frames} - {"none"} <= KINDS
    assert {frame.relation for frame in frames if ONTOLOGY.normalise(frame.relation) is None} == set()
    assert {frame.time for frame in frames} <= {"any", "now", "state", "event", "changed"}
    assert {frame.subject for frame in frames} <= {"person", "thing", "any", "speaker"}


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("jog", ("jogs", "jogged", "jogged", "jogging")), ("visit", ("visits", "visited", "visited", "visiting")),
        ("swim", ("swims", "swam", "swum", "swimming")), ("carry", ("carries", "carried", "carried", "carrying")),
        ("brew", ("brews", "brewed", "brewed", "brewing")),
    ],
)  # fmt: skip
def test_verbs_have_their_forms(verb: str, forms: tuple[str, ...]) -> None:
    assert forms_of(verb) == forms

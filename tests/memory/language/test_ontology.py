"""The ontology: every wording finds its relation; the person's file is merged and checked; names are known."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeph.errors import ConfigError
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.relations import relation_slug
from zeph.memory.language.word_tables import read_data

ONTOLOGY = Ontology.load()
GAZETTEER = Gazetteer.load()


def canonical(wording: str) -> str | None:
    match = ONTOLOGY.normalise(wording)
    return match.relation.name if match else None


@pytest.mark.parametrize(
    ("wording", "relation"),
    [
        ("prefers", "prefers"), ("prefer", "prefers"), ("preferred", "prefers"), ("PREFERRING", "prefers"),
        ("is working at", "works_at"), ("works-for", "works_at"), ("Works For", "works_at"), ("lives_in", "lives_in"),
        ("living in", "lives_in"), ("moved to", "lives_in"), ("loves", "likes"), ("hated", "dislikes"),
        ("uses", "uses"), ("used", "uses"), ("using", "uses"), ("switched_to", "uses"), ("made", "created"),
        ("was born in", "born_in"), ("is married to", "married_to"), ("depends on", "depends_on"),
        ("running on", "runs_on"), ("studied at", "studied_at"), ("has a pet", "has_pet"), ("has_pet", "has_pet"),
        ("is allergic to", "allergic_to"), ("speaking", "speaks"), ("hosts on", "hosted_on"),
    ],
)  # fmt: skip
def test_wordings_find_their_relation(wording: str, relation: str | None) -> None:
    assert canonical(wording) == relation


@pytest.mark.parametrize(
    ("wording", "relation"),
    [
        ("drives", "drives"), ("has", "has"), ("buys", None), ("bought", "bought"), ("paints", None),
        ("painted", "painted"), ("attends", "attends"), ("is attending", "attends"), ("attended", "attended"),
        ("visits", "visits"), ("visited", "visited"), ("sells", None), ("sold", "sold"), ("gave away", "gave_away"),
        ("runs", "runs"), ("stays in", "stays_in"), ("meets", "meets"), ("met", "met"), ("raises", None),
        ("costs", "costs"), ("wins", None), ("wants", "wants"), ("organizing", "organises"), ("needs", "needs"),
    ],
)  # fmt: skip
def test_a_relation_keeps_its_meaning(wording: str, relation: str | None) -> None:
    """Nothing is owned that is driven or had, nothing has happened that is done week by week."""
    assert canonical(wording) == relation


def test_relations_that_say_other_things_may_end_together() -> None:
    for wording in ("has", "bought", "drives", "rides"):
        assert ONTOLOGY.family(wording) == ONTOLOGY.family("owns")
    assert ONTOLOGY.family("sells") == ONTOLOGY.family("sold") == "sale"
    assert ONTOLOGY.family("attends") == ONTOLOGY.family("attended")
    assert ONTOLOGY.family("stays_in") == ONTOLOGY.family("lives_in")


@pytest.mark.parametrize("wording", ["used_to", "no_longer_uses", "frobnicates", "does_not_use", ""])
def test_unknown_wordings_are_none(wording: str) -> None:
    assert ONTOLOGY.normalise(wording) is None


def test_inverse_wordings_ask_for_a_swap() -> None:
    employs = ONTOLOGY.normalise("employs")
    assert employs and employs.swap and employs.relation.name == "works_at"
    works_at, sibling_of = ONTOLOGY.get("works_at"), ONTOLOGY.normalise("sibling_of")
    assert works_at and works_at.inverse == "employs"
    assert sibling_of and sibling_of.relation.symmetric and not sibling_of.swap
    child = ONTOLOGY.normalise("son of")
    assert child and child.swap and child.relation.name == "parent_of"


def test_a_word_of_change_is_marked() -> None:
    match = ONTOLOGY.normalise("switched to")
    assert match and match.change and not match.swap


def test_families_opposites_and_cardinality() -> None:
    assert ONTOLOGY.family("prefers") == ONTOLOGY.family("uses") == "use"
    assert ONTOLOGY.family("frobnicates") == "frobnicates"
    assert "dislikes" in ONTOLOGY.opposites("likes") and "likes" in ONTOLOGY.opposites("hates")
    assert ONTOLOGY.functional("lives_in") and ONTOLOGY.functional("works_at")
    assert not ONTOLOGY.functional("uses") and not ONTOLOGY.functional("prefers")
    assert not ONTOLOGY.functional("employs"), "an employer has many people"


def test_every_relation_finds_itself_and_all_its_words() -> None:
    assert len(ONTOLOGY.relations) >= 60
    for relation in ONTOLOGY.relations.values():
        assert canonical(relation.name) == relation.name
        assert relation.edge_type in ONTOLOGY.edge_types and relation.label and relation.family
        for word in (*relation.aliases, *relation.inverse_aliases, *relation.change_words):
            assert canonical(word) == relation.name, word


@given(st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=200))
def test_any_text_has_a_stable_slug(text: str) -> None:
    slug = relation_slug(text)
    assert slug and len(slug) <= 80 and relation_slug(slug) == slug
    ONTOLOGY.normalise(text)


def write(folder: Path, text: str) -> Path:
    file = folder / "ontology.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_persons_file_adds_and_changes(tmp_path: Path) -> None:
    own = write(
        tmp_path,
        'entity_types = ["boat"]\n[relations]\nsails = { aliases = ["skippers"], target = "boat" }\n'
        'works_at = { cardinality = "many" }\n',
    )
    ontology = Ontology.load(own)
    skippers = ontology.normalise("skippering")
    assert skippers and skippers.relation.name == "sails"
    assert not ontology.functional("works for"), "the rest of the relation is kept"
    assert "boat" in ontology.entity_types and Ontology.load(tmp_path / "absent.toml").relations


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[relations]\nsails = { alias = [] }", "Did you mean aliases?"),
        ('[relations]\nsails = { cardinality = "two" }', "two is not known"),
        ('[relations]\nsails = { edge_type = "temporl" }', "Did you mean temporal?"),
        ('[relations]\nsails = { aliases = ["uses"] }', "stands for both"),
        ('[relations]\nsails = { cardinality = "two" }', "It is one of many, one"),
        ('[relations]\nsails = { inverse = "sails" }', "names itself"),
        ('[relations]\nsails = { opposites = ["sails"] }', "opposite of itself"),
        ('[relations]\nsails = { symmetric = true, inverse = "sailed_by" }', "reads the same"),
        ('[relations]\na_b = { inverse = "b_a" }\nb_a = { inverse = "a_b" }', "stands for both"),
        ('[relations]\n"Sails To" = {}', "sails_to"),
        ("[relations]\nsails = 3", "must be a table"),
        ("[relation]\n", "Did you mean relations?"),
        ("not toml at all", "not valid TOML"),
        ('[relations]\nsails = { opposites = ["motor"] }', "motor is not known"),
    ],
)
def test_mistakes_in_the_persons_file_are_sentences(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said.replace("?", r"\?")):
        Ontology.load(write(tmp_path, text))


def test_the_gazetteer_knows_names_and_aliases() -> None:
    assert sum(len(group["names"]) for group in read_data("gazetteer.toml").values()) >= 700
    vim = GAZETTEER.lookup("vim")
    assert vim and vim.kind == "editor" and vim.entity_type == "tool"
    assert GAZETTEER.kind("neovim") == GAZETTEER.kind("nvim") == "editor"
    assert GAZETTEER.full_name("k8s") == "Kubernetes" and GAZETTEER.full_name("Kubernetes") is None
    assert GAZETTEER.full_name("Rust language") == GAZETTEER.full_name("rust-lang") == "Rust"
    assert GAZETTEER.full_name("Go programming language") == "Go" and GAZETTEER.full_name("Rust book") is None
    assert GAZETTEER.file_type("src/Main.rs") == "file" and GAZETTEER.file_type("app.toml") == "config"
    assert (
        GAZETTEER.file_type("Node.js")
        == GAZETTEER.file_type("a talk on main.rs")
        == GAZETTEER.file_type("St. Md")
        == ""
    )
    assert GAZETTEER.kind("Berlin") == "city" and GAZETTEER.kind("frobnicator") == ""


def test_a_listing_has_what_is_shipped_own_and_learned(tmp_path: Path) -> None:
    own = write(
        tmp_path,
        '[relations]\nbrews = { aliases = ["makes_beer"], family = "craft" }\nknows = { cardinality = "one" }\n',
    )
    learned = {"grokked": "knows", "pays_wages_of": "employs", "frobs": "frobs"}
    listed = {relation.canonical: relation for relation in Ontology.load(own).listing(learned)}
    assert list(listed) == sorted(listed)
    assert (listed["brews"].origin, listed["brews"].aliases, listed["brews"].family) == (
        "own",
        ("makes_beer",),
        "craft",
    )
    assert (listed["knows"].origin, listed["knows"].cardinality, listed["knows"].learned) == (
        "own",
        "one",
        ("grokked",),
    )
    works_at = listed["works_at"]
    assert (works_at.origin, works_at.inverse, works_at.learned) == ("shipped", "employs", ("pays_wages_of",))
    assert (works_at.cardinality, works_at.edge_type, works_at.family) == ("one", "semantic", "employment")
    assert listed["likes"].opposites == ("dislikes",) and "switched_to" in listed["uses"].aliases
    assert (listed["frobs"].origin, listed["frobs"].learned) == ("learned", ())


def test_a_wording_is_looked_up_once_and_the_cache_holds_4096() -> None:
    ontology = Ontology.load()
    for _ in range(3):
        ontology.normalise("Is Working At")
    for number in range(5000):
        ontology.normalise(f"frobs {number}")
    info = ontology._cached.cache_info()
    assert (info.hits, info.maxsize, info.currsize) == (2, 4096, 4096)


def test_readings_are_the_relations_and_their_other_ends() -> None:
    readings = ONTOLOGY.readings()
    assert {"works_at", "employs"} <= set(readings) and len(readings) == len(set(readings))
    assert all(ONTOLOGY.normalise(reading) for reading in readings)


def test_origin_is_no_key_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="unknown key origin"):
        Ontology.load(write(tmp_path, '[relations]\nbrews = { origin = "shipped" }\n'))

"""Reading a question."""

import sqlite3

import pytest

from zeph.memory.recall.query.question import RELEASE, analyse
from zeph.memory.recall.query.vocabulary import Terms, related_words, same_words, stem
from zeph.memory.recall.query.words_typed import beginnings, every_word
from zeph.storage.search.match_strings import match_string


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("Which countries have I been to?", ("countries", "visited")),
        ("Where have I been?", ("visited",)),
        ("Have I ever been to Crete?", ("crete", "visited")),
        ("How have you been?", ()),
    ],
)
def test_who_asks_where_somebody_has_been_asks_for_visits(question: str, terms: tuple[str, ...]) -> None:
    assert analyse(question).terms == terms


def test_a_divorce_and_a_marriage_ask_for_one_another() -> None:
    assert {"divorced", "wife"} <= related_words("divorce") and "divorced" in related_words("husband")


def test_all_content_words_stay_and_stop_words_go() -> None:
    query = analyse("When did Caroline's sister visit Paris, Rome and Oslo in May 2023 with my dog?")
    assert query.terms == ("caroline", "sister", "visit", "paris", "rome", "oslo", "2023", "dog")
    assert (query.months, query.years, query.asks_when, query.first_person) == ((5,), (2023,), True, True)
    assert analyse("may I march on?").months == ()
    assert analyse("What is my dog called?").terms == ("dog",)
    assert "pet" in analyse("What is my dog called?").fact_query.terms
    assert analyse("new york city weather").spans[:2] == ("new york city", "york city weather")
    assert analyse("What did you suggest?").asks_assistant


@pytest.mark.parametrize(
    "text", ['"; DROP', "a OR b NEAR(c)", "col:x*", "-not ^x", "'", "", "🦀 日本語", 'say "hi" AND (', "x" * 9000]
)
def test_match_strings_are_inert(text: str) -> None:
    conn = sqlite3.connect(":memory:")
    conn.execute("CREATE VIRTUAL TABLE f USING fts5(t, prefix='2 3')")
    query = analyse(text)
    for searched in (query.text_query, query.fact_query, every_word(text), beginnings(text)):
        if searched:
            conn.execute("SELECT * FROM f WHERE f MATCH ?", (match_string(searched),)).fetchall()


@pytest.mark.parametrize(
    ("one", "other"), [("ellies", "ellie"), ("movies", "movie"), ("stories", "story"), ("Julies", "julie")]
)
def test_a_word_and_its_plural_have_one_stem(one: str, other: str) -> None:
    assert stem(one.lower()) == stem(other)


@pytest.mark.parametrize(
    ("one", "other"), [("marie", "mary"), ("julie", "july"), ("carrie", "carry"), ("maries", "mary")]
)
def test_a_name_is_no_other_word(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_coverage() -> None:
    assert {stem("lives"), stem("living"), stem("live")} == {"liv"}
    assert Terms(("dog",)).coverage("User has_pet Biscuit") == pytest.approx(0.7)
    assert Terms(("hiking", "rome")).coverage("she hikes") == 0.5
    assert Terms(()).coverage("x") == 0.0


@pytest.mark.parametrize(
    ("question", "about_it"),
    [
        ("What did you suggest?", True),
        ("What was your advice?", True),
        ("Where should it stand, according to you?", True),
        ("Which letters have you drafted?", True),
        ("Do you know where I live?", False),
        ("Can you tell me my address?", False),
        ("How do you cook rice?", False),
        ("Where do I live?", False),
    ],
)
def test_when_the_assistant_is_asked_about_itself(question: str, about_it: bool) -> None:
    assert analyse(question).asks_assistant is about_it


def test_names_have_a_capital_within_the_sentence() -> None:
    assert analyse("Did Rex meet Anna in Rome? Where?").proper_names == ("rex", "anna", "rome")
    assert analyse("Where was it? Rome, perhaps").proper_names == ()


def test_who_asks_for_a_day_finds_its_short_form_and_who_sat_somewhere_asks_for_no_day() -> None:
    for day in ("saturday", "sunday", "wednesday"):
        assert day[:3] in same_words(day) and not same_words(day[:3])
    assert "monday" in same_words("mon")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("who is on 3.5?", ["3.5"]),
        ("we put off 3.5.", ["3.5"]),
        ("v2.0.1 slipped, so did 2.1", ["2.0.1", "2.1"]),
        ("3.5 mg for £3.50 at 3.30pm", []),
        ("the router is 10.0.0.1/24", []),
    ],
)
def test_a_number_with_points_names_a_release_where_it_is_no_amount(text: str, names: list[str]) -> None:
    assert RELEASE.findall(text) == names

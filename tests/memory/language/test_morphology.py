"""Forms of words, both ways."""

import pytest

from zeph.memory.language.morphology import forms_of, is_plural, lemma_of_verb, singular, verb_form

FORMS = [
    ("live", "lives lived lived living"), ("move", "moves moved moved moving"), ("go", "goes went gone going"),
    ("be", "is was been being"), ("have", "has had had having"), ("do", "does did done doing"),
    ("study", "studies studied studied studying"), ("play", "plays played played playing"),
    ("stop", "stops stopped stopped stopping"), ("jog", "jogs jogged jogged jogging"),
    ("quit", "quits quit quit quitting"), ("watch", "watches watched watched watching"),
    ("agree", "agrees agreed agreed agreeing"), ("die", "dies died died dying"), ("tie", "ties tied tied tying"),
    ("write", "writes wrote written writing"), ("commit", "commits committed committed committing"),
    ("visit", "visits visited visited visiting"), ("fix", "fixes fixed fixed fixing"),
    ("vape", "vapes vaped vaped vaping"), ("knit", "knits knit knit knitting"), ("leave", "leaves left left leaving"),
]  # fmt: skip


@pytest.mark.parametrize(("verb", "forms"), FORMS)
def test_a_verb_has_its_forms(verb: str, forms: str) -> None:
    assert list(forms_of(verb)) == forms.split()


@pytest.mark.parametrize(("verb", "forms"), FORMS)
def test_every_form_leads_back_to_its_verb(verb: str, forms: str) -> None:
    assert {lemma_of_verb(form) for form in forms.split()} == {verb}


@pytest.mark.parametrize(
    ("form", "verb"),
    [
        ("'m", "be"), ("are", "be"), ("'ve", "have"), ("got", "get"), ("travelling", "travel"),
        ("practised", "practice"),
        ("cancelled", "cancel"), ("learned", "learn"), ("learnt", "learn"), ("wo", "will"), ("ca", "can"),
        ("refactored", "refactor"), ("upgraded", "upgrade"), ("migrating", "migrate"),
        ("snorkeling", "snorkel"), ("organised", "organize"),
    ],
)  # fmt: skip
def test_other_spellings_and_unknown_verbs(form: str, verb: str) -> None:
    assert lemma_of_verb(form) == verb


@pytest.mark.parametrize(
    ("form", "tag"), [("moved", "VBD"), ("gone", "VBN"), ("lives", "VBZ"), ("playing", "VBG"), ("use", "VB")]
)
def test_a_form_of_a_known_verb_has_a_tag(form: str, tag: str) -> None:
    found = verb_form(form)
    assert found is not None and found[1] == tag


def test_no_form_of_an_unknown_verb() -> None:
    assert verb_form("table") is None


@pytest.mark.parametrize(
    ("noun", "one"),
    [
        ("dogs", "dog"), ("wives", "wife"), ("classes", "class"), ("boxes", "box"), ("cities", "city"), ("kids", "kid"),
        ("children", "child"), ("movies", "movie"), ("shoes", "shoe"), ("glasses", "glasses"), ("chess", "chess"),
        ("bus", "bus"), ("tennis", "tennis"), ("parents", "parent"), ("in-laws", "in-law"), ("news", "news"),
        ("lessons", "lesson"), ("houses", "house"),
    ],
)  # fmt: skip
def test_a_noun_has_a_singular(noun: str, one: str) -> None:
    assert singular(noun) == one
    assert is_plural(noun) is (noun != one)

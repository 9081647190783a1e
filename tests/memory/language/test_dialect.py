"""Words as they are typed by those who write as they speak."""

import pytest

from zeph.memory.ingest.intents.line_kinds import kind_of
from zeph.memory.ingest.intents.order_of import order_of
from zeph.memory.language.dialect import with_owner


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("whos ma flatmate", "whos my flatmate"),
        ("whats ma hourly", "whats my hourly"),
        ("wheres ma sister live", "wheres my sister live"),
        ("whos ma da", "whos my da"),
        ("when is ma test", "when is my test"),
        ("when is ma driving test", "when is my driving test"),
        ("what time does ma shift start", "what time does my shift start"),
        ("whens ma next shift", "whens my next shift"),
        ("whats on ma to do list", "whats on my to do list"),
        ("is ma dentist on friday", "is my dentist on friday"),
        ("where did i put ma keys", "where did i put my keys"),
    ],
)
def test_what_may_own_is_my_before_a_thing(question: str, asked: str) -> None:
    assert with_owner(question) == asked


@pytest.mark.parametrize(
    "question",
    [
        "is ma poorly", "how is ma", "whats wrong with my ma", "when is ma leaving", "when does ma visit",
        "what did ma say", "whats ma doing tomorrow", "is ma sick today", "how old is ma", "whens ma's birthday",
        "what does ma work as", "is ma driving tomorrow", "who is Yo-Yo Ma",
    ],
)  # fmt: skip
def test_a_mother_stays(question: str) -> None:
    assert with_owner(question) == question


@pytest.mark.parametrize("dont", ["dont", "dinnae", "dinna", "dunna", "divvent", "doant"])
@pytest.mark.parametrize(
    "text",
    [
        "thinkin o asking kirsty to marry me at hogmanay. {} keep that, its a secret",
        "buying ann a ring for xmas. {} save that, its a secret",
        "the code is 4411. {} keep that",
    ],
)
def test_an_order_to_keep_nothing_is_one_in_dialect_too(text: str, dont: str) -> None:
    order = order_of(text.format(dont))
    assert order is not None and order.kind == "unstored"


@pytest.mark.parametrize(
    "text",
    [
        "dinnae forget the milk",
        "dinna forget nans birthday",
        "i didnae forget the dentist",
        "i dinnae keep that sort of thing",
        "he dinnae keep that shed tidy",
        "we cannae keep that cat",
        "didnae keep that receipt",
    ],
)
def test_what_is_not_to_be_forgotten_is_no_order_to_forget(text: str) -> None:
    order = order_of(text)
    assert order is None or order.kind not in ("forget", "unstored")
    assert kind_of(text)[0] != "forget"

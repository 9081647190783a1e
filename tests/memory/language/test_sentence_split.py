"""Where sentences end: what is so of somebody behind a dash is theirs, and no sentence about the writer."""

import pytest

from zeph.memory.language.sentence_split import split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Levent - on vacation 21 dec till 4 jan", ["Levent   on vacation 21 dec till 4 jan"]),
        ("Anna - allergic to nuts", ["Anna   allergic to nuts"]),
        ("Anna - she's allergic to nuts", ["Anna", "she's allergic to nuts"]),
        ("Anna - called her about the boiler", ["Anna", "called her about the boiler"]),
        ("Anna - my cousin", ["Anna", "my cousin"]),
        ("good news - allergic to nothing", ["good news", "allergic to nothing"]),
        ("I rang Anna - not in", ["I rang Anna", "not in"]),
    ],
)
def test_a_name_before_a_dash(text: str, sentences: list[str]) -> None:
    assert [one.text for one in split_sentences(text)] == sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("closed dec 18 - jan 4, call me", 1),
        ("the shop is open mon - fri", 1),
        ("talks 9.30 - 11, then lunch", 1),
        ("I work mon - fri at the harbour office", 1),
        ("party on sat - sun is for cleaning", 2),
        ("dinner friday - sat we sleep", 2),
        ("dont forget the bins - theyre collected tomorrow", 2),
        ("spoke to the bank - they want two payslips", 2),
        ("marios cat is missing - hes put up posters all over", 2),
        ("tried the new bakery - the rye bread was stale", 2),
    ],
)
def test_a_dash_between_two_times_ends_no_sentence(text: str, sentences: int) -> None:
    assert len(split_sentences(text)) == sentences

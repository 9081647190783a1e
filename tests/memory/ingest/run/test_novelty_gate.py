"""The gate's formula and buffers, with the page's figures, and the cheap looks at a text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeph.config.schema import RpeSettings
from zeph.memory.ingest.run.novelty_gate import (
    LAST_NAMES,
    LAST_VECTORS,
    Gate,
    candidate_names,
    has_fact_cue,
    prediction_error,
)
from zeph.memory.language.gazetteer import Gazetteer

X, Y = np.array([1.0, 0.0], dtype=np.float32), np.array([0.0, 1.0], dtype=np.float32)
PAGE = RpeSettings.model_validate({})


@pytest.mark.parametrize(
    ("turn", "recent", "names", "seen", "rpe"),
    [
        (X, [X], [], [], 0.0),
        (Y, [X], [], [], 0.5),
        (-X, [X], [], [], 1.0),
        (X, [X], ["ann"], [], 0.5),
        (X, [X], ["ann", "bob"], ["bob"], 0.25),
        (X, [X], ["ann"], ["ann"], 0.0),
        (Y, [X], ["ann"], [], 1.0),
        (-X, [X], ["ann"], [], 1.0),  # 1.5, clamped
        (X, [X, Y], [], [], 0.5 * (1 - 0.5**0.5)),  # against the mean, not the last
    ],
)
def test_the_formula(
    turn: "np.ndarray", recent: list["np.ndarray"], names: list[str], seen: list[str], rpe: float
) -> None:
    assert prediction_error(turn, recent, names, seen) == pytest.approx(rpe, abs=1e-6)


@given(
    st.lists(st.lists(st.floats(-1, 1, width=32), min_size=3, max_size=3), min_size=2, max_size=12),
    st.lists(st.text(max_size=3), max_size=5),
    st.lists(st.text(max_size=3), max_size=5),
)
def test_it_stays_between_0_and_1(rows: list[list[float]], names: list[str], seen: list[str]) -> None:
    vectors = [np.array(row, dtype=np.float32) for row in rows]
    assert 0.0 <= prediction_error(vectors[0], vectors[1:], names, seen) <= 1.0


def test_the_defaults_are_the_pages() -> None:
    assert (PAGE.enabled, PAGE.threshold, PAGE.max_skip_turns) == (False, 0.3, 5)


def gate(threshold: float = 0.3, max_skip_turns: int = 5, turns: int = 1) -> Gate:
    made = Gate(threshold, max_skip_turns)
    for _ in range(turns):
        made.remember(X, ["ann"], skipped=False)
    return made


def test_what_is_as_expected_is_skipped_and_what_surprises_passes() -> None:
    assert not gate().passes(X, ["ann"], cue=False)
    assert gate().passes(Y, [], cue=False)
    assert gate().passes(X, ["bob"], cue=False)


def test_the_threshold_itself_passes() -> None:
    assert gate(threshold=0.5).passes(X, ["bob"], cue=False)
    assert not gate(threshold=0.51).passes(X, ["bob"], cue=False)


def test_a_cue_an_empty_history_and_a_missing_vector_pass() -> None:
    assert gate().passes(X, [], cue=True)
    assert gate(turns=0).passes(X, [], cue=False)
    assert gate().passes(None, [], cue=False)


@pytest.mark.parametrize("most", [0, 1, 5])
def test_after_so_many_skips_the_next_turn_passes(most: int) -> None:
    made = gate(max_skip_turns=most)
    skips = 0
    while not made.passes(X, [], cue=False):
        made.remember(X, [], skipped=True)
        skips += 1
    assert skips == most
    made.remember(X, [], skipped=False)
    assert made.passes(X, [], cue=False) is (most == 0)


def test_only_the_last_turns_and_names_count() -> None:
    made = gate()
    for number in range(LAST_VECTORS):
        made.remember(Y, [f"name{number}"], skipped=False)
    assert not made.passes(Y, ["ann"], cue=False)
    made.remember(Y, [f"other{number}" for number in range(LAST_NAMES)], skipped=False)
    assert made.passes(Y, ["ann"], cue=False)


@pytest.mark.parametrize(
    "text",
    [
        "I use vim.",
        "i'm allergic to nuts",
        "We've got two cats",
        "my sister is a doctor",
        "My dog's name is Biscuit",
        "it is over since March",
        "See you on Friday",
        "the box weighs 3 kg",
        "that costs $40",
        "She switched to neovim",
        "he no longer lives there",
        "it is on version two now",
        "they moved",
        "I really don't like tea",
        "x" * 5_000,
    ],
)
def test_a_fact_cue(text: str) -> None:
    assert has_fact_cue(text)


@pytest.mark.parametrize(
    "text", ["ok", "Sounds good, thanks!", "lol", "What is a monad?", "i think so too", "I see. Got it.", "yes please"]
)
def test_small_talk_has_none(text: str) -> None:
    assert not has_fact_cue(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Nora Smith met Bob at the Zoo.", ["nora smith", "bob", "zoo"]),
        ("Sounds good. Thanks! The Rust compiler?", ["rust"]),
        ("do you like neovim and main.rs on k8s?", ["main.rs", "k8s", "neovim"]),
        ("Zoë's car, Zoë's house", ["zoë"]),
        ("what do you go for", []),
        ("", []),
    ],
)
def test_candidate_names(text: str, names: list[str]) -> None:
    assert candidate_names(text, Gazetteer.load()) == names


@given(st.text(max_size=300))
def test_any_text_can_be_looked_at(text: str) -> None:
    has_fact_cue(text)
    candidate_names(text, Gazetteer.load())

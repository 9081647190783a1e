"""What is no widget: history, completion, the slider's moments, the status line, tables."""

import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.history import FileHistory

from zeph.clock import to_moment
from zeph.commands.outputs import Rows, used
from zeph.records.edge import Edge
from zeph.tui.browser.fact_dates import dates
from zeph.tui.browser.moments import Moments
from zeph.tui.markdown.blocks import pieces
from zeph.tui.prompt.completion import suggestions
from zeph.tui.prompt.input_history import InputHistory
from zeph.tui.screens.picker import Choice, matching
from zeph.tui.theme import next_theme, theme_for
from zeph.tui.widgets.status_line import Status, render
from zeph.tui.widgets.transcript_items import table


def test_the_history_is_shared_with_the_line_interface(tmp_path: Path) -> None:
    path = tmp_path / "state" / "history"
    mine = InputHistory(path)
    mine.add("one\ntwo")
    mine.add("three")
    theirs = FileHistory(str(path))
    assert list(theirs.load_history_strings()) == ["three", "one\ntwo"]
    theirs.store_string("four")
    assert InputHistory(path).texts == ["one\ntwo", "three", "four"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_history_that_cannot_be_kept_says_so_and_works(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file in the way")
    history = InputHistory(tmp_path / "state" / "history")
    assert "not kept" in history.problem
    history.add("x")
    assert history.older("") == "x"


def test_walking_the_history_comes_back_to_what_was_typed(tmp_path: Path) -> None:
    history = InputHistory(tmp_path / "history")
    for text in ("a", "b", "b", ""):
        history.add(text)
    assert [history.older("draft"), history.older("b"), history.older("a")] == ["b", "a", None]
    assert [history.newer(), history.newer(), history.newer()] == ["b", "draft", None]


def test_commands_are_completed_from_the_table(tmp_path: Path) -> None:
    assert suggestions("/he", tmp_path)[0].text == "/help "
    assert [s.text for s in suggestions("/graph fa", tmp_path)] == ["/graph facts "]
    assert any(s.text == "/graph backfill" for s in suggestions("/backf", tmp_path))
    assert suggestions("/exit", tmp_path) == []
    assert suggestions("no slash", tmp_path) == []
    assert suggestions("mail@example", tmp_path) == []
    assert suggestions("@nowhere/at/all", tmp_path) == []


@given(st.text(max_size=60))
def test_completion_takes_any_text(text: str) -> None:
    for found in suggestions(text, Path("/nonexistent")):
        assert found.replaces <= len(text)


moments = st.datetimes(datetime(1990, 1, 1), datetime(2030, 1, 1)).map(lambda d: to_moment(d.replace(tzinfo=UTC)))  # noqa: DTZ001  # made aware at once


@given(moments, moments, st.lists(st.sampled_from([-40, -3, -1, 1, 5, 40]), max_size=12))
def test_the_slider_stays_between_the_first_moment_and_now(one: str, other: str, steps: list[int]) -> None:
    early, late = sorted((one, other))
    at = Moments(late, late).within(early, late)
    for step in steps:
        at = at.step(step).other_axis().day(step)
        for moment in (at.as_of, at.known_at):
            assert moment is None or at.first <= moment < late
            assert 0.0 <= at.share(moment) <= 1.0


@given(st.integers(10, 200), st.text(max_size=60), st.integers(0, 99), st.booleans())
def test_the_status_line_fits_any_width(width: int, model: str, queued: int, working: bool) -> None:
    status = Status(
        model,
        1234,
        8192,
        "3 facts used",
        "Answering… 3s" if working else "",
        "Extracting entities… 3s",
        queued,
        "Esc stops",
    )
    content = render(status, width)
    assert "\n" not in content.plain
    if width >= 60 and working:
        assert "Answering… 3s" in content.plain


def test_the_status_line_tells_of_the_space_and_of_what_waits() -> None:
    assert render(Status("qwen3:4b", space="work", to_review=3), 80).plain.startswith(
        "space work · qwen3:4b · 3 changes to /review"
    )
    assert "to /review" not in render(Status("qwen3:4b"), 80).plain


def test_a_table_is_wrapped_to_the_width() -> None:
    rows = Rows(("id", "fact"), [("1", "a very long fact " * 10), ("22", "[short]")], "")
    lines = table(rows, 40).plain.splitlines()
    assert max(map(len, lines)) <= 40 and "22  [short]" in lines
    assert table(Rows(("a",), [], "Nothing."), 40).plain == "Nothing."


def test_choices_that_begin_so_come_first() -> None:
    choices = [Choice(1, "an apple"), Choice(2, "apple pie"), Choice(3, "pear", "not an apple")]
    assert [c.value for c in matching(choices, "apple")] == [2, 1, 3]
    assert [c.value for c in matching(choices, "apple not")] == [3]
    assert matching(choices, "zzz") == []


def test_the_theme_follows_the_terminal() -> None:
    assert theme_for("auto", {}) == "zeph-dark"
    assert theme_for("auto", {"COLORFGBG": "0;15"}) == "zeph-light"
    assert theme_for("ansi", {"COLORFGBG": "0;15"}) == "ansi-light"
    assert next_theme(next_theme(next_theme("zeph-dark"))) == "zeph-dark"


BLOCKS = st.lists(
    st.sampled_from(
        [
            "# Title",
            "a paragraph",
            "- one\n- two",
            "1. one\n\n2. two",
            "```py\nx\n\ny\n```",
            "> quoted",
            "| a |\n|---|",
            "    indented",
            "[link] text",
        ]
    ),
    max_size=60,
).map("\n\n".join)


@given(BLOCKS, st.integers(1, 400))
def test_a_text_cut_in_pieces_is_the_same_text(text: str, repeated: int) -> None:
    whole = "\n\n".join([text] * min(repeated, 8))
    assert "".join(pieces(whole)) == whole
    for piece in pieces(whole):
        assert sum(line.startswith("```") for line in piece.splitlines()) % 2 == 0


def test_a_list_is_not_cut() -> None:
    text = "\n\n".join(f"{n}. item {'x' * 100}" for n in range(1, 60))
    assert pieces(text) == [text]
    assert len(pieces(f"{text}\n\nAfter it.")) == 2


@pytest.mark.parametrize(
    ("fact", "since", "precision", "stated", "until", "told"),
    [
        ("Ada lives in Bergen", "2019-01-01 00:00:00", "year", True, None, "since 2019"),
        ("Ada moved to Bergen", "2019-05-01 00:00:00", "month", True, None, "in 2019-05"),
        ("Ada left Acme", "2019-05-04 00:00:00", "day", True, None, "on 2019-05-04"),
        ("Ada needs a bike", "2019-05-04 00:00:00", "day", False, None, "said 2019-05-04"),
        ("Ada lived in Oslo", "2015-01-01 00:00:00", "year", True, "2019-05-01 00:00:00", "2015 – 2019-05"),
        ("Ada is a pilot", None, None, False, "2019-05-01 00:00:00", "until 2019-05"),
        ("Ada is a pilot", None, None, False, None, "start unknown"),
    ],
)
def test_when_a_fact_is_true_is_told_as_a_person_would(
    fact: str, since: str | None, precision: str | None, stated: bool, until: str | None, told: str
) -> None:
    edge = Edge(
        1, 1, 1, 2, "Ada", "x", "r", "r", fact, "semantic", 0.9, "local", since, precision, stated, until,  # type: ignore[arg-type]  # a precision
        "month" if until else None, "2020-01-01 00:00:00", None, None, None, None,
    )  # fmt: skip
    assert dates(edge) == told


@pytest.mark.parametrize(
    ("facts", "messages", "said"),
    [(0, 0, "0 facts used"), (2, 0, "2 facts used"), (0, 1, "1 message used"), (1, 2, "1 fact and 2 messages used")],
)
def test_what_an_answer_stands_on_is_counted(facts: int, messages: int, said: str) -> None:
    assert used(facts, messages) == said

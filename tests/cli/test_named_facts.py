"""`zeph graph facts NAME`: facts of what only has the word in a longer name are found too."""

from pathlib import Path

from tests.cli.zeph_program import zeph


def test_facts_under_a_longer_name_are_found_and_told(tmp_path: Path) -> None:
    for text in ("My carol concert is on 19 December.", "I have a boat called Doris May.", "I like tea."):
        zeph(tmp_path, "chat", "-p", text)
    assert "concert" in zeph(tmp_path, "graph", "facts", "concert").stdout
    assert "19 December" in zeph(tmp_path, "graph", "facts", "concert").stdout
    assert "Doris May" in zeph(tmp_path, "graph", "facts", "may").stdout
    assert "Also with this word" not in zeph(tmp_path, "graph", "facts", "user").stdout


def test_what_else_has_the_word_is_said(tmp_path: Path) -> None:
    zeph(tmp_path, "chat", "-p", "Nora works at Lumen. Nora Quist lives in Oslo.")
    shown = zeph(tmp_path, "graph", "facts", "Quist").stdout
    assert "Nora Quist" in shown and "Oslo" in shown

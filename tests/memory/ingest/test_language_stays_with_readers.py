"""No module after the readers knows a word of English: claims say what they need."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import zeph

ROOT = Path(zeph.__file__).parent
ROOMS = (
    "memory/ingest/planning.py", "memory/ingest/plan_draft.py", "memory/ingest/fact_builder.py",
    "memory/ingest/resolution", "memory/ingest/revision", "memory/upkeep", "memory/recall/ranking",
)  # fmt: skip
LEAST_LIST = 4
WORD = re.compile(r"(?<![A-Za-z_\\<?])[a-z]{3,}(?![A-Za-z_>])")
"""A word of letters alone: names of relations have an underscore, names of groups stand between brackets."""


def modules() -> list[Path]:
    paths = [ROOT / room for room in ROOMS]
    return sorted(p for path in paths for p in (path.rglob("*.py") if path.is_dir() else [path]))


def english(tree: ast.Module) -> Iterator[str]:
    """Patterns with words in them, and words in a text that is split into a list."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr == "compile":
            texts = [n.value for arg in node.args for n in ast.walk(arg) if isinstance(n, ast.Constant)]
            words = [w for text in texts if isinstance(text, str) for w in WORD.findall(text)]
            yield from words
        said = node.func.value
        listed = said.value if isinstance(said, ast.Constant) and isinstance(said.value, str) else ""
        if node.func.attr == "split" and len(listed.split()) >= LEAST_LIST:
            yield listed


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_list_of_words_and_no_pattern_of_english(path: Path) -> None:
    assert list(english(ast.parse(path.read_text(encoding="utf-8")))) == []

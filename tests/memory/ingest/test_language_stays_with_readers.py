"""No module but the readers has a word of English: neither in a list, nor in a pattern, nor to compare a text with.

Readers are the rooms that read what a person or a model wrote; whether a sentence asks is read for two of them.
What is known of words beside them stands in ``language/data``: names, roles, other numbers of a noun, and how the
sentences that Zeph keeps are worded. Revision and resolution ask the modules of ``language`` for these (whose a
name is, which role one has, which place a sentence says to be filled), because what is stored is a name and a
sentence, not the claim that they came with.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import zeph
from zeph.memory.language.word_tables import read_data
from zeph.records.claim import QUALIFIERS
from zeph.records.graph_types import EDGE_TYPES, ENTITY_TYPES

ROOT = Path(zeph.__file__).parent
READERS = (
    "ingest/reader/", "ingest/llm/", "language/times/", "language/questions.py", "ingest/structured/", "recall/query/",
)  # fmt: skip
ALLOWED = {
    "language/morphology.py": "the letters that forms of a word end with",
    "language/names.py": "one ending: something done (in -ing) of many words is no name",
    "exchange/": "keys and names of file formats, other programs' and its own",
    "admin/copies.py": "why a copy was made: part of its name", "admin/driver_report.py": "keys of a report",
    "language/ontology_file.py": "keys of the ontology's file",
    "recall/ranking/message_features.py": "names of signals", "recall/ranking/fact_features.py": "names of signals",
    "recall/ranking/message_ranking.py": "names of signals", "recall/ranking/scorer.py": "names of signals",
    "recall/ranking/fact_ranking.py": "names of signals", "recall/ranking/fusion.py": "names of signals",
    "recall/ranking/source_features.py": "names of signals",
    "ingest/intents/put_right_features.py": "names of signals",
    "upkeep/community_refresh.py": "keys of a status",
}  # fmt: skip
WORD = re.compile(r"(?<![A-Za-z_\\<?])[a-z]{2,}(?![A-Za-z_>])")
"""A word of letters alone: names of relations have an underscore, names of groups stand between brackets."""
TEXT = re.compile(r"(?=.*[a-z]{2})[a-z'][a-z' -]+")
PATTERNS = frozenset(("compile", "search", "match", "sub", "findall", "finditer", "fullmatch", "split"))
ENDS = frozenset(("endswith", "startswith", "removeprefix", "removesuffix"))


@cache
def own_words() -> frozenset[str]:
    """What Zeph itself calls things: kinds of all sorts, relations and their families, qualifiers."""
    literals = (
        node.slice
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal"
    )
    relations, groups = read_data("ontology.toml")["relations"], read_data("families.toml")["groups"]
    families = {row.get("family", "") for row in relations.values()}
    named = {text for literal in literals for text in texts(literal)}
    return frozenset({*named, *relations, *families, *groups, *QUALIFIERS, *EDGE_TYPES, *ENTITY_TYPES, "source"})


def texts(node: ast.AST) -> Iterator[str]:
    """The texts that stand in an expression, but for the keys of what is looked up in it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    looked_up = isinstance(node, ast.Subscript) or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    for child in () if looked_up else ast.iter_child_nodes(node):
        yield from texts(child)


def english(tree: ast.Module) -> Iterator[str]:
    """Words in patterns, in lists, and those that a text or its ends are compared with."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from of_call(node, node.func)
        elif isinstance(node, ast.Compare):
            sides = (
                side for side in node.comparators if isinstance(side, ast.Constant | ast.Tuple | ast.Set | ast.List)
            )
            yield from foreign(text for side in sides for text in texts(side))
        elif isinstance(node, ast.Set | ast.List | ast.Tuple | ast.Dict):
            said = node.keys if isinstance(node, ast.Dict) else node.elts
            found = list(foreign(one.value for one in said if isinstance(one, ast.Constant)))
            yield from found if len(said) > 2 and len(found) > 1 else ()


def of_call(call: ast.Call, function: ast.Attribute) -> Iterator[str]:
    of_module = isinstance(function.value, ast.Name) and function.value.id == "re"
    first = list(texts(call.args[0])) if call.args else []
    if function.attr in PATTERNS and of_module:
        yield from (word for text in first for word in WORD.findall(text) if word not in own_words())
    elif function.attr == "split":
        listed = [word for text in texts(function.value) for word in text.split()]
        yield from listed if len(listed) > 1 else ()
    elif function.attr in ENDS:
        yield from foreign(text.strip() for text in first)


def foreign(said: Iterator[object]) -> Iterator[str]:
    yield from (text for text in said if isinstance(text, str) and TEXT.fullmatch(text) and text not in own_words())


def modules() -> list[Path]:
    named = {path: path.relative_to(ROOT / "memory").as_posix() for path in (ROOT / "memory").rglob("*.py")}
    return sorted(path for path, name in named.items() if not name.startswith((*READERS, *ALLOWED)))


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_list_no_pattern_and_no_comparison_has_a_word(path: Path) -> None:
    assert list(english(ast.parse(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize("name", ALLOWED)
def test_what_is_allowed_is_needed(name: str) -> None:
    paths = [ROOT / "memory" / name] if name.endswith(".py") else sorted((ROOT / "memory" / name).rglob("*.py"))
    assert any(list(english(ast.parse(path.read_text(encoding="utf-8")))) for path in paths)


@pytest.mark.parametrize(
    "code",
    [
        're.compile(r"\\bno longer\\b")', 'LIST = frozenset("boss manager".split())', 'name == "wedding"',
        'name in ("mum", "dad")', 'name.removeprefix("the ")', 'SAME = {"mum": 1, "dad": 2, "nan": 3}',
    ],
)  # fmt: skip
def test_words_are_found(code: str) -> None:
    assert list(english(ast.parse(code)))

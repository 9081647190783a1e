"""Markdown as lines of a screen: parsed once, laid out for any width.

In: markdown. Out: parts, in order: passages, whose lines are laid out for a width, and code. One widget shows a part,
however many paragraphs, lists and tables it has, so that a screen full of answers is cheap to lay out anew.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from textual.content import Content
from textual.style import Style

from zeph.tui.text.text_table import table_lines

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

HEADINGS = {"h1": "bold underline $primary", "h2": "bold $primary", "h3": "bold"}
MARKS = {"strong": "bold", "em": "italic", "s": "strike"}
CODE = "$text-accent"
LEAST_WIDTH = 12
"""However deep a list is nested, so many cells are left for its text."""


@dataclass(frozen=True, slots=True)
class Code:
    language: str
    text: str


@dataclass(frozen=True, slots=True)
class Passage:
    source: str
    blocks: "tuple[SyntaxTreeNode, ...]" = field(compare=False)

    def lines(self, width: int) -> list[Content]:
        """A blank line stands between two blocks."""
        return _stacked(self.blocks, width, apart=True)


def parts(text: str) -> list[Code | Passage]:
    """What ``text`` consists of; fences inside lists and quotes stay in their passage."""
    from markdown_it.tree import SyntaxTreeNode

    lines = text.split("\n")
    found: list[Code | Passage] = []
    passage: list[SyntaxTreeNode] = []
    for node in SyntaxTreeNode(_parser().parse(text)).children:
        if node.type in ("fence", "code_block"):
            found += _passage(passage, lines)
            passage = []
            found.append(Code(_language(node), node.content.rstrip("\n")))
        else:
            passage.append(node)
    return [*found, *_passage(passage, lines)]


def _passage(blocks: "list[SyntaxTreeNode]", lines: list[str]) -> list[Passage]:
    """One, or none of no blocks."""
    if not blocks:
        return []
    first, last = blocks[0].map or (0, 0), blocks[-1].map or (0, len(lines))
    return [Passage("\n".join(lines[first[0] : last[1]]), tuple(blocks))]


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable(["table", "strikethrough"])


def _language(node: "SyntaxTreeNode") -> str:
    return (node.info.split() or [""])[0][:20]


# ---------------------------------------------------------------- blocks


def _stacked(nodes: "Iterable[SyntaxTreeNode]", width: int, *, apart: bool) -> list[Content]:
    found: list[Content] = []
    for node in nodes:
        lines = _block(node, width)
        if found and lines and apart:
            found.append(Content(""))
        found += lines
    return found


def _block(node: "SyntaxTreeNode", width: int) -> list[Content]:
    width = max(LEAST_WIDTH, width)
    match node.type:
        case "heading":
            return _wrapped(_inline(node).stylize(HEADINGS.get(node.tag, "italic")), width)
        case "bullet_list" | "ordered_list":
            return list(_list(node, width))
        case "blockquote":
            inner = _stacked(node.children, width - 2, apart=True)
            return [Content.assemble(("▎ ", "$primary"), line.stylize("$quiet")) for line in inner]
        case "table":
            return _table(node, width)
        case "hr":
            return [Content.styled("─" * width, "$faint")]
        case "fence" | "code_block":
            code = Content.styled(node.content.rstrip("\n"), CODE)
            return [Content.assemble(("│ ", "$faint"), line) for line in _wrapped(code, width - 2)]
        case "html_block":
            return _wrapped(Content(node.content.rstrip("\n")), width)
        case _:
            return _wrapped(_inline(node), width)


def _list(node: "SyntaxTreeNode", width: int) -> Iterator[Content]:
    """Items with their marks; a loose list keeps its blank lines."""
    first = int(node.attrs.get("start", 1))
    marks = ["• " if node.type == "bullet_list" else f"{first + n}. " for n in range(len(node.children))]
    wide = max(map(len, marks), default=0)
    loose = any(child.type == "paragraph" and not child.hidden for item in node.children for child in item.children)
    for number, (mark, item) in enumerate(zip(marks, node.children, strict=True)):
        lines = _stacked(item.children, width - wide, apart=loose) or [Content("")]
        if number and loose:
            yield Content("")
        for at, line in enumerate(lines):
            yield Content.assemble((mark.rjust(wide) if at == 0 else " " * wide, "$primary"), line)


def _table(node: "SyntaxTreeNode", width: int) -> list[Content]:
    rows = [[_inline(cell) for cell in row.children] for part in node.children for row in part.children]
    return table_lines(rows, width, ruled=True)


def _wrapped(text: Content, width: int) -> list[Content]:
    return text.wrap(width)


# ---------------------------------------------------------------- inside a block


def _inline(node: "SyntaxTreeNode") -> Content:
    """The text of a paragraph, heading or cell, with its marks."""
    return Content.assemble(*_spans(node.children, ()), strip_control_codes=False)


def _spans(nodes: "Sequence[SyntaxTreeNode]", styles: tuple[str | Style, ...]) -> Iterator[Content]:
    for node in nodes:
        match node.type:
            case "softbreak":
                yield Content(" ")
            case "hardbreak":
                yield Content("\n")
            case "code_inline":
                yield _styled(node.content, (*styles, CODE))
            case "link":
                target = Style.from_meta({"href": str(node.attrs.get("href", ""))})
                yield from _spans(node.children, (*styles, "underline", target))
            case "image":
                yield _styled(node.content or "image", (*styles, "italic"))
            case kind if node.children:
                yield from _spans(node.children, (*styles, MARKS[kind]) if kind in MARKS else styles)
            case _:
                yield _styled(node.content, styles)


def _styled(text: str, styles: tuple[str | Style, ...]) -> Content:
    content = Content(text, strip_control_codes=False)
    for style in styles:
        content = content.stylize(style)
    return content

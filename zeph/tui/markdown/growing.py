"""A text that still grows, shown so that what stands on the screen does not change its looks with the next letters.

In: markdown whose end is not there yet. Out: markdown to show meanwhile: marks that were opened are closed, and a line
that could still become anything (a lone ``-``, the first row of a table, half a link) waits.
"""

import re

_UNDECIDED = re.compile(r"(?:^|\n)[ \t]*(?:[-=*+#>|`~_ \t]+|\d{1,9}[.)]?[ \t]*)?$")
_LINK = re.compile(r"!?\[([^\[\]\n]*)(?:\](?:\([^()\s]*)?)?$")
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_ENDING = re.compile(r"\n {0,3}(?:`{1,2}|~{1,2})?$")
"""What may become the end of a fence."""
_CODE = re.compile(r"`+[^`\n]+`+")


def settled(text: str) -> str:
    """What can be shown of ``text`` already."""
    if len(_FENCE.findall(text)) % 2:
        return _ENDING.sub("", text)
    text = _UNDECIDED.sub("", text)
    start = text.rfind("\n\n") + 1
    before, block = text[:start], text[start:]
    lines = block.strip("\n").split("\n")
    if lines[0].lstrip().startswith("|") and len(lines) < 3:
        return before
    return before + _closed(block)


def _closed(block: str) -> str:
    """``block`` with the marks closed that its end leaves open."""
    plain = _CODE.sub("", block)
    if "`" in plain:
        head, _, tail = block.rpartition("`")
        return block + "`" if tail.strip() else head
    block = _LINK.sub(r"\1", block)
    for mark in ("**", "__", "~~"):
        if plain.count(mark) % 2:
            block = block.removesuffix(mark) if block.endswith(mark) else f"{block.rstrip()}{mark}"
    return block

"""Tables as lines: columns aligned, the widest wrapped so that the whole fits.

In: rows of texts, the first of them perhaps the heads. Out: lines of at most the width.
"""

from collections.abc import Sequence

from textual.content import Content

LEAST_COLUMN = 10
GAP = 2


def table_lines(
    rows: Sequence[Sequence[Content]], width: int, *, heads: bool = True, ruled: bool = False
) -> list[Content]:
    """``heads``: the first row names the columns; ``ruled``: a line is drawn below them."""
    columns = max(map(len, rows), default=0)
    rows = [[*row, *[Content("")] * (columns - len(row))] for row in rows]
    widths = _fitted([max(row[i].cell_length for row in rows) for i in range(columns)], width)
    found: list[Content] = []
    for number, row in enumerate(rows):
        named = heads and number == 0
        found += _row([cell.stylize("bold $quiet") for cell in row] if named else row, widths)
        if named and ruled:
            found.append(Content.styled((" " * GAP).join("─" * w for w in widths), "$faint"))
    return found


def _fitted(widths: list[int], width: int) -> list[int]:
    gaps = GAP * (len(widths) - 1)
    while sum(widths) + gaps > width and max(widths) > LEAST_COLUMN:
        widest = widths.index(max(widths))
        over = sum(widths) + gaps - width
        second = max((w for i, w in enumerate(widths) if i != widest), default=0)
        less = max(LEAST_COLUMN, second, widths[widest] - over) if widths[widest] > second else widths[widest] - 1
        widths[widest] = less
    return widths


def _row(row: Sequence[Content], widths: Sequence[int]) -> list[Content]:
    cells = [cell.wrap(max(1, width)) if cell else [cell] for cell, width in zip(row, widths, strict=True)]
    last = len(widths) - 1
    return [
        Content.assemble(
            *(
                part
                for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
                for part in _cell(cell[n] if n < len(cell) else Content(""), width, last=i == last)
            )
        ).rstrip()
        for n in range(max(map(len, cells)))
    ]


def _cell(text: Content, width: int, *, last: bool) -> tuple[Content | str, ...]:
    return (text,) if last else (text, " " * (max(0, width - text.cell_length) + GAP))

"""What of a whole memory stands in every request: core memory blocks and lines of the profile.

In: a file in Zeph's own form, which anybody may have written. Out: the lines that would stand there, for the person to
judge; and its rows held against the rules that a person's own writing is held against.
"""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from zeph.errors import BadInput, UsageError
from zeph.memory.blocks.block_changes import STANDING
from zeph.memory.blocks.core_blocks import LARGEST, LONGEST_DESCRIPTION, MOST, label_of
from zeph.memory.exchange.message_lines import OnBadLine, raw_lines, read_object
from zeph.safety.injection import is_planted
from zeph.safety.text import clean_text, one_line
from zeph.safety.told_secrets import hide_secrets

KINDS = ("block", "block_form", "profile")
LEFT_OUT = (
    "stands in every request to a model, and was left out with all of its kind: name the file itself and say yes to"
    " what it shows (or --yes)"
)

Row = dict[str, Any]
Rows = Iterable[tuple[int, str, Row]]


def standing_lines(path: Path) -> list[str]:
    """What would stand in every request, block by block, then lines of the profile; each on one line. Raises BadInput
    where the file cannot be read."""
    found = list(_read(path, KINDS))
    labels = {row.get("id"): row.get("label") for kind, row in found if kind == "block"}
    lines: dict[str, None] = {}
    for kind, row in found:
        if kind == "block_form":
            text = f"{row.get('description') or ''}\n{row.get('text') or ''}"
            said = (f"{labels.get(row.get('block_id'))}: {line}" for line in text.splitlines() if line.strip())
            lines |= dict.fromkeys(map(one_line, said))
    lines |= {one_line(str(row["text"])): None for kind, row in found if kind == "profile" and row.get("text")}
    pinned = {row.get("edge_id") for kind, row in found if kind == "profile" and row.get("kind") == "pinned"}
    facts = _read(path, ("fact",)) if pinned else ()
    lines |= {one_line(str(row.get("fact"))): None for _, row in facts if row.get("id") in pinned}
    return list(lines)


class StandingRows:
    """The rows of one file that the person has agreed to."""

    def __init__(self, path: Path, there: Collection[str], *, keep_secrets: bool) -> None:
        """``there``: labels of the blocks that the space has."""
        self._labels = {*there, *STANDING}
        self._keep_secrets = keep_secrets
        self._removed = _removed(path)

    def fit(self, kind: str, row: Row) -> None:
        """Masks secrets in it. Raises BadInput for what the person could not have written."""
        for name in ("text", "description"):
            if isinstance(row.get(name), str):
                row[name] = self._clean(row[name])
        if kind == "block":
            self._check_block(row)
        elif kind == "block_form":
            _check_form(row)

    def _clean(self, text: str) -> str:
        clean = clean_text(text)
        return clean if self._keep_secrets else hide_secrets(clean).text

    def _check_block(self, row: Row) -> None:
        label = str(row.get("label"))
        try:
            if label_of(label) != label:
                raise BadInput("label must be in small letters")
        except UsageError as error:
            raise BadInput(f"label is none: {error}") from error
        if row.get("id") in self._removed or label in self._labels:
            return
        if len(self._labels) >= MOST:
            raise BadInput(f"there are {MOST} blocks already")
        self._labels.add(label)


def taken(rows: Rows, standing: StandingRows | None, on_bad_line: OnBadLine) -> Iterator[tuple[int, str, Row]]:
    """The rows without those of :data:`KINDS` that do not fit; with no ``standing`` without any of them."""
    told = False
    for number, kind, row in rows:
        try:
            if kind in KINDS:
                if standing is None:
                    raise BadInput(LEFT_OUT)
                standing.fit(kind, row)
            yield number, kind, row
        except BadInput as error:
            if standing is not None or not told:
                on_bad_line(number, f"line {number}: {error}")
            told = True


def _check_form(row: Row) -> None:
    text, limit, description = row.get("text"), row.get("char_limit"), row.get("description")
    if not isinstance(text, str) or not isinstance(limit, int) or not isinstance(description, str):
        return  # the loader says so
    if not 0 < limit <= LARGEST:
        raise BadInput(f"char_limit must be from 1 to {LARGEST:,}")
    if len(text) > limit:
        raise BadInput(f"text has {len(text)} of at most {limit} characters")
    if len(description) > LONGEST_DESCRIPTION:
        raise BadInput(f"description has more than {LONGEST_DESCRIPTION} characters")
    if any(map(is_planted, [*text.splitlines(), description])):
        raise BadInput("text of this block reads like an order to a model")


def _removed(path: Path) -> set[Any]:
    """Blocks whose form now says that they are out of view."""
    found = list(_read(path, ("block", "block_form")))
    gone = {(row.get("block_id"), row.get("id")) for kind, row in found if kind == "block_form" and row.get("removed")}
    pairs = ((row.get("id"), row.get("form_id")) for kind, row in found if kind == "block")
    return {block for block, form in pairs if (block, form) in gone}


def _read(path: Path, kinds: Collection[str]) -> Iterator[tuple[str, Row]]:
    for number, raw in raw_lines(path):
        try:
            row = read_object(raw, number)
        except BadInput:
            continue  # told when it is read
        kind = row.pop("type", None)
        if isinstance(kind, str) and kind in kinds:
            yield kind, {name: value for name, value in row.items() if isinstance(value, str | int | None)}

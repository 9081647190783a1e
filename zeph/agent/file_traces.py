"""What a forgotten text has left outside the database: history, logs, crash reports, copies, the graph's picture.

In: paths, what was forgotten. Out: counts. A person's own copies are listed, never touched.
"""

import contextlib
import os
import stat
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from zeph.agent.unanswered import take_unanswered
from zeph.errors import BadInput
from zeph.memory.recall.query.vocabulary import fold
from zeph.memory.recall.query.vocabulary import words as words_of
from zeph.paths import Paths, crash_folder
from zeph.records.forgetting import Forgotten
from zeph.written_files import WrittenFiles, WrittenKind

LEAST = 4
"""Characters that a text must have to be looked for: shorter ones are in everything."""
LONG = 6
"""Letters from which a word is looked for inside of longer ones too."""
PICTURE = "graph.html"
"""The picture of the graph in the state folder."""


def forget_traces(paths: Paths, db: Path, gone: Forgotten, words: Collection[str] = ()) -> dict[str, int]:
    """Lines and files that went, per kind; kinds that lost none are left out.

    ``words``: those that only what was forgotten held, so that a line with one of them is a trace of it too.
    """
    texts = {line.strip() for m in gone.messages for line in m.text.splitlines()}
    texts |= {fact.fact for fact in gone.facts} | set(gone.entities) | set(gone.lines)
    texts |= {line.strip() for _, cut in gone.cut for line in cut.splitlines()}
    texts |= {sentence for _, sentence in gone.blocks}
    trace = _Trace(tuple(text for text in texts if len(text) >= LEAST), frozenset(words))
    history = _without(paths.history_file, trace, entry="# ")
    logs = sum(_without(file, trace) for file in _logs(paths))
    WrittenFiles(paths).clear_left(db)
    take_unanswered(paths)
    copies, broken = _automatic(db)
    for copy in (*copies, *broken):
        copy.unlink(missing_ok=True)
    picture = forget_picture(paths)
    found = {"history_entries": history, "log_lines": logs, "automatic_copies": len(copies), "pictures": int(picture)}
    return {name: n for name, n in found.items() if n}


def picture_of(paths: Paths) -> Path:
    """The page that `graph view` writes."""
    return paths.state_dir / PICTURE


def forget_picture(paths: Paths) -> bool:
    """The page goes, its bytes first; False where there is none."""
    file = picture_of(paths)
    if not file.is_file():
        return False
    _overwrite(file, b"")
    file.unlink(missing_ok=True)
    return True


def note_written(paths: Paths, db: Path, target: Path, kind: WrittenKind) -> None:
    """Called before ``target`` is written, so that forgetting can name it. Raises BadInput where it must not be."""
    from zeph.memory.admin.copies import identity, is_database

    written = WrittenFiles(paths)
    written.check(target, db)
    if kind != "copy" and target.exists() and is_database(target):
        raise BadInput(f"{target} is a database: name another file.")
    if not target.parent.is_dir():
        raise BadInput(f"{target} cannot be written: there is no folder {target.parent}.")
    own = identity(db)
    written.note(target, kind, own.id if own else "")


def own_copies(paths: Paths, db: Path) -> list[Path]:
    """What of this memory a person has put elsewhere and is still there: copies, exports, pictures, parts of them."""
    from zeph.memory.admin.copies import identity

    own = identity(db)
    return [path for path, row in WrittenFiles(paths).there() if not (own and row.memory) or row.memory == own.id]


def _automatic(db: Path) -> tuple[list[Path], list[Path]]:
    from zeph.memory.admin.copies import automatic_copies, broken_copies

    return automatic_copies(db), broken_copies(db)


def _logs(paths: Paths) -> Iterator[Path]:
    """Logs and crash reports, those too that did not find room in the state folder."""
    for folder, *names in ((paths.state_dir, "*.log*", "crash-*.txt"), (crash_folder(), "zeph-crash-*.txt")):
        for name in names:
            with contextlib.suppress(OSError):
                yield from (file for file in sorted(folder.glob(name)) if _is_own(file))


def _is_own(file: Path) -> bool:
    found = file.lstat()
    return stat.S_ISREG(found.st_mode) and found.st_uid == os.getuid()


@dataclass(frozen=True, slots=True)
class _Trace:
    """What tells that a line speaks of what is forgotten."""

    texts: tuple[str, ...]
    words: frozenset[str]

    def is_in(self, said: str) -> bool:
        folded = fold(said)
        return (
            any(text in said for text in self.texts)
            or not self.words.isdisjoint(words_of(said))
            or any(word in folded for word in self.words if len(word) >= LONG)
        )


def _without(file: Path, trace: _Trace, entry: str = "") -> int:
    """Writes ``file`` anew without the lines (or, with ``entry``, whole entries that begin so) that are a trace."""
    if not file.is_file():
        return 0
    pieces = _pieces(file.read_text(encoding="utf-8", errors="replace"), entry)
    kept = [piece for piece in pieces if not trace.is_in(_said(piece) if entry else piece)]
    if len(kept) == len(pieces):
        return 0
    _overwrite(file, "".join(kept).encode())
    return len(pieces) - len(kept)


def _overwrite(file: Path, text: bytes) -> None:
    """In place, for a new file would leave the old one's bytes to the disk; at one stroke, empty lines over what is
    left of it, for a kill between two would lose what is kept."""
    size = file.stat().st_size
    with file.open("r+b", buffering=0) as handle:
        handle.write(text.ljust(size, b"\n"))
        os.fsync(handle.fileno())
        handle.truncate(len(text))


def _pieces(text: str, entry: str) -> list[str]:
    pieces: list[str] = []
    for line in text.splitlines(keepends=True):
        if entry and pieces and not line.startswith(entry):
            pieces[-1] += line
        else:
            pieces.append(line)
    return pieces


def _said(entry: str) -> str:
    return "\n".join(line.removeprefix("+") for line in entry.splitlines())

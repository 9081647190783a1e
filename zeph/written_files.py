"""The files that Zeph was told to write outside its own folders: copies, exports, pictures.

In: the paths, a file to be written. Out: whether it may be, and later, where memories lie about. A file is noted before
its first byte is written, so that what a killed program has left of it is known too.
"""

import contextlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from zeph.errors import BadInput
from zeph.file_writing import check_replaceable, clear_left, parts_in, parts_of, replace_text
from zeph.paths import Paths, private_dir

WrittenKind = Literal["copy", "export", "picture"]
COMPANIONS = ("-wal", "-shm", "-journal", "-gate")
"""Endings of what lies beside a database that is in use."""


@dataclass(frozen=True, slots=True)
class Written:
    path: str
    kind: WrittenKind
    memory: str
    """Id of the memory that it was made of; empty where that has none."""


class WrittenFiles:
    """What is noted in the state folder; a damaged note names nothing."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._file = paths.state_dir / "written.jsonl"

    def check(self, target: Path, db: Path) -> None:
        """Raises BadInput where ``target`` is a file that Zeph itself needs, or no ordinary file."""
        check_replaceable(target)
        real = Path(os.path.realpath(target))
        base = next((target.name.removesuffix(end) for end in COMPANIONS if target.name.endswith(end)), "")
        companion = bool(base) and real.with_name(base).exists()
        if companion or _same(real, db) or _same(real, self._paths.db) or self._is_ours(real):
            raise BadInput(f"{target} is one of Zeph's own files: name another one.")

    def note(self, target: Path, kind: WrittenKind, memory: str) -> None:
        """Raises OSError and StorageError's leaves."""
        path = str(target.absolute())
        rows = [row for row in self.all() if row.path != path]
        self._write([*rows, Written(path, kind, memory)])

    def all(self) -> list[Written]:
        try:
            lines = self._file.read_text(encoding="utf-8").splitlines()
        except (OSError, ValueError):
            return []
        found = []
        for line in lines:
            with contextlib.suppress(ValueError, TypeError, RecursionError):
                found.append(Written(**json.loads(line)))
        return found

    def there(self) -> list[tuple[Path, Written]]:
        """The files that still exist, with parts of them that are being written; the others are noted no longer."""
        found = [(path, row) for row in self.all() for path in _existing(Path(row.path))]
        kept = {row.path: row for _, row in found}
        if len(kept) != len(self.all()):
            self._write(list(kept.values()))
        return found

    def clear_left(self, db: Path) -> None:
        """What killed programs have left of files that they were writing."""
        clear_left(parts_in(self._paths.state_dir))
        clear_left(parts_in(self._paths.config_file.parent))
        clear_left(parts_in(db.parent / "backups"))
        for row in self.all():
            clear_left(parts_of(Path(row.path)))

    def _is_ours(self, real: Path) -> bool:
        """Whether it is there, in one of Zeph's folders, and was not written on a person's word."""
        ours = (self._paths.config_file.parent, self._paths.data_dir, self._paths.state_dir)
        within = any(real.is_relative_to(os.path.realpath(folder)) for folder in ours)
        return within and real.exists() and str(real) not in {os.path.realpath(row.path) for row in self.all()}

    def _write(self, rows: list[Written]) -> None:
        private_dir(self._file.parent)
        replace_text(self._file, "".join(json.dumps(asdict(row)) + "\n" for row in rows))


def _existing(path: Path) -> list[Path]:
    parts = parts_of(path)
    clear_left(parts)
    return [file for file in (path, *parts) if file.is_file()]


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False

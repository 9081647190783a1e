"""Which projects have a space of their own: what the person chose, kept in the state folder.

In: a folder. Out: the space chosen for the project that it lies in, or the project for which it was never offered. A
project is a folder with a ``.git``. Nothing that lies in a folder chooses: the person does, by a command.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from zeph.errors import ConfigError, StorageError
from zeph.file_writing import replace_text
from zeph.paths import private_dir


class ProjectSpaces:
    """The choices, in a file that only the person can read; a damaged one holds none."""

    def __init__(self, state_dir: Path) -> None:
        self._file = state_dir / "project_spaces.json"

    def chosen(self, folder: Path) -> tuple[Path, str] | None:
        """The nearest folder at or above ``folder`` with a space of its own, and that space's name."""
        answers = self._answers()
        return next(((above, answers[str(above)]) for above in _upwards(folder) if answers.get(str(above))), None)

    def unasked(self, folder: Path) -> Path | None:
        """The project that ``folder`` lies in, where nothing was chosen or offered for it."""
        root, answers = project_of(folder), self._answers()
        return None if root is None or str(root) in answers or self.chosen(folder) else root

    def offered(self, root: Path) -> None:
        """It is not offered again. Raises ConfigError where that cannot be kept."""
        self._write(self._answers() | {str(root): ""})

    def choose(self, root: Path, space: str) -> None:
        """``space`` is used in and below ``root`` from now on. Raises ConfigError where that cannot be kept."""
        self._write(self._answers() | {str(root): space})

    def drop(self, space: str) -> None:
        """No project has that space any more. Raises ConfigError where that cannot be kept."""
        answers = self._answers()
        if space in answers.values():
            self._write({root: "" if name == space else name for root, name in answers.items()})

    def _answers(self) -> dict[str, str]:
        """Path to a space's name, empty where none was chosen."""
        try:
            found = json.loads(self._file.read_text(encoding="utf-8"))["projects"]
            return {root: name for root, name in found.items() if isinstance(name, str)}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return {}

    def _write(self, answers: Mapping[str, str]) -> None:
        try:
            private_dir(self._file.parent)
            replace_text(self._file, json.dumps({"version": 1, "projects": dict(sorted(answers.items()))}, indent=1))
        except (OSError, StorageError) as error:
            raise ConfigError(f"{self._file}: the choice cannot be kept: {error}") from error


def project_of(folder: Path) -> Path | None:
    """The nearest folder at or above ``folder`` with a ``.git``; neither the home folder nor what is above it."""
    home = Path(os.path.realpath(os.environ.get("HOME", "/")))
    for above in _upwards(folder):
        if above == home or above in home.parents:
            return None
        if os.path.lexists(above / ".git"):
            return above
    return None


def _upwards(folder: Path) -> tuple[Path, ...]:
    real = Path(os.path.realpath(folder))
    return (real, *real.parents)

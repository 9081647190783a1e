"""What was typed before: the same file as the line interface's, walked with up and down, searched with Ctrl+R.

In: the file's path. Out: texts, newest first. The format is prompt_toolkit's (a line ``# time``, then each line of the
text after a ``+``), so that both doors share it. Only its owner can read the file.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from zeph.errors import ZephError
from zeph.paths import private_dir
from zeph.safety.told_secrets import hide_secrets

MOST = 5_000
LONGEST = 20_000
"""Characters; a longer text is not worth keeping here, the conversation has it."""
READ_BYTES = 2_000_000


class InputHistory:
    """Raises nothing: where the file cannot be used, ``problem`` says so and it lives in memory."""

    def __init__(self, path: Path, keeps: Callable[[str], bool] = lambda _: True) -> None:
        """``keeps``: whether a text may be written; one that may not is there until the end."""
        self._path: Path | None = path
        self._keeps = keeps
        self.problem = ""
        self.texts: list[str] = []
        """Oldest first, no text twice in a row."""
        self._at = self._size = 0
        self._draft = ""
        try:
            private_dir(path.parent)
            path.touch(mode=0o600)
            path.chmod(0o600)
            self._read()
        except (OSError, ZephError) as error:
            self._path, self.problem = None, f"The input history is not kept: {error}"
        self._at = len(self.texts)

    def add(self, text: str) -> None:
        """Keeps what was sent, without keys; walking begins at the end again."""
        text = hide_secrets(text).text
        self._forget_gone()
        if text.strip() and len(text) <= LONGEST and (not self.texts or self.texts[-1] != text):
            self.texts.append(text)
            if self._keeps(text):
                self._write(text)
        self._at, self._draft = len(self.texts), ""

    def older(self, current: str) -> str | None:
        """The text before; None at the beginning. What is typed now is found again by :meth:`newer`."""
        self._forget_gone()
        if self._at == 0:
            return None
        if self._at == len(self.texts):
            self._draft = current
        self._at -= 1
        return self.texts[self._at]

    def newer(self) -> str | None:
        """The text after, at last the one that was being typed; None where walking had not begun."""
        if self._at >= len(self.texts):
            return None
        self._at += 1
        return self._draft if self._at == len(self.texts) else self.texts[self._at]

    def search(self) -> list[str]:
        """Every text once, newest first."""
        self._forget_gone()
        return list(dict.fromkeys(reversed(self.texts)))

    def _read(self) -> None:
        if self._path is not None:
            self.texts, self._size = _parse(_tail(self._path))[-MOST:], self._path.stat().st_size

    def _forget_gone(self) -> None:
        """A file that has become shorter has lost what the person had forgotten: it is forgotten here too."""
        try:
            if self._path is not None and self._path.stat().st_size < self._size:
                self._read()
                self._at = len(self.texts)
        except OSError as error:
            self._path, self.problem = None, f"The input history is not kept: {error}"

    def _write(self, text: str) -> None:
        if self._path is None:
            return
        lines = "".join(f"+{line}\n" for line in text.split("\n"))
        try:
            with self._path.open("a", encoding="utf-8", errors="replace") as file:
                file.write(f"\n# {datetime.now(UTC):%Y-%m-%d %H:%M:%S}\n{lines}")
                self._size = file.tell()
        except OSError as error:
            self._path, self.problem = None, f"The input history is not kept: {error}"


def _tail(path: Path) -> str:
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - READ_BYTES))
        return file.read().decode("utf-8", errors="replace")


def _parse(text: str) -> list[str]:
    found: list[str] = []
    lines: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.startswith("+"):
            lines.append(line[1:])
        elif lines:
            entry = "\n".join(lines)
            if not found or found[-1] != entry:
                found.append(entry)
            lines = []
    return found

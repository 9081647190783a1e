"""Which settings files of other people's making the person trusts, and what the others may set.

In: a file's bytes and what it sets. Out: the part that counts, and an :class:`Offer` of the rest. A file is known by
its path and the hash of what is in it, and in the files that it names; the answers stand in the state folder. Without
one a file may set only keys that the schema marks as HARMLESS.
"""

import contextlib
import hashlib
import json
import os
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from zeph.config.effective import ADDRESSES
from zeph.config.keys import all_keys, find_key, is_personal
from zeph.config.layers import Path_, drop, leaves, put
from zeph.errors import ConfigError, StorageError
from zeph.file_writing import replace_text
from zeph.paths import private_dir
from zeph.safety.secrets import redact, shown_address
from zeph.safety.text import one_line

HASHED = 1 << 20
"""Bytes of a named file that its hash covers; of a larger one (a model) size and time of change count as well."""
SHOWN = 12
"""Keys that are named in a sentence."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a settings file would set beyond the harmless, if it were trusted."""

    path: Path
    digest: str
    keys: tuple[tuple[str, str], ...]
    """Each with its value on one line, secrets hidden."""
    changed: bool = False
    """It was trusted, but has changed since."""
    declined: bool = False
    """The person was asked about just this and said no."""
    named: bool = False
    """It was named by ``--config``; the others are found in the current folder."""

    def sentence(self) -> str:
        """Why some of its settings do not count, and what to do."""
        why = "has changed since you trusted it" if self.changed else "is not trusted"
        names = ", ".join(name for name, _ in self.keys[:SHOWN])
        more = f" and {len(self.keys) - SHOWN} more" if len(self.keys) > SHOWN else ""
        command = f"zeph trust {self.path}" if self.named else "zeph trust"
        left = f"what it says of {names}{more} does not count"
        return f"{one_line(str(self.path))} {why}, so {left}. If you know who wrote it: {command}"

    def lines(self) -> list[str]:
        """What it would set, for somebody who decides about it."""
        why = "has changed since you trusted it. It sets" if self.changed else "sets"
        # What Zeph knows stands last, next to the question: a thousand other keys push it nowhere.
        known = [f"  {name} = {value}" for name, value in self.keys if find_key(tuple(name.split(".")))]
        unknown = [f"  {name} = {value}" for name, value in self.keys if not find_key(tuple(name.split(".")))]
        more = [f"  … and {len(unknown) - SHOWN} more that Zeph does not know"] if len(unknown) > SHOWN else []
        shown = [*unknown[:SHOWN], *more, *known]
        return [f"{one_line(str(self.path))} {why}:", *shown] if shown else [f"{self.path} sets looks alone."]


class TrustedFiles:
    """The answers, in a file that only the person can read; a damaged one holds none."""

    def __init__(self, state_dir: Path) -> None:
        self._file = state_dir / "trusted.json"

    def answers(self) -> dict[str, tuple[str, bool]]:
        """Path to (digest, whether it is trusted)."""
        try:
            rows = json.loads(self._file.read_text(encoding="utf-8"))["files"]
            return {path: (str(row["digest"]), row["trusted"] is True) for path, row in rows.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return {}

    def remember(self, offer: Offer, trusted: bool) -> None:
        """Raises ConfigError where it cannot be written."""
        self._write(self.answers() | {str(offer.path): (offer.digest, trusted)})

    def forget(self, path: Path) -> bool:
        """Whether there was an answer for that file."""
        answers = self.answers()
        if str(path) not in answers:
            return False
        del answers[str(path)]
        self._write(answers)
        return True

    def _write(self, answers: Mapping[str, tuple[str, bool]]) -> None:
        rows = {path: {"digest": digest, "trusted": trusted} for path, (digest, trusted) in sorted(answers.items())}
        try:
            private_dir(self._file.parent)
            replace_text(self._file, json.dumps({"version": 1, "files": rows}, indent=1) + "\n")
        except (OSError, StorageError) as error:
            raise ConfigError(f"{self._file}: the answer cannot be kept: {error}") from error


def identity(path: Path) -> Path:
    """The path under which a file is remembered: its folder's real one, its own name."""
    return Path(os.path.realpath(path.parent)) / path.name


def without_personal(path: Path, values: dict[str, Any]) -> str:
    """Takes out what only the person's own places set; the sentence about it, empty where there was none."""
    keys = [key for key, _ in leaves(values) if is_personal(key)]
    for key in keys:
        drop(values, key)
        for above in (key[:n] for n in range(len(key) - 1, 0, -1)):
            if dict(leaves(values)).get(above) == {}:
                drop(values, above)
    names = ", ".join(one_line(".".join(key)) for key in keys[:SHOWN])
    return f"{one_line(str(path))}: {names} counts in your own settings alone; here it does not." if keys else ""


def judged(
    path: Path, data: bytes, values: dict[str, Any], answers: Mapping[str, tuple[str, bool]]
) -> tuple[dict[str, Any], Offer | None]:
    """What of ``values`` counts, and what is offered besides; the whole and None for a trusted file."""
    offer = offer_of(path, data, values)
    digest, trusted = answers.get(str(offer.path), ("", False))
    if not offer.keys or (trusted and digest == offer.digest):
        return values, None
    harmless: dict[str, Any] = {}
    for key, value in leaves(values):
        if _is_harmless(key):
            put(harmless, key, value)
    return harmless, replace(offer, changed=trusted, declined=not trusted and digest == offer.digest)


def offer_of(path: Path, data: bytes, values: Mapping[str, Any]) -> Offer:
    """What the file sets that is not harmless."""
    keys = tuple(
        (one_line(".".join(key)), _shown(key[-1], value)) for key, value in leaves(values) if not _is_harmless(key)
    )
    return Offer(identity(path), _digest(data, _named_files(path, values)), keys)


def others_can_write(path: Path) -> bool:
    """Whether somebody else can change what is read from ``path``, or has put it there."""
    if os.name != "posix":
        return False
    real = Path(os.path.realpath(path))
    try:
        file, folder = real.stat(), real.parent.stat()
        above = [parent.stat() for parent in real.parent.parents]
    except OSError:
        return False  # reading it says what is wrong
    foreign = file.st_uid not in (os.geteuid(), 0)
    return (
        foreign
        or bool((file.st_mode | folder.st_mode) & stat.S_IWOTH)
        or any(one.st_mode & stat.S_IWOTH and not one.st_mode & stat.S_ISVTX for one in above)
    )


def _is_harmless(path: Path_) -> bool:
    key = find_key(path)
    return key is not None and key.harmless


def _shown(name: str, value: Any) -> str:
    text = one_line(shown_address(str(value)) if name in ADDRESSES else redact(str(value)))
    return text if len(text) <= 120 else f"{text[:119]}…"


def _named_files(path: Path, values: Mapping[str, Any]) -> Iterable[Path]:
    found = dict(leaves(values))
    for key in all_keys():
        name = found.get(key.path)
        if key.names_file and isinstance(name, str) and name:
            with contextlib.suppress(RuntimeError):
                yield path.parent / Path(name).expanduser()


def _digest(data: bytes, named: Iterable[Path]) -> str:
    whole = hashlib.sha256(data)
    for path in named:
        whole.update(_fingerprint(path))
    return whole.hexdigest()


def _fingerprint(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                return b"none"
            size, changed = (found.st_size, found.st_mtime_ns) if found.st_size > HASHED else (0, 0)
            return hashlib.sha256(file.read(HASHED) + f"{size} {changed}".encode()).digest()
    except (OSError, ValueError):
        return b"none"

"""Files written whole or not at all, and seen by their owner alone.

In: where a file is to be. Out: a part beside it (0600 whatever the umask), which takes its place once all is written.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PART = ".part"
"""Ending of what is not whole yet."""
_NAME_BYTES = 100


@contextmanager
def part_beside(target: Path) -> Iterator[Path]:
    """An empty file that becomes ``target`` when the block ends, on the disk too; it goes where the block fails.

    Raises OSError.
    """
    beginning = os.fsdecode(os.fsencode(target.name)[:_NAME_BYTES])
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{beginning}.", suffix=PART)
    try:
        yield Path(name)
        os.fsync(handle)
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    finally:
        os.close(handle)


def replace_text(target: Path, text: str) -> None:
    """The whole text or none of it. Raises OSError."""
    with part_beside(target) as part:
        part.write_text(text, encoding="utf-8", newline="\n")

"""A copy put back in place of the database, after it was found to be sound.

In: paths. Out: paths, or what is wrong with a copy. How copies are made: :mod:`zeph.storage.engine.file_copies`.
"""

import os
from contextlib import closing
from pathlib import Path

from zeph.clock import Moment
from zeph.errors import BadInput, DatabaseForeign
from zeph.paths import private_dir
from zeph.storage.engine.driver import connect, driver, mapped_errors, open_read_only
from zeph.storage.engine.file_copies import automatic, copy_pages
from zeph.storage.engine.memory_identity import identity, set_identity
from zeph.storage.engine.migrations import check, load_migrations, migrate


def damage(copy: Path) -> str:
    """What is wrong with a copy; empty where :func:`restore` would take it. SQLite copies damaged pages as they are."""
    try:
        _sound(copy)
    except BadInput as error:
        return str(error)
    return ""


def restore(source: Path, target: Path, now: Moment) -> Path | None:
    """``target`` becomes what ``source`` holds; a copy of what it was before, where there was anything.

    It stays the memory that it was, so that its copies stay its own; where there was none it is the one that was
    copied. Raises BadInput where ``source`` is not a sound database of Zeph's; ``target`` is untouched then.
    """
    _sound(source)
    if target.exists() and source.samefile(target):
        raise BadInput(f"{source} is the memory itself: name a copy of it.")
    before = automatic(target, "restore", now) if target.exists() and target.stat().st_size else None
    if not target.parent.exists():
        private_dir(target.parent)
    if not target.exists():
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o600))
    own = identity(target)
    with mapped_errors(target):
        copy_pages(source, target)
        with closing(connect(target)) as conn:
            migrate(conn, target, now)
            set_identity(conn, copy=False, id=own.id if own else None)
    return before


def _sound(path: Path) -> None:
    if not path.is_file():
        raise BadInput(f"{path} is no file.")
    try:
        with closing(open_read_only(path)) as conn:
            if check(conn, path, load_migrations()) == 0:
                raise BadInput(f"{path} is empty.")
            found = [row[0] for row in conn.execute("PRAGMA integrity_check")]
    except (DatabaseForeign, driver().module.DatabaseError) as error:
        raise BadInput(f"{path} is not a sound database of Zeph's ({error}).") from error
    if found != ["ok"]:
        raise BadInput(f"{path} is damaged ({found[0]}); nothing was restored.")

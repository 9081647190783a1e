"""Which SQLite: the newest that can load extensions; and its errors, mapped once.

In: a path. Out: plain DB-API connections with Zeph's pragmas, and ``zeph.errors`` in place of
the drivers' own exceptions (pysqlite3's do not descend from the standard library's).
"""

import importlib
import importlib.util
import json
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from zeph.errors import (
    DatabaseCorrupt,
    DatabaseFull,
    DatabaseLocked,
    DatabaseReadOnly,
    StorageError,
    ZephError,
)
from zeph.storage.ports.unspaced import index_form, indexed_fact, name_index

Connection = Any
"""A DB-API connection of whichever driver was chosen; they share one interface and no base class."""

DRIVERS = ("pysqlite3.dbapi2", "sqlean.dbapi2", "sqlite3")
BUSY_TIMEOUT_MS = 5_000
FIXED_WAL = (3, 51, 3)
"""Versions before this one have known defects in WAL mode (``doctor`` says so)."""


@dataclass(frozen=True, slots=True)
class Driver:
    name: str
    version: tuple[int, ...]
    extensions: bool
    """True where it can load sqlite-vec."""
    module: ModuleType

    @property
    def version_text(self) -> str:
        return ".".join(map(str, self.version))


@cache
def driver() -> Driver:
    """The driver in use: extension-capable before not, then the newest SQLite."""
    return max(_installed(), key=lambda d: (d.extensions, d.version))


def _installed() -> Iterator[Driver]:
    for name in DRIVERS:
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        can_load = hasattr(module.Connection, "enable_load_extension")
        yield Driver(name.partition(".")[0], tuple(module.sqlite_version_info), can_load, module)


@cache
def vec_extension() -> str | None:
    """Path of sqlite-vec's loadable file, found without importing the package (it imports numpy)."""
    spec = importlib.util.find_spec("sqlite_vec")
    if not spec or not spec.origin or not driver().extensions:
        return None
    return str(Path(spec.origin).parent / "vec0")


def connect(path: Path, *, reader: bool = False, read_only: bool = False) -> Connection:
    """An open connection with Zeph's pragmas, in autocommit mode; call it in the thread that will use it.

    ``read_only``: to a file, or in a folder, that cannot be written.
    """
    if read_only:
        connection = open_read_only(path, isolation_level=None, check_same_thread=False, cached_statements=256)
    else:
        # Uncached statements would be prepared anew for every hop of a walk.
        connection = driver().module.connect(
            str(path), isolation_level=None, check_same_thread=False, cached_statements=256
        )
    try:
        _prepare(connection, reader)
    except BaseException:
        connection.close()
        raise
    return connection


def open_read_only(path: Path, **options: Any) -> Connection:
    """A connection that cannot write. On media where SQLite cannot keep its own notes beside the file nobody else
    writes either: there the file is read as it lies."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    connection = driver().module.connect(address, uri=True, **options)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except driver().module.OperationalError as error:
        connection.close()
        if "unable to open" not in str(error) and "readonly" not in str(error):
            raise
        connection = driver().module.connect(f"{address}&immutable=1", uri=True, **options)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: Connection, reader: bool) -> None:
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    extension = vec_extension()
    if extension:
        connection.enable_load_extension(True)
        connection.load_extension(extension)
        connection.enable_load_extension(False)
    add_functions(connection)
    for pragma in ("foreign_keys = ON", "mmap_size = 0", "temp_store = MEMORY", "cache_size = -16384"):
        connection.execute(f"PRAGMA {pragma}")
    if reader:
        only_read(connection)
        return
    _use_wal(connection)
    for pragma in ("synchronous = FULL", "secure_delete = ON", "recursive_triggers = OFF"):
        connection.execute(f"PRAGMA {pragma}")


def only_read(connection: Connection) -> None:
    """Makes it a reader."""
    # The words of names, for misspelt ones: a window on the full-text index that stores nothing.
    connection.execute(
        "CREATE VIRTUAL TABLE temp.graph_entity_words USING fts5vocab('main', 'graph_entities_fts', 'col')"
    )
    connection.execute("PRAGMA query_only = ON")


def copy_in_memory(path: Path) -> Connection:
    """A copy of the file, page by page, in the memory of this process, to be written in the thread that calls."""
    connection = driver().module.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        with closing(open_read_only(path)) as source:
            source.backup(connection)
        _prepare(connection, reader=False)
    except BaseException:
        connection.close()
        raise
    return connection


def add_functions(connection: Connection) -> None:
    """What statements and migrations say of the full-text indexes' form."""
    for function, arguments in ((index_form, 1), (indexed_fact, 2), (name_index, 2)):
        connection.create_function(function.__name__, arguments, function, deterministic=True)


def _use_wal(connection: Connection) -> None:
    # SQLite refuses this at once, without the busy handler, where two programs turn one new file to WAL.
    deadline = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except driver().module.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
        time.sleep(0.01)


def as_json(ids: Iterable[int]) -> str:
    """Ids for ``json_each``."""
    return json.dumps([int(i) for i in ids])


@contextmanager
def mapped_errors(path: Path) -> Iterator[None]:
    """Turns the driver's exceptions into StorageError's leaves, each a sentence with what to do."""
    try:
        yield
    except driver().module.Error as error:
        raise _mapped(error, path) from error
    except UnicodeDecodeError as error:  # SQLite tells of a broken schema in its own broken words
        raise _mapped(driver().module.DatabaseError("malformed"), path) from error
    except PermissionError as error:
        raise DatabaseReadOnly(
            f"{path} cannot be written: check the permissions of the file and its folder."
        ) from error
    except OSError as error:
        raise _mapped(error, path) from error


def _mapped(error: Exception, path: Path) -> ZephError:
    text = str(error).lower()
    if "locked" in text or "busy" in text:
        return DatabaseLocked(f"{path} is in use by another program that holds it for too long; try again.")
    if "readonly" in text or "read-only" in text or "unable to open" in text:
        return DatabaseReadOnly(
            f"{path} cannot be opened for writing: check the permissions of the file and its folder."
        )
    if "full" in text or "no space" in text or "disk i/o" in text or "quota" in text:
        return DatabaseFull(f"The disk that holds {path} is full or failing: free some space and try again.")
    if "malformed" in text or "not a database" in text or "encrypted" in text or "corrupt" in text:
        return DatabaseCorrupt(
            f"{path} is damaged or not a database; it was left as it is."
            " Restore a backup, or name another file with --db."
        )
    return StorageError(f"The database {path} failed: {error}.")

"""Brings a database file to this program's schema, or refuses it and leaves it untouched.

In: a connection and the folder of ``NNN_name.sql`` files. Out: a file at the newest version. What
is missing commits at once, with a record of each migration, which keeps the BLAKE3 of the file that was applied.
"""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from blake3 import blake3

from zeph.clock import Moment
from zeph.errors import DatabaseForeign, SchemaMismatch
from zeph.storage.engine.driver import Connection, driver, mapped_errors, open_read_only
from zeph.storage.engine.file_copies import automatic

APPLICATION_ID = int.from_bytes(b"Zeph", "big")
RECORDS = """
CREATE TABLE IF NOT EXISTS schema_migrations (
    version    INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    checksum   TEXT NOT NULL,
    applied_at TEXT NOT NULL
)
"""


@dataclass(frozen=True, slots=True)
class Migration:
    version: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        return blake3(self.sql.encode()).hexdigest()


def migrations_folder() -> Path:
    """The shipped ``migrations/``: inside the installed package, or beside it in a checkout."""
    package = Path(str(files("zeph")))
    inside = package / "migrations"
    return inside if inside.is_dir() else package.parent / "migrations"


def load_migrations(folder: Path | None = None) -> list[Migration]:
    found = []
    for path in sorted((folder or migrations_folder()).glob("[0-9][0-9][0-9]_*.sql")):
        found.append(Migration(int(path.name[:3]), path.stem, path.read_text(encoding="utf-8").replace("\r\n", "\n")))
    if not found or [m.version for m in found] != list(range(1, len(found) + 1)):
        raise SchemaMismatch("The migrations of this installation are incomplete; install Zeph again.")
    return found


def inspect(path: Path) -> None:
    """Refuses a file that is not Zeph's, before anything is written to it."""
    if not path.exists() or path.stat().st_size == 0:
        return
    with mapped_errors(path):
        connection = open_read_only(path)
        try:
            check(connection, path, load_migrations())
        finally:
            connection.close()


def check(connection: Connection, path: Path, migrations: list[Migration]) -> int:
    """The version of the file (0: empty). Raises DatabaseForeign or SchemaMismatch."""
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return 0
    if "schema_migrations" not in tables or connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise DatabaseForeign(
            f"{path} is a database of another program; it was left as it is. Name another file with --db."
        )
    applied = connection.execute("SELECT version, name, checksum FROM schema_migrations ORDER BY version").fetchall()
    if len(applied) > len(migrations):
        raise SchemaMismatch(
            f"{path} was written by a newer Zeph (schema {applied[-1][0]}, this one knows {len(migrations)});"
            " upgrade Zeph. The file was left as it is."
        )
    for (version, name, checksum), known in zip(applied, migrations, strict=False):
        if (version, checksum) != (known.version, known.checksum):
            raise SchemaMismatch(
                f"{path} was made with another form of migration {name}: this installation's {known.name} differs or is"
                " missing. Install the Zeph that made it; the file was left as it is."
            )
    return len(applied)


def migrate(
    connection: Connection, path: Path, now: Moment, folder: Path | None = None, *, keep: bool = True
) -> list[str]:
    """Applies what is missing, all of it or nothing; the names of what was applied. A copy of what was is kept, unless
    ``connection`` is to one already."""
    migrations = load_migrations(folder)
    if check(connection, path, migrations) == len(migrations):
        return []
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have migrated while this one waited for the lock.
        version = check(connection, path, migrations)
        missing = migrations[version:]
        if version and missing and keep:
            automatic(path, f"schema-{version}", now)  # the way back, should the new form not please
        for migration in missing:
            _apply(connection, migration, now)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return [migration.name for migration in missing]


def _apply(connection: Connection, migration: Migration, now: Moment) -> None:
    connection.execute(RECORDS)
    for statement in statements(migration.sql):
        connection.execute(statement)
    connection.execute(
        "INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES (:version, :name, :checksum, :now)",
        {"version": migration.version, "name": migration.name, "checksum": migration.checksum, "now": now},
    )


def statements(sql: str) -> list[str]:
    """The script's statements one by one: ``executescript`` would commit before each."""
    complete = driver().module.complete_statement
    found, buffer = [], ""
    for line in sql.splitlines(keepends=True):
        buffer += line
        if complete(buffer):
            found.append(buffer.strip())
            buffer = ""
    return [s for s in found if s]

"""The schema as the migrations make it: what a file should have, and what makes it again.

Out: names to what makes them. It is made once, in memory, when a file is to be held against it.
"""

from dataclasses import dataclass
from functools import cache

from zeph.storage.engine.driver import Connection, add_functions, driver
from zeph.storage.engine.migrations import load_migrations, statements


@dataclass(frozen=True, slots=True)
class SchemaObject:
    kind: str
    """``table``, ``index``, ``trigger`` or ``view``."""
    name: str
    table: str
    """That it belongs to."""
    sql: str
    """Empty for the index of a UNIQUE column, which comes with its table."""

    @property
    def is_virtual(self) -> bool:
        return self.sql.startswith("CREATE VIRTUAL")


@cache
def newest_schema() -> dict[str, SchemaObject]:
    """Everything but SQLite's own tables, in the order in which it can be made."""
    connection = driver().module.connect(":memory:", isolation_level=None)
    try:
        add_functions(connection)
        for migration in load_migrations():
            for statement in statements(migration.sql):
                connection.execute(statement)
        return schema_of(connection)
    finally:
        connection.close()


def schema_of(connection: Connection) -> dict[str, SchemaObject]:
    """What a file has, likewise."""
    found = connection.execute(
        """SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'
        ORDER BY CASE type WHEN 'table' THEN sql LIKE 'CREATE VIRTUAL%' WHEN 'view' THEN 0 ELSE 2 END, rowid"""
    )
    return {name: SchemaObject(kind, name, table, sql) for kind, name, table, sql in found}


def forget_objects(connection: Connection, names: list[str]) -> None:
    """Takes tables, indexes and triggers out of the schema without reading a page of theirs, which may be damaged.

    What they held takes room until the file is written anew.
    """
    connection.execute("PRAGMA writable_schema = ON")
    try:
        marks = ", ".join("?" * len(names))
        connection.execute(
            f"DELETE FROM sqlite_master WHERE name IN ({marks}) OR tbl_name IN ({marks})", [*names, *names]
        )
        version = connection.execute("PRAGMA schema_version").fetchone()[0]
        connection.execute(f"PRAGMA schema_version = {int(version) + 1}")
    finally:
        connection.execute("PRAGMA writable_schema = RESET")

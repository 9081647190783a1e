"""Copies of a memory, made and put back; the memory need not be open.

In: paths. Out: paths and sizes. See :mod:`zeph.storage.engine.file_copies`, :mod:`zeph.storage.engine.memory_identity`
and :mod:`zeph.storage.care.restore`.
"""

from zeph.storage.care.restore import damage, restore
from zeph.storage.engine.file_copies import automatic_copies, backup, broken_copies
from zeph.storage.engine.memory_identity import identity, is_database

__all__ = ["automatic_copies", "backup", "broken_copies", "damage", "identity", "is_database", "restore"]

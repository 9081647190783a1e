"""Copies of a memory, made and put back; the memory need not be open.

In: paths. Out: paths and sizes. See :mod:`zeph.storage.engine.file_copies` and :mod:`zeph.storage.care.restore`.
"""

from zeph.storage.care.restore import damage, restore
from zeph.storage.engine.file_copies import automatic_copies, backup, broken_copies

__all__ = ["automatic_copies", "backup", "broken_copies", "damage", "restore"]

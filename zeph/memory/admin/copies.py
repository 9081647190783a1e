"""Copies of a memory, made and put back; the memory need not be open.

In: paths. Out: paths and sizes. See :mod:`zeph.storage.care.backup`.
"""

from zeph.storage.care.backup import automatic_copies, backup, broken_copies, damage, restore

__all__ = ["automatic_copies", "backup", "broken_copies", "damage", "restore"]

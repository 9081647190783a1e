"""Zeph: an agent for the terminal that remembers.

The public door: ``Memory`` (what is remembered, usable without the agent) and its twin ``SyncMemory``, ``Agent``
(usable without a terminal) and the errors; docs/library.md has examples. Everything is imported when it is first asked
for."""

import importlib
from typing import TYPE_CHECKING, Any

from zeph.errors import ConfigError, LimitReached, ModelError, NotFound, StorageError, UsageError, ZephError
from zeph.version import __version__

if TYPE_CHECKING:
    from zeph.agent.turn import Agent
    from zeph.library.async_memory import Memory
    from zeph.library.blocking_memory import SyncMemory
    from zeph.records.message import NewMessage
    from zeph.records.recall_request import RecallBudget, RecallRequest, Scope

_HOMES = {
    "Agent": "zeph.agent.turn",
    "Memory": "zeph.library.async_memory",
    "NewMessage": "zeph.records.message",
    "RecallBudget": "zeph.records.recall_request",
    "RecallRequest": "zeph.records.recall_request",
    "Scope": "zeph.records.recall_request",
    "SyncMemory": "zeph.library.blocking_memory",
}

__all__ = [
    "Agent",
    "ConfigError",
    "LimitReached",
    "Memory",
    "ModelError",
    "NewMessage",
    "NotFound",
    "RecallBudget",
    "RecallRequest",
    "Scope",
    "StorageError",
    "SyncMemory",
    "UsageError",
    "ZephError",
    "__version__",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'zeph' has no attribute {name!r}")

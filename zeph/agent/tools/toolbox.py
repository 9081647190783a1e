"""What a session gives its turns for tools: who is asked, what was answered, where it is written down.

In: settings, Zeph's own folders, a door's way to ask. Out: a :class:`Toolbox`, one a session.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from zeph.agent.tools.audit_log import AuditLog
from zeph.agent.tools.permissions import Asker, Permissions
from zeph.agent.tools.tool import Tool
from zeph.config.tool_settings import ToolSettings
from zeph.records.forgetting import Forgotten
from zeph.records.mcp_status import ServerStatus
from zeph.safety.text import one_line, shown_text

UNNAMED = "one folder, which is “.”"


@dataclass
class Toolbox:
    """By itself it asks nobody and writes nothing down."""

    asker: Asker | None = None
    permissions: Permissions = field(default_factory=Permissions)
    audit: AuditLog | None = None
    remember: Callable[[str], None] | None = None
    """Writes a rule into the person's settings. Raises ConfigError."""
    protected: tuple[Path, ...] = ()
    """Folders that no tool touches: Zeph's own."""
    forget_traces: Callable[[Forgotten, frozenset[str]], object] | None = None
    """What :class:`ToolContext` has of that name."""
    more: Callable[[], Sequence[Tool]] = tuple
    """Tools of other programs, as they are there now."""
    servers: Callable[[], Sequence[ServerStatus]] = tuple
    """How it stands with these programs."""


def workspace_of(settings: ToolSettings) -> Path:
    """The folder that tools work in, absolute and real."""
    return Path(settings.workspace or ".").expanduser().resolve()


@lru_cache(maxsize=8)
def told_folder(workspace: Path) -> str:
    """As the model is told of it; without its name where that says something. Who made a folder that was cloned or
    unpacked gave it its name, which would stand among what orders the model."""
    from zeph.safety.injection import is_planted  # both read tables, which a chat without tools does without
    from zeph.safety.name_shape import is_name

    whole = str(workspace)
    plain = shown_text(whole) == whole == one_line(whole) and not is_planted(whole)
    named = plain and all(is_name(part) and not is_planted(part) for part in workspace.parts)
    return f"the folder {whole}" if named else UNNAMED


def is_wide(workspace: Path) -> bool:
    """Whether it is a home folder or has one in it: then it holds much more than a piece of work."""
    try:
        home = Path.home().resolve()
    except RuntimeError:
        return True
    return home.is_relative_to(workspace)

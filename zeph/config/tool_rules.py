"""What the person allows tools for good, written into their own settings.

In: their settings file, a rule. Out: the file with the rule under ``tools.permissions.allow``; comments stay.
"""

from pathlib import Path

from zeph.config.load import settings_of
from zeph.config.write import write_config


def allow_always(path: Path, rule: str) -> None:
    """Nothing where it is there already. Raises ConfigError."""
    allowed = settings_of(path).tools.permissions.allow
    if rule not in allowed:
        write_config(path, {"tools.permissions.allow": [*allowed, rule]})

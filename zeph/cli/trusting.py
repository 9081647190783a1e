"""The settings for a door: where a person is there, they are asked once about a file that somebody else may have made.

In: the global options, a command's own choices. Out: the settings in force. Without a terminal nothing is asked, and
what such a file says does not count.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zeph.cli.console import confirm, note
from zeph.config.load import Loaded, load_settings
from zeph.config.trusted_files import TrustedFiles
from zeph.paths import resolve_paths


def settings_for(config: Path | None, overrides: Mapping[str, Any] | None = None) -> Loaded:
    """Raises ConfigError."""
    loaded = load_settings(config, os.environ, overrides=overrides)
    open_questions = [offer for offer in loaded.offers if not offer.declined]
    if not open_questions or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return loaded
    trusted = TrustedFiles(resolve_paths(os.environ).state_dir)
    for offer in open_questions:
        for line in offer.lines():
            note(line)
        trusted.remember(offer, confirm("Did you write this file, or do you trust who did?"))
    return load_settings(config, os.environ, overrides=overrides)

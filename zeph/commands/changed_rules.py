"""Rules of a project that were taken and have changed since: what a chat that begins there says of them.

In: where Zeph's files are, a folder. Out: sentences. A file that was never taken is not looked at.
"""

from pathlib import Path

from zeph.config.project_spaces import project_of
from zeph.config.trusted_files import TrustedFiles, identity
from zeph.errors import BadInput
from zeph.paths import Paths


def changed_rules(paths: Paths, folder: Path) -> list[str]:
    """Of files of rules in the folder, and in the project that it lies in."""
    places = {str(identity(place / "x").parent) for place in (folder, project_of(folder) or folder)}
    answers = TrustedFiles(paths.state_dir).answers().items()
    taken = {Path(name): row[0] for name, row in answers if row[1] and str(Path(name).parent) in places}
    if not any(path.suffix.lower() == ".md" for path in taken):
        return []
    from zeph.memory.exchange.rule_files import digest_of, is_rule_file, rules_of

    said = []
    for path, digest in sorted(taken.items()):
        if is_rule_file(path) and path.is_file():
            try:
                rules = rules_of(path, lambda *_: None)
            except BadInput:
                continue
            if digest_of(rules) != digest:
                said.append(f"{path.name} has changed since its rules were taken; anew: `zeph import {path}`.")
    return said

"""`zeph import CLAUDE.md`: a project's rules become lines of its space's profile, once the person says so.

What is trusted is what was shown: a file whose rules have changed is asked about again.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from zeph.commands.outputs import Data, Output, Text, Warn, counted
from zeph.commands.types import CommandContext
from zeph.config.project_spaces import ProjectSpaces, project_of
from zeph.config.trusted_files import Offer, TrustedFiles, identity
from zeph.errors import UsageError
from zeph.memory.exchange.rule_files import digest_of, rules_of
from zeph.safety.text import clean_text

SHOWN = 12
"""Lines that are shown before the person is asked."""


async def take_rules(context: CommandContext, file: Path, *, sure: bool) -> AsyncIterator[Output]:
    """Raises UsageError where the person does not trust the rules as they are now."""
    path = await asyncio.to_thread(identity, file)
    bad: list[str] = []
    rules = await asyncio.to_thread(rules_of, path, lambda _, why: bad.append(why))
    for why in bad:
        yield Warn(f"{why}; skipped", True)
    if not await is_trusted(context, path, rules):
        for output in shown(rules):
            yield output
        asked = f"These rules of {path} are put before a model in every turn here. Do you trust who wrote them?"
        if not sure and not context.confirm(asked):
            raise UsageError(f"The rules of {path} were not taken; --yes takes them without asking.")
        await trust(context, path, rules)
    added, gone = await context.memory.profile.put_file(clean_text(str(path)), rules)
    space = context.memory.settings.space
    yield Text(f"{counted(len(rules), 'rule')} of {path.name} in the space {space}: {added} new, {gone} gone.")
    async for output in _hints(context, path):
        yield output
    yield Data({"file": str(path), "rules": len(rules), "new": added, "gone": gone})


async def is_trusted(context: CommandContext, path: Path, lines: Sequence[str]) -> bool:
    """Whether the person said yes to just these lines of the file."""
    answers = await asyncio.to_thread(TrustedFiles(context.paths.state_dir).answers)
    return answers.get(str(path)) == (digest_of(lines), True)


async def trust(context: CommandContext, path: Path, lines: Sequence[str]) -> None:
    offer = Offer(path, digest_of(lines), ())
    await asyncio.to_thread(TrustedFiles(context.paths.state_dir).remember, offer, True)


def shown(lines: Sequence[str]) -> Iterator[Output]:
    """What the person is asked about."""
    for line in lines[:SHOWN]:
        yield Text(f"  {line}")
    if len(lines) > SHOWN:
        yield Text(f"  … and {counted(len(lines) - SHOWN, 'other')}")


async def _hints(context: CommandContext, path: Path) -> AsyncIterator[Output]:
    """What keeps the rules from a model, and where else they count."""
    settings = context.memory.settings
    unsent = sum(not line.sent for line in (await context.memory.profile.view()).lines)
    if unsent:
        yield Warn(
            f"{counted(unsent, 'line')} of the profile find no room in memory.profile.tokens "
            f"({settings.profile.tokens}): `zeph config set memory.profile.tokens 800` gives it more."
        )
    root = await asyncio.to_thread(project_of, path.parent)
    if root and not await asyncio.to_thread(ProjectSpaces(context.paths.state_dir).chosen, root):
        yield Text(
            f"{root.name} has no space of its own, so they count wherever {settings.space} is used; "
            "`zeph spaces new NAME --here` gives it one."
        )

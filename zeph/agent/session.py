"""Opens what a door needs: settings, models, memory, agent; and closes it all again.

In: paths, settings, environment. Out: a Session inside ``async with``.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from zeph.agent.turn import Agent
from zeph.clock import Clock
from zeph.config.schema import Settings
from zeph.memory.facade import Memory
from zeph.paths import Paths, private_dir


@dataclass(frozen=True, slots=True)
class Session:
    memory: Memory
    agent: Agent
    settings: Settings
    line: str
    """One line for stderr: who answers, and who embeds."""
    warnings: tuple[str, ...]


@asynccontextmanager
async def open_session(
    settings: Settings, paths: Paths, db: Path, env: Mapping[str, str], *, models: bool = True, background: bool = True,
    clock: Clock | None = None,
) -> AsyncIterator[Session]:  # fmt: skip
    """With ``models`` the configured models are found; with ``background`` pending messages are ingested meanwhile.

    Raises StorageError's leaves, ConfigError, ModelError.
    """
    if db == paths.db:
        private_dir(paths.data_dir)
    chat = embedder = None
    line, warnings = "", ()
    if models:
        from zeph.models.choose import choose_models

        chosen = await choose_models(settings, env=env)
        chat, embedder, line, warnings = chosen.chat, chosen.embedder, chosen.line, tuple(chosen.warnings)
    try:
        opened = Memory.open(
            db, settings=settings.memory, chat=chat, embedder=embedder, clock=clock, background=background
        )
        async with opened as memory:
            yield Session(memory, Agent(memory, chat, settings), settings, line, warnings)
    finally:
        for model in (chat, embedder):
            if model is not None:
                await model.close()

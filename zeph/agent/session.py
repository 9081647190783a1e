"""Everything a door needs, opened in order and closed again: models, memory, agent.

In: settings, paths, environment. Out: a :class:`Session`; on leaving it, work in progress has a short grace.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from zeph.agent.file_traces import forget_traces
from zeph.agent.session_models import (
    Chosen,
    chat_models,
    choose_models,
    endpoint_problems,
    model_library,
    offered_models,
    with_model,
)
from zeph.agent.tools.audit_log import AuditLog
from zeph.agent.tools.toolbox import Toolbox
from zeph.agent.turn import Agent
from zeph.clock import Clock
from zeph.config.keys import Key
from zeph.config.layers import put
from zeph.config.problems import describe
from zeph.config.schema import Settings
from zeph.config.tool_rules import allow_always
from zeph.errors import ConfigError, ModelMissing, ModelUnreachable
from zeph.memory.facade import Memory
from zeph.models.cross_encoder import choose_reranker
from zeph.models.provider_port import Offered
from zeph.paths import Paths, private_dir
from zeph.written_files import WrittenFiles

if TYPE_CHECKING:
    from zeph.models.ollama.ollama_factory import OllamaFactory

LOOK_SECS = 2.0
"""How long somebody who chooses a model waits for the list."""
NEAR = 0.6
"""How alike (difflib's ratio) a mistyped model is to the one that was meant."""
MOST_NAMED = 8
"""Models that are named where none is near."""


@dataclass(slots=True)
class Session:
    memory: Memory
    agent: Agent
    line: str
    """Who answers, in one line for the person."""
    settings: Settings
    env: Mapping[str, str]
    stack: AsyncExitStack
    warnings: tuple[str, ...] = ()

    async def use_model(self, name: str) -> str:
        """Answer, and read what is told, with another model from now on, of another provider where ``name`` begins with
        one (``openai:gpt-5``); gives the new line.

        Raises ModelError's leaves (ModelMissing, with the nearest, for one that the provider's list does not have),
        ConfigError, UsageError.
        """
        settings = with_model(self.settings, name)
        wanted = settings.model.name
        offered = await chat_models(settings, env=self.env, timeout_secs=LOOK_SECS)
        if wanted and offered and not {wanted, f"{wanted}:latest"} & set(offered):
            near = get_close_matches(wanted, offered, 1, NEAR) or offered[:MOST_NAMED]
            raise ModelMissing(f"There is no model {wanted} here. There is: {', '.join(near)}")
        problems = await endpoint_problems(settings, env=self.env, timeout_secs=LOOK_SECS)
        if problems and settings.model.provider != self.settings.model.provider:
            raise ModelUnreachable(problems[0])
        await self._answer_with(settings)
        return self.line

    async def change(self, key: Key, value: object) -> None:
        """One setting of ``model`` or ``agent`` from now on, for this session alone. Raises ConfigError."""
        values = self.settings.model_dump()
        put(values, key.path, value)
        try:
            settings = Settings.model_validate(values)
        except ValidationError as error:
            raise ConfigError("\n".join(describe(detail)[1] for detail in error.errors())) from error
        if key.path[0] == "model":
            await self._answer_with(settings)
        else:
            self.agent.settings = self.settings = settings

    async def _answer_with(self, settings: Settings) -> None:
        chosen = await choose_models(settings, env=self.env)
        await _close_later(self.stack, chosen)
        await self.memory.use_model(chosen.chat)
        self.agent.chat, self.agent.settings, self.settings = chosen.chat, settings, settings
        self.line = chosen.line

    @property
    def library(self) -> "OllamaFactory":
        """Who brings models, and knows which fit this machine."""
        return model_library(self.settings, self.env)

    async def offered_models(self) -> tuple[Offered, ...]:
        """The chat models that the provider lists, with their sizes; none where it does not answer or has no list."""
        return await offered_models(self.settings, env=self.env, timeout_secs=LOOK_SECS)

    async def use_space(self, name: str) -> None:
        """Remember and recall in another space from now on, which is made on first use."""
        await self.memory.use_space(name)
        self.settings = self.settings.model_copy(update={"memory": self.memory.settings})
        self.agent.settings, self.agent.last = self.settings, None

    async def endpoint_problems(self) -> list[str]:
        """What is wrong with the endpoints that the settings name, a sentence each; asked within two seconds."""
        return await endpoint_problems(self.settings, env=self.env, timeout_secs=LOOK_SECS)

    async def installed_models(self) -> tuple[str, ...]:
        """The chat models that the provider lists; none where it does not answer or has no list."""
        return await chat_models(self.settings, env=self.env, timeout_secs=LOOK_SECS)


@asynccontextmanager
async def open_session(
    settings: Settings,
    paths: Paths,
    db: Path,
    env: Mapping[str, str],
    *,
    models: bool = True,
    background: bool = True,
    clock: Clock | None = None,
    makes_space: bool = True,
    config: Path | None = None,
) -> AsyncIterator[Session]:
    """A session over the database ``db``; without ``models`` no model is looked for and no socket opened.

    With ``background`` pending messages are ingested meanwhile. Without ``makes_space`` the space must be there: raises
    NotFound. ``config``: a file of settings that the person named, which no tool touches.
    """
    async with AsyncExitStack() as stack:
        chosen = await choose_models(settings, env=env) if models else None
        if chosen:
            await _close_later(stack, chosen)
        reranker = choose_reranker(settings.reranking) if models else None
        if reranker:
            stack.push_async_callback(reranker.close)
        await asyncio.to_thread(WrittenFiles(paths).clear_left, db)
        if db == paths.db:
            private_dir(paths.data_dir)
        memory = Memory.open(
            db,
            settings=settings.memory,
            chat=chosen.chat if chosen else None,
            embedder=chosen.embedder if chosen else None,
            clock=clock,
            background=background,
            reranker=reranker,
            makes_space=makes_space,
        )
        await stack.enter_async_context(memory)
        agent = Agent(memory, chosen.chat if chosen else None, settings)
        agent.toolbox = _toolbox(paths, db, config)
        warnings = tuple(chosen.warnings) if chosen else ()
        yield Session(memory, agent, chosen.line if chosen else "", settings, env, stack, warnings)


def _toolbox(paths: Paths, db: Path, config: Path | None) -> Toolbox:
    """What tools do is written down beside the logs; what is allowed for good, in the person's own settings."""
    own = (paths.config_file.parent, paths.data_dir, paths.state_dir, db, *([config] if config else ()))
    return Toolbox(
        audit=AuditLog(paths.state_dir),
        remember=partial(allow_always, paths.config_file),
        protected=tuple(Path(os.path.realpath(path)) for path in own),
        forget_traces=partial(forget_traces, paths, db),
    )


async def _close_later(stack: AsyncExitStack, chosen: Chosen) -> None:
    for model in (chosen.chat, chosen.embedder):
        if model is not None:
            stack.push_async_callback(model.close)

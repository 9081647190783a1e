"""`/model`, `zeph model` and `/set`: who answers, what else could, and how."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from difflib import get_close_matches
from typing import Any

from zeph.agent.prompting import MEMORY_ALONE
from zeph.agent.session import Session
from zeph.commands.outputs import Advance, Data, Output, Rows, Text, Warn
from zeph.commands.types import CommandContext
from zeph.config.keys import Key, all_keys
from zeph.config.typed_values import typed_value
from zeph.errors import UsageError
from zeph.models.provider_port import Offered

MOST_ADVISED = 4
NEAR = 0.6
"""How alike (difflib's ratio) a mistyped setting is to the one that was meant."""
MEGABYTE = 1_000_000
TALKING = ("model", "agent")
"""Sections whose settings can change in a talk."""


async def model(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """`/model` and `zeph model`: without a name what there is, with one it answers from now on."""
    session = _session(context)
    if name := (values.get("name") or "").strip():
        yield Text(await session.use_model(name))
        return
    async for output in _listing(session):
        yield output


async def _listing(session: Session) -> AsyncIterator[Output]:
    using = session.agent.model_name
    answers = "No model answers; the memory does, by itself." if using == MEMORY_ALONE else f"{using} answers."
    offered = await session.offered_models()
    installed = offered if session.settings.model.provider in ("auto", "ollama") else await _of_ollama(session)
    have = {one.name for one in (*offered, *installed)}
    advised = [one for one in session.library.advised() if one.name not in have][:MOST_ADVISED]
    yield Text(answers)
    if offered:
        rows = [(one.name, size_of(one), "answers now" if using.endswith(one.name) else "") for one in offered]
        yield Rows(("here", "size", ""), rows, "")
    if advised:
        rows = [(one.name, size_of(one), "sees pictures" if one.sees else "") for one in advised]
        yield Rows(("fits this machine", "size", ""), rows, "")
    yield Text(_next_step(session, offered, advised))
    yield Data(
        {
            "answers": using,
            "here": [{"name": one.name, "bytes": one.size} for one in offered],
            "fits": [{"name": one.name, "bytes": one.size, "sees": one.sees} for one in advised],
        }
    )


async def pull(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """In a chat it answers as soon as it is there."""
    session, name = _session(context), values["name"].strip()
    advised = {one.name: one for one in session.library.advised()}
    if advised and name in _listed() and name not in advised:
        yield Warn(f"{name} is larger than this machine's memory allows: it may be very slow, or not run.")
    async with aclosing(session.library.pull(name)) as steps:
        async for step in steps:
            yield Advance(step.done // MEGABYTE, step.total // MEGABYTE, f"MB of {name}, {step.word}")
    if context.chat is None:
        yield Text(f"{name} is here: `zeph` talks with it, `zeph config set model.name {name}` makes it the usual one.")
    else:
        yield Text(f"{name} is here. {await session.use_model(f'ollama:{name}')}")
    yield Data({"name": name})


async def set_(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """`/set`: one setting for this talk alone."""
    session, key = _session(context), _key(values["key"])
    if values["value"] is None:
        shown = getattr(getattr(session.settings, key.path[0]), key.path[1])
        yield Text(f"{key.dotted} = {shown}: {key.description}")
        return
    value = typed_value(key, values["value"].strip())
    await session.change(key, value)
    yield Text(f"{key.dotted} = {value} for this talk; `/config set {key.dotted} {value}` keeps it.")


def size_of(model: Offered) -> str:
    """``2.5 GB``; empty where it is unknown."""
    if not model.size:
        return ""
    return f"{model.size / 1e9:.1f} GB" if model.size >= 1e9 else f"{model.size // MEGABYTE} MB"


def _next_step(session: Session, offered: tuple[Offered, ...], advised: list[Offered]) -> str:
    if offered:
        more = " `/model pull NAME` brings another." if advised else ""
        return f"`/model NAME` changes it for this talk; `/model openai:NAME` asks an endpoint.{more}"
    first = session.library.first() if advised else "NAME"
    return (
        f"`/model pull {first}` brings one, once Ollama runs (https://ollama.com/download); `/model openai:NAME` asks"
        " an endpoint (model.base_url, OPENAI_API_KEY)."
    )


async def _of_ollama(session: Session) -> tuple[Offered, ...]:
    return await session.library.offered(1.0)


def _listed() -> frozenset[str]:
    from zeph.models.ollama.catalogue import catalogue

    return frozenset(model.name for model in catalogue())


def _key(name: str) -> Key:
    """``temperature`` is ``model.temperature``. Raises UsageError."""
    named = [key for key in all_keys() if name in (key.dotted, key.path[-1]) and key.kind != "secret"]
    talking = [key for key in all_keys() if key.path[0] in TALKING and len(key.path) == 2 and key.kind != "secret"]
    if found := [key for key in named if key in talking]:
        return found[0]
    if named:
        raise UsageError(f"{named[0].dotted} takes effect at a start: `/config set {named[0].dotted} VALUE`.")
    near = get_close_matches(name.rpartition(".")[2], [key.path[-1] for key in talking], 1, NEAR)
    raise UsageError(f"There is no setting {name}.{f' Did you mean {near[0]}?' if near else ''}")


def _session(context: CommandContext) -> Session:
    assert context.session is not None, "the command's row opens the models"
    return context.session

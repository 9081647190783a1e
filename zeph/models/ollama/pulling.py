"""A model brought from Ollama's library by the server itself.

In: a model's name. Out: how far it has come. Whoever stops listening stops the server, which keeps what it has: the
next pull goes on from there. Raises ModelError's leaves.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from difflib import get_close_matches
from typing import Any

from zeph.errors import ModelError, ModelMissing
from zeph.models.ollama.catalogue import catalogue
from zeph.models.ollama.client import ollama_client
from zeph.models.ollama.errors import Exchange, ollama_errors
from zeph.models.provider_port import Pulled
from zeph.models.streams import paced, printable_line

IDLE_SECS = 120.0
"""Without a word from the server."""
NEAR = 0.5
"""How alike (difflib's ratio) a mistyped name is to one of the catalogue."""
UNKNOWN = ("does not exist", "not found", "file does not exist")
"""What Ollama says of a name that its library does not have."""


async def pull(host: str, key: str, name: str) -> AsyncGenerator[Pulled, None]:
    """Steps until it is there."""
    client = ollama_client(host, key)
    sizes: dict[str, tuple[int, int]] = {}
    try:
        with ollama_errors(Exchange(host, name)):
            steps = paced(_steps(client, name), first_secs=IDLE_SECS, idle_secs=IDLE_SECS, who=f"Ollama at {host}")
            async with aclosing(steps):
                async for step in steps:
                    if step.digest and step.total:
                        sizes[step.digest] = (step.completed or 0, step.total)
                    done, total = (sum(part) for part in zip(*sizes.values(), strict=True)) if sizes else (0, 0)
                    yield Pulled(done, total, printable_line(step.status or "", 60))
    except ModelError as error:
        if any(words in str(error) for words in UNKNOWN):
            raise _unknown(name) from error
        raise
    finally:
        await client.close()  # type: ignore[no-untyped-call]  # the package leaves it untyped


async def _steps(client: Any, name: str) -> AsyncGenerator[Any, None]:
    async with aclosing(await client.pull(name, stream=True)) as steps:
        async for step in steps:
            yield step


def _unknown(name: str) -> ModelMissing:
    near = get_close_matches(name, [model.name for model in catalogue()], 1, NEAR)
    meant = f" Did you mean {near[0]}?" if near else " https://ollama.com/library lists what there is."
    return ModelMissing(f"Ollama's library has no model {name}.{meant}")

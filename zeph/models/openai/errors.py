"""Everything that can go wrong with an OpenAI-compatible endpoint, said once.

In: what the ``openai`` package, its HTTP client or the socket raised. Out: ModelError's leaves. A message never holds
the key: what an endpoint says when it refuses one (401, 403) may quote it, and is left out.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from zeph.errors import (
    ConfigError,
    ModelError,
    ModelGarbage,
    ModelMissing,
    ModelStreamCut,
    ModelTimeout,
    ModelUnreachable,
)
from zeph.models.streams import UNREADABLE, printable_line


@dataclass(slots=True)
class Exchange:
    """One request, as far as it has come; a broken connection means something else once the answer has begun."""

    url: str
    model: str
    begun: bool = False


@contextmanager
def openai_errors(exchange: Exchange) -> Iterator[None]:
    """Raises ModelError's leaves for what the client raises inside; ConfigError when the package is missing."""
    try:
        import openai
    except ImportError as error:
        raise ConfigError(
            "The client for OpenAI-compatible endpoints is not installed. Install it with: pip install 'zeph[openai]'"
        ) from error
    foreign: tuple[type[Exception], ...] = (
        openai.OpenAIError, OSError, ValueError, *UNREADABLE, *_transport_errors()
    )  # fmt: skip
    try:
        yield
    except foreign as error:
        raise _translated(error, openai, exchange) from error


def stream_cut(exchange: Exchange) -> ModelStreamCut:
    return ModelStreamCut(f"The answer of {exchange.model} at {exchange.url} was cut off before its end.")


def _transport_errors() -> tuple[type[Exception], ...]:
    # The package moved from httpx to httpx2; a cut stream surfaces as the transport's own error.
    modules = [sys.modules[name] for name in ("httpx", "httpx2") if name in sys.modules]
    return tuple(module.HTTPError for module in modules)


def _translated(error: Exception, openai: Any, exchange: Exchange) -> ModelError:
    url = exchange.url
    if isinstance(error.__cause__, ModelError):  # the client takes what ends an endless answer for a lost connection
        return error.__cause__
    if isinstance(error, openai.APIStatusError):
        return _status(error.status_code, printable_line(error.message), exchange)
    if isinstance(error, (TimeoutError, openai.APITimeoutError)) or "Timeout" in type(error).__name__:
        return ModelTimeout(f"{url} did not answer in time.")
    if exchange.begun and isinstance(error, (openai.APIConnectionError, OSError, *_transport_errors())):
        return stream_cut(exchange)
    if isinstance(error, (openai.APIConnectionError, OSError, *_transport_errors())):
        return ModelUnreachable(f"Nothing answers at {url}. Is the server running, and is model.base_url right?")
    if isinstance(error, (openai.APIResponseValidationError, ValueError, *UNREADABLE)):
        return ModelGarbage(f"{url} sent an answer that cannot be read: {printable_line(error, 120)}.")
    return ModelError(f"The request to {url} failed: {printable_line(error)}.")


def _status(status: int, reason: str, exchange: Exchange) -> ModelError:
    url = exchange.url
    if status == 404:
        return ModelMissing(f'{url} does not have the model "{exchange.model}" (or is not the right address).')
    if status in (401, 403):
        return ModelError(f"{url} refused the key (status {status}). Set model.api_key for this endpoint.")
    if status == 429:
        return ModelError(f"{url} asks to wait: too many requests, or no quota left (status 429).")
    if status in (408, 504):
        return ModelTimeout(f"{url} did not answer in time (status {status}).")
    return ModelError(f"{url} failed with status {status}: {reason}")

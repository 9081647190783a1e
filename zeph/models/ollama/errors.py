"""Everything that can go wrong with Ollama, said once: foreign errors become ModelError's leaves here.

In: what the ``ollama`` package, ``httpx`` or the socket raised. Out: a sentence that says what to do.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from zeph.errors import (
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
    """One request, as far as it has come; an error means something else once the answer has begun."""

    host: str
    model: str
    begun: bool = False


@contextmanager
def ollama_errors(exchange: Exchange) -> Iterator[None]:
    """Raises ModelError's leaves for what the client raises inside."""
    import httpx
    import ollama

    foreign = (
        httpx.HTTPError, httpx.InvalidURL, ollama.ResponseError, ollama.RequestError, OSError, ValueError, *UNREADABLE
    )  # fmt: skip
    try:
        yield
    except foreign as error:
        raise _translated(error, exchange) from error


def _translated(error: Exception, exchange: Exchange) -> ModelError:
    import httpx
    import ollama

    host = exchange.host
    if isinstance(error, ollama.ResponseError):
        return _status(error.status_code, printable_line(error.error), exchange)
    if isinstance(error, (TimeoutError, httpx.TimeoutException)) and not isinstance(error, httpx.ConnectTimeout):
        return ModelTimeout(f"Ollama at {host} did not answer in time.")
    if exchange.begun and (isinstance(error, (httpx.TransportError, OSError)) or _half_a_line(error)):
        return stream_cut(exchange)
    if isinstance(error, (httpx.RemoteProtocolError, httpx.DecodingError)) and "disconnected" not in str(error):
        return ModelGarbage(f"What answers at {host} does not speak HTTP as Ollama does: {printable_line(error)}.")
    if isinstance(error, (httpx.TransportError, OSError)):
        return ModelUnreachable(
            f"Nothing usable answers at {host}. Start Ollama (ollama serve; it comes from https://ollama.com/download)."
        )
    if isinstance(error, (ValueError, *UNREADABLE)):
        return ModelGarbage(f"Ollama at {host} sent an answer that cannot be read: {printable_line(error, 120)}.")
    return ModelError(f"The request to Ollama at {host} failed: {printable_line(error)}.")


def _status(status: int, reason: str, exchange: Exchange) -> ModelError:
    host, model = exchange.host, exchange.model
    if status == 404:
        return ModelMissing(
            f'Ollama at {host} does not have the model "{model}". Install it with: zeph model pull {model}'
        )
    if status in (408, 504):
        return ModelTimeout(f"Ollama at {host} did not answer in time (status {status}): {reason}")
    if status < 0:
        return ModelError(f"Ollama at {host} failed while answering: {reason}")
    return ModelError(f"Ollama at {host} failed with status {status}: {reason}")


def stream_cut(exchange: Exchange) -> ModelStreamCut:
    return ModelStreamCut(f"The answer of {exchange.model} at {exchange.host} was cut off before its end.")


def _half_a_line(error: Exception) -> bool:
    return isinstance(error, json.JSONDecodeError) and not error.doc.rstrip().endswith("}")

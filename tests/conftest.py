"""What every test starts from."""

import os
import signal
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import settings

from zeph.models.local import embed

settings.register_profile("daily", derandomize=True, deadline=None)
settings.register_profile("thorough", deadline=None)
settings.load_profile("thorough" if os.environ.get("ZEPH_THOROUGH") else "daily")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell ignores Ctrl+C for what it runs in the background, and programs started here would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def _loaded_once() -> Iterator[None]:
    """The embedding model takes a third of a second to load: once a process is enough. spaCy's is kept by its reader."""
    with pytest.MonkeyPatch.context() as patch:
        for load in (embed._session, embed._tokenizer):
            patch.setattr(embed, load.__name__, cache(load))
        yield

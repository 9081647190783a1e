"""A backfill with a limit does that much and no more; the rest waits for the next one."""

from pathlib import Path

from tests.fakes.embedder import FakeEmbedder
from tests.remembering import backfilled, say
from zeph.config.schema import MemorySettings
from zeph.memory.facade import Memory

SETTINGS = MemorySettings.model_validate({"graph": {"extractor": "local"}})
SAID = [f"My colleague Oriel{chr(97 + n)} lives in Kalmar{chr(97 + n)}." for n in range(20)]


async def test_it_embeds_no_message_that_it_was_not_asked_for(tmp_path: Path) -> None:
    model = FakeEmbedder()
    async with Memory.open(tmp_path / "zeph.db", settings=SETTINGS, embedder=model, background=False) as memory:
        await say(memory, *SAID)
        done = await backfilled(memory, limit=3)
        assert (done.handled, (await memory.stats()).waiting) == (3, len(SAID) - 3)
        later = {text.split()[2] for text in SAID[3:]}
        assert not [text for text in model.embedded if any(name in text for name in later)]
        assert len(model.embedded) < 3 * 4
        await backfilled(memory)
        assert set(SAID) <= set(model.embedded) and (await memory.stats()).waiting == 0


async def test_what_the_background_has_read_already_is_told_all_the_same(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "zeph.db", settings=SETTINGS) as memory:
        said = await say(memory, "My colleague Oriel lives in Kalmar.")
        memory.wake()
        assert await memory.wait_idle(30)
        receipt = await memory.ingest_now(said)
        assert receipt is not None and receipt.learned

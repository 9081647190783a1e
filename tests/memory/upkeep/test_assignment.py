"""Between two detections a new entity joins the community that most of its neighbours are in, as its message is
committed.
"""

from pathlib import Path

from tests.fakes.extractors import extract_with
from tests.memory.ingest.edge_claims import claimed
from tests.remembering import backfilled
from zeph.clock import FixedClock
from zeph.memory.facade import Memory
from zeph.memory.ingest.extraction import Extracted, ExtractedEdge, ExtractedEntity, Extraction, ExtractionCost
from zeph.records.message import Message, NewMessage
from zeph.storage.engine.driver import driver


class Pairs:
    """Reads "a-b c-d" as "a knows b" and "c knows d"."""

    name = "llm"

    async def extract(self, message: Message, context: tuple[Message, ...]) -> Extracted:
        pairs = [pair.split("-") for pair in message.text.split()]
        entities = [ExtractedEntity(name=name, type="concept") for name in sorted({n for pair in pairs for n in pair})]
        edges = [ExtractedEdge(source=a, relation="relates_to", target=b, fact="") for a, b in pairs]
        return claimed(Extracted(Extraction(entities=entities, edges=edges), ExtractionCost("llm")), message)


def communities(path: Path) -> dict[str, int]:
    # The memory's own library: a second one in this process would drop its locks on closing the file.
    with driver().module.connect(path) as conn:
        rows = conn.execute(
            "SELECT e.name, m.community_id FROM graph_entities e JOIN graph_community_members m ON m.entity_id = e.id"
        ).fetchall()
    conn.close()
    return dict(rows)


async def test_new_entities_join_by_majority_ties_to_the_smallest_id_strangers_wait(tmp_path: Path) -> None:
    path = tmp_path / "zeph.db"
    async with Memory.open(path, clock=FixedClock("2026-03-01 09:00:00"), background=False) as memory:
        chat = await memory.start_conversation()
        await extract_with(memory, Pairs())
        await memory.observe(NewMessage(chat.id, "user", "ada-bea bea-cyd ada-cyd kim-lou lou-moe kim-moe"))
        await backfilled(memory)
        before = communities(path)
        first, second = before["ada"], before["kim"]
        assert first < second
        for text in ("major-kim major-lou major-ada", "kim-tied tied-ada", "odd-stranger"):
            said = await memory.observe(NewMessage(chat.id, "user", text))
            await memory.ingest_now(said)
        now = communities(path)
        assert (now["major"], now["tied"]) == (second, first)
        assert not {"odd", "stranger"} & now.keys()
        assert {name: now[name] for name in before} == before

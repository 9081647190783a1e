"""What is told with another number, version or name than before is never called known, however surely it was read."""

import pytest

from tests.remembering import remember
from zeph.memory.facade import Memory
from zeph.records.message import NewMessage
from zeph.records.revision import Receipt

OTHERWISE = (
    ("we shook on 6500", "we shook on 6510"),
    ("agreed on 900 with the roofer", "agreed on 950 with the roofer"),
    ("I ordered 40 bricks", "I ordered 44 bricks"),
    ("the plumber came back with 320", "the plumber came back with 350"),
    ("we went to Rome with Tom", "we went to Rome with Anna"),
    ("I voted for option 2", "I voted for option 3"),
    ("the build runs on node 18", "the build runs on node 20"),
    ("the van broke down at junction 31", "the van broke down at junction 33"),
    ("paid the garage 180 for the brakes", "paid the garage 210 for the brakes"),
    ("our flight lands at 7:40", "our flight lands at 7:55"),
    ("I talked to Mr Acheson about the knee", "I talked to Mr Penrose about the knee"),
    ("dockside runs on port 8091", "dockside runs on port 8095"),
    ("I store photos on the NAS.", "I store backups on the NAS."),
)


async def receipt_of_second(memory: Memory, first: str, second: str) -> Receipt:
    """Of what is said second."""
    await remember(memory, first)
    [chat] = await memory.conversations.list()
    receipt = await memory.ingest_now(await memory.observe(NewMessage(chat.id, "user", second)))
    assert receipt is not None
    return receipt


@pytest.mark.parametrize(("first", "second"), OTHERWISE)
async def test_another_value_is_not_what_was_known(memory: Memory, first: str, second: str) -> None:
    receipt = await receipt_of_second(memory, first, second)
    assert receipt.reinforced == (), receipt
    [chat] = await memory.conversations.list()
    claims = await memory.graph.claims((await memory.conversations.history(chat.id))[-1].id)
    assert {claim.operation for claim in claims} & {"add", "update", "replace"}, claims


@pytest.mark.parametrize(("first", "second"), [(one, one) for one, _ in OTHERWISE[:4]])
async def test_the_same_again_is_known(memory: Memory, first: str, second: str) -> None:
    receipt = await receipt_of_second(memory, first, second)
    assert receipt.learned == () and receipt.changed == ()

"""What was just said is found by the days that it names, whether the background has come to it or not."""

from tests.remembering import say
from zeph.memory.facade import Memory
from zeph.records.recall_request import RecallRequest


async def test_a_question_right_behind_it_finds_it(memory: Memory) -> None:
    said = await say(memory, "The kiln arrives on 4 March.", "The recital is on 9 March.")
    await memory.ingest_now(said)
    found = await memory.recall(RecallRequest("what's coming up?"))
    by_days = [m.message.text for m in found.messages if "message_days" in m.why.channels]
    assert by_days == ["The kiln arrives on 4 March.", "The recital is on 9 March."]

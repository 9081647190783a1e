"""What a person ordered to be remembered comes first in the profile for as long as it is so.

In: a plan that is carried out, inside its transaction. Out: the line that was written where no fact tells it. What an
import holds was said to somebody else, and orders nothing here, nor does a memory for which nobody has vouched.
"""

from collections.abc import Callable

from zeph.clock import Moment
from zeph.records.edge import CANDIDATE_BELOW
from zeph.records.message import Message
from zeph.records.plan import Plan, Ref
from zeph.storage.engine.driver import Connection, as_json

LONGEST = 300
"""Characters of a line of the profile; a longer text is found as the message that it is."""
SAID_IN_CHAT = "SELECT 1 FROM conversations WHERE id = :conversation AND kind = 'chat'"


def keep_remembered(
    conn: Connection, message: Message, plan: Plan, id_of: Callable[[Ref], int], now: Moment
) -> tuple[str, ...]:
    """Its facts are pinned; where none is sure, the words themselves are written into the profile."""
    values = {"space": message.space_id, "conversation": message.conversation_id, "now": now}
    if not plan.remember or message.strange or conn.execute(SAID_IN_CHAT, values).fetchone() is None:
        return ()
    told = [(e.ref, e.confidence) for e in plan.new_edges if not e.expired]
    told += [(known.edge, known.confidence) for known in plan.reinforced]
    told += [(known.edge, known.confidence) for known in plan.updates]
    refs = [ref for ref, confidence in told if confidence >= CANDIDATE_BELOW]
    if refs:
        conn.execute(
            """INSERT INTO profile_lines (space_id, kind, edge_id, created_at)
            SELECT :space, 'pinned', value, :now FROM json_each(:edges) WHERE true
            ON CONFLICT (edge_id) WHERE edge_id IS NOT NULL DO UPDATE SET kind = 'pinned', created_at = :now""",
            {**values, "edges": as_json([*map(id_of, refs)])},
        )
        return ()
    if plan.closes or plan.reopens or len(plan.remember) > LONGEST:
        return ()
    conn.execute(
        """INSERT INTO profile_lines (space_id, kind, text, created_at) SELECT :space, 'written', :text, :now
        WHERE NOT EXISTS (SELECT 1 FROM profile_lines WHERE space_id = :space AND text = :text)""",
        {**values, "text": plan.remember},
    )
    return (plan.remember,)

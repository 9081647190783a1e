"""Rows of a memory for which nobody has vouched: what is said in them is a stranger's, whoever the file says it is.

In: values of one row, before it is stored; or a row that is here already and comes again in a file that the person
trusts. Out: the values as a stranger's; the row as the file has it.
"""

from zeph.storage.engine.driver import Connection
from zeph.storage.transfer.row_kinds import Part, Row

SET_BY_HAND, OTHERWISE = "person", "local"


def as_strange(part: Part, values: Row) -> None:
    """Its messages are marked, its facts were set right by no person of this memory, and what sums them up, of which
    nobody knows whose words it is, is left to be made anew."""
    if part.kind == "message":
        values["strange"] = 1
    elif part.kind == "fact" and values.get("origin") == SET_BY_HAND:
        values["origin"] = OTHERWISE
    elif part.kind == "entity":
        values["summary"] = ""


def vouch_for(conn: Connection, part: Part, number: int, values: Row) -> None:
    """A message that came in before the person vouched for its file."""
    if part.kind == "message" and not values.get("strange"):
        conn.execute("UPDATE messages SET strange = 0 WHERE id = ?", (number,))

"""Sentences taken out of core memory, out of what a block is and out of all that it was.

In: a connection inside a write transaction, the sentences word for word, ids of blocks that go whole. Out: (label,
sentence) of what was in a block as it stood; the sentence is empty where the block went whole.
"""

import re
from collections import Counter
from collections.abc import Sequence

from zeph.storage.engine.driver import Connection, as_json

FORMS = """
    SELECT f.id, f.text, f.description FROM memory_block_forms AS f JOIN memory_blocks AS b ON b.id = f.block_id
    WHERE b.space_id = :space"""
STANDING = """
    SELECT b.label, f.text || char(10) || f.description FROM memory_blocks AS b
    JOIN memory_block_forms AS f
        ON f.id = coalesce(b.form_id, (SELECT max(id) FROM memory_block_forms WHERE block_id = b.id))
    WHERE b.space_id = :space AND NOT f.removed ORDER BY b.id"""
LISTED = "space_id = :space AND id IN (SELECT value FROM json_each(:blocks))"
_BEGINS = r"(?:^|(?<=[.!?…\"'”’)\]][ \t])|(?<=[。！？]))"
_ENDS = r"[ \t]*$"


def cut_blocks(
    conn: Connection, space_id: int, sentences: Sequence[str], blocks: Sequence[int], counts: Counter[str]
) -> tuple[tuple[str, str], ...]:
    """``counts`` gets the sentences and blocks that went."""
    values = {"space": space_id, "blocks": as_json(blocks)}
    labels = [str(row[0]) for row in conn.execute(f"SELECT label FROM memory_blocks WHERE {LISTED}", values)]
    conn.execute(f"UPDATE memory_blocks SET form_id = NULL WHERE {LISTED}", values)
    of_blocks = f"SELECT id FROM memory_blocks WHERE {LISTED}"
    conn.execute(
        f"""UPDATE memory_block_forms SET before_id = NULL
        WHERE before_id IN (SELECT id FROM memory_block_forms WHERE block_id IN ({of_blocks}))""",
        values,
    )
    conn.execute(f"DELETE FROM memory_block_forms WHERE block_id IN ({of_blocks})", values)
    counts["memory_blocks"] += conn.execute(f"DELETE FROM memory_blocks WHERE {LISTED}", values).rowcount
    told = [(label, "") for label in labels]
    patterns = {sentence: _standing_alone(sentence) for sentence in sentences if sentence.strip()}
    for label, text in conn.execute(STANDING, values).fetchall():
        told += [(str(label), sentence) for sentence, pattern in patterns.items() if pattern.search(text)]
    gone: set[str] = set()
    for form, text, description in conn.execute(FORMS, values).fetchall():
        there = [s for s, pattern in patterns.items() if pattern.search(text) or pattern.search(description)]
        if there:
            gone.update(there)
            left = (_without(text, [patterns[s] for s in there]), _without(description, [patterns[s] for s in there]))
            conn.execute("UPDATE memory_block_forms SET text = ?, description = ? WHERE id = ?", (*left, form))
    counts["block_sentences"] += len(gone)
    return tuple(told)


def _standing_alone(sentence: str) -> re.Pattern[str]:
    """Where it is a sentence of its own, and not the beginning of another."""
    ends = r"(?=\s|$)" if not sentence[-1].isalnum() else _ENDS
    return re.compile(_BEGINS + re.escape(sentence) + ends, re.MULTILINE)


def _without(text: str, patterns: Sequence[re.Pattern[str]]) -> str:
    """What is left, without lines and spaces that held nothing else."""
    kept = []
    for line in text.split("\n"):
        left = line
        for pattern in patterns:
            left = pattern.sub("", left)
        if left == line:
            kept.append(line)
        elif any(map(str.isalnum, left)):
            kept.append(re.sub(r"[ \t]{2,}", " ", left).strip())
    return "\n".join(kept)
